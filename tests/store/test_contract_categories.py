"""The category hierarchy: builds that come and go at once, and categories that hold what is there."""

from collections.abc import Callable, Sequence
from datetime import timedelta

import pytest

from tests.store.samples import NOW, SPACE, content_draft, directions, source_draft, store
from tsuzuri.core.categories import CategoryDraft
from tsuzuri.core.document import Span
from tsuzuri.core.ids import BuildId, CategoryId, EntityId
from tsuzuri.core.ports import Backend
from tsuzuri.core.values import EntityType, Kind, Mention, PassageDraft

LATER = NOW + timedelta(days=1)
GONE = 999


def entities(backend: Backend, *names: str, uri: str = "/notes.txt") -> tuple[EntityId, ...]:
    """Entities of a document of their own, the earlier ones mentioned more often."""
    with backend.transaction():
        passage = store(backend, uri, [f"{uri} " + "x" * 50]).passages[0]
        ids = tuple(backend.graph.add_entity(name, name.lower(), EntityType.CONCEPT, NOW) for name in names)
        for place, id_ in enumerate(ids):
            spans = [Span(at, at + 1) for at in range(len(ids) - place)]
            backend.graph.add_mentions([Mention(id_, passage, span) for span in spans])
    return ids


def forget(backend: Backend, uri: str) -> None:
    source = backend.catalog.source_by_uri(uri)
    assert source is not None
    with backend.transaction():
        backend.catalog.forget(source.id)


def build(backend: Backend, *layers: Sequence[tuple[str, Sequence[int]]], by: str = "rule") -> BuildId:
    """A published build; children of the second layer and above are places in the layer below."""
    with backend.transaction():
        id_ = backend.categories.begin(by, NOW)
        below: tuple[int, ...] = ()
        for number, layer in enumerate(layers, 1):
            drafts = [
                CategoryDraft(number, name, tuple(children) if number == 1 else tuple(below[at] for at in children))
                for name, children in layer
            ]
            below = backend.categories.add(id_, drafts)
        backend.categories.publish(id_, LATER)
    return id_


def names(backend: Backend) -> list[str]:
    return [category.name for category in backend.categories.top()]


class TestABuild:
    def test_is_not_there_before_the_first(self, backend: Backend) -> None:
        assert backend.categories.current() is None
        assert backend.categories.unfinished() is None
        assert backend.categories.top() == ()

    def test_is_not_read_before_it_is_published(self, backend: Backend) -> None:
        one, two = entities(backend, "Sencha", "Hojicha")
        build(backend, [("Tea", [one, two])])
        with backend.transaction():
            id_ = backend.categories.begin("other", LATER)
            backend.categories.add(id_, [CategoryDraft(1, "Drinks", (one,))])
        assert names(backend) == ["Tea"]
        unfinished = backend.categories.unfinished()
        assert unfinished is not None
        assert (unfinished.id, unfinished.by, unfinished.sizes, unfinished.finished_at) == (id_, "other", (1,), None)
        assert [one.name for one in backend.categories.layer(id_, 1)] == ["Drinks"]
        with backend.transaction():
            backend.categories.publish(id_, LATER)
        assert names(backend) == ["Drinks"]
        assert backend.categories.unfinished() is None

    def test_tells_its_sizes_and_when_and_by_what_it_was_made(self, backend: Backend) -> None:
        one, two, three = entities(backend, "Sencha", "Hojicha", "Espresso")
        id_ = build(backend, [("Tea", [one, two]), ("Coffee", [three])], [("Drinks", [0, 1])])
        current = backend.categories.current()
        assert current is not None
        assert (current.id, current.by, current.sizes, current.attached) == (id_, "rule", (2, 1), 0)
        assert (current.started_at, current.finished_at) == (NOW, LATER)

    def test_that_is_begun_throws_away_one_that_was_unfinished(self, backend: Backend) -> None:
        (one,) = entities(backend, "Sencha")
        with backend.transaction():
            old = backend.categories.begin("rule", NOW)
            ids = backend.categories.add(old, [CategoryDraft(1, "Tea", (one,))])
            new = backend.categories.begin("rule", NOW)
        assert new != old
        assert backend.categories.categories(ids) == ()
        with pytest.raises(ValueError, match="not being made"), backend.transaction():
            backend.categories.add(old, [])

    def test_may_be_taken_back_once(self, backend: Backend) -> None:
        one, two = entities(backend, "Sencha", "Hojicha")
        for name in ("First", "Second", "Third"):
            build(backend, [(name, [one, two])])
        with backend.transaction():
            assert backend.categories.revert()
        assert names(backend) == ["Second"]
        with backend.transaction():
            assert not backend.categories.revert()
        assert names(backend) == ["Second"]

    def test_that_is_published_cannot_be_added_to(self, backend: Backend) -> None:
        (one,) = entities(backend, "Sencha")
        id_ = build(backend, [("Tea", [one])])
        with pytest.raises(ValueError, match="not being made"), backend.transaction():
            backend.categories.add(id_, [CategoryDraft(1, "Coffee", (one,))])
        with pytest.raises(ValueError, match="not being made"), backend.transaction():
            backend.categories.publish(id_, NOW)


class TestAdding:
    def test_leaves_out_children_that_are_gone_and_categories_of_nothing(self, backend: Backend) -> None:
        (one,) = entities(backend, "Sencha")
        with backend.transaction():
            id_ = backend.categories.begin("rule", NOW)
            tea, nothing = backend.categories.add(
                id_, [CategoryDraft(1, "Tea", (one, GONE, one)), CategoryDraft(1, "Nothing", (GONE,))]
            )
            drinks, void = backend.categories.add(
                id_, [CategoryDraft(2, "Drinks", (tea, nothing)), CategoryDraft(2, "Void", (nothing,))]
            )
        found = backend.categories.categories([void, nothing, drinks, tea])
        assert [(category.name, category.children, category.entities) for category in found] == [
            ("Drinks", 1, 1),
            ("Tea", 1, 1),
        ]

    def test_takes_no_child_from_another_layer_or_build(self, backend: Backend) -> None:
        (one,) = entities(backend, "Sencha")
        build(backend, [("Tea", [one])])
        (old,) = backend.categories.top()
        with backend.transaction():
            id_ = backend.categories.begin("rule", NOW)
            (tea,) = backend.categories.add(id_, [CategoryDraft(1, "Tea", (one,))])
        for draft in (CategoryDraft(3, "Drinks", (tea,)), CategoryDraft(2, "Drinks", (old.id,))):
            with pytest.raises(ValueError, match="layer below"), backend.transaction():
                backend.categories.add(id_, [draft])

    def test_one_of_a_name_that_is_there_is_that_one(self, backend: Backend) -> None:
        one, two = entities(backend, "Sencha", "Hojicha")
        with backend.transaction():
            id_ = backend.categories.begin("rule", NOW)
            (first,) = backend.categories.add(id_, [CategoryDraft(1, "Tea", (one,), "old", ("old",), promoted=True)])
            (second,) = backend.categories.add(id_, [CategoryDraft(1, "Tea", (two,), "new", ("new",))])
        assert first == second
        (tea,) = backend.categories.layer(id_, 1)
        assert (tea.children, tea.summary, tea.tags, tea.promoted) == (2, "new", ("new",), False)

    def test_wants_a_layer_and_a_child(self) -> None:
        for layer, children in ((0, (1,)), (1, ())):
            with pytest.raises(ValueError, match="from 1 up"):
                CategoryDraft(layer, "Tea", children)


class TestReading:
    def test_counts_an_entity_with_two_parents_once(self, backend: Backend) -> None:
        one, two, three = entities(backend, "Sencha", "Matcha", "Espresso")
        build(backend, [("Tea", [one, two]), ("Powders", [two, three])], [("Drinks", [0, 1])])
        (drinks,) = backend.categories.top()
        assert (drinks.layer, drinks.children, drinks.entities) == (2, 2, 3)
        assert backend.categories.below([drinks.id]) == (one, two, three)
        assert backend.categories.below([drinks.id, drinks.id], limit=2) == (one, two)
        assert [one.name for one in backend.categories.parents([two, GONE_ENTITY])[two]] == ["Tea", "Powders"]

    def test_gives_the_greatest_first(self, backend: Backend) -> None:
        one, two, three = entities(backend, "Sencha", "Matcha", "Espresso")
        build(backend, [("Coffee", [three]), ("Tea", [one, two])], [("All", [0, 1])])
        (everything,) = backend.categories.top()
        children = backend.categories.children([everything.id, CategoryId(GONE)])
        assert [one.name for one in children[everything.id]] == ["Tea", "Coffee"]
        tea, coffee = children[everything.id]
        assert backend.categories.children([tea.id]) == {}
        held = backend.categories.entities([tea.id, coffee.id, everything.id], limit_each=1)
        assert {id_: [one.name for one in of] for id_, of in held.items()} == {
            tea.id: ["Sencha"],
            coffee.id: ["Espresso"],
        }

    def test_is_in_the_order_asked(self, backend: Backend) -> None:
        one, two = entities(backend, "Sencha", "Espresso")
        build(backend, [("Tea", [one]), ("Coffee", [two])])
        tea, coffee = backend.categories.top()
        found = backend.categories.categories([coffee.id, CategoryId(GONE), tea.id])
        assert [category.name for category in found] == ["Coffee", "Tea"]


GONE_ENTITY = EntityId(GONE)


class TestNewEntities:
    def test_are_uncategorised_until_they_are_attached(self, backend: Backend) -> None:
        one, two = entities(backend, "Sencha", "Hojicha")
        assert backend.categories.uncategorised(10) == (one, two)
        build(backend, [("Tea", [one])])
        assert backend.categories.uncategorised(10) == (two,)
        assert backend.categories.uncategorised(0) == ()
        (tea,) = backend.categories.top()
        with backend.transaction():
            backend.categories.attach([(two, tea.id), (two, tea.id), (GONE_ENTITY, tea.id), (two, CategoryId(GONE))])
        assert backend.categories.uncategorised(10) == ()
        current = backend.categories.current()
        assert current is not None
        assert current.attached == 1
        assert backend.categories.top()[0].entities == 2

    def test_that_fit_nowhere_are_set_aside_where_the_top_leads_to_them(self, backend: Backend) -> None:
        one, two, three = entities(backend, "Sencha", "Hammer", "Nail")
        build(backend, [("Tea", [one])], [("Drinks", [0])])
        for id_ in (two, three, GONE_ENTITY):
            with backend.transaction():
                backend.categories.set_aside([id_], "Unsorted")
        top = backend.categories.top()
        assert [(category.name, category.entities, category.promoted) for category in top] == [
            ("Unsorted", 2, True),
            ("Drinks", 1, False),
        ]
        assert backend.categories.below([top[0].id]) == (two, three)
        assert backend.categories.uncategorised(10) == ()

    def test_cannot_be_put_into_a_build_that_is_not_there(self, backend: Backend) -> None:
        (one,) = entities(backend, "Sencha")
        with backend.transaction():
            backend.categories.attach([(one, CategoryId(GONE))])
            backend.categories.set_aside([one], "Unsorted")
        assert backend.categories.top() == ()


class TestForgetting:
    def test_takes_a_category_with_its_last_child(self, backend: Backend) -> None:
        (one,) = entities(backend, "Sencha", uri="/tea.txt")
        (two,) = entities(backend, "Espresso", uri="/coffee.txt")
        build(backend, [("Tea", [one]), ("Coffee", [two])], [("Leaves", [0]), ("Beans", [1])], [("Drinks", [0, 1])])
        forget(backend, "/tea.txt")
        current = backend.categories.current()
        assert current is not None
        assert current.sizes == (1, 1, 1)
        (drinks,) = backend.categories.top()
        assert (drinks.name, drinks.children, drinks.entities) == ("Drinks", 1, 1)
        forget(backend, "/coffee.txt")
        assert backend.categories.top() == ()

    def test_leaves_no_word_of_an_entity_in_what_was_above_it(self, backend: Backend) -> None:
        (one,) = entities(backend, "Secret", uri="/secret.txt")
        two, three = entities(backend, "Sencha", "Espresso")
        with backend.transaction():
            id_ = backend.categories.begin("rule", NOW)
            lower = backend.categories.add(
                id_,
                [
                    CategoryDraft(1, "The secret tea", (one, two), "Secret, Sencha", ("secret",)),
                    CategoryDraft(1, "Coffee", (three,), "Espresso", ("beans",)),
                ],
            )
            backend.categories.add(id_, [CategoryDraft(2, "Secret", lower, "Secret things", ("secret",))])
            backend.categories.publish(id_, NOW)
        forget(backend, "/secret.txt")
        (top,) = backend.categories.top()
        assert (top.summary, top.tags) == ("", ())
        found = backend.categories.children([top.id])[top.id]
        assert {(one.name, one.summary, one.tags) for one in found} == {
            ("Sencha", "", ()),
            ("Coffee", "Espresso", ("beans",)),
        }
        assert "secret" not in top.name.lower()

    def test_keeps_words_that_every_other_child_has_too(self, backend: Backend) -> None:
        (one,) = entities(backend, "Tea", uri="/tea.txt")
        two, three = entities(backend, "Green Tea", "Black tea")
        build(backend, [("tea", [one, two, three])], [("tea", [0])])
        forget(backend, "/tea.txt")
        (top,) = backend.categories.top()
        assert (top.name, top.entities) == ("tea", 2)
        assert [one.name for one in backend.categories.children([top.id])[top.id]] == ["tea"]

    def test_of_an_entity_of_one_letter_leaves_other_names_alone(self, backend: Backend) -> None:
        (one,) = entities(backend, "T", uri="/letter.txt")
        two, three = entities(backend, "Sencha", "Hojicha")
        build(backend, [("Tea", [one, two]), ("T", [one, three])])
        forget(backend, "/letter.txt")
        assert sorted(names(backend)) == ["Hojicha", "Tea"]


class TestUnitedEntities:
    def test_count_as_one(self, backend: Backend) -> None:
        one, two, three = entities(backend, "Sencha", "Green Sencha", "Espresso")
        build(backend, [("Tea", [one, two]), ("Coffee", [two, three])])
        with backend.transaction():
            backend.identities.unite(one, two)
        tea, coffee = sorted(backend.categories.top(), key=lambda category: category.id)
        assert (tea.entities, tea.children, coffee.entities) == (1, 1, 2)
        assert [entity.id for entity in backend.categories.entities([tea.id])[tea.id]] == [one]
        assert set(backend.categories.below([tea.id, coffee.id])) == {one, three}
        assert [category.name for category in backend.categories.parents([two])[two]] == ["Tea", "Coffee"]
        with backend.transaction():
            backend.identities.part(two)
        assert {category.name: category.entities for category in backend.categories.top()} == {"Tea": 2, "Coffee": 2}

    def test_are_categorised_when_one_of_them_is(self, backend: Backend) -> None:
        one, two = entities(backend, "Sencha", "Green Sencha")
        build(backend, [("Tea", [two])])
        assert backend.categories.uncategorised(10) == (one,)
        with backend.transaction():
            backend.identities.unite(one, two)
        assert backend.categories.uncategorised(10) == ()


@pytest.mark.parametrize(
    "write",
    [
        lambda categories: categories.begin("rule", NOW),
        lambda categories: categories.add(BuildId(1), []),
        lambda categories: categories.publish(BuildId(1), NOW),
        lambda categories: categories.revert(),
        lambda categories: categories.attach([]),
        lambda categories: categories.set_aside([], "Unsorted"),
    ],
)
def test_writing_needs_a_transaction(backend: Backend, write: Callable[[object], object]) -> None:
    with pytest.raises(RuntimeError):
        write(backend.categories)


def test_stored_vectors_can_be_read_back(backend: Backend) -> None:
    one, two, three = entities(backend, "Sencha", "Hojicha", "Espresso")
    with backend.transaction():
        space = backend.vectors.space(SPACE)
        backend.vectors.put(space, Kind.ENTITY, [one, two], directions(2))
    found = backend.vectors.vectors(space, Kind.ENTITY, [two, three, one])
    assert set(found) == {one, two}
    assert [found[id_].tolist() for id_ in (one, two)] == directions(2).tolist()


def test_speakers_are_told_by_name(backend: Backend) -> None:
    with backend.transaction():
        source = backend.catalog.put_sources([source_draft("/chat.txt")], NOW)[0]
        drafts = [
            PassageDraft(at, Span(at * 2, at * 2 + 1), "x", speaker=speaker)
            for at, speaker in enumerate(("Yui", "", "Ken", "Yui"))
        ]
        backend.catalog.put_content(source, content_draft("x x x x"), drafts)
    assert backend.catalog.speakers() == ("Ken", "Yui")

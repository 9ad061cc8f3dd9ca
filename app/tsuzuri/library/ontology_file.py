"""The ontology as it is written down: the shipped one, and a person's own that extends or closes it."""

import difflib
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from tsuzuri.core.errors import ConfigurationError
from tsuzuri.core.ontology import Cardinality, Ontology, Relation
from tsuzuri.core.values import EntityType

_Name = Annotated[str, Field(pattern=r"^[a-z]+(_[a-z]+)*$")]


class Mode(StrEnum):
    """What a person's own file does to the shipped ontology."""

    EXTEND = "extend"
    """Its relations come to the shipped ones; one of the same name takes the place of the shipped one."""
    CLOSED = "closed"
    """Only its relations, and the shipped ones that it keeps by name, are accepted."""


class _Relation(BaseModel):
    model_config = ConfigDict(extra="forbid")

    name: _Name
    description: str = Field(min_length=1)
    domain: tuple[EntityType, ...] = Field(min_length=1)
    range: tuple[EntityType | Literal["value"], ...] = Field(min_length=1)
    cardinality: Cardinality
    lasting: bool
    synonyms: tuple[_Name, ...] = ()
    swap: tuple[_Name, ...] = ()
    offered: bool = True
    ends: tuple[_Name, ...] = ()


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid")

    mode: Mode = Mode.EXTEND
    keep: tuple[str, ...] = ()
    relations: tuple[_Relation, ...] = ()


def load_ontology(path: Path, own: Path | None = None) -> Ontology:
    """Read an ontology file, and a person's `own` that extends or closes it, if there is one.

    A name that `own` gives to a relation no longer means another of the shipped ones.

    Raises:
        ConfigurationError: a file cannot be read or is not as it should be; names the file, the relation, the field.
    """
    shipped = _read(path)
    relations = tuple(map(_relation, shipped.relations))
    if own is None:
        _refuse_unknown_ends(relations, relations, path)
        return Ontology(relations)
    file = _read(own)
    added = tuple(map(_relation, file.relations))
    if file.mode is Mode.CLOSED:
        return Ontology(_joined(_kept(file.keep, relations, own), added, own), closed=True)
    if file.keep:
        raise ConfigurationError(f"{own.name}, keep: all are kept", hint='leave it out, or write: mode = "closed"')
    return Ontology(_joined(relations, added, own))


def _read(path: Path) -> _File:
    """The file, checked by itself."""
    raw: dict[str, Any] = {}
    try:
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
        file = _File.model_validate(raw)
    except OSError as error:
        raise ConfigurationError(f"{path.name} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ConfigurationError(f"{path.name} is not UTF-8") from error
    except tomllib.TOMLDecodeError as error:
        raise ConfigurationError(f"{path.name} is not TOML: {error}") from error
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        raise _mistake(path, first["loc"], first["msg"], raw) from error
    if not (file.relations or file.keep):
        raise ConfigurationError(f"{path.name}, relations: it lists none", hint="begin one with: [[relations]]")
    _refuse_double_names(file.relations, path)
    return file


def _mistake(path: Path, place: Sequence[int | str], told: str, raw: Mapping[str, Any]) -> ConfigurationError:
    """An error that names the file, the relation and the field, with the nearest field there is."""
    names = [str(part) for part in place]
    if len(place) > 1 and place[0] == "relations" and isinstance(number := place[1], int):
        row = raw["relations"][number]
        name = row.get("name") if isinstance(row, dict) else None
        names[:2] = [str(name or f"relation {number + 1}")]
    fields = [*_Relation.model_fields] if len(place) > 1 else [*_File.model_fields]
    near = difflib.get_close_matches(names[-1], fields, n=1) if names[-1] not in fields else []
    return ConfigurationError(
        f"{path.name}, {', '.join(names)}: {told.lower()}", hint=f"did you mean {near[0]}?" if near else ""
    )


def _refuse_double_names(relations: Sequence[_Relation], path: Path) -> None:
    """Each name means one relation, in one direction; no synonym is a relation itself, so none lead in a circle.

    Raises:
        ConfigurationError: a name is given twice.
    """
    owners: dict[str, str] = {}
    for relation in relations:
        if relation.name in owners:
            raise ConfigurationError(f"{path.name}, {relation.name}, name: there are two of that name")
        owners[relation.name] = relation.name
    for relation in relations:
        for field, names in (("synonyms", relation.synonyms), ("swap", relation.swap)):
            for other in names:
                if other in owners:
                    raise ConfigurationError(
                        f"{path.name}, {relation.name}, {field}: {other} is already a name of {owners[other]}"
                    )
                owners[other] = relation.name


def _kept(names: Sequence[str], shipped: Sequence[Relation], own: Path) -> tuple[Relation, ...]:
    """The shipped relations of those names.

    Raises:
        ConfigurationError: there is no such relation.
    """
    known = {relation.name: relation for relation in shipped}
    for name in names:
        if name not in known:
            near = difflib.get_close_matches(name, known, n=1)
            raise ConfigurationError(
                f"{own.name}, keep: {name} is no shipped relation", hint=f"did you mean {near[0]}?" if near else ""
            )
    return tuple(known[name] for name in dict.fromkeys(names))


def _refuse_unknown_ends(relations: Sequence[Relation], known: Sequence[Relation], path: Path) -> None:
    """What a relation ends is a relation, by the name that it has here.

    Raises:
        ConfigurationError: there is no relation of that name.
    """
    names = {relation.name: relation for relation in known}
    for relation in relations:
        for name in relation.ends:
            if name not in names:
                near = difflib.get_close_matches(name, names, n=1)
                raise ConfigurationError(
                    f"{path.name}, {relation.name}, ends: {name} is no relation",
                    hint=f"did you mean {near[0]}?" if near else "",
                )


def _joined(shipped: Sequence[Relation], own: Sequence[Relation], path: Path) -> tuple[Relation, ...]:
    """Both, where a name that the person's own file gives means what it says there.

    Raises:
        ConfigurationError: another name of an own relation is a shipped relation, or one of them ends what is none.
    """
    replaced = {relation.name for relation in own}
    others = {relation.name for relation in shipped} - replaced
    taken = set(replaced)
    for relation in own:
        for name in (*relation.synonyms, *relation.swapped):
            if name in others:
                raise ConfigurationError(
                    f"{path.name}, {relation.name}: {name} is a shipped relation and cannot be another name",
                    hint=f"leave it out, or write a relation {name} of your own",
                )
            taken.add(name)
    _refuse_unknown_ends(own, (*shipped, *own), path)
    known = others | replaced
    stay = (
        replace(
            relation,
            ends=tuple(name for name in relation.ends if name in known),
            synonyms=tuple(name for name in relation.synonyms if name not in taken),
            swapped=tuple(name for name in relation.swapped if name not in taken),
        )
        for relation in shipped
        if relation.name in others
    )
    return (*stay, *own)


def _relation(row: _Relation) -> Relation:
    return Relation(
        name=row.name,
        description=row.description,
        domain=frozenset(row.domain),
        range=frozenset(row.range),
        cardinality=row.cardinality,
        lasting=row.lasting,
        synonyms=row.synonyms,
        swapped=row.swap,
        offered=row.offered,
        ends=row.ends,
    )

"""The ontology as it is written down (`assets/ontology.toml`), checked as it is read."""

import tomllib
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from tsuzuri.core.errors import ConfigurationError
from tsuzuri.core.ontology import Cardinality, Ontology, Relation
from tsuzuri.core.values import EntityType


class _Relation(BaseModel):
    model_config = ConfigDict(extra="forbid")

    name: str = Field(pattern=r"^[a-z]+(_[a-z]+)*$")
    description: str
    domain: tuple[EntityType, ...] = Field(min_length=1)
    range: tuple[EntityType | Literal["value"], ...] = Field(min_length=1)
    cardinality: Cardinality
    lasting: bool
    synonyms: tuple[str, ...] = ()
    swap: tuple[str, ...] = ()


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid")

    relations: tuple[_Relation, ...]


def load_ontology(path: Path) -> Ontology:
    """Read an ontology file.

    Raises:
        ConfigurationError: it cannot be read, or a relation is not as it should be; names the file and the relation.
    """
    try:
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
        file = _File.model_validate(raw)
    except OSError as error:
        raise ConfigurationError(f"{path.name} cannot be read: {error.strerror}") from error
    except tomllib.TOMLDecodeError as error:
        raise ConfigurationError(f"{path.name} is not TOML: {error}") from error
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        where = " > ".join(str(part) for part in first["loc"])
        raise ConfigurationError(f"{path.name}, {where}: {first['msg'].lower()}") from error
    return Ontology(tuple(_relation(row) for row in file.relations))


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
    )

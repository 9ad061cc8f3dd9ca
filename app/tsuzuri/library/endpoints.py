"""Models of another machine, as the settings name them.

Only a host that is named under `network.hosts` too is spoken to, and no such model ever stands in for one of this
machine, or the other way round.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from tsuzuri.core.errors import ConfigurationError

if TYPE_CHECKING:
    from tsuzuri.models.remote.chat import RemoteChat
    from tsuzuri.models.remote.embed import RemoteEmbedder
    from tsuzuri.models.remote.endpoint import Address
    from tsuzuri.models.remote.rerank import RemoteReranker
    from tsuzuri.settings.loading import Settings

Token = Callable[[str], str | None]
"""Gives the token that a host asks for."""


def remote_chat(settings: "Settings", token: Token) -> "RemoteChat":
    """The chat model behind `chat.endpoint`.

    Raises:
        ConfigurationError: the endpoint is no URL, or its host is not named under `network.hosts`.
    """
    from tsuzuri.models.remote.chat import RemoteChat, Structured
    from tsuzuri.models.remote.endpoint import Endpoint

    chosen = settings.chat
    address = _address(settings, "chat", chosen.endpoint, chosen.model, token)
    return RemoteChat(Endpoint(address), Structured(chosen.structured))


def remote_embedder(settings: "Settings", token: Token) -> "RemoteEmbedder":
    """The embedder behind `embedder.endpoint`. Raises as `remote_chat` does."""
    from tsuzuri.models.remote.embed import RemoteEmbedder
    from tsuzuri.models.remote.endpoint import Endpoint

    chosen = settings.embedder
    address = _address(settings, "embedder", chosen.endpoint, chosen.model, token)
    return RemoteEmbedder(Endpoint(address), chosen.dimension, chosen.query_prefix, chosen.passage_prefix)


def remote_reranker(settings: "Settings", token: Token) -> "RemoteReranker":
    """The cross-encoder behind `reranker.endpoint`. Raises as `remote_chat` does."""
    from tsuzuri.models.remote.endpoint import Endpoint
    from tsuzuri.models.remote.rerank import RemoteReranker

    chosen = settings.reranker
    return RemoteReranker(Endpoint(_address(settings, "reranker", chosen.endpoint, chosen.model, token)))


def _address(settings: "Settings", section: str, url: str, model: str, token: Token) -> "Address":
    from tsuzuri.models.remote.endpoint import Address
    from tsuzuri.offline import allow, is_guarded, is_local

    host = _host(url)
    if not host:
        raise ConfigurationError(
            f"{section}.endpoint is no URL: {url}", hint="write it like http://gpu-box:8080/v1, with what it serves at"
        )
    if not is_local(host):
        if host not in map(str.lower, settings.network.hosts):
            raise ConfigurationError(
                f"{section}.endpoint is at {host}, which network.hosts does not name",
                hint=f'if texts may go there: hosts = ["{host}"] under [network]',
            )
        if is_guarded():
            allow(settings.network.hosts)
    return Address(url, model, settings.chat.slots, settings.chat.timeout_s, token(host))


def _host(url: str) -> str:
    """The host of a URL, in lower case; empty where it is none that can be spoken to."""
    try:
        parts = urlsplit(url)
        usable = parts.scheme in ("http", "https") and parts.port != 0
    except ValueError:  # a port that is no number, or too large
        return ""
    return (parts.hostname or "") if usable else ""

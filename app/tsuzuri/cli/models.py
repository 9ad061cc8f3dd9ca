"""`tsuzuri models`."""

import argparse

from tsuzuri.cli.output import bold, narrate, print_json, progress_bytes
from tsuzuri.core.errors import UsageError
from tsuzuri.library import models_here
from tsuzuri.library.opening import Installation
from tsuzuri.models.catalogue import Model, installed
from tsuzuri.models.fetch import pull
from tsuzuri.models.tuning import Measured


def models(here: Installation, options: argparse.Namespace) -> int:
    """Run one of the actions on models."""
    match options.action:
        case "pull":
            return _pull(here, options)
        case "use":
            return _use(here, options)
        case "bench":
            return _bench(here, options)
        case _:
            return _list(here, as_json=options.json)


def _list(here: Installation, *, as_json: bool) -> int:
    in_use = {here.settings.chat.model, here.settings.embedder.model}
    rows = [(model, installed(model, here.paths.models_dir)) for model in here.catalogue.models]
    if as_json:
        print_json(
            models=[
                {
                    "id": m.id,
                    "kind": m.kind,
                    "bytes": m.size,
                    "licence": m.licence,
                    "installed": h,
                    "in_use": m.id in in_use,
                }
                for m, h in rows
            ]
        )
        return 0
    for model, is_here in rows:
        state = "here" if is_here else "not here"
        size = f"{model.size / 1e6:,.0f} MB" if model.size else "in its package"
        line = f"{model.id:<42} {model.kind:<7} {size:>14}  {state:<9} {model.licence}"
        print(bold(f"* {line}") if model.id in in_use else f"  {line}")
    narrate("* is in use; change it with: tsuzuri models use MODEL")
    return 0


def _pull(here: Installation, options: argparse.Namespace) -> int:
    model = _chosen(here, options.model)
    if not model.file:
        raise UsageError(f"{model.id} comes with its package and needs no download", hint="tsuzuri models list")
    path = pull(
        model,
        here.paths.models_dir,
        again=options.again,
        on_progress=progress_bytes(model.id),
        token=models_here.hub_token(here, model),
        environ=here.environ,
    )
    if options.json:
        print_json(model=model.id, path=path)
    else:
        print(f"{model.id} is here and verified")
    return 0


def _use(here: Installation, options: argparse.Namespace) -> int:
    model = here.catalogue.get(options.model)
    chat, embedder = models_here.use(here, model.id)
    if options.json:
        print_json(chat=chat, embedder=embedder)
    else:
        print(f"in use: {chat} with {embedder}")
    if not installed(model, here.paths.models_dir):
        narrate(f"it is not on this machine yet: tsuzuri models pull {model.id}")
    return 0


def _bench(here: Installation, options: argparse.Namespace) -> int:
    model = _chosen(here, options.model)
    measured = models_here.bench(here, model.id, _tell)
    assert measured is not None, "nothing stops it here"
    best, layers = measured
    if options.json:
        print_json(model=model.id, best=best, gpu_layers=layers)
    else:
        where = f", {layers} layers on the GPU" if layers else ""
        tuning = best.tuning
        print(f"best: {tuning.threads} threads, {tuning.width} wide ({best.new_per_s:.1f} tokens/s{where}); kept")
    return 0


def _tell(result: Measured) -> None:
    narrate(
        f"{result.tuning.threads} threads, {result.tuning.width} wide: "
        f"{result.read_per_s:.0f} tokens/s read, {result.new_per_s:.1f} written"
    )


def _chosen(here: Installation, model_id: str) -> Model:
    return here.catalogue.get(model_id or here.settings.chat.model or here.catalogue.default_chat)

"""Policies in files: a network that turns an observation into a number for each action, with what it was made for.

``.npz`` holds dense layers as arrays and is read with NumPy alone; ``.onnx`` holds any network and needs onnxruntime.
Both name the game, its seats, board and options, and how actions are numbered.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from .action_numbers import ActionNumbers, action_numbers
from .env_fields import parts
from .errors import BadFile, BadOption
from .options import shown
from .setting import Setting

FORMAT = "goldenspike-policy/1"
NEEDS_ONNX = "policies in ONNX files need more packages: pip install 'goldenspike[onnx]'"
ACTIVATIONS: dict[str, Callable[[Any], Any]] = {"relu": lambda x: np.maximum(x, 0.0), "tanh": np.tanh}
Array = np.ndarray[Any, Any]


class PolicyFile:
    """A policy as it was saved; ``values`` gives the numbers of all actions for rows of observations."""

    def __init__(self, path: Path, meta: Mapping[str, Any]) -> None:
        if meta.get("format") != FORMAT:
            raise BadFile(f"{path} is no policy of the format {FORMAT}")
        missing = [name for name in ("game", "seats", "actions", "width", "count") if name not in meta]
        if missing:
            raise BadFile(f"{path} does not say for what it was made: {', '.join(missing)}")
        self.path, self.meta = path, dict(meta)
        self._last: tuple[Setting, ActionNumbers] | None = None

    def values(self, observations: Array) -> Array:
        """By row and action number: the higher, the better."""
        raise NotImplementedError

    def numbers(self, setting: Setting) -> ActionNumbers:
        """The numbering of actions in this setting; BadOption if the policy was made for something else."""
        if self._last is not None and self._last[0] is setting:
            return self._last[1]
        width, numbers = sum(part.count for part in parts(setting)), action_numbers(setting, self.meta["actions"])
        made_for = (self.meta["game"], self.meta["width"], self.meta["count"])
        if made_for != (setting.game.name, width, numbers.count):
            raise BadOption(
                f"{self.path.name} was made for {made_for[0]} with {made_for[1]} numbers and {made_for[2]} actions; "
                f"this is {setting.game.name} with {width} and {numbers.count}: another board, or other options"
            )
        self._last = setting, numbers
        return numbers

    def best(self, observations: Array, masks: Array) -> Array:
        """The legal action with the highest number, row by row."""
        values = np.where(masks.astype(bool), self.values(observations), -np.inf)
        chosen: Array = values.argmax(1)
        return chosen


class LayersFile(PolicyFile):
    """Dense layers in an .npz file."""

    def __init__(self, path: Path) -> None:
        try:
            with np.load(path, allow_pickle=False) as kept:
                arrays = {name: kept[name] for name in kept.files}
        except (OSError, ValueError) as error:
            raise BadFile(f"cannot read the policy {path}: {error}") from None
        super().__init__(path, _meta(path, arrays.pop("meta", None)))
        self.scale = arrays.pop("scale", np.ones(1, np.float32))
        self.layers: list[tuple[Array, Array]] = []
        while f"w{len(self.layers)}" in arrays:
            number = len(self.layers)
            self.layers.append((arrays[f"w{number}"], arrays[f"b{number}"]))
        activation = self.meta.get("activation", "tanh")
        if not self.layers or activation not in ACTIVATIONS:
            raise BadFile(f"{path} has no layers w0, b0, ..., or an activation other than {', '.join(ACTIVATIONS)}")
        self.activation = ACTIVATIONS[activation]
        wide = [self.layers[0][0].shape[0], *(w.shape[1] for w, _ in self.layers)]
        if wide[0] != self.meta["width"] or wide[-1] != self.meta["count"]:
            raise BadFile(f"{path} has layers for {wide[0]} numbers and {wide[-1]} actions; it says otherwise")

    def values(self, observations: Array) -> Array:
        x = observations.astype(np.float32) * self.scale
        for number, (w, b) in enumerate(self.layers):
            x = x @ w + b
            if number < len(self.layers) - 1:
                x = self.activation(x)
        return np.asarray(x)


class OnnxFile(PolicyFile):
    """A network in the format ONNX: its first input are observations, its first output the numbers of actions."""

    def __init__(self, path: Path) -> None:
        try:
            import onnxruntime  # type: ignore[import-not-found]
        except ImportError:
            raise BadOption(NEEDS_ONNX) from None
        settings = onnxruntime.SessionOptions()
        settings.intra_op_num_threads = settings.inter_op_num_threads = 1
        try:
            self.session = onnxruntime.InferenceSession(str(path), settings, providers=["CPUExecutionProvider"])
        except Exception as error:
            raise BadFile(f"cannot read the policy {path}: {str(error).splitlines()[0]}") from None
        super().__init__(path, _meta(path, self.session.get_modelmeta().custom_metadata_map.get("goldenspike")))
        self.input, self.output = self.session.get_inputs()[0].name, self.session.get_outputs()[0].name

    def values(self, observations: Array) -> Array:
        found = self.session.run([self.output], {self.input: observations.astype(np.float32)})[0]
        return np.asarray(found)


def load_policy(path: str | Path) -> PolicyFile:
    """A policy from a file; the end of its name tells the format."""
    file = Path(path)
    if not file.is_file():
        raise BadFile(f"there is no policy {shown(str(path))}")
    if file.suffix == ".npz":
        return LayersFile(file)
    if file.suffix == ".onnx":
        return OnnxFile(file)
    raise BadFile(f"a policy is a file .npz or .onnx; not {shown(file.name)}")


def policy_meta(setting: Setting, actions: str = "dense", **more: Any) -> dict[str, Any]:
    """What a policy says of what it was made for."""
    return {
        "format": FORMAT,
        "game": setting.game.name,
        "seats": setting.seats,
        "board": setting.board.id,
        "options": dict(setting.options),
        "actions": actions,
        "width": sum(part.count for part in parts(setting)),
        "count": action_numbers(setting, actions).count,
        **more,
    }


def save_layers(
    path: str | Path,
    setting: Setting,
    layers: Sequence[tuple[Array, Array]],
    *,
    actions: str = "dense",
    activation: str = "tanh",
    scale: Array | None = None,
    **more: Any,
) -> None:
    """Write dense layers, each as weights (inputs by outputs) and biases; observations are multiplied by ``scale``.

    The end of the name tells the format: ``.npz``, or ``.onnx`` for other programs.
    """
    if activation not in ACTIVATIONS:
        raise BadOption(f"an activation is {', '.join(ACTIVATIONS)}; not {shown(activation)}")
    meta = json.dumps(policy_meta(setting, actions, activation=activation, **more))
    arrays: dict[str, Any] = {} if scale is None else {"scale": np.asarray(scale, np.float32)}
    for number, (w, b) in enumerate(layers):
        arrays[f"w{number}"], arrays[f"b{number}"] = np.asarray(w, np.float32), np.asarray(b, np.float32)
    if Path(path).suffix == ".onnx":
        _save_onnx(Path(path), arrays, len(layers), activation, meta)
    else:
        np.savez_compressed(path, meta=np.array(meta), **arrays)


def _save_onnx(path: Path, arrays: Mapping[str, Array], layers: int, activation: str, meta: str) -> None:
    """The same arrays as a graph: from ``observations`` to ``values``, with any number of rows."""
    try:
        import onnx  # type: ignore[import-not-found]
    except ImportError:
        raise BadOption(NEEDS_ONNX) from None
    operators = ["Mul"] * ("scale" in arrays)
    operators += ["Gemm", {"relu": "Relu", "tanh": "Tanh"}[activation]] * (layers - 1) + ["Gemm"]
    given = iter([name for name in arrays if name == "scale"] + [f"w{number}" for number in range(layers)])
    places = ["observations", *(f"step{number}" for number in range(1, len(operators))), "values"]
    model = onnx.ModelProto(ir_version=8, opset_import=[onnx.OperatorSetIdProto(version=17)])
    model.graph.name = "policy"
    for operator, before, after in zip(operators, places, places[1:], strict=False):
        node = model.graph.node.add(op_type=operator, input=[before], output=[after])
        if operator in {"Mul", "Gemm"}:
            name = next(given)
            node.input.extend([name, f"b{name[1:]}"] if operator == "Gemm" else [name])
    kind = onnx.TensorProto.FLOAT
    for name, array in arrays.items():
        model.graph.initializer.add(name=name, data_type=kind, dims=array.shape, raw_data=array.astype("<f4").tobytes())
    ends = (
        (model.graph.input, places[0], arrays["w0"].shape[0]),
        (model.graph.output, places[-1], arrays[f"w{layers - 1}"].shape[1]),
    )
    for end, name, wide in ends:
        tensor = end.add(name=name).type.tensor_type
        tensor.elem_type = kind
        tensor.shape.dim.add(dim_param="rows")
        tensor.shape.dim.add(dim_value=wide)
    model.metadata_props.add(key="goldenspike", value=meta)
    onnx.checker.check_model(model)
    onnx.save(model, path)


def _meta(path: Path, text: Any) -> dict[str, Any]:
    try:
        found = json.loads(str(text))
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise BadFile(f"{path} does not say for what game it was made: it is no policy of the format {FORMAT}")
    return found

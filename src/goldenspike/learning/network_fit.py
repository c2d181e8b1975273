"""Fitting a network with one hidden layer to how games ended: Adam with a falling rate, judged by games held out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from goldenspike.engine.learner import Learner, Network

Array = np.ndarray[Any, Any]
HELD_OUT = 10  # one game in so many is kept for judging
BATCH = 512
RATE = 0.002
DECAY = 1e-4
EPOCHS = 12
LEAST_STEPS = 500  # with few games more epochs
GATHER = (0.1, 0.001)  # how fast Adam's two means follow


@dataclass(frozen=True)
class FittedNetwork:
    """A network, and what it says of games that it was not fitted to."""

    network: Network
    games: int
    rows: int
    explained: float  # share of the differences between ends, at the same moment of the game
    explained_before: float  # the same of the game's own evaluation, once it is right on average
    off: float  # points, the root of the mean square


def fit_network(
    learner: Learner, rows: Array, games: Array, hidden: int, seed: int, progress: Callable[[int], None]
) -> FittedNetwork:
    """Fit what the game's own evaluation leaves to be explained; the same rows and seed make the same network."""
    wide = len(learner.features)
    told, promised, ended = rows[:, :wide], rows[:, wide], rows[:, wide + 1]
    test = np.unique(games, return_inverse=True)[1] % HELD_OUT == 0
    middle, size = told[~test].mean(axis=0), told[~test].std(axis=0)
    size = np.where(size > 1e-6, size, np.inf)
    scaled = ((told - middle) / size).astype(np.float32)
    rest = (ended - promised).astype(np.float64)
    level, scale = float(rest[~test].mean()), float(rest[~test].std()) or 1.0
    layers = descend(scaled[~test], ((rest[~test] - level) / scale).astype(np.float32), hidden, seed, progress)
    said = level + scale * forward(layers, scaled)
    moments = learner.moment(rows)
    left = rest - said
    spreads = np.array([left[moments == k].std() if (moments == k).any() else 0.0 for k in range(learner.moments)])
    weights = layers[0] / size[:, None]
    bias = layers[1] - middle @ weights
    numbers = np.concatenate([[hidden], bias, weights.ravel(), layers[2] * scale, layers[3] * scale + level])
    return FittedNetwork(
        Network(numbers.astype(np.float64), spreads),
        len(np.unique(games)),
        len(rows),
        share_explained(ended[test], (promised + said)[test], moments[test]),
        share_explained(ended[test], promised[test] + means(rest, moments)[test], moments[test]),
        float(np.sqrt(np.mean(left[test] ** 2))),
    )


def descend(x: Array, y: Array, hidden: int, seed: int, progress: Callable[[int], None]) -> list[Array]:
    """The layers after some epochs of Adam; weights are drawn towards nothing a little."""
    dice = np.random.default_rng(seed)
    layers = [
        (dice.standard_normal((x.shape[1], hidden)) * 0.1).astype(np.float32),
        np.zeros(hidden, np.float32),
        (dice.standard_normal(hidden) / np.sqrt(hidden)).astype(np.float32),
        np.zeros(1, np.float32),
    ]
    first, second = ([np.zeros_like(layer) for layer in layers] for _ in range(2))
    order = np.arange(len(x))
    batches = -(-len(x) // BATCH)
    epochs = max(EPOCHS, LEAST_STEPS // batches)
    step = 0
    for epoch in range(epochs):
        dice.shuffle(order)
        for at in range(0, len(order), BATCH):
            rows = order[at : at + BATCH]
            raw = x[rows] @ layers[0] + layers[1]
            shown = np.maximum(raw, 0)
            off = (shown @ layers[2] + layers[3][0] - y[rows]) / len(rows)
            back = np.outer(off, layers[2]) * (raw > 0)
            slopes = [
                x[rows].T @ back + DECAY * layers[0],
                back.sum(axis=0),
                shown.T @ off + DECAY * layers[2],
                off.sum(keepdims=True),
            ]
            step += 1
            rate = RATE * (1 + np.cos(np.pi * step / (epochs * batches))) / 2
            for layer, slope, mean, square in zip(layers, slopes, first, second, strict=True):
                mean += GATHER[0] * (slope - mean)
                square += GATHER[1] * (slope**2 - square)
                fair = mean / (1 - (1 - GATHER[0]) ** step), square / (1 - (1 - GATHER[1]) ** step)
                layer -= (rate * fair[0] / (np.sqrt(fair[1]) + 1e-8)).astype(np.float32)
        progress(EPOCHS * (epoch + 1) // epochs)
    return layers


def forward(layers: list[Array], x: Array) -> Array:
    """What the network says of each row."""
    return np.asarray(np.maximum(x @ layers[0] + layers[1], 0) @ layers[2] + layers[3][0], np.float64)


def means(values: Array, moments: Array) -> Array:
    """The mean of the values at the moment of each row."""
    found = np.zeros(len(values))
    for moment in np.unique(moments):
        found[moments == moment] = values[moments == moment].mean()
    return found


def share_explained(ended: Array, said: Array, moments: Array) -> float:
    """How much of the differences between ends, at the same moment, follows from what was said."""
    return float(1 - ((ended - said) ** 2).sum() / ((ended - means(ended, moments)) ** 2).sum())

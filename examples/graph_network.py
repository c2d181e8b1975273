"""A graph network that imitates a bot: the board as nodes and edges for PyTorch Geometric.

pip install torch torch-geometric
goldenspike dataset santa-fe-rails --bots greedy --board mini --actions dense --games 100 --out greedy-games
python examples/graph_network.py greedy-games

Cities are nodes and lines are edges. The network passes messages along the lines, and weighs the legal actions with
what it then knows of the whole map and of everything that lies beside it. Of every ten games one is kept for the test.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
import torch
from torch_geometric.data import Data
from torch_geometric.loader import DataLoader
from torch_geometric.nn import GINEConv, global_mean_pool

from goldenspike.datasets import Dataset, Decisions
from goldenspike.envs import ObservationForm


def graphs(data: Decisions, rows: Any, form: ObservationForm) -> list[Data]:
    """Decisions as graphs; every line can be walked in both directions."""
    seen, masks = form(data.observation[rows]), data.masks(rows)
    found = []
    for k, row in enumerate(rows):
        links = torch.as_tensor(seen["edge_links"][k].T)
        edges = torch.as_tensor(seen["edges"][k], dtype=torch.float32)
        found.append(
            Data(
                x=torch.as_tensor(seen["nodes"][k], dtype=torch.float32),
                edge_index=torch.cat([links, links.flip(0)], dim=1),
                edge_attr=torch.cat([edges, edges]),
                vector=torch.as_tensor(seen["vector"][k][None], dtype=torch.float32),
                mask=torch.as_tensor(masks[k][None] == 1),
                y=torch.as_tensor(int(data.action[row])),
            )
        )
    return found


class Network(torch.nn.Module):
    """Two rounds of messages, then a layer over the map's mean and the numbers beside it."""

    def __init__(self, form: ObservationForm, actions: int, wide: int = 64) -> None:
        super().__init__()
        self.scale = torch.nn.BatchNorm1d(len(form.vector_names))
        self.nodes = torch.nn.Linear(len(form.node_features), wide)
        self.edges = torch.nn.Linear(len(form.edge_features), wide)
        self.rounds = torch.nn.ModuleList(
            GINEConv(torch.nn.Sequential(torch.nn.Linear(wide, wide), torch.nn.ReLU())) for _ in range(2)
        )
        self.head = torch.nn.Sequential(
            torch.nn.Linear(wide + len(form.vector_names), wide), torch.nn.ReLU(), torch.nn.Linear(wide, actions)
        )

    def forward(self, batch: Any) -> torch.Tensor:
        known, along = self.nodes(batch.x), self.edges(batch.edge_attr)
        for one in self.rounds:
            known = known + one(known, batch.edge_index, along)
        whole = torch.cat([global_mean_pool(known, batch.batch), self.scale(batch.vector)], dim=1)
        worth: torch.Tensor = self.head(whole)
        return worth.masked_fill(~batch.mask, -torch.inf)


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("folder")
    words.add_argument("--epochs", type=int, default=5)
    chosen = words.parse_args()
    torch.manual_seed(1)
    torch.set_num_threads(1)
    data = Dataset(chosen.folder)
    decisions, form = data.whole(), ObservationForm(data.setting, "graph")
    choices = np.flatnonzero(np.diff(decisions.offsets) > 1)  # where there was something to decide
    held = decisions.game[choices] % 10 == 0
    learnt, unseen = (graphs(decisions, choices[part], form) for part in (~held, held))
    network = Network(form, decisions.actions)
    optimizer = torch.optim.Adam(network.parameters(), 2e-3)
    for epoch in range(chosen.epochs):
        network.train()
        for batch in DataLoader(learnt, 64, shuffle=True):
            optimizer.zero_grad()
            torch.nn.functional.cross_entropy(network(batch), batch.y).backward()
            optimizer.step()
        network.eval()
        with torch.no_grad():
            right = sum(int((network(batch).argmax(1) == batch.y).sum()) for batch in DataLoader(unseen, 256))
        print(
            f"epoch {epoch + 1}: agrees with the bot in {right / len(unseen):.0%} of {len(unseen):,} unseen decisions"
        )
    by_lot = float((1 / np.diff(decisions.offsets)[choices[held]]).mean())
    print(f"by lot it would be {by_lot:.0%}")


if __name__ == "__main__":
    main()

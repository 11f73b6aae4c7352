# SPDX-License-Identifier: GPL-3.0-or-later
"""Cells that two observers marked by eye in real frames, and how found cells are compared with them (tests/real)."""

import csv
import dataclasses
import math
import pathlib

LABELS = pathlib.Path(__file__).resolve().parent.parent / 'tests' / 'real'
SAME_CELL = 10    # px: marks of both observers as near as this are one cell
MATCH_SHARE = 0.8 # of the labelled radius: a found centre as near as this is that cell


@dataclasses.dataclass(frozen=True)
class Mark:
    """A cell: where it is, and whether it certainly is one."""
    x: float
    y: float
    radius: float
    certain: bool = True

    def distance(self, other):
        return math.hypot(self.x - other.x, self.y - other.y)


@dataclasses.dataclass
class Agreement:
    """Of two observers; F1 is that of one against the other, whichever way round."""
    f1: float
    f1_certain: float       # among the marks of which each was certain
    mean_distance: float    # px, of the centres
    largest_distance: float
    radius_difference: float # px, mean


@dataclasses.dataclass
class Comparison:
    """Found cells against labels. A found cell on a doubtful label is neither right nor wrong."""
    right: list    # (found, label)
    wrong: list    # found
    missed: list   # certain labels
    excused: list  # (found, doubtful label)
    unfound: list  # doubtful labels

    def figures(self, doubtful_is_wrong=False):
        """precision, recall, F1 and mean distance (px); None where there is nothing to divide by."""
        n_right = len(self.right)
        n_wrong = len(self.wrong) + (len(self.excused) if doubtful_is_wrong else 0)
        return {'precision': share(n_right, n_right + n_wrong),
                'recall': share(n_right, n_right + len(self.missed)),
                'f1': share(2 * n_right, 2 * n_right + n_wrong + len(self.missed)),
                'distance': share(sum(found.distance(label) for found, label in self.right), n_right)}


def share(part, whole):
    return part / whole if whole else None


def read_marks(path):
    with open(path, encoding='utf-8', newline='') as file:
        return [Mark(float(row['x']), float(row['y']), float(row['radius']), row['certain'] == '1')
                for row in csv.DictReader(file)]


def observers(frame):
    """The marks of both for “first-frame” or “frame-598”."""
    return [read_marks(LABELS / f'{frame}-observer-{i}.csv') for i in (1, 2)]


def pairs(first, second, reach):
    """The pairs (i, k) with first[i] and second[k] at most reach(second[k]) apart, one to one: as many as can be, and
    of those the least total distance. Shortest augmenting paths (Bellman and Ford, so that lengths may be negative)."""
    near = [[(first_mark.distance(mark), k) for k, mark in enumerate(second)
             if first_mark.distance(mark) <= reach(mark)]
            for first_mark in first]
    of_first, of_second = {}, {}
    while True:
        # The cheapest way to each of @second, from any of @first that is still alone.
        cost, before = {}, {}
        changed = {i for i in range(len(first)) if i not in of_first}
        reached = dict.fromkeys(changed, 0.0)
        while changed:
            i = changed.pop()
            for length, k in near[i]:
                if of_first.get(i) == k or reached[i] + length >= cost.get(k, math.inf) - 1e-9:
                    continue
                cost[k], before[k] = reached[i] + length, i
                if k in of_second:
                    j = of_second[k]
                    reached[j] = cost[k] - first[j].distance(second[k])
                    changed.add(j)
        ends = [k for k in cost if k not in of_second]
        if not ends:
            return sorted(of_first.items())
        k = min(ends, key=lambda end: (cost[end], end))
        while k is not None:
            i = before[k]
            following = of_first.get(i)
            of_first[i], of_second[k] = k, i
            k = following


def agreement(first, second):
    """How far two observers agree."""
    def joined(one, other):
        return [(one[i], other[k]) for i, k in pairs(one, other, lambda mark: SAME_CELL)]

    both = joined(first, second)
    certain = [[mark for mark in marks if mark.certain] for marks in (first, second)]
    distances = [a.distance(b) for a, b in both]
    return Agreement(share(2 * len(both), len(first) + len(second)),
                     share(2 * len(joined(*certain)), sum(map(len, certain))),
                     share(sum(distances), len(both)), max(distances, default=0),
                     share(sum(abs(a.radius - b.radius) for a, b in both), len(both)))


def consensus(first, second):
    """What both marked is one cell at their mean, and certain when both say so; what one marked alone is doubtful."""
    joined = pairs(first, second, lambda mark: SAME_CELL)
    cells = [Mark((first[i].x + second[k].x) / 2, (first[i].y + second[k].y) / 2,
                  (first[i].radius + second[k].radius) / 2, first[i].certain and second[k].certain) for i, k in joined]
    alone = [mark for i, mark in enumerate(first) if i not in {i for i, _ in joined}]
    alone += [mark for k, mark in enumerate(second) if k not in {k for _, k in joined}]
    return cells + [dataclasses.replace(mark, certain=False) for mark in alone]


def compare(found, labels):
    """Certain labels have their choice of the found cells first; the doubtful ones excuse what is left over."""
    def reach(label):
        return MATCH_SHARE * label.radius

    certain = [label for label in labels if label.certain]
    doubtful = [label for label in labels if not label.certain]
    right = pairs(found, certain, reach)
    rest = [cell for i, cell in enumerate(found) if i not in {i for i, _ in right}]
    excused = pairs(rest, doubtful, reach)
    return Comparison([(found[i], certain[k]) for i, k in right],
                      [cell for i, cell in enumerate(rest) if i not in {i for i, _ in excused}],
                      [label for k, label in enumerate(certain) if k not in {k for _, k in right}],
                      [(rest[i], doubtful[k]) for i, k in excused],
                      [label for k, label in enumerate(doubtful) if k not in {k for _, k in excused}])

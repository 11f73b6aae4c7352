#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""tools/real_labels.py, on marks whose comparison is known on paper, and the labels of the real frames themselves."""

import itertools
import os
import pathlib
import random
import sys
import unittest

import tap

TOP = pathlib.Path(os.environ['VENULE_SRCDIR'])
sys.path.insert(0, str(TOP / 'tools'))
sys.dont_write_bytecode = True

import real_labels            # pylint: disable=wrong-import-position
from real_labels import Mark  # pylint: disable=wrong-import-position


def doubtful(x, y, radius):
    return Mark(x, y, radius, False)


class Pairs(unittest.TestCase):
    """Who is whose"""

    def test_as_many_as_can_be(self):
        """the nearest pair gives way where two pairs can be had"""
        first, second = [Mark(0, 0, 5), Mark(6, 0, 5)], [Mark(5, 0, 5), Mark(10, 0, 5)]
        self.assertEqual(real_labels.pairs(first, second, lambda mark: 5), [(0, 0), (1, 1)])

    def test_least_distance(self):
        """of equally many pairs those of the least total distance are taken"""
        first, second = [Mark(0, 0, 5), Mark(4, 0, 5)], [Mark(5, 0, 5), Mark(1, 0, 5)]
        self.assertEqual(real_labels.pairs(first, second, lambda mark: 9), [(0, 1), (1, 0)])

    def test_limit(self):
        """at the very limit it is a pair, beyond it none"""
        self.assertEqual(real_labels.pairs([Mark(3, 4, 9)], [Mark(0, 0, 9)], lambda mark: 5), [(0, 0)])
        self.assertEqual(real_labels.pairs([Mark(3, 4, 9)], [Mark(0, 0, 9)], lambda mark: 4.99), [])

    def test_random_marks(self):
        """among random marks nothing beats it, all assignments being tried"""
        seed = random.randrange(2**32)
        numbers = random.Random(seed)
        for _ in range(60):
            first, second = ([Mark(numbers.uniform(0, 20), numbers.uniform(0, 20), 5)
                              for _ in range(numbers.randint(0, 5))]
                             for _ in range(2))
            tried = []
            places = [*range(len(second)), *[None] * len(first)]
            for order in set(itertools.permutations(places, len(first))):
                lengths = [first[i].distance(second[k]) for i, k in enumerate(order) if k is not None]
                if all(length <= 8 for length in lengths):
                    tried.append((-len(lengths), sum(lengths)))
            chosen = real_labels.pairs(first, second, lambda mark: 8)
            best = min(tried)
            self.assertEqual(-len(chosen), best[0], f'seed {seed}')
            self.assertAlmostEqual(sum(first[i].distance(second[k]) for i, k in chosen), best[1], msg=f'seed {seed}')


class Consensus(unittest.TestCase):
    """What two observers say together"""

    def test_rule(self):
        """marks within 10 px are one cell at their mean, certain when both say so; the others are doubtful"""
        first = [Mark(10, 10, 12), Mark(100, 10, 14), Mark(200, 10, 10), Mark(300, 10, 12)]
        second = [Mark(16, 18, 14), doubtful(102, 10, 14), Mark(200, 20.5, 10)]
        self.assertEqual(real_labels.consensus(first, second),
                         [Mark(13, 14, 13), doubtful(101, 10, 14), doubtful(200, 10, 10), doubtful(300, 10, 12),
                          doubtful(200, 20.5, 10)])

    def test_agreement(self):
        """two pairs of three and two marks are an F1 of 0.8, of the certain ones one of two and two is 0.5"""
        first = [Mark(0, 0, 10), doubtful(50, 0, 12), Mark(100, 0, 10)]
        second = [Mark(3, 4, 13), Mark(51, 0, 11)]
        found = real_labels.agreement(first, second)
        self.assertEqual((found.f1, found.f1_certain, found.mean_distance, found.largest_distance,
                          found.radius_difference),
                         (0.8, 0.5, 3, 5, 2))


class Compare(unittest.TestCase):
    """Found cells against labels"""

    def test_figures(self):
        """of three certain cells two found, one false, one doubtful: precision 2/3 or 1/2, recall 2/3"""
        labels = [Mark(0, 0, 10), Mark(50, 0, 10), Mark(100, 0, 10), doubtful(150, 0, 10), doubtful(200, 0, 10)]
        found = [Mark(3, 4, 9), Mark(50, 7, 9), Mark(100, 8.1, 9), Mark(150, 2, 9)]
        result = real_labels.compare(found, labels)
        self.assertEqual((len(result.right), result.wrong, result.missed), (2, [found[2]], [labels[2]]))
        self.assertEqual((result.excused, result.unfound), ([(found[3], labels[3])], [labels[4]]))
        figures = result.figures()
        self.assertAlmostEqual(figures['precision'], 2 / 3)
        self.assertAlmostEqual(figures['recall'], 2 / 3)
        self.assertAlmostEqual(figures['f1'], 2 / 3)
        self.assertAlmostEqual(figures['distance'], 6)
        strict = result.figures(doubtful_is_wrong=True)
        self.assertAlmostEqual(strict['precision'], 1 / 2)
        self.assertAlmostEqual(strict['recall'], 2 / 3)
        self.assertAlmostEqual(strict['f1'], 4 / 7)

    def test_one_to_one(self):
        """a cell found twice is right once, and the label's own radius says how near"""
        result = real_labels.compare([Mark(0, 0, 5), Mark(3, 0, 5)], [Mark(1, 0, 5)])
        self.assertEqual((len(result.right), len(result.wrong)), (1, 1))
        self.assertEqual(result.right[0][0], Mark(0, 0, 5))
        self.assertEqual(len(real_labels.compare([Mark(5, 0, 5)], [Mark(0, 0, 5)]).right), 0)
        self.assertEqual(len(real_labels.compare([Mark(5, 0, 5)], [Mark(0, 0, 7)]).right), 1)

    def test_certain_first(self):
        """a doubtful label does not take a found cell away from a certain one, however near it is"""
        result = real_labels.compare([Mark(0, 0, 10)], [doubtful(0, 0, 10), Mark(7, 0, 10)])
        self.assertEqual((len(result.right), result.excused, result.missed), (1, [], []))

    def test_nothing(self):
        """nothing found has no precision and a recall of 0"""
        figures = real_labels.compare([], [Mark(0, 0, 10)]).figures()
        self.assertEqual(figures, {'precision': None, 'recall': 0, 'f1': 0, 'distance': None})


class Labels(unittest.TestCase):
    """tests/real/*.csv"""

    def test_readme(self):
        """marks, cells and agreement are as many as the README says"""
        readme = (TOP / 'tests/real/README.md').read_text(encoding='utf-8')
        for frame, title in (('first-frame', 'first'), ('frame-598', '598')):
            first, second = real_labels.observers(frame)
            cells = real_labels.consensus(first, second)
            n_certain = sum(cell.certain for cell in cells)
            found = real_labels.agreement(first, second)
            self.assertIn(f'| {title} | {len(first)} | {len(second)} | {found.f1:.3f} | {found.f1_certain:.3f} | '
                          f'{found.mean_distance:.1f} | {found.largest_distance:.1f} | {found.radius_difference:.1f} | '
                          f'{n_certain} | {len(cells) - n_certain} |', readme)

    def test_cells_are_in_the_lumen(self):
        """every mark is in the crop and of a cell's size, and their mean diameter is the 28 px that the tool assumes"""
        marks = [mark for frame in ('first-frame', 'frame-598') for some in real_labels.observers(frame)
                 for mark in some]
        for mark in marks:
            self.assertTrue(0 <= mark.x <= 639 and 158 <= mark.y <= 274 and 9 <= mark.radius <= 20, mark)
        self.assertEqual(round(2 * sum(mark.radius for mark in marks) / len(marks)), 28)


if __name__ == '__main__':
    tap.main()

# SPDX-License-Identifier: GPL-3.0-or-later
"""Results of several videos pooled, and the tables of docs/accuracy.md.

A result is the JSON of “venule-cli evaluate --details” for one video. Shares that belong to a video are averaged over
the videos; what belongs to a cell (velocities, qualities, counts) is pooled first and measured once.
"""

import bisect
import math

BINS = 10
CLASSES = ['rolling', 'adherent', 'free']

# Title, name in the results, decimals, factor.
COLUMNS = [
    ('F1', 'f1', 3, 1), ('precision', 'precision', 3, 1), ('recall', 'recall', 3, 1), ('IDF1', 'idf1', 3, 1),
    ('MOTA', 'mota', 3, 1), ('switches', 'identity_switches', 1, 1), ('RMSE, px', 'rmse_px', 2, 1),
    ('offset, px', 'offset_px', 2, 1), ('jitter, px', 'jitter_px', 2, 1),
    ('whole tracks', 'wholeness', 3, 1), ('velocity error, %', 'velocity_median_relative_error', 2, 100),
    ('cells twice', 'duplicate_tracks', 1, 1), ('noise tracks', 'noise_tracks', 1, 1),
    ('false spots a frame', 'false_a_frame', 2, 1),
]

# Student's t of a 95 % interval by the number of videos; of more than 30 as of a normal distribution.
T95 = [math.nan, math.nan, 12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160,
       2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045]

# What is asked for: title, name, decimals, factor, sign of what is better.
AIMED_AT = [
    ('F1', 'f1', 3, 1, 1), ('IDF1', 'idf1', 3, 1, 1), ('RMSE of centres, px', 'rmse_px', 2, 1, -1),
    ('velocity error, median, %', 'velocity_median_relative_error', 2, 100, -1),
    ('whole tracks', 'wholeness', 3, 1, 1),
]
SPARSE = (0.98, 0.97, 1.0, 2, 0.95)
TARGETS = {
    'sparse': SPARSE,
    'dense': (0.94, 0.90, 1.5, 4, 0.88),
    'shaky': (0.95, 0.92, 1.5, 4, 0.90),
    'slow-camera': (0.94, 0.88, 1.5, 4, 0.85),
    'tilted': SPARSE,
    'reversed': SPARSE,
    'double16': SPARSE,
}
STILL = 0.01 # px/s: what the rounding of the truth leaves of a cell that does not move
COUNT_TARGET, DISTANCE_TARGET, CORRELATION_TARGET = 5, 0.05, 0.99


def mean(values):
    values = [value for value in values if value is not None]
    return sum(values) / len(values) if values else math.nan


def shown(value, decimals=3):
    return '–' if value is None or math.isnan(value) else f'{value:.{decimals}f}'


def row(cells):
    return '| ' + ' | '.join(cells) + ' |'


def head(titles):
    return [row(titles), '|' + '---|' * len(titles)]


def verdict(text, good):
    """A figure and whether it is what was asked for; what cannot be had is neither."""
    return text if text.startswith('–') else f'{text} {"✓" if good else "✗"}'


def of(results, scene):
    return [result for result in results if result['scene'] == scene]


def scenes_in(results):
    return list(dict.fromkeys(result['scene'] for result in results))


def all_of(results, kind):
    """Every cell (“cells”) or track (“tracks”) of all videos."""
    return [item for result in results for item in result[kind]]


# ---- Pooled measures ----

def distance(first, second):
    """Kolmogorov–Smirnov distance of two samples; NaN when one is empty."""
    if not first or not second:
        return math.nan
    first, second = sorted(first), sorted(second)
    return max(abs(bisect.bisect_right(first, at) / len(first) - bisect.bisect_right(second, at) / len(second))
               for at in first + second)


def correlation(pairs):
    """Pearson's r of pairs; NaN when one side does not vary."""
    if len(pairs) < 2:
        return math.nan
    first, second = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    a, b = mean(first), mean(second)
    spread = math.sqrt(sum((x - a) ** 2 for x in first) * sum((y - b) ** 2 for y in second))
    return sum((x - a) * (y - b) for x, y in pairs) / spread if spread > 0 else math.nan


def velocity_distance(results):
    """Distance of the velocities of all rolling tracks from those of all rolling cells, matched or not."""
    true = [cell['velocity_px_s'] for cell in all_of(results, 'cells')
            if cell['counts'] and cell['class'] == 'rolling' and cell['velocity_px_s'] is not None]
    found = [track['velocity_px_s'] for track in all_of(results, 'tracks')
             if track['counts'] and track['class'] == 'rolling' and track['velocity_px_s'] is not None]
    return 1.0 if true and not found else distance(true, found)


def velocity_correlation(results):
    return correlation([(cell['common_true_px_s'], cell['common_found_px_s']) for cell in all_of(results, 'cells')
                        if cell['common_true_px_s'] is not None])


def within_errors(results):
    """Shares of the tracks on a single cell whose velocity is that of the cell within one and within two standard
    errors, over the frames that both have, and their number; the share of those whose cell does not move at all for
    which 0 is within two, and their number. One that creeps, slower than what rolls, is not among these: its velocity
    is not 0."""
    true, still = [], []
    for result in results:
        tracks = {track['id']: track for track in result['tracks'] if track['right']}
        for cell in result['cells']:
            track = tracks.get(cell['track'])
            # an error that is rounded to 0 in tracks.csv tells nothing
            if track is None or not track['standard_error_px_s'] or cell['common_true_px_s'] is None:
                continue
            error = track['standard_error_px_s']
            true.append(abs(cell['common_found_px_s'] - cell['common_true_px_s']) / error)
            if abs(cell['common_true_px_s']) < STILL and track['velocity_px_s'] is not None:
                still.append(abs(track['velocity_px_s']) / error)
    return ((mean([z <= 1 for z in true]), mean([z <= 2 for z in true]), len(true)),
            (mean([z <= 2 for z in still]), len(still)))


def counted(results, name):
    """(true, found) of a class over all videos; found is None when the analysis does not tell classes."""
    found = [result[f'found_{name}'] for result in results]
    return sum(result[f'true_{name}'] for result in results), None if None in found else sum(found)


def reliability(claims):
    """Brier score, calibration error and ten bins (tracks, said, right) of claims (quality, right)."""
    bins = [[] for _ in range(BINS)]
    for said, right in claims:
        bins[min(max(int(math.floor(BINS * said)), 0), BINS - 1)].append((said, float(right)))
    brier = mean([(said - right) ** 2 for said, right in claims])
    table = [(len(content), mean([said for said, _ in content]), mean([right for _, right in content]))
             for content in bins]
    gaps = [n * abs(said - right) for n, said, right in table if n]
    return brier, sum(gaps) / len(claims) if claims else math.nan, table


def claims_of(results):
    return [(track['quality'], track['right']) for track in all_of(results, 'tracks')
            if track['judged'] and track['quality'] is not None]


def interval(values, low=-math.inf, high=math.inf):
    """Mean of one value a video, and its 95 % interval by Student's t within what the values may be; NaN of a single
    one."""
    values = [value for value in values if value is not None and not math.isnan(value)]
    if len(values) < 2:
        return mean(values), math.nan, math.nan
    middle, n = mean(values), len(values)
    error = math.sqrt(sum((value - middle) ** 2 for value in values) / (n - 1) / n) * (T95[n] if n < len(T95)
                                                                                       else 1.960)
    return middle, max(middle - error, low), min(middle + error, high)


# ---- Tables ----

def mean_of(results, name, factor=1):
    return factor * mean([result[name] for result in results])


def target_table(results):
    """What was asked for: each figure, the target and whether it is reached."""
    lines = head(['scene', *[title for title, *_ in AIMED_AT]])
    for scene in scenes_in(results):
        if scene not in TARGETS:
            continue
        cells = []
        for (_, name, decimals, factor, sign), target in zip(AIMED_AT, TARGETS[scene]):
            value = mean_of(of(results, scene), name, factor)
            text = f'{shown(value, decimals)} ({"≥" if sign > 0 else "≤"} {target:g})'
            cells.append(verdict(text, sign * value >= sign * target))
        lines.append(row([scene, *cells]))
    if of(results, 'empty'):
        n = sum(result['found_tracks'] for result in of(results, 'empty'))
        videos = len(of(results, 'empty'))
        lines += ['', f'Tracks in the empty vessel, {videos} videos together: {verdict(f"{n} (0)", n == 0)}.']
    return lines


def main_table(results):
    lines = head(['scene', *[column[0] for column in COLUMNS]])
    for scene in scenes_in(results):
        lines.append(row([scene, *[shown(mean_of(of(results, scene), name, factor), decimals)
                                   for _, name, decimals, factor in COLUMNS]]))
    return lines + worst(results)


def interval_cell(values, decimals, low=-math.inf, high=math.inf):
    middle, lower, upper = interval(values, low, high)
    text = shown(middle, decimals)
    return text if math.isnan(lower) else f'{text} ({lower:.{decimals}f} to {upper:.{decimals}f})'


def interval_table(results):
    """Means over the videos of a scene with 95 % intervals; of counts what is found too many, a video."""
    shares = [(title, name, decimals, 1 if name in ('f1', 'idf1') else math.inf) for title, name, decimals, _ in COLUMNS
              if name in ('f1', 'idf1', 'offset_px', 'jitter_px', 'duplicate_tracks', 'noise_tracks')]
    lines = head(['scene', 'videos', *[title for title, *_ in shares], *[f'{name}, too many' for name in CLASSES]])
    for scene in scenes_in(results):
        some = of(results, scene)
        cells = [interval_cell([result[name] for result in some], decimals, 0, high)
                 for _, name, decimals, high in shares]
        counts = [interval_cell([result[f'found_{name}'] - result[f'true_{name}'] for result in some
                                 if result[f'found_{name}'] is not None], 1) for name in CLASSES]
        lines.append(row([scene, str(len(some)), *cells, *counts]))
    return lines


def worst(results):
    lines = []
    for title, name in (('F1', 'f1'), ('IDF1', 'idf1')):
        values = [(result[name], result['scene'], result['seed']) for result in results if result['true_spots'] > 0]
        if len(values) > 1:
            value, scene, seed = min(values)
            lines += ['', f'The worst single video in {title}: {value:.3f} ({scene}, seed {seed}).']
    return lines


def count_cell(results, name):
    true, found = counted(results, name)
    if found is None:
        return f'– / {true:.0f}'
    text = f'{found:.0f} / {true:.0f}'
    if true == 0:
        return verdict(text, found == 0)
    error = 100 * (found - true) / true
    return verdict(f'{text} ({error:+.1f} %)', abs(error) <= COUNT_TARGET)


def cell_table(results):
    """Counts and velocities, pooled over the seeds of a scene."""
    lines = head(['scene', *[f'{name}, found / true' for name in CLASSES], 'distance of the velocities',
                  'correlation of the velocities', 'within one, two standard errors', 'still cells: 0 within two',
                  'false tracks', 'tracks'])
    parts = [(scene, of(results, scene)) for scene in scenes_in(results)]
    for scene, some in [*parts, ('all together', results)] if len(parts) > 1 else parts:
        apart, r = velocity_distance(some), velocity_correlation(some)
        (one, two, n_true), (still, n_still) = within_errors(some)
        lines.append(row([scene, *[count_cell(some, name) for name in CLASSES],
                          verdict(shown(apart), apart <= DISTANCE_TARGET),
                          verdict(shown(r, 4), r >= CORRELATION_TARGET),
                          f'{shown(one, 2)}, {shown(two, 2)} of {n_true}' if n_true else '–',
                          f'{shown(still, 2)} of {n_still}' if n_still else '–',
                          str(sum(result['false_tracks'] for result in some)),
                          str(sum(result['found_tracks'] for result in some))]))
    return lines


def quality_table(results):
    """How often a track is right of which a quality was said, over all videos."""
    claims = claims_of(results)
    if not claims:
        return ['No qualities were said.']
    brier, error, bins = reliability(claims)
    lines = head(['stated quality', 'tracks', 'mean stated quality', 'fraction that is right'])
    for i, (n, said, right) in enumerate(bins):
        lines.append(row([f'{i / BINS:.1f} to {(i + 1) / BINS:.1f}', str(n), shown(said, 2), shown(right, 2)]))
    return lines + ['', f'{len(claims)} tracks, {sum(right for _, right in claims)} of them right: '
                        f'Brier score {brier:.3f}, expected calibration error {error:.3f}.']


def ablation_table(variants):
    """@variants: (name, results)."""
    scenes = scenes_in(variants[0][1])
    lines = head(['variant', *[f'{scene}: F1, IDF1, false tracks' for scene in scenes], 'RMSE, px',
                  'velocity error, %', 'calibration error'])
    for name, results in variants:
        cells = []
        for scene in scenes:
            some = of(results, scene)
            cells.append(', '.join([shown(mean_of(some, 'f1')), shown(mean_of(some, 'idf1')),
                                    shown(mean_of(some, 'false_tracks'), 1)]))
        lines.append(row([name, *cells, shown(mean_of(results, 'rmse_px'), 2),
                          shown(mean_of(results, 'velocity_median_relative_error', 100), 2),
                          shown(reliability(claims_of(results))[1])]))
    return lines


def difference_table(names, ways):
    """How many videos have not the same figures in every one of several ways, to the digits of the tables."""
    lines = head(['figure', 'videos', *[f'that differ from {names[0]}: {name}' for name in names[1:]],
                  'largest difference'])
    for title, name, decimals, factor in COLUMNS:
        cells, largest = [], 0
        for way in ways[1:]:
            pairs = [(a[name], b[name]) for a, b in zip(ways[0], way)]
            texts = [[shown(None if x is None else factor * x, decimals) for x in pair] for pair in pairs]
            cells.append(str(sum(a != b for a, b in texts)))
            largest = max([largest, *[factor * abs(a - b) for a, b in pairs if a is not None and b is not None]])
        lines.append(row([title, str(len(ways[0])), *cells, shown(largest, decimals + 2)]))
    return lines

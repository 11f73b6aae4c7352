#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Trains the network that finds cells on made videos and writes its table of numbers. See tools/train."""

import argparse
import math
import sys
import time

import numpy as np
import torch

import cellnet

WIDTH, HEIGHT = 192, 96  # px of the input


def score(net, data, threshold, n=512, size=(256, 128), others=False):
    """Precision, recall, F1 and RMSE (px of the input) on pictures that were not trained on."""
    frames, about, cells = data
    n = min(n, len(frames))
    tp = fp = fn = 0
    squares = []
    net.eval()
    with torch.no_grad():
        for start in range(0, n, 64):
            index = torch.arange(start, min(start + 64, n), device=frames.device)
            x, truth = cellnet.batch(frames, about, cells, index, *size, plain=True, others=others)
            found = cellnet.peaks(net(x), threshold)
            truth = truth.cpu().numpy()
            for f, t in zip(found, truth):
                m = cellnet.MARGIN + 4
                inside = lambda v: (v[:, 0] > m) & (v[:, 0] < size[0] - m) & (v[:, 1] > m) & (v[:, 1] < size[1] - m)
                t = t[~np.isnan(t[:, 0])]
                f = f[inside(f)]
                used = np.zeros(len(t), bool)
                for row in f:
                    d = np.hypot(t[:, 0] - row[0], t[:, 1] - row[1]) if len(t) else np.array([])
                    d[used] = 1e9
                    k = d.argmin() if len(d) else -1
                    if k >= 0 and d[k] < 0.5 * cellnet.NORMAL * t[k, 2]:
                        used[k] = True
                        if t[k, 3] != 2:
                            tp += 1
                            squares.append(d[k] ** 2)
                    else:
                        fp += 1
                fn += int((~used & inside(t) & (t[:, 3] != 2)).sum()) if len(t) else 0
    net.train()
    precision, recall = tp / max(tp + fp, 1), tp / max(tp + fn, 1)
    return precision, recall, 2 * tp / max(2 * tp + fp + fn, 1), np.sqrt(np.mean(squares)) if squares else 0


def rate_at(step, steps, most):
    """Up during the first tenth, then down along a cosine."""
    first = steps / 10
    return most * step / first if step < first else most * (1 +
                                                            math.cos(math.pi * (step - first) / (steps - first))) / 2


def replayed(one, device):
    """`one`, a step of fixed shapes, recorded once and started as a whole on a GPU: it is hundreds of small kernels."""
    if device.type != 'cuda':
        return one
    side = torch.cuda.Stream()
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):
        for _ in range(5):
            one()
    torch.cuda.current_stream().wait_stream(side)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        loss = one()

    def again():
        graph.replay()
        return loss
    return again


def teach(net, data, check, steps, batch, rate, others=False, teacher=None):
    """With `others` on other recordings too, and with more weight on where a cell is."""
    device = data[0].device
    recorded = device.type == 'cuda'
    adam = torch.optim.AdamW(net.parameters(), lr=torch.tensor(rate, device=device) if recorded else rate,
                             weight_decay=1e-4, capturable=recorded)

    def one():
        index = torch.randint(0, len(data[0]), (batch,), device=device)
        x, cells = cellnet.batch(*data, index, WIDTH, HEIGHT, others=others)
        with torch.no_grad():
            taught = teacher(x) if teacher else None
        loss = cellnet.loss_of(net(x), cells, 1.0 if others else 0.5, taught)
        adam.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        adam.step()
        return loss.detach()

    step_of = replayed(one, device)
    start, mean = time.time(), 0
    for step in range(1, steps + 1):
        for group in adam.param_groups:
            if recorded:
                group['lr'].fill_(rate_at(step, steps, rate))
            else:
                group['lr'] = rate_at(step, steps, rate)
        loss = step_of()
        if step % 100 == 0:
            mean = loss.item() if step == 100 else 0.9 * mean + 0.1 * loss.item()
        if step % max(steps // 8, 1) == 0:
            p, r, f1, rmse = score(net, check, 0.4, n=2048)
            print(f'{step:6d} {time.time() - start:5.0f} s  loss {mean:.3f}  precision {p:.3f} recall {r:.3f} '
                  f'F1 {f1:.4f}  RMSE {rmse:.3f} px of {cellnet.NORMAL:.0f}', flush=True)


def save(net, path):
    if path:
        torch.save({'layers': net.layers, 'state': net.state_dict()}, path)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--train', nargs='+', required=True)
    parser.add_argument('--check', nargs='+', required=True)
    parser.add_argument('--output', required=True)
    parser.add_argument('--steps', type=int, default=16000)
    parser.add_argument('--last-steps', type=int, default=8000, help='on other recordings too')
    parser.add_argument('--batch', type=int, default=64)
    parser.add_argument('--rate', type=float, default=3e-3)
    parser.add_argument('--width', type=int, default=16)
    parser.add_argument('--depth', type=int, default=32)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--save', help="also write PyTorch's own state, to teach another network with")
    parser.add_argument('--from', dest='table', help='a table to begin from, instead of chance')
    parser.add_argument('--teacher', help='such a state of a larger network, whose judgement is learnt too')
    options = parser.parse_args()

    torch.manual_seed(options.seed)
    torch.backends.cudnn.benchmark = True # of the ways to convolve the fastest here
    device = 'cuda' if torch.cuda.is_available() else 'cpu'

    def load(paths):
        frames, about, cells = cellnet.read_records(paths)
        return (torch.from_numpy(frames).to(device), torch.from_numpy(about).to(device),
                torch.from_numpy(cellnet.pad_cells(cells)).to(device))

    data, check = load(options.train), load(options.check)
    print(f'{len(data[0])} pictures to train on, {len(check[0])} to check, {device}', flush=True)
    net = cellnet.CellNet(cellnet.layout(options.width, options.depth)).to(device)
    print(sum(p.numel() for p in net.parameters()), 'parameters')
    if options.table:
        net = cellnet.CellNet.read(options.table).to(device)
        net.spread(cellnet.batch(*data, torch.randint(0, len(data[0]), (1024,), device=device), WIDTH, HEIGHT)[0])
    teacher = None
    if options.teacher:
        known = torch.load(options.teacher)
        teacher = cellnet.CellNet(known['layers']).to(device).eval()
        teacher.load_state_dict(known['state'])
    teach(net, data, check, options.steps, options.batch, options.rate, teacher=teacher)
    teach(net, data, check, options.last_steps, options.batch, options.rate / 3, others=True, teacher=teacher)
    for threshold in (0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5):
        for others in (False, True):
            p, r, f1, rmse = score(net, check, threshold, n=len(check[0]), others=others)
            print(f'threshold {threshold}{", some of them recorded otherwise" if others else ""}: precision {p:.4f} '
                  f'recall {r:.4f} '
                  f'F1 {f1:.4f} RMSE {rmse:.3f}')
    net.write(options.output, 'trained by tools/train')
    save(net, options.save)
    return 0


if __name__ == '__main__':
    sys.exit(main())

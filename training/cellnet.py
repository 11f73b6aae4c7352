# SPDX-License-Identifier: GPL-3.0-or-later
"""The network that finds cells, its data and its training. Used by tools/train; needs python3-torch and python3-numpy.

What it sees is what src/engine/detection/venule-cnn-detector.c makes of a frame: turned so that the flow runs to the
right, scaled so that a cell measures NORMAL px across, with the local mean taken away and the spread made one.
"""

import struct

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

NORMAL = 16.0     # px, diameter of a cell in the network's input
FLATTEN = 32      # px, half the box of the local mean
NOISE = 8.0       # gray levels, so that an empty picture is not blown up
CONTRAST = 160.0  # gray levels between the 1st and the 99th percentile, as venule-roi-planes.c makes them
MAX_GAIN = 4.0
STRIDE = 2        # input px a pixel of the maps
SPREAD = 1.0      # of the bell that stands for a cell, pixels of the maps
MARGIN = 12       # px of the input at the border that are not judged

# from, add, kernel, stride, dilation, in, out, relu; w and d: channels at half and at a quarter of the input's size
def layout(w, d):
    return [
        (-1, -1, 5, 2, 1, 1, w, True),
        (0, -1, 3, 1, 1, w, w, True),
        (1, -1, 3, 2, 1, w, d, True),
        (2, -1, 3, 1, 1, d, d, True),
        (3, -1, 3, 1, 2, d, d, True),
        (4, -1, 3, 1, 4, d, d, True),
        (5, -1, 3, 1, 1, d, d, True),
        (6, -1, 1, 1, 1, d, w, False),
        (1, 7, 1, 1, 1, w, w, True),
        (8, -1, 3, 1, 1, w, w, True),
        (9, -1, 1, 1, 1, w, 4, False),
    ]


class CellNet(nn.Module):
    """Maps of half the input's size: logit of a centre, its offset (x, y; pixels of the map), log of radius /
    expected."""

    def __init__(self, layers):
        super().__init__()
        self.layers = layers
        self.convs = nn.ModuleList()
        self.norms = nn.ModuleList()
        for n, (_, _, kernel, stride, dilation, n_in, n_out, _) in enumerate(layers):
            last = n == len(layers) - 1
            self.convs.append(nn.Conv2d(n_in, n_out, kernel, stride, dilation * (kernel - 1) // 2, dilation, bias=last))
            self.norms.append(nn.Identity() if last else nn.BatchNorm2d(n_out))
        nn.init.constant_(self.convs[-1].bias[:1], -4.0)

    def forward(self, x):
        outs = []
        for (source, add, _, _, _, _, _, relu), conv, norm in zip(self.layers, self.convs, self.norms):
            y = norm(conv(x if source < 0 else outs[source]))
            if add >= 0:
                other = outs[add]
                if other.shape[-2:] != y.shape[-2:]:
                    other = F.interpolate(other, scale_factor=2, mode='nearest')[..., :y.shape[-2], :y.shape[-1]]
                y = y + other
            outs.append(F.relu(y) if relu else y)
        return outs[-1]

    def folded(self):
        """Weights and biases with the normalisation taken in."""
        for conv, norm in zip(self.convs, self.norms):
            weight, bias = conv.weight.detach().cpu().double(), conv.bias
            if isinstance(norm, nn.BatchNorm2d):
                scale = (norm.weight / torch.sqrt(norm.running_var + norm.eps)).detach().cpu().double()
                bias = norm.bias.detach().cpu().double() - norm.running_mean.detach().cpu().double() * scale
                weight = weight * scale[:, None, None, None]
            yield weight, bias.detach().cpu().double()

    @classmethod
    def read(cls, path):
        """A table that write() made; what normalised it is taken in, see spread()."""
        lines = [line.split() for line in open(path, encoding='ascii') if not line.startswith('#')]
        n, at, layers, values = int(lines[0][3]), 1, [], []
        for _ in range(n):
            layer = [int(v) for v in lines[at][1:]]
            layers.append((*layer[:7], bool(layer[7])))
            n_out = layer[6]
            values.append([torch.tensor([[float(v) for v in row] for row in rows])
                           for rows in (lines[at + 1:at + 1 + n_out], lines[at + 1 + n_out:at + 2 + n_out])])
            at += n_out + 2
        net = cls(layers)
        with torch.no_grad():
            for conv, norm, (weight, bias) in zip(net.convs, net.norms, values):
                conv.weight.copy_(weight.view_as(conv.weight))
                (norm if conv.bias is None else conv).bias.copy_(bias[0])
        return net

    def spread(self, x):
        """Divides a network that was read into convolutions and the normalisation of what they make of x: the same
        function, but one that can be trained further."""
        def divide(norm, inputs, _):
            with torch.no_grad():
                mean, var = inputs[0].mean((0, 2, 3)), inputs[0].var((0, 2, 3), unbiased=False)
                norm.running_mean.copy_(mean)
                norm.running_var.copy_(var)
                norm.weight.copy_(torch.sqrt(var + norm.eps))
                norm.bias.add_(mean)
                return norm.weight[:, None, None] * (inputs[0] - mean[:, None, None]) \
                    / torch.sqrt(var + norm.eps)[:, None, None] + norm.bias[:, None, None]
        hooks = [norm.register_forward_hook(divide) for norm in self.norms if isinstance(norm, nn.BatchNorm2d)]
        with torch.no_grad():
            self.eval()(x)
        for hook in hooks:
            hook.remove()
        self.train()

    def write(self, path, comment):
        with open(path, 'w', encoding='ascii') as file:
            file.write(f'# {comment}\nvenule-network 1 {self.layers[0][5]} {len(self.layers)}\n')
            for layer, (weight, bias) in zip(self.layers, self.folded()):
                file.write('layer ' + ' '.join(str(int(v)) for v in layer) + '\n')
                for row in weight.flatten(1):
                    file.write(' '.join(f'{v:.6g}' for v in row.tolist()) + '\n')
                file.write(' '.join(f'{v:.6g}' for v in bias.tolist()) + '\n')


def read_records(paths):
    """Frames (n, h, w) uint8; about (n, 4): flow, diameter, gain; cells: list of (k, 5)."""
    frames, about, cells = [], [], []
    for path in paths:
        data = open(path, 'rb').read()
        at = 0
        while at < len(data):
            width, height, n = struct.unpack_from('<3i', data, at)
            about.append(struct.unpack_from('<3f', data, at + 12))
            at += 24
            frames.append(np.frombuffer(data, np.uint8, width * height, at).reshape(height, width))
            at += width * height
            cells.append(np.frombuffer(data, '<f4', 5 * n, at).reshape(n, 5))
            at += 20 * n
    frames = np.stack(frames)
    about = np.concatenate((np.array(about, np.float32), gains(frames)[:, None]), 1)
    return frames, about, cells


def gains(frames):
    """What each frame's gray levels are multiplied by."""
    low, high = np.percentile(frames[:, ::3, ::3].reshape(len(frames), -1), (1, 99), axis=1)
    return np.clip(CONTRAST / np.maximum(high - low, 1), 1 / MAX_GAIN, MAX_GAIN).astype(np.float32)


def pad_cells(cells):
    most = max(len(c) for c in cells)
    out = np.full((len(cells), most, 5), np.nan, np.float32)
    for i, c in enumerate(cells):
        out[i, :len(c)] = c
    return out


def sample(frames, centre, turn, step, width, height, mirror):
    """The picture around `centre` turned by `turn`, `step` px a pixel: mean of 2 x 2 samples, as vnk sample does it."""
    n, h, w = frames.shape
    device = frames.device
    i = torch.arange(2 * width, device=device) / 2 - (2 * width - 1) / 4
    j = torch.arange(2 * height, device=device) / 2 - (2 * height - 1) / 4
    ux, uy = (step * torch.cos(turn))[:, None, None], (step * torch.sin(turn))[:, None, None]
    u, v = i[None, None, :], j[None, :, None] * mirror[:, None, None]
    x = centre[:, 0, None, None] + u * ux - v * uy
    y = centre[:, 1, None, None] + u * uy + v * ux
    grid = torch.stack((2 * x / (w - 1) - 1, 2 * y / (h - 1) - 1), -1)
    fine = F.grid_sample(frames[:, None].float(), grid, 'bilinear', 'border', align_corners=True)
    return F.avg_pool2d(fine, 2)[:, 0]


def box_mean(x, radius):
    """Mean over the box clipped to the plane."""
    def along(v, dim):
        n = v.shape[dim]
        total = F.pad(v.cumsum(dim), (1, 0) if dim == -1 else (0, 0, 1, 0))
        at = torch.arange(n, device=v.device)
        low, high = (at - radius).clamp(min=0), (at + radius + 1).clamp(max=n)
        return (total.index_select(dim, high) - total.index_select(dim, low)), (high - low)
    rows, count_x = along(x.double(), -1)
    both, count_y = along(rows, -2)
    return (both / (count_y[:, None] * count_x[None, :])).float()


def flatten(x, noise=NOISE):
    d = x - box_mean(x, FLATTEN)
    return d / (1.25 * d.abs().mean((-2, -1), keepdim=True) + noise)


def uniform(n, low, high, device):
    return low + (high - low) * torch.rand(n, device=device)


def some(n, share, device):
    return (torch.rand(n, device=device) < share)[:, None, None]


def blurred(x):
    """Binomial (1 2 1) both ways."""
    x = F.pad(x[:, None], (1, 1, 1, 1), mode='replicate')
    x = (x[..., :-2] + 2 * x[..., 1:-1] + x[..., 2:]) / 4
    return ((x[..., :-2, :] + 2 * x[..., 1:-1, :] + x[..., 2:, :]) / 4)[:, 0]


def altered(x, gain):
    """Another camera: blur, brightness, gamma, now and then a negative, noise."""
    n, device = len(x), x.device
    x = torch.where(some(n, 0.35, device), blurred(x), x)
    x = torch.where(some(n, 0.15, device), blurred(x), x)
    gamma = torch.exp(uniform(n, -0.3, 0.3, device))[:, None, None]
    x = 255 * (x / 255).clamp(0, 1) ** gamma
    x = torch.where(some(n, 0.04, device), 255 - x, x)
    extra = (uniform(n, -1, 1, device).clamp(min=0) * 5)[:, None, None]
    return x + extra * torch.randn_like(x), gain * torch.exp(uniform(n, -0.3, 0.3, device))[:, None, None]


def cosines(size, device):
    """The orthonormal transform of blocks of `size` px: row k is the k-th cosine."""
    k = torch.arange(size, device=device, dtype=torch.float32)
    rows = torch.cos(np.pi / size * k[:, None] * (k[None, :] + 0.5)) * (2 / size) ** 0.5
    rows[0] /= 2 ** 0.5
    return rows


def quantised(x, size, step, rest):
    """What compression leaves: the cosines of blocks of size x size px in whole steps, of which what exceeds one by
    less than 1 - rest is lost."""
    n, h, w = x.shape
    c = cosines(size, x.device)
    both = lambda blocks, rows: ((blocks @ rows).transpose(-1, -2) @ rows)
    planes = both(x.view(n, h // size, size, w // size, size).transpose(2, 3) - 128, c.T)
    step, rest = step[:, None, None, None, None], rest[:, None, None, None, None]
    planes = torch.sign(planes) * torch.floor(planes.abs() / step + rest) * step
    return both(planes, c).transpose(2, 3).reshape(n, h, w) + 128


def denoised(x, noise):
    """Lee's filter: what varies no more than noise does becomes its local mean."""
    mean = F.avg_pool2d(x[:, None], 5, 1, 2, count_include_pad=False)[:, 0]
    square = F.avg_pool2d((x ** 2)[:, None], 5, 1, 2, count_include_pad=False)[:, 0]
    spread = (square - mean ** 2).clamp(min=1e-3)
    return mean + (1 - noise[:, None, None] ** 2 / spread).clamp(min=0) * (x - mean)


def nothing(n, h, w, device):
    """Pictures of noise alone, fine or coarse."""
    x = torch.randn(n, h, w, device=device)
    for _ in range(3):
        x = torch.where(some(n, 0.4, device), blurred(x), x)
    x = x / x.std((-2, -1), keepdim=True)
    return uniform(n, 40, 200, device)[:, None, None] + torch.exp(uniform(n, 0, 3, device))[:, None, None] * x


def burnt_out(x, gain):
    n, device = len(x), x.device
    stretch = uniform(n, 1, 5, device)[:, None, None]
    light = uniform(n, -60, 60, device)[:, None, None]
    return ((x - 110) * stretch + 110 + light).clamp(0, 255), (gain / stretch).clamp(min=CONTRAST / 255)


def packed(x, size):
    """Compressed by any strength; every other one with a filter against the blocks' edges."""
    n, device = len(x), x.device
    x = quantised(x, size, torch.exp(uniform(n, np.log(3), np.log(60), device)), uniform(n, 1 / 6, 1 / 2, device))
    x[::2] = blurred(x[::2])
    return x


def recorded(x, gain):
    """Other recordings: now and then burnt out, without their noise, compressed. At the size of the video. Which of the
    pictures is always the same, so that no time is spent on the others: a batch is drawn by chance."""
    n = len(x)
    first, second, third = n // 32 + n // 12, n // 10 + int(0.28 * n), n // 10 + int(0.4 * n)
    x, gain = x.float().clone(), gain.clone()
    x[n // 32:first], gain[n // 32:first] = burnt_out(x[n // 32:first], gain[n // 32:first])
    x[::7] = denoised(x[::7], torch.exp(uniform(len(x[::7]), 0.7, 2.7, x.device)))
    x[n // 10:second] = packed(x[n // 10:second], 8)
    x[second:third] = packed(x[second:third], 4)
    return x.clamp(0, 255).round(), gain


def smudges(n, width, height, device, most=5):
    """Soft spots of any elongation that are no cells: larger than a cell out of focus, without an edge."""
    k = (n, most, 1, 1)
    u = lambda low, high: low + (high - low) * torch.rand(k, device=device)
    x = torch.arange(width, device=device) - u(0, width)
    y = torch.arange(height, device=device)[:, None] - u(0, height)
    angle = u(0, np.pi)
    long = NORMAL * u(0.6, 2.0)
    short = NORMAL * torch.maximum(0.55 * torch.ones(k, device=device), u(0.25, 1.0) * long / NORMAL)
    along, across = x * torch.cos(angle) + y * torch.sin(angle), y * torch.cos(angle) - x * torch.sin(angle)
    strength = u(-1, 1) ** 3 * 45 * (torch.rand(n, 1, 1, 1, device=device) < 0.6)
    return (strength * torch.exp(-(along / long) ** 2 / 2 - (across / short) ** 2 / 2)).sum(1)


def batch(frames, about, cells, index, width, height, plain=False, others=False):
    """Input planes (n, 1, h, w) and their cells (n, k, 4): x, y in the plane, radius over the expected, weight. They
    are changed by chance, unless `plain`; some of them are as other recordings would be, with `others`."""
    device, n = frames.device, len(index)
    f, flow, diameter, c = frames[index], about[index, :2], about[index, 2], cells[index]
    h, w = f.shape[-2:]
    turn = torch.atan2(flow[:, 1], flow[:, 0])
    step = diameter / NORMAL
    mirror = torch.ones(n, device=device)
    centre = torch.stack((torch.full((n,), (w - 1) / 2, device=device), torch.full((n,), (h - 1) / 2, device=device)),
                         1)
    if not plain:
        turn = turn + 0.16 * torch.randn(n, device=device)
        turn = turn + torch.where(torch.rand(n, device=device) < 0.1, np.pi, 0.0)
        # cells go any way, and the arrow may be askew
        turn = turn + torch.where(torch.rand(n, device=device) < 0.25, uniform(n, -np.pi, np.pi, device), 0.0)
        # what is typed for the diameter may be off, by a third now and then
        step = step * torch.exp(uniform(n, -0.22, 0.22, device)) * \
            torch.where(torch.rand(n, device=device) < 0.25, torch.exp(uniform(n, -0.3, 0.3, device)), 1.0)
        mirror = torch.where(torch.rand(n, device=device) < 0.5, 1.0, -1.0)
        known = torch.nan_to_num(c[..., :2], nan=-1e6)
        # around a cell mostly, so that the vessel is in view
        k = torch.randint(0, c.shape[1], (n,), device=device)
        there = known[torch.arange(n, device=device), k]
        centre = torch.where((there[:, 0] > -1e5)[:, None], there, centre) + torch.randn(n, 2, device=device) * 30
        centre[:, 0].clamp_(30, w - 30)
        centre[:, 1].clamp_(30, h - 30)
    else:
        m = torch.nan_to_num(c[..., :2], nan=0).sum(1) / (~torch.isnan(c[..., 0])).sum(1).clamp(min=1)[:, None]
        centre = torch.where(((~torch.isnan(c[..., 0])).sum(1) > 2)[:, None], m, centre)
    gain = about[index, 3][:, None, None]
    if others:
        f, gain = recorded(f, gain)
        if not plain:
            blank = max(n // 32, 1)
            f[:blank], c[:blank] = nothing(blank, h, w, device), np.nan
    x = sample(f, centre, turn, step, width, height, mirror)
    if not plain:
        x, gain = altered(x, gain)
    x = x * gain
    if not plain:
        x = x + smudges(n, width, height, device)
    x = flatten(x)
    if not plain:
        x = x * torch.exp(uniform(n, -0.35, 0.35, device))[:, None, None]
    dx, dy = c[..., 0] - centre[:, None, 0], c[..., 1] - centre[:, None, 1]
    cos, sin = torch.cos(turn)[:, None], torch.sin(turn)[:, None]
    px = (dx * cos + dy * sin) / step[:, None] + (width - 1) / 2
    py = mirror[:, None] * (dy * cos - dx * sin) / step[:, None] + (height - 1) / 2
    radius = c[..., 2] / step[:, None] / (NORMAL / 2)
    return x[:, None].clamp(-8, 8), torch.stack((px, py, radius, c[..., 4]), -1)


def targets(cells, width, height):
    """Bells, offsets, radii and where the latter two count. A pixel of the maps stands for input pixel STRIDE·(i,
    j)."""
    device = cells.device
    i = torch.arange(width, device=device, dtype=torch.float32)
    j = torch.arange(height, device=device, dtype=torch.float32)
    x = torch.nan_to_num(cells[..., 0] / STRIDE, nan=-1e4)[:, :, None, None]
    y = torch.nan_to_num(cells[..., 1] / STRIDE, nan=-1e4)[:, :, None, None]
    d2 = (i[None, None, None, :] - x) ** 2 + (j[None, None, :, None] - y) ** 2
    nearest = d2.argmin(1, keepdim=True)
    least = d2.gather(1, nearest)[:, 0]
    bell = torch.exp(-least / (2 * SPREAD ** 2))
    n = cells.shape[0]
    gather = lambda v: v[:, :, None, None].expand(-1, -1, height, width).gather(1, nearest)[:, 0]
    ox = gather(x[..., 0, 0]) - i[None, None, :]
    oy = gather(y[..., 0, 0]) - j[None, :, None]
    radius = torch.log(gather(torch.nan_to_num(cells[..., 2], nan=1.0)).clamp(min=0.2))
    return bell, torch.stack((ox, oy, radius), 1), (least < 5.0).float()


def judged(width, height, device):
    mask = torch.zeros(height, width, device=device)
    m = MARGIN // STRIDE
    mask[m:-m, m:-m] = 1
    return mask


def loss_of(out, cells, place_weight=0.5, taught=None):
    """With what a larger network says of the same pictures, `taught`, half of the judgement is that one's."""
    height, width = out.shape[-2:]
    bell, values, near = targets(cells, width, height)
    mask = judged(width, height, out.device)
    logit = out[:, 0]
    p = torch.sigmoid(logit)
    # penalty-reduced focal loss (Law and Deng 2018)
    positive = (bell > 0.88).float() * mask
    hit = -F.logsigmoid(logit) * (1 - p) ** 2 * positive
    miss = -F.logsigmoid(-logit) * p ** 2 * (1 - bell) ** 4 * (1 - positive) * mask
    count = positive.sum().clamp(min=1)
    near = near * mask
    place = ((out[:, 1:3] - values[:, :2]).abs().sum(1) * near).sum() / near.sum().clamp(min=1)
    size = ((out[:, 3] - values[:, 2]).abs() * near).sum() / near.sum().clamp(min=1)
    judged_wrong = (hit.sum() + miss.sum()) / count
    if taught is not None:
        q = torch.sigmoid(taught[:, 0])
        # quality focal loss (Li et al. 2020)
        apart = (p - q) ** 2 * F.binary_cross_entropy_with_logits(logit, q, reduction='none') * mask
        judged_wrong = (judged_wrong + 4 * apart.sum() / count) / 2
    return judged_wrong + place_weight * place + 0.5 * size


def peaks(out, threshold, reach=1.6):
    """Per picture: array of x, y (input px), radius over the expected, probability; the best first."""
    p = torch.sigmoid(out[:, 0])
    r = int(np.ceil(reach))
    d = torch.arange(-r, r + 1, device=out.device)
    disc = (d[:, None] ** 2 + d[None, :] ** 2 <= reach ** 2)
    patches = F.unfold(F.pad(p[:, None], (r, r, r, r)), 2 * r + 1).view(p.shape[0], -1, *p.shape[-2:])
    top = (patches[:, disc.flatten()].amax(1) == p) & (p > threshold)
    found = []
    for k in range(out.shape[0]):
        yy, xx = torch.nonzero(top[k], as_tuple=True)
        o = out[k][:, yy, xx]
        q = p[k, yy, xx]
        place = torch.stack(((xx + o[1]) * STRIDE, (yy + o[2]) * STRIDE, torch.exp(o[3]), q), 1)
        found.append(merge(place[q.argsort(descending=True)].cpu().numpy()))
    return found


def merge(place, least=0.3 * NORMAL):
    """Two peaks whose offsets lead to one place are one cell."""
    kept = []
    for row in place:
        if all(np.hypot(row[0] - k[0], row[1] - k[1]) >= least for k in kept):
            kept.append(row)
    return np.array(kept).reshape(-1, 4)

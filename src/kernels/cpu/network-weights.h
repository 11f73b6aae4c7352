/* network-weights.h: a layer's weights in the order in which they are read
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "../vnk.h"

/* Channels that come out are computed in groups: a group's weights are those of channel that goes in, tap, channel of
 * the group, with 0 for channels that there are none of. After all groups come the biases. */
size_t vnk_weights_size         (const vnk_layer *layer, int group);
void   vnk_weights_arrange      (const vnk_layer *layer, int group, float *out);

/* The same for one of the bands of a strip (network-winograd.h), whose kernel has three taps; all bands one after the
 * other. */
size_t vnk_band_weights_size    (const vnk_layer *layer, int group);
void   vnk_band_weights_arrange (const vnk_layer *layer, int group, float *out);

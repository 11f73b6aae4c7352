/* vnk-network.h: the sizes of a network's layers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vnk.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  int width, height; /* px */
  int channels;
} vnk_shape;

/* The shapes of the layers' outputs, n_layers of them, for planes of width x height px; false when the layers do not
 * fit each other, or their weights are not finite. */
bool vnk_network_shapes (const vnk_network *network, int width, int height, vnk_shape *shapes);

#ifdef __cplusplus
}
#endif

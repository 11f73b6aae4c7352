/* venule-network.h: the table of numbers with which cells are found
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

#include "vnk.h"

G_BEGIN_DECLS

/**
 * VenuleNetwork:
 * @net: the layers, for vnk_backend.network()
 * @n_outputs: planes that the last layer gives
 *
 * Made by tools/train, read from text: "venule-network 1 INPUTS LAYERS", then for each layer "layer FROM ADD KERNEL
 * STRIDE DILATION IN OUT RELU", its weights (a row for each output) and its biases. Lines that begin with # are
 * comments.
 */
typedef struct {
  vnk_network  net;
  int          n_outputs;
  vnk_layer   *layers;
  GPtrArray   *tables;  /* (element-type float*) */
} VenuleNetwork;

VenuleNetwork *venule_network_parse   (const char     *text,
                                       GError        **error);
/* The one for cells, from the program itself. */
VenuleNetwork *venule_network_of_cells (void);
/* (transfer full): what tells its numbers from those of another training: the beginning of their SHA-256. */
char          *venule_network_dup_version (void);
void           venule_network_free    (VenuleNetwork  *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleNetwork, venule_network_free)

G_END_DECLS

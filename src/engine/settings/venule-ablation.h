/* venule-ablation.h: parts of the analysis that an ablation study leaves out
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * VenuleAblation:
 * @VENULE_ABLATE_CONTOUR: the score along a cell's contour beside that of the network
 * @VENULE_ABLATE_REGISTRATION: registration
 * @VENULE_ABLATE_LINKING: gap closing and the repair of identity swaps
 * @VENULE_ABLATE_SMOOTHING: smoothing of paths
 * @VENULE_ABLATE_EVERY_FRAME: detection 30 times a second; it is done every tenth of one
 * @VENULE_ABLATE_FREE_FLOW: chains of free-flowing cells
 * @VENULE_ABLATE_DOUBT: that doubtful tracks are left out
 *
 * The hook of tests/ablation, which sets VenuleSettings.ablation to see what a part is worth (tools/accuracy
 * --ablation). Nothing else sets it: it is neither on the command line nor in documents and exports.
 */
typedef enum {
  VENULE_ABLATE_CONTOUR      = 1 << 0,
  VENULE_ABLATE_REGISTRATION = 1 << 1,
  VENULE_ABLATE_LINKING      = 1 << 2,
  VENULE_ABLATE_SMOOTHING    = 1 << 3,
  VENULE_ABLATE_EVERY_FRAME  = 1 << 4,
  VENULE_ABLATE_FREE_FLOW    = 1 << 5,
  VENULE_ABLATE_DOUBT        = 1 << 6,
} VenuleAblation;

G_END_DECLS

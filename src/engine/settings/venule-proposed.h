/* venule-proposed.h: which settings the program proposed, and no person has confirmed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/**
 * VenuleProposed:
 * @VENULE_PROPOSED_VESSEL: the crop
 * @VENULE_PROPOSED_FLOW: the direction of the flow
 * @VENULE_PROPOSED_CELL_DIAMETER: the expected diameter of the cells
 */
typedef enum {
  VENULE_PROPOSED_NOTHING = 0,
  VENULE_PROPOSED_VESSEL = 1 << 0,
  VENULE_PROPOSED_FLOW = 1 << 1,
  VENULE_PROPOSED_CELL_DIAMETER = 1 << 2,
} VenuleProposed;

#define VENULE_N_PROPOSED 3

/* Adds the member "proposed", an array of "vessel", "flow" and "cell_diameter"; of nothing nothing is said. */
void        venule_proposed_add      (VenuleProposed   self,
                                      JsonBuilder     *builder);
/* FALSE where a member of that name holds anything else; without one nothing was proposed. */
gboolean    venule_proposed_read     (JsonObject      *object,
                                      VenuleProposed  *self);
/* (transfer full): a list in the user's language, or as that member has them. */
char       *venule_proposed_dup_list (VenuleProposed   self,
                                      gboolean         translated);
/* (transfer full): "The vessel and the direction of the flow were proposed by the program …", for papers and files, in
 * English; of nothing an empty text. */
char       *venule_proposed_dup_sentence
                                     (VenuleProposed   self);

G_END_DECLS

/* venule-history.h: all that was done, as a list to walk in
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "venule-document.h"

G_BEGIN_DECLS

/* A popover with the steps that can be taken back and done again; choosing one goes there. */
#define VENULE_TYPE_HISTORY (venule_history_get_type ())
G_DECLARE_FINAL_TYPE (VenuleHistory, venule_history, VENULE, HISTORY, GtkPopover)

void venule_history_set_document (VenuleHistory  *self,
                                  VenuleDocument *document);

G_END_DECLS

/* venule-window-action.h: the commands of a window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-window.h"

G_BEGIN_DECLS

/**
 * VenuleWindowAction:
 * @name: of the action, without "win."
 * @activate: (nullable): `void (VenuleWindow *self)`, or with `GVariant *parameter` behind it
 * @parameter_type: (nullable): of the parameter
 * @state: (nullable): the first state, as text
 * @change_state: (nullable): `void (VenuleWindow *self, GVariant *state, GSimpleAction *action)`, or the first of these
 *
 * As #GActionEntry, with handlers that get the window first.
 */
typedef struct {
  const char *name;
  GCallback   activate;
  const char *parameter_type;
  const char *state;
  GCallback   change_state;
} VenuleWindowAction;

void venule_window_add_actions (VenuleWindow             *self,
                                const VenuleWindowAction *actions,
                                guint                     n_actions);

G_END_DECLS

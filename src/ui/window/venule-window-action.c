/* venule-window-action.c: the commands of a window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-window-action.h"

static void
add_action (VenuleWindow             *self,
            const VenuleWindowAction *entry)
{
  g_autoptr (GVariantType) type = entry->parameter_type ? g_variant_type_new (entry->parameter_type) : NULL;
  g_autoptr (GSimpleAction) action = NULL;

  if (entry->state)
    action = g_simple_action_new_stateful (entry->name, type, g_variant_parse (NULL, entry->state, NULL, NULL, NULL));
  else
    action = g_simple_action_new (entry->name, type);
  if (entry->activate)
    g_signal_connect_swapped (action, "activate", entry->activate, self);
  if (entry->change_state)
    g_signal_connect_swapped (action, "change-state", entry->change_state, self);
  g_action_map_add_action (G_ACTION_MAP (self), G_ACTION (action));
}

void
venule_window_add_actions (VenuleWindow             *self,
                           const VenuleWindowAction *actions,
                           guint                     n_actions)
{
  for (guint i = 0; i < n_actions; i++)
    add_action (self, &actions[i]);
}

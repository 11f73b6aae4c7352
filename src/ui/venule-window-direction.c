/* venule-window-direction.c: what makes the numbers of a run doubtful, above all an arrow that is the wrong way round
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-window-private.h"

#include <glib/gi18n.h>

#include "venule-caution.h"
#include "venule-velocity.h"

/* Above what else is said of the run. */
static void
tell_above (VenuleWindow *self,
            const char   *title,
            const char   *body)
{
  g_autofree char *said = venule_message_bar_dup_text (self->message_bar);
  g_autofree char *text = said ? g_strdup_printf ("%s\n\n%s", body, said) : g_strdup (body);

  venule_message_bar_show_info (self->message_bar, title, text);
}

/**
 * venule_window_tell_cautions:
 * @self: a window
 *
 * Says what must be known of a run that is done before its numbers are believed, above what else is said of it.
 */
void
venule_window_tell_cautions (VenuleWindow *self)
{
  const VenuleRunFacts *facts = venule_document_get_run_facts (self->document);
  GListModel *tracks = G_LIST_MODEL (self->document);
  g_auto (GStrv) cautions = venule_caution_dup_sentences (tracks, venule_document_get_run_settings (self->document),
                                                          facts->unregistered_frames, facts->last_frame - facts->first_frame + 1);
  g_autofree char *text = g_strjoinv ("\n\n", cautions);

  /* That no cell was found has been said, with what can be done in the window. */
  if (cautions[0] && g_list_model_get_n_items (tracks) > 0)
    tell_above (self, _("The numbers may mislead"), text);
}

/**
 * venule_window_tell_direction:
 * @self: a window
 *
 * Says so when most cells of a run that is done go against the arrow, above what else is said of it, and offers to turn the arrow.
 */
void
venule_window_tell_direction (VenuleWindow *self)
{
  if (!venule_velocity_runs_against (G_LIST_MODEL (self->document), venule_document_get_run_settings (self->document)))
    return;

  tell_above (self, _("Most cells move against the arrow of the flow"),
              _("Their velocities are negative. If the arrow of step 2 is the wrong way round, turn it and run again."));
  venule_message_bar_offer (self->message_bar, _("_Turn Arrow and Run Again"), "win.turn-flow");
}

/* The other way round than in the run that was spoken of: the arrow may have been turned by hand meanwhile. */
static void
turn_action (GSimpleAction *action,
             GVariant      *parameter,
             gpointer       user_data)
{
  VenuleWindow *self = VENULE_WINDOW (user_data);
  const VenuleSettings *run = self->document ? venule_document_get_run_settings (self->document) : NULL;
  g_autoptr (VenuleSettings) settings = NULL;

  if (!run || venule_window_is_running (self))
    return;

  settings = venule_settings_copy (venule_document_get_settings (self->document));
  settings->vessel->flow_x = 0 - run->vessel->flow_x; /* no −0 */
  settings->vessel->flow_y = 0 - run->vessel->flow_y;
  venule_document_set_settings (self->document, settings);
  venule_window_run (self);
}

static const GActionEntry entries[] = {
  { "turn-flow", turn_action },
};

void
venule_window_connect_direction (VenuleWindow *self)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
}

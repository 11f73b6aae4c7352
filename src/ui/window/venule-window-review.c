/* venule-window-review.c: looking at the doubtful places
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-window-private.h"

#include <glib/gi18n.h>

static const struct {
  const char         *name;
  VenuleReviewAction  action;
} verdicts[] = {
  { "review-right", VENULE_REVIEW_RIGHT },
  { "review-delete", VENULE_REVIEW_DELETE },
  { "review-join", VENULE_REVIEW_JOIN },
  { "review-exchange", VENULE_REVIEW_EXCHANGE },
  { "review-cut", VENULE_REVIEW_CUT },
  { "review-later", VENULE_REVIEW_LATER },
};

static void
on_verdict (GSimpleAction *action,
            GVariant      *parameter,
            VenuleWindow  *self)
{
  const char *name = g_action_get_name (G_ACTION (action));

  for (guint i = 0; i < G_N_ELEMENTS (verdicts); i++)
    {
      if (g_str_equal (name, verdicts[i].name))
        venule_review_panel_decide (self->panels.review, verdicts[i].action);
    }
}

static void
on_review (GSimpleAction *action,
           GVariant      *parameter,
           VenuleWindow  *self)
{
  if (venule_review_panel_get_active (self->panels.review))
    {
      venule_review_panel_stop (self->panels.review);
      return;
    }

  venule_window_show_step (self, VENULE_WORKFLOW_STEP_CORRECT);
  venule_review_panel_start (self->panels.review);
}

static void
on_failed (VenuleWindow *self,
           const char   *message)
{
  venule_window_show_error (self, _("The track was not changed"), message);
}

/**
 * venule_window_update_review:
 * @self: a window
 *
 * Which answers make sense now.
 */
void
venule_window_update_review (VenuleWindow *self)
{
  gboolean active = venule_review_panel_get_active (self->panels.review);
  gboolean results = self->document && !venule_document_get_running (self->document) &&
                     !venule_window_is_marking (self) && venule_document_get_run_metadata (self->document);

  for (guint i = 0; i < G_N_ELEMENTS (verdicts); i++)
    {
      GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self), verdicts[i].name);

      g_simple_action_set_enabled (G_SIMPLE_ACTION (action),
                                   active && venule_review_panel_can_decide (self->panels.review, verdicts[i].action));
    }
  g_simple_action_set_enabled (G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self), "review")),
                               active || results);
}

/**
 * venule_window_connect_review:
 * @self: a window that has its template
 */
void
venule_window_connect_review (VenuleWindow *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (verdicts); i++)
    {
      g_autoptr (GSimpleAction) action = g_simple_action_new (verdicts[i].name, NULL);

      g_signal_connect_object (action, "activate", G_CALLBACK (on_verdict), self, 0);
      g_action_map_add_action (G_ACTION_MAP (self), G_ACTION (action));
    }
  g_autoptr (GSimpleAction) review = g_simple_action_new ("review", NULL);

  g_signal_connect_object (review, "activate", G_CALLBACK (on_review), self, 0);
  g_action_map_add_action (G_ACTION_MAP (self), G_ACTION (review));
  venule_review_panel_set_player (self->panels.review, self->player);
  venule_review_panel_set_selection (self->panels.review, self->selection);
  g_object_bind_property (self->panels.review, "active", self->panels.correct, "visible",
                          G_BINDING_SYNC_CREATE | G_BINDING_INVERT_BOOLEAN);
  g_signal_connect_object (self->panels.review, "notify::active", G_CALLBACK (venule_window_update_review), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->panels.review, "failed", G_CALLBACK (on_failed), self, G_CONNECT_SWAPPED);
  venule_window_update_review (self);
}

/* venule-window-panes.c: the panes beside the video: which of them are shown, and how wide
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-window-private.h"

#include <math.h>

#include "venule-close-question.h"
#include "venule-text-scale.h"

/* Logical px that the tables need where letters have their usual size. */
#define RESULTS_WIDTH 428.0
/* Of the window, with a large kymograph. */
#define LARGE_PART 0.55
/* Of the window, and for the line between the two. */
#define SPARE 12

/* ---- How wide ---- */

/* Where letters are large the results take more, but leave the video and the steps what these need. */
void
venule_window_set_results_width (VenuleWindow *self,
                                 gboolean      large)
{
  int least = (int) RESULTS_WIDTH, usual = (int) ceil (RESULTS_WIDTH * venule_text_scale_get (GTK_WIDGET (self)));

  if (large)
    {
      int wanted = (int) (LARGE_PART * gtk_widget_get_width (GTK_WIDGET (self))), video;

      /* The video keeps what it needs, or the results would be folded away. */
      gtk_widget_measure (adw_flap_get_content (self->panes.results_flap), GTK_ORIENTATION_HORIZONTAL, -1, &video, NULL,
                          NULL, NULL);
      least = MAX (least, MIN (wanted, gtk_widget_get_width (GTK_WIDGET (self->panes.results_flap)) - video - SPARE));
    }
  venule_pane_set_width (self->panes.results, least, MAX (least, usual));
}

/* Their titles get shorter rather than make the pane wider than its tables. */
static void
let_tabs_shrink (GtkWidget *switcher)
{
  for (GtkWidget *tab = gtk_widget_get_first_child (switcher); tab != NULL; tab = gtk_widget_get_next_sibling (tab))
    {
      GtkWidget *label = gtk_button_get_child (GTK_BUTTON (tab));

      if (GTK_IS_LABEL (label))
        gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
    }
}

/* ---- Which are shown ---- */

static void
arrange (VenuleWindow *self,
         AdwFlap      *flap,
         gboolean      shown)
{
  self->panes.arranging = TRUE;
  adw_flap_set_reveal_flap (flap, shown);
  self->panes.arranging = FALSE;
}

/* In a narrow window one pane at a time is beside the video, or lies over it. */
static void
on_pane_revealed (VenuleWindow *self,
                  GParamSpec   *pspec,
                  AdwFlap      *flap)
{
  gboolean is_steps = flap == self->panes.steps_flap, shown = adw_flap_get_reveal_flap (flap);
  AdwFlap *other = is_steps ? self->panes.results_flap : self->panes.steps_flap;

  if (self->panes.arranging)
    return;

  *(is_steps ? &self->panes.steps_wanted : &self->panes.results_wanted) = shown;
  if (!adw_flap_get_folded (self->panes.results_flap))
    return;
  if (shown && adw_flap_get_reveal_flap (other))
    arrange (self, other, FALSE);
  /* Whoever puts the steps away wants to see the video, and not what had no room beside them. */
  if (is_steps && !shown && !adw_flap_get_reveal_flap (other))
    self->panes.results_wanted = FALSE;
}

/* There is no room for it any more, or there is again. */
static void
on_folded (VenuleWindow *self,
           GParamSpec   *pspec,
           AdwFlap      *flap)
{
  gboolean wanted = flap == self->panes.steps_flap ? self->panes.steps_wanted : self->panes.results_wanted;

  arrange (self, flap, !adw_flap_get_folded (flap) && wanted);
}

/* While a pane slides in or out nothing opens from it: GTK cannot place a popover whose button is beyond the screen. */
static void
on_pane_moved (AdwFlap *flap)
{
  GtkWidget *pane = adw_flap_get_flap (flap);
  gboolean rests = adw_flap_get_reveal_progress (flap) == 1;

  gtk_widget_set_can_target (pane, rests);
  if (!rests)
    venule_close_popovers (pane);
}

/**
 * venule_window_fold_panes:
 * @self: a window
 *
 * Folds both panes away, or shows what has room of them.
 */
void
venule_window_fold_panes (VenuleWindow *self)
{
  gboolean shown =
    adw_flap_get_reveal_flap (self->panes.steps_flap) || adw_flap_get_reveal_flap (self->panes.results_flap);

  /* Where only one has room, the one that is shown last stays. */
  adw_flap_set_reveal_flap (self->panes.results_flap, !shown);
  adw_flap_set_reveal_flap (self->panes.steps_flap, !shown);
}

void
venule_window_remember_panes (VenuleWindow *self)
{
  g_settings_set_boolean (self->settings, "show-steps", self->panes.steps_wanted);
  g_settings_set_boolean (self->settings, "show-results", self->panes.results_wanted);
}

static void
on_text_scale_changed (VenuleWindow *self)
{
  g_autoptr (GVariant) large = g_action_group_get_action_state (G_ACTION_GROUP (self), "large-kymograph");

  venule_window_set_results_width (self, g_variant_get_boolean (large));
}

/**
 * venule_window_lay_out_panes:
 * @self: a window that is about to show them
 *
 * Gives them a size before they are drawn. A flap divides by the width that its pane was given last: a pane that is put
 * away or shown before it has one would move by no number at all.
 */
void
venule_window_lay_out_panes (VenuleWindow *self)
{
  GtkWidget *widget = GTK_WIDGET (self->panes.steps_flap); /* the other one lies in it */
  GtkAllocation size = { 0 };

  if (adw_swipeable_get_distance (ADW_SWIPEABLE (widget)) > 0)
    return;

  gtk_widget_measure (widget, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &size.width, NULL, NULL);
  gtk_widget_measure (widget, GTK_ORIENTATION_VERTICAL, size.width, NULL, &size.height, NULL, NULL);
  gtk_widget_size_allocate (widget, &size, -1);
}

/**
 * venule_window_connect_panes:
 * @self: a window that has its settings and the actions of the kymograph
 */
void
venule_window_connect_panes (VenuleWindow *self)
{
  AdwFlap *const flaps[] = { self->panes.steps_flap, self->panes.results_flap };

  let_tabs_shrink (self->panes.tabs);
  self->panes.steps_wanted = g_settings_get_boolean (self->settings, "show-steps");
  self->panes.results_wanted = g_settings_get_boolean (self->settings, "show-results");
  adw_flap_set_reveal_flap (self->panes.steps_flap, self->panes.steps_wanted);
  adw_flap_set_reveal_flap (self->panes.results_flap, self->panes.results_wanted);
  for (guint i = 0; i < G_N_ELEMENTS (flaps); i++)
    {
      g_signal_connect_object (flaps[i], "notify::reveal-flap", G_CALLBACK (on_pane_revealed), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (flaps[i], "notify::folded", G_CALLBACK (on_folded), self, G_CONNECT_SWAPPED);
      g_signal_connect (flaps[i], "notify::reveal-progress", G_CALLBACK (on_pane_moved), NULL);
    }
  venule_text_scale_watch (GTK_WIDGET (self), G_CALLBACK (on_text_scale_changed));
  venule_window_set_results_width (self, FALSE);
}

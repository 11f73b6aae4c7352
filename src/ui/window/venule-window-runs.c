/* venule-window-runs.c: the runs of a document, side by side
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-window-private.h"

#include <glib/gi18n.h>

#include "venule-number-row.h"
#include "venule-window-action.h"

/* Several are told apart by their frames. */
static char *
dup_label (VenuleWindow *self,
           gint64        run,
           gboolean      several)
{
  gboolean going_on = venule_window_is_running (self) && run == venule_document_get_run (self->document);
  g_autoptr (VenuleRunMetadata) metadata = NULL;

  if (venule_document_is_sample (self->document, run))
    return g_strdup_printf (_("Run %lld, marked by hand"), (long long) run);
  if (several && !going_on)
    metadata = venule_document_dup_run_metadata (self->document, run);
  if (!metadata)
    /* Translators: %lld is the number of a run of the analysis */
    return g_strdup_printf (_("Run %lld"), (long long) run);
  if (!metadata->complete)
    return g_strdup_printf (_("Run %lld, not complete, to frame %lld"), (long long) run,
                            (long long) metadata->last_frame);

  return g_strdup_printf (_("Run %lld, frames %lld to %lld"), (long long) run, (long long) metadata->first_frame,
                          (long long) metadata->last_frame);
}

/* Whether the menu lists these runs already: the last may have ended since. */
static gboolean
is_listed (VenuleWindow *self,
           GArray       *runs)
{
  GMenuModel *menu = G_MENU_MODEL (self->header.runs_menu);
  g_autofree char *label = NULL;
  g_autofree char *listed = NULL;

  if (g_menu_model_get_n_items (menu) != (int) runs->len)
    return FALSE;
  if (runs->len == 0)
    return TRUE;

  label = dup_label (self, g_array_index (runs, gint64, runs->len - 1), runs->len > 1);
  g_menu_model_get_item_attribute (menu, (int) runs->len - 1, G_MENU_ATTRIBUTE_LABEL, "s", &listed);
  return g_strcmp0 (label, listed) == 0;
}

/* Without any there is nothing to be opened. */
static void
show_runs (VenuleWindow *self,
           gboolean      any)
{
  GMenu *menu = self->header.document_menu;
  int n = g_menu_model_get_n_items (G_MENU_MODEL (menu));
  g_autoptr (GMenuModel) last = g_menu_model_get_item_link (G_MENU_MODEL (menu), n - 1, G_MENU_LINK_SUBMENU);

  if (any && !last)
    g_menu_append_submenu (menu, _("R_uns"), G_MENU_MODEL (self->header.runs_menu));
  else if (!any && last)
    g_menu_remove (menu, n - 1);
}

/**
 * venule_window_update_runs:
 * @self: a window
 *
 * The menu of the runs says which there are, and which one is on show.
 */
void
venule_window_update_runs (VenuleWindow *self)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self), "show-run");
  g_autoptr (GArray) runs = self->document ? venule_document_dup_runs (self->document)
                                           : g_array_new (FALSE, FALSE, sizeof (gint64));

  g_simple_action_set_state (G_SIMPLE_ACTION (action),
                             g_variant_new_int64 (self->document ? venule_document_get_run (self->document) : 0));
  if (is_listed (self, runs))
    return;

  g_menu_remove_all (self->header.runs_menu);
  for (guint i = 0; i < runs->len; i++)
    {
      gint64 run = g_array_index (runs, gint64, i);
      g_autofree char *label = dup_label (self, run, runs->len > 1);
      g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

      g_menu_item_set_action_and_target (item, "win.show-run", "x", run);
      g_menu_append_item (self->header.runs_menu, item);
    }
  show_runs (self, runs->len > 0);
}

static char *
describe_pixel_size (double pixel_size_um)
{
  g_autofree char *number = venule_number_format (pixel_size_um, 5);

  return pixel_size_um > 0 ? g_strdup_printf (_("%s µm/px"), number) : g_strdup (_("not known"));
}

static void
use_pixel_size_action (VenuleWindow *self)
{
  if (!self->document)
    return;

  if (!venule_window_is_running (self))
    venule_window_set_run_pixel_size (self,
                                      venule_document_get_settings (self->document)->calibration.pixel_size_um);
  venule_window_settle_pixel_size (self);
}

static const VenuleWindowAction entries[] = {
  { "use-pixel-size", G_CALLBACK (use_pixel_size_action) },
};

/**
 * venule_window_settle_pixel_size:
 * @self: a window
 *
 * Removes the message about another pixel size once the run on show has the one that is set.
 */
void
venule_window_settle_pixel_size (VenuleWindow *self)
{
  if (venule_document_get_shown_settings (self->document)->calibration.pixel_size_um ==
      venule_document_get_settings (self->document)->calibration.pixel_size_um)
    venule_message_bar_settle (self->message_bar, _("This run was measured with another pixel size"));
}

/**
 * venule_window_offer_pixel_size:
 * @self: a window with a document
 *
 * If the run on show was measured with another pixel size than the one that is set, says so and offers to use the one
 * that is set. The numbers stay as they are until the user accepts, or types another size.
 *
 * Returns: whether the message is shown
 */
gboolean
venule_window_offer_pixel_size (VenuleWindow *self)
{
  double own = venule_document_get_shown_settings (self->document)->calibration.pixel_size_um;
  double set = venule_document_get_settings (self->document)->calibration.pixel_size_um;
  g_autofree char *own_text = describe_pixel_size (own);
  g_autofree char *set_text = describe_pixel_size (set);
  g_autofree char *text = NULL;

  venule_window_settle_pixel_size (self);
  if (own == set || venule_message_bar_is_error (self->message_bar))
    return FALSE;

  /* Translators: two sizes of a pixel with their unit, or “not known” */
  text = g_strdup_printf (_("Pixel size of this run: %s; of step 1: %s."), own_text, set_text);
  venule_message_bar_show_info (self->message_bar, _("This run was measured with another pixel size"), text);
  venule_message_bar_offer (self->message_bar, _("_Use the Pixel Size of Step 1"), "win.use-pixel-size");

  return TRUE;
}

/**
 * venule_window_toast_run:
 * @self: a window with a document
 *
 * Says what must be known of the run on show, if there is one, before its numbers are believed.
 */
void
venule_window_toast_run (VenuleWindow *self)
{
  const VenuleRunMetadata *run = venule_document_get_run_metadata (self->document);

  /* A wrong pixel size matters more than any warning. */
  if (!venule_window_offer_pixel_size (self) && run && run->complete &&
      !venule_document_is_sample (self->document, venule_document_get_run (self->document)))
    venule_window_toast_warnings (self);
}

/**
 * venule_window_show_run:
 * @self: a window with a document
 * @run: number of a run
 *
 * Shows the tracks of another run, with the corrections that were made in it.
 */
void
venule_window_show_run (VenuleWindow *self,
                        gint64        run)
{
  g_autoptr (GError) error = NULL;

  if (venule_window_is_running (self) || run == venule_document_get_run (self->document))
    return;

  venule_window_drop_warnings (self);
  venule_selection_clear (self->selection);
  if (!venule_document_show_run (self->document, run, &error))
    {
      venule_window_show_error (self, _("The run cannot be shown"), error->message);
      return;
    }
  venule_window_show_metadata (self);
  venule_window_toast_run (self);
}

/* GTK leaves the focus in a submenu that is gone, and no key would work. */
static void
on_menu_closed (VenuleWindow *self,
                GtkWidget    *menu)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));

  if (self->document && focus && gtk_widget_is_ancestor (focus, menu))
    gtk_widget_grab_focus (GTK_WIDGET (self->canvas));
}

void
venule_window_connect_runs (VenuleWindow *self)
{
  venule_window_add_actions (self, entries, G_N_ELEMENTS (entries));
  g_signal_connect_swapped (gtk_menu_button_get_popover (self->header.menu_button), "closed",
                            G_CALLBACK (on_menu_closed), self);
}

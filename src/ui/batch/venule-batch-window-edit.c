/* venule-batch-window-edit.c: settings of one video for others, proposals, and which videos there are
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-batch-window-private.h"

#include <glib/gi18n.h>

#include "venule-typed.h"

#define STEPS 20 /* that can be undone */

/* ---- Undo ---- */

void
venule_batch_window_begin_edit (VenuleBatchWindow *self)
{
  g_ptr_array_add (self->before, venule_batch_list_save (self->list));
  if (self->before->len > STEPS)
    g_ptr_array_remove_index (self->before, 0);
}

static void
undo_action (GSimpleAction *action,
             GVariant      *parameter,
             gpointer       user_data)
{
  VenuleBatchWindow *self = user_data;
  g_autoptr (GPtrArray) before = NULL;

  if (self->before->len == 0)
    return;
  before = g_ptr_array_steal_index (self->before, self->before->len - 1);
  venule_batch_list_restore (self->list, before);
}

/* ---- For several videos ---- */

static VenuleManifest *
get_manifest (VenuleBatchWindow *self)
{
  return venule_batch_list_get_manifest (self->list);
}

static void
copy_to (VenuleBatchWindow *self,
         GtkBitset         *rows)
{
  VenuleBatchVideo *current = venule_batch_table_get_current (self->table);
  guint from, n;
  g_autofree char *name = NULL;
  g_autofree char *text = NULL;

  if (!current)
    return;
  from = venule_batch_video_get_position (current);
  gtk_bitset_remove (rows, from);
  n = (guint) gtk_bitset_get_size (rows);
  if (n == 0)
    return;
  venule_batch_window_begin_edit (self);
  for (guint i = 0; i < n; i++)
    venule_batch_list_copy_set_up (self->list, from, gtk_bitset_get_nth (rows, i));
  name = venule_batch_video_dup_name (current);
  /* Translators: %s is the name of a video */
  text = g_strdup_printf (ngettext ("Settings of “%s” copied to %u video", "Settings of “%s” copied to %u videos", n),
                          name, n);
  venule_batch_window_toast (self, text, TRUE);
}

static void
copy_to_all_action (GSimpleAction *action,
                    GVariant      *parameter,
                    gpointer       user_data)
{
  VenuleBatchWindow *self = user_data;
  g_autoptr (GtkBitset) rows = gtk_bitset_new_range (0, venule_batch_list_get_n (self->list));

  copy_to (self, rows);
}

static void
copy_to_selected_action (GSimpleAction *action,
                         GVariant      *parameter,
                         gpointer       user_data)
{
  VenuleBatchWindow *self = user_data;
  g_autoptr (GtkBitset) selected = venule_batch_table_dup_selected (self->table);
  g_autoptr (GtkBitset) rows = gtk_bitset_copy (selected);

  copy_to (self, rows);
}

/* ---- Proposals ---- */

static gboolean
wants_vessel (VenuleBatchVideo *video)
{
  const VenuleBatchLook *look = venule_batch_video_get_look (video);

  return !(look && look->problem) && venule_batch_video_get_settings (video) && !venule_batch_video_has_flow (video) &&
         !venule_batch_video_has_vessel (video) && !venule_batch_video_get_busy (video) &&
         !venule_batch_video_get_item (video);
}

/* Of the selected videos; of one or none of all. */
static GtkBitset *
dup_wanted (VenuleBatchWindow *self)
{
  g_autoptr (GtkBitset) selected = venule_batch_table_dup_selected (self->table);

  return gtk_bitset_get_size (selected) > 1 ? gtk_bitset_copy (selected)
                                            : gtk_bitset_new_range (0, venule_batch_list_get_n (self->list));
}

static void
find_vessels_action (GSimpleAction *action,
                     GVariant      *parameter,
                     gpointer       user_data)
{
  VenuleBatchWindow *self = user_data;
  g_autoptr (GtkBitset) rows = dup_wanted (self);
  guint n = 0;

  for (guint i = 0; i < gtk_bitset_get_size (rows); i++)
    {
      VenuleBatchVideo *video = venule_batch_list_get (self->list, gtk_bitset_get_nth (rows, i));

      if (!wants_vessel (video))
        continue;
      if (n++ == 0)
        venule_batch_window_begin_edit (self);
      venule_batch_finder_ask (self->finder, video, VENULE_MANIFEST_PROPOSALS);
    }
  if (n == 0)
    venule_batch_window_toast (self, _("All videos have a vessel"), FALSE);
}

static void
cancel_finding_action (GSimpleAction *action,
                       GVariant      *parameter,
                       gpointer       user_data)
{
  venule_batch_finder_cancel (VENULE_BATCH_WINDOW (user_data)->finder);
}

/* The row may have gone, or have been set up meanwhile: cells that are filled stay as they are. */
static void
on_found (VenuleBatchWindow         *self,
          VenuleBatchVideo          *video,
          const VenuleManifestFound *found,
          const GError              *error)
{
  guint row = venule_batch_video_get_position (video);

  if (row >= venule_batch_list_get_n (self->list) || venule_batch_list_get (self->list, row) != video)
    return;
  if (found)
    venule_manifest_fill (get_manifest (self), row, found);
  else if (error)
    venule_manifest_set_value (get_manifest (self), row, "note", error->message);
}

static void
on_finding_changed (VenuleBatchWindow *self)
{
  guint all, left = venule_batch_finder_get_left (self->finder, &all);
  g_autofree char *text = NULL;

  gtk_revealer_set_reveal_child (self->finding_revealer, left > 0);
  if (left > 0)
    {
      /* Translators: in how many videos vessels were looked for, and in how many they are to be */
      text = g_strdup_printf (_("Looking for vessels: %u of %u videos"), all - left, all);
      gtk_label_set_label (self->finding_label, text);
      gtk_progress_bar_set_fraction (self->finding_bar, (double) (all - left) / all);
    }
  venule_batch_window_update_edits (self);
}

static void
confirm_action (GSimpleAction *action,
                GVariant      *parameter,
                gpointer       user_data)
{
  VenuleBatchWindow *self = user_data;
  g_autoptr (GtkBitset) selected = venule_batch_table_dup_selected (self->table);
  g_autofree char *text = NULL;
  guint n = 0;

  for (guint i = 0; i < gtk_bitset_get_size (selected); i++)
    {
      VenuleBatchVideo *video = venule_batch_list_get (self->list, gtk_bitset_get_nth (selected, i));

      if (!venule_batch_video_is_proposed (video))
        continue;
      if (n++ == 0)
        venule_batch_window_begin_edit (self);
      venule_batch_video_set_value (video, "proposed", NULL);
    }
  if (n == 0)
    return;
  text = g_strdup_printf (ngettext ("%u video confirmed", "%u videos confirmed", n), n);
  venule_batch_window_toast (self, text, TRUE);
}

/* ---- Which videos, and in which order ---- */

static void
remove_action (GSimpleAction *action,
               GVariant      *parameter,
               gpointer       user_data)
{
  VenuleBatchWindow *self = user_data;
  g_autoptr (GtkBitset) selected = venule_batch_table_dup_selected (self->table);
  g_autoptr (GtkBitset) rows = gtk_bitset_copy (selected);
  guint n = (guint) gtk_bitset_get_size (rows), first;
  g_autofree char *text = NULL;

  if (n == 0)
    return;
  venule_batch_window_begin_edit (self);
  first = gtk_bitset_get_minimum (rows);
  for (guint i = n; i > 0; i--)
    venule_manifest_remove_row (get_manifest (self), gtk_bitset_get_nth (rows, i - 1));
  if (venule_batch_list_get_n (self->list) > 0)
    venule_batch_table_choose (self->table, MIN (first, venule_batch_list_get_n (self->list) - 1));
  text = g_strdup_printf (ngettext ("%u video removed", "%u videos removed", n), n);
  venule_batch_window_toast (self, text, TRUE);
}

static void
move (VenuleBatchWindow *self,
      int                by)
{
  VenuleBatchVideo *current = venule_batch_table_get_current (self->table);
  int from = current ? (int) venule_batch_video_get_position (current) : -1, to = from + by;

  if (from < 0 || to < 0 || to >= (int) venule_batch_list_get_n (self->list))
    return;
  venule_batch_window_move_item (self, current, venule_batch_list_get (self->list, (guint) to));
  venule_batch_window_begin_edit (self);
  venule_manifest_move_row (get_manifest (self), (guint) from, (guint) to);
  venule_batch_table_choose (self->table, (guint) to);
}

static void
move_up_action (GSimpleAction *action,
                GVariant      *parameter,
                gpointer       user_data)
{
  move (user_data, -1);
}

static void
move_down_action (GSimpleAction *action,
                  GVariant      *parameter,
                  gpointer       user_data)
{
  move (user_data, 1);
}

static void
select_all_action (GSimpleAction *action,
                   GVariant      *parameter,
                   gpointer       user_data)
{
  venule_batch_table_choose_all (VENULE_BATCH_WINDOW (user_data)->table);
}

static void
fold_panes_action (GSimpleAction *action,
                   GVariant      *parameter,
                   gpointer       user_data)
{
  AdwFlap *flap = VENULE_BATCH_WINDOW (user_data)->flap;

  adw_flap_set_reveal_flap (flap, !adw_flap_get_reveal_flap (flap));
}

static void
close_action (GSimpleAction *action,
              GVariant      *parameter,
              gpointer       user_data)
{
  gtk_window_close (GTK_WINDOW (user_data));
}

/* ---- Commands ---- */

void
venule_batch_window_update_edits (VenuleBatchWindow *self)
{
  static const char *const whole[] = { "open", "add-folder", "open-list", "new-list" };
  VenuleBatchVideo *current = venule_batch_table_get_current (self->table);
  g_autoptr (GtkBitset) selected = venule_batch_table_dup_selected (self->table);
  guint n = venule_batch_list_get_n (self->list), all;
  guint64 n_selected = gtk_bitset_get_size (selected);
  gboolean proposed = FALSE, running = venule_batch_window_is_running (self);
  gboolean set_up = !running && current && venule_batch_video_has_flow (current);

  for (guint i = 0; i < n_selected && !proposed; i++)
    proposed = gtk_bitset_get_nth (selected, i) < n &&
               venule_batch_video_is_proposed (venule_batch_list_get (self->list, gtk_bitset_get_nth (selected, i)));
  venule_batch_window_enable (self, "undo", self->before->len > 0 && !running);
  venule_batch_window_enable (self, "copy-to-all", set_up && n > 1);
  venule_batch_window_enable (self, "copy-to-selected", set_up && n_selected > 1);
  venule_batch_window_enable (self, "find-vessels",
                              !running && n > 0 && venule_batch_finder_get_left (self->finder, &all) == 0);
  venule_batch_window_enable (self, "confirm", proposed && !running);
  venule_batch_window_enable (self, "remove", n_selected > 0 && !running);
  venule_batch_window_enable (self, "cancel-videos", n_selected > 0 && running);
  for (guint i = 0; i < G_N_ELEMENTS (whole); i++)
    venule_batch_window_enable (self, whole[i], !running);
  venule_batch_window_enable (self, "move-up", current && venule_batch_video_get_position (current) > 0);
  venule_batch_window_enable (self, "move-down", current && venule_batch_video_get_position (current) + 1 < n);
  venule_batch_window_update_templates (self);
}

void
venule_batch_window_install_edits (VenuleBatchWindow *self)
{
  static const GActionEntry entries[] = {
    { "undo", undo_action },
    { "copy-to-all", copy_to_all_action },
    { "copy-to-selected", copy_to_selected_action },
    { "find-vessels", find_vessels_action },
    { "cancel-finding", cancel_finding_action },
    { "confirm", confirm_action },
    { "remove", remove_action },
    { "move-up", move_up_action },
    { "move-down", move_down_action },
    { "select-all", select_all_action },
    { "fold-panes", fold_panes_action },
    { "close", close_action },
  };

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  g_signal_connect_object (self->finder, "found", G_CALLBACK (on_found), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->finder, "changed", G_CALLBACK (on_finding_changed), self, G_CONNECT_SWAPPED);
}

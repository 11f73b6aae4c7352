/* venule-montage-view.c: a track's cells side by side, frame by frame
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-montage-view-private.h"

#include <glib/gi18n.h>
#include <math.h>

#include "venule-order.h"

/* The part of the frame that is shown, in diameters. */
#define DIAMETERS 2.2
/* Rows that are read beyond those in sight. */
#define ROWS_AHEAD 2

G_DEFINE_FINAL_TYPE (VenuleMontageView, venule_montage_view, GTK_TYPE_WIDGET)

/* ---- Tiles ---- */

int
venule_montage_view_get_columns (VenuleMontageView *self)
{
  int width = gtk_widget_get_width (GTK_WIDGET (self));

  return MAX ((width + VENULE_CELL_MONTAGE_GAP) / (VENULE_CELL_MONTAGE_TILE + VENULE_CELL_MONTAGE_GAP), 1);
}

static int
count_rows (const VenuleMontageView *self,
            int                      columns)
{
  return ((int) self->tiles->len + columns - 1) / columns;
}

/* Rows in sight: from @first up to but not @end. */
void
venule_montage_view_get_rows (VenuleMontageView *self,
                              int               *first,
                              int               *end)
{
  int rows = count_rows (self, venule_montage_view_get_columns (self));
  double value = self->adjustment ? gtk_adjustment_get_value (self->adjustment) : 0;
  double page =
    self->adjustment ? gtk_adjustment_get_page_size (self->adjustment) : gtk_widget_get_height (GTK_WIDGET (self));

  *first = CLAMP ((int) floor (value / VENULE_CELL_MONTAGE_ROW), 0, MAX (rows - 1, 0));
  *end = CLAMP ((int) ceil ((value + page) / VENULE_CELL_MONTAGE_ROW), 0, rows);
}

/* What of the frame the cell of that place is shown in. */
VenuleThumbnail
venule_montage_view_get_thumbnail (VenuleMontageView *self,
                                   const VenulePlace *place)
{
  VenuleThumbnail thumbnail = { .x = place->x, .y = place->y, .size = self->size,
                             .n = VENULE_CELL_MONTAGE_TILE * gtk_widget_get_scale_factor (GTK_WIDGET (self)) };

  venule_vessel_get_flow (venule_document_get_run_settings (self->document)->vessel, &thumbnail.along_x,
                          &thumbnail.along_y);
  return thumbnail;
}

static void
add_tile (VenuleMontageView *self,
          gint64             frame,
          gint64             last,
          int                index)
{
  VenuleCellMontageTile tile = { frame, last, index };

  g_array_append_val (self->tiles, tile);
}

static void
list_tiles (VenuleMontageView *self)
{
  guint n;
  const VenulePlace *places = venule_track_get_places (self->track, &n);
  double radius = venule_document_get_run_settings (self->document)->cell_diameter / 2;

  for (guint i = 0; i < n; i++)
    {
      if (i > 0 && places[i].frame > places[i - 1].frame + 1)
        add_tile (self, places[i - 1].frame + 1, places[i].frame - 1, -1);
      add_tile (self, places[i].frame, places[i].frame, (int) i);
      radius = fmax (radius, places[i].radius);
    }
  self->size = 2 * radius * DIAMETERS;
}

/* The tile that the frame lies in; −1: none. */
static int
find_tile (VenuleMontageView *self,
           gint64             frame)
{
  guint tile = (guint) venule_bisect (0, self->tiles->len, i,
                                      g_array_index (self->tiles, VenuleCellMontageTile, i).last < frame);

  return tile < self->tiles->len && g_array_index (self->tiles, VenuleCellMontageTile, tile).frame <= frame
         ? (int) tile : -1;
}

/* ---- Reading ---- */

static void
want (VenuleMontageView *self)
{
  g_autoptr (GArray) frames = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_autoptr (GArray) thumbnails = g_array_new (FALSE, FALSE, sizeof (VenuleThumbnail));
  int columns = venule_montage_view_get_columns (self);
  const VenulePlace *places;
  int first, end;

  if (!self->track || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;

  places = venule_track_get_places (self->track, NULL);
  venule_montage_view_get_rows (self, &first, &end);
  for (int i = MAX (first - ROWS_AHEAD, 0) * columns; i < MIN ((end + ROWS_AHEAD) * columns, (int) self->tiles->len);
       i++)
    {
      const VenuleCellMontageTile *tile = &g_array_index (self->tiles, VenuleCellMontageTile, i);
      VenuleThumbnail thumbnail;

      if (tile->index < 0)
        continue;
      thumbnail = venule_montage_view_get_thumbnail (self, &places[tile->index]);
      g_array_append_val (frames, tile->frame);
      g_array_append_val (thumbnails, thumbnail);
    }
  venule_cell_montage_want (self->montage, (const gint64 *) (gpointer) frames->data,
                            (const VenuleThumbnail *) (gpointer) thumbnails->data, frames->len);
}

/* What is drawn is made anew, and what is in sight is read. */
static void
invalidate (VenuleMontageView *self)
{
  g_clear_pointer (&self->node, gsk_render_node_unref);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
on_scrolled (VenuleMontageView *self)
{
  invalidate (self);
  want (self);
}

static void
show_tile (VenuleMontageView *self,
           int                number)
{
  int row = number / venule_montage_view_get_columns (self);

  if (self->adjustment && number >= 0)
    gtk_adjustment_clamp_page (self->adjustment, row * VENULE_CELL_MONTAGE_ROW, (row + 1) * VENULE_CELL_MONTAGE_ROW);
}

static void
on_position_changed (VenuleMontageView *self)
{
  int number = find_tile (self, venule_player_get_position (self->player));

  gtk_widget_queue_draw (GTK_WIDGET (self));
  if (number != self->current && gtk_widget_get_mapped (GTK_WIDGET (self)))
    show_tile (self, number);
  self->current = number;
}

static gboolean
on_idle (gpointer user_data)
{
  VenuleMontageView *self = user_data;

  self->show_idle = 0;
  if (self->current >= 0)
    show_tile (self, self->current);
  else if (self->adjustment)
    gtk_adjustment_set_value (self->adjustment, 0);
  return G_SOURCE_REMOVE;
}

void
venule_montage_view_go_to (VenuleMontageView *self,
                           int                number)
{
  if (self->tiles->len == 0)
    return;

  number = CLAMP (number, 0, (int) self->tiles->len - 1);
  venule_player_pause (self->player);
  venule_player_seek (self->player, g_array_index (self->tiles, VenuleCellMontageTile, number).frame);
}

/* ---- Widget ---- */

static GtkSizeRequestMode
venule_montage_view_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
venule_montage_view_measure (GtkWidget      *widget,
                             GtkOrientation  orientation,
                             int             for_size,
                             int            *minimum,
                             int            *natural,
                             int            *minimum_baseline,
                             int            *natural_baseline)
{
  VenuleMontageView *self = VENULE_MONTAGE_VIEW (widget);
  int columns = MAX (for_size < 0 ? 1 : (for_size + VENULE_CELL_MONTAGE_GAP) /
                     (VENULE_CELL_MONTAGE_TILE + VENULE_CELL_MONTAGE_GAP), 1);

  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    *minimum = *natural = VENULE_CELL_MONTAGE_TILE;
  else
    *minimum = *natural = count_rows (self, columns) * VENULE_CELL_MONTAGE_ROW;
}

static void
venule_montage_view_size_allocate (GtkWidget *widget,
                                   int        width,
                                   int        height,
                                   int        baseline)
{
  VenuleMontageView *self = VENULE_MONTAGE_VIEW (widget);

  invalidate (self);
  want (self);
  if (self->menu)
    gtk_popover_present (self->menu);
}

/* The viewport around it scrolls. */
static void
venule_montage_view_map (GtkWidget *widget)
{
  VenuleMontageView *self = VENULE_MONTAGE_VIEW (widget);
  GtkWidget *scrolled = gtk_widget_get_ancestor (widget, GTK_TYPE_SCROLLED_WINDOW);

  GTK_WIDGET_CLASS (venule_montage_view_parent_class)->map (widget);

  if (scrolled && !self->adjustment)
    {
      self->adjustment = g_object_ref (gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scrolled)));
      g_signal_connect_object (self->adjustment, "value-changed", G_CALLBACK (on_scrolled), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (self->adjustment, "notify::page-size", G_CALLBACK (on_scrolled), self,
                               G_CONNECT_SWAPPED);
    }
  want (self);
}

static void
venule_montage_view_dispose (GObject *object)
{
  VenuleMontageView *self = VENULE_MONTAGE_VIEW (object);

  g_clear_handle_id (&self->show_idle, g_source_remove);
  g_clear_pointer (&self->node, gsk_render_node_unref);
  if (self->menu)
    gtk_widget_unparent (GTK_WIDGET (self->menu));
  self->menu = NULL;
  if (self->player)
    g_signal_handlers_disconnect_by_data (self->player, self);
  if (self->montage)
    g_signal_handlers_disconnect_by_data (self->montage, self);
  g_clear_object (&self->adjustment);
  g_clear_object (&self->montage);
  g_clear_object (&self->track);
  g_clear_object (&self->document);
  g_clear_object (&self->player);

  G_OBJECT_CLASS (venule_montage_view_parent_class)->dispose (object);
}

static void
venule_montage_view_finalize (GObject *object)
{
  g_array_unref (VENULE_MONTAGE_VIEW (object)->tiles);

  G_OBJECT_CLASS (venule_montage_view_parent_class)->finalize (object);
}

static void
venule_montage_view_class_init (VenuleMontageViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = venule_montage_view_dispose;
  object_class->finalize = venule_montage_view_finalize;
  widget_class->get_request_mode = venule_montage_view_get_request_mode;
  widget_class->measure = venule_montage_view_measure;
  widget_class->size_allocate = venule_montage_view_size_allocate;
  widget_class->map = venule_montage_view_map;
  widget_class->snapshot = venule_montage_view_snapshot;
  widget_class->query_tooltip = venule_montage_view_query_tooltip;

  venule_montage_view_bind_keys (widget_class);
  gtk_widget_class_set_css_name (widget_class, "montage");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
venule_montage_view_init (VenuleMontageView *self)
{
  self->tiles = g_array_new (FALSE, FALSE, sizeof (VenuleCellMontageTile));
  self->montage = venule_cell_montage_new ();
  self->current = -1;
  g_signal_connect_swapped (self->montage, "changed", G_CALLBACK (invalidate), self);
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  venule_montage_view_add_pointer (self);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Pictures of the cell, frame by frame"), -1);
}

void
venule_montage_view_set_document (VenuleMontageView *self,
                                  VenuleDocument    *document)
{
  g_return_if_fail (VENULE_IS_MONTAGE_VIEW (self));

  venule_montage_view_set_track (self, NULL);
  g_set_object (&self->document, document);
  venule_cell_montage_set_source (self->montage, document ? venule_document_get_source (document) : NULL);
}

void
venule_montage_view_set_player (VenuleMontageView *self,
                                VenulePlayer      *player)
{
  g_return_if_fail (VENULE_IS_MONTAGE_VIEW (self));
  g_return_if_fail (self->player == NULL);

  self->player = g_object_ref (player);
  g_signal_connect_swapped (player, "notify::position", G_CALLBACK (on_position_changed), self);
}

void
venule_montage_view_set_track (VenuleMontageView *self,
                               VenuleTrack       *track)
{
  gboolean other;

  g_return_if_fail (VENULE_IS_MONTAGE_VIEW (self));

  other = g_set_object (&self->track, track);
  g_array_set_size (self->tiles, 0);
  if (track && venule_document_get_run_settings (self->document))
    list_tiles (self);
  self->current = self->player ? find_tile (self, venule_player_get_position (self->player)) : -1;
  invalidate (self);
  gtk_widget_queue_resize (GTK_WIDGET (self));
  if (other && track && self->show_idle == 0)
    self->show_idle = g_idle_add_full (G_PRIORITY_LOW, on_idle, self, NULL);
  want (self);
}

void
venule_montage_view_set_display_window (VenuleMontageView         *self,
                                        const VenuleDisplayWindow *window)
{
  g_return_if_fail (VENULE_IS_MONTAGE_VIEW (self));

  venule_cell_montage_set_display_window (self->montage, window);
}

char *
venule_montage_view_describe (VenuleMontageView *self)
{
  int columns = venule_montage_view_get_columns (self), first, end, there = 0, all = 0;

  venule_montage_view_get_rows (self, &first, &end);
  for (int i = first * columns; self->track && i < MIN (end * columns, (int) self->tiles->len); i++)
    {
      const VenuleCellMontageTile *tile = &g_array_index (self->tiles, VenuleCellMontageTile, i);
      VenuleThumbnail thumbnail;

      if (tile->index < 0)
        continue;
      thumbnail = venule_montage_view_get_thumbnail (self, &venule_track_get_places (self->track, NULL)[tile->index]);
      there += venule_cell_montage_get (self->montage, tile->frame, &thumbnail) != NULL;
      all++;
    }
  return g_strdup_printf ("%d %d/%d of %u",
                          self->current >= 0
                          ? (int) g_array_index (self->tiles, VenuleCellMontageTile, self->current).frame
                                             : -1,
                          there, all, self->tiles->len);
}

/* venule-canvas-menu.c: the menu of a cell, and of the video beside the cells
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-canvas-private.h"

#include "venule-color-row.h"

#define RESOURCE "/io/github/venule/Venule/ui/venule-canvas-menu.ui"

static void
on_closed (VenuleCanvas *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self));
}

static GtkPopover *
make_menu (VenuleCanvas *self,
           GtkBuilder   *builder,
           const char   *name)
{
  GtkWidget *menu = gtk_popover_menu_new_from_model (G_MENU_MODEL (gtk_builder_get_object (builder, name)));

  gtk_widget_set_parent (menu, GTK_WIDGET (self));
  gtk_popover_set_has_arrow (GTK_POPOVER (menu), FALSE);
  /* With its corner at the pointer, and moved up as far as the screen demands. */
  gtk_popover_set_position (GTK_POPOVER (menu), GTK_POS_RIGHT);
  gtk_widget_set_valign (menu, GTK_ALIGN_START);
  g_signal_connect_swapped (menu, "closed", G_CALLBACK (on_closed), self);
  return GTK_POPOVER (menu);
}

static void
make_menus (VenuleCanvas *self)
{
  g_autoptr (GtkBuilder) builder = NULL;

  if (self->menus.track != NULL)
    return;

  builder = gtk_builder_new_from_resource (RESOURCE);
  self->menus.track = make_menu (self, builder, "track_menu");
  gtk_popover_menu_add_child (GTK_POPOVER_MENU (self->menus.track), venule_color_row_new (), "colors");
  self->menus.video = make_menu (self, builder, "video_menu");
}

void
venule_canvas_drop_menus (VenuleCanvas *self)
{
  if (self->menus.track != NULL)
    gtk_widget_unparent (GTK_WIDGET (self->menus.track));
  if (self->menus.video != NULL)
    gtk_widget_unparent (GTK_WIDGET (self->menus.video));
  self->menus.track = self->menus.video = NULL;
}

void
venule_canvas_present_menus (VenuleCanvas *self)
{
  if (self->menus.track != NULL)
    {
      gtk_popover_present (self->menus.track);
      gtk_popover_present (self->menus.video);
    }
}

gboolean
venule_canvas_is_menu_open (VenuleCanvas *self)
{
  return self->menus.track != NULL && (gtk_widget_get_visible (GTK_WIDGET (self->menus.track)) ||
                                      gtk_widget_get_visible (GTK_WIDGET (self->menus.video)));
}

static void
popup (VenuleCanvas *self,
       GtkPopover   *menu,
       double        x,
       double        y)
{
  gtk_widget_trigger_tooltip_query (GTK_WIDGET (self));
  gtk_popover_set_pointing_to (menu, &(GdkRectangle) { (int) CLAMP (x, 0, self->view.width - 1),
                                                       (int) CLAMP (y, 0, self->view.height - 1), 1, 1 });
  gtk_popover_popup (menu);
}

/**
 * venule_canvas_popup_at:
 * @widget_x: logical px
 * @widget_y: logical px
 *
 * Shows the menu of the cell there, which is selected first unless it is among the selected ones; beside the cells,
 * that of the video.
 */
void
venule_canvas_popup_at (VenuleCanvas *self,
                        double        widget_x,
                        double        widget_y)
{
  VenuleTrack *track;
  double x, y;
  guint id;

  venule_canvas_view_to_video (&self->view, widget_x, widget_y, &x, &y);
  track = venule_canvas_find_track (self, x, y);
  make_menus (self);
  if (track == NULL || self->selection == NULL)
    {
      popup (self, self->menus.video, widget_x, widget_y);
      return;
    }

  id = venule_track_get_id (track);
  if (!venule_selection_contains (self->selection, id))
    venule_canvas_emit_clicked (self, id, FALSE);
  popup (self, self->menus.track, widget_x, widget_y);
}

/**
 * venule_canvas_popup_menu:
 *
 * Shows the menu of what is selected, at its cell where that can be seen; without a selection, that of the video.
 */
void
venule_canvas_popup_menu (VenuleCanvas *self)
{
  GArray *ids = self->selection != NULL ? venule_selection_get_ids (self->selection) : NULL;
  VenulePoint at = { self->view.width / 2, self->view.height / 2 };

  make_menus (self);
  if (ids == NULL || ids->len == 0)
    {
      popup (self, self->menus.video, at.x, at.y);
      return;
    }

  for (guint i = 0; i < ids->len; i++)
    {
      VenuleTrack *track = venule_document_get_track (self->document, g_array_index (ids, guint, i));
      const VenulePlace *spot = track != NULL ? venule_track_get_place_at (track, self->frame->index) : NULL;

      if (spot != NULL)
        {
          venule_canvas_keep_in_sight (self, spot->x, spot->y);
          at = venule_canvas_in_widget (self, (VenulePoint) { spot->x, spot->y });
          break;
        }
    }
  popup (self, self->menus.track, at.x, at.y);
}

/* venule-projection-row.c: chooses whether frames are shown, or one picture of many
 *
 * The pictures are made when one is first asked for, in a thread, and kept as long as the video is on show.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-projection-row.h"

#include <glib/gi18n.h>

#include "venule-projection.h"
#include "venule-task.h"

struct _VenuleProjectionRow
{
  GtkBox            parent_instance;

  GtkDropDown      *drop_down; /* the frames, then each kind of projection */
  GtkSpinner       *spinner;
  GtkLabel         *problem; /* why there is no picture */

  VenuleCanvas     *canvas;
  VenuleDocument   *document;
  VenuleProjection *projection; /* nullable */
  GCancellable     *making;     /* nullable */
};

G_DEFINE_FINAL_TYPE (VenuleProjectionRow, venule_projection_row, GTK_TYPE_BOX)

static char *
dup_name (VenuleProjectionRow *self)
{
  guint n = self->projection->n_frames;

  switch ((VenuleProjectionKind) (gtk_drop_down_get_selected (self->drop_down) - 1))
    {
    case VENULE_PROJECTION_MAXIMUM:
      return g_strdup_printf (ngettext ("Maximum of %u frame", "Maximum of %u frames", n), n);
    case VENULE_PROJECTION_MINIMUM:
      return g_strdup_printf (ngettext ("Minimum of %u frame", "Minimum of %u frames", n), n);
    case VENULE_PROJECTION_MEAN:
      return g_strdup_printf (ngettext ("Mean of %u frame", "Mean of %u frames", n), n);
    case VENULE_PROJECTION_RANGE:
      return g_strdup_printf (ngettext ("Range of %u frame", "Range of %u frames", n), n);
    case VENULE_N_PROJECTIONS:
    default:
      g_assert_not_reached ();
    }
}

static void
make_in_thread (GTask        *task,
                gpointer      source_object,
                gpointer      task_data,
                GCancellable *cancellable)
{
  GError *error = NULL;
  VenuleProjection *projection = venule_projection_new (task_data, cancellable, &error);

  if (projection != NULL)
    g_task_return_pointer (task, projection, (GDestroyNotify) venule_projection_free);
  else
    g_task_return_error (task, error);
}

static void update (VenuleProjectionRow *self);

/* Of what cannot be read the frames stay on show. */
static void
on_made (gpointer  owner,
         GTask    *task)
{
  VenuleProjectionRow *self = owner;
  g_autoptr (GError) error = NULL;
  VenuleProjection *projection = g_task_propagate_pointer (task, &error);

  if (g_task_get_cancellable (task) != self->making)
    {
      g_clear_pointer (&projection, venule_projection_free);
      return;
    }
  g_clear_object (&self->making);
  self->projection = projection;
  if (projection == NULL)
    gtk_drop_down_set_selected (self->drop_down, 0);
  update (self);
  if (error != NULL)
    {
      g_autofree char *sentence = g_strdup_printf (_("The picture cannot be made: %s"), error->message);

      gtk_label_set_label (self->problem, sentence);
      gtk_widget_set_visible (GTK_WIDGET (self->problem), TRUE);
    }
}

static void
update (VenuleProjectionRow *self)
{
  guint selected = gtk_drop_down_get_selected (self->drop_down);
  gboolean wanted = selected != 0 && self->document != NULL;
  g_autofree char *name = NULL;

  if (wanted && self->projection == NULL && self->making == NULL)
    {
      self->making = g_cancellable_new ();
      venule_task_start (self, self->making, update, make_in_thread,
                         g_object_ref (venule_document_get_source (self->document)), g_object_unref, on_made);
    }
  gtk_widget_set_visible (GTK_WIDGET (self->problem), FALSE);
  gtk_spinner_set_spinning (self->spinner, self->making != NULL);
  if (wanted && self->projection != NULL)
    name = dup_name (self);
  if (self->canvas != NULL)
    venule_canvas_set_projection (self->canvas, name != NULL ? self->projection->pictures[selected - 1] : NULL, name);
}

/* Of another video. */
static void
forget (VenuleProjectionRow *self)
{
  g_cancellable_cancel (self->making);
  g_clear_object (&self->making);
  g_clear_pointer (&self->projection, venule_projection_free);
  gtk_drop_down_set_selected (self->drop_down, 0);
  update (self);
}

static void
venule_projection_row_dispose (GObject *object)
{
  VenuleProjectionRow *self = VENULE_PROJECTION_ROW (object);

  venule_projection_row_set_canvas (self, NULL);
  if (self->document != NULL)
    g_signal_handlers_disconnect_by_data (self->document, self);
  g_clear_object (&self->document);
  g_cancellable_cancel (self->making);
  g_clear_object (&self->making);
  g_clear_pointer (&self->projection, venule_projection_free);

  G_OBJECT_CLASS (venule_projection_row_parent_class)->dispose (object);
}

static void
venule_projection_row_class_init (VenuleProjectionRowClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = venule_projection_row_dispose;
}

static void
venule_projection_row_init (VenuleProjectionRow *self)
{
  const char *kinds[] = { _("Frames"), _("Maximum of the frames"), _("Minimum of the frames"), _("Mean of the frames"),
                          _("Range: maximum less minimum"), NULL };
  GtkWidget *label = gtk_label_new_with_mnemonic (_("S_how")), *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  self->drop_down = GTK_DROP_DOWN (gtk_drop_down_new_from_strings (kinds));
  self->spinner = GTK_SPINNER (gtk_spinner_new ());
  gtk_widget_set_name (GTK_WIDGET (self->drop_down), "drop_down");
  gtk_widget_set_hexpand (GTK_WIDGET (self->drop_down), TRUE);
  gtk_label_set_mnemonic_widget (GTK_LABEL (label), GTK_WIDGET (self->drop_down));
  self->problem = GTK_LABEL (gtk_label_new (NULL));
  gtk_widget_set_name (GTK_WIDGET (self->problem), "problem");
  gtk_widget_set_visible (GTK_WIDGET (self->problem), FALSE);
  gtk_widget_add_css_class (GTK_WIDGET (self->problem), "error");
  gtk_label_set_wrap (self->problem, TRUE);
  gtk_label_set_width_chars (self->problem, 20);
  gtk_label_set_max_width_chars (self->problem, 36);
  gtk_label_set_xalign (self->problem, 0);
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_box_set_spacing (GTK_BOX (self), 6);
  gtk_box_append (GTK_BOX (row), label);
  gtk_box_append (GTK_BOX (row), GTK_WIDGET (self->drop_down));
  gtk_box_append (GTK_BOX (row), GTK_WIDGET (self->spinner));
  gtk_box_append (GTK_BOX (self), row);
  gtk_box_append (GTK_BOX (self), GTK_WIDGET (self->problem));
  g_signal_connect_object (self->drop_down, "notify::selected", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
}

void
venule_projection_row_set_canvas (VenuleProjectionRow *self,
                                  VenuleCanvas        *canvas)
{
  g_return_if_fail (VENULE_IS_PROJECTION_ROW (self));

  g_set_object (&self->canvas, canvas);
}

void
venule_projection_row_set_document (VenuleProjectionRow *self,
                                    VenuleDocument      *document)
{
  g_return_if_fail (VENULE_IS_PROJECTION_ROW (self));

  if (document == self->document)
    return;

  if (self->document != NULL)
    g_signal_handlers_disconnect_by_data (self->document, self);
  g_set_object (&self->document, document);
  forget (self);
  if (document != NULL)
    g_signal_connect_swapped (document, "notify::source", G_CALLBACK (forget), self);
}

/* venule-batch-preview.c: the video that is chosen, larger
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-batch-preview.h"

#include <glib/gi18n.h>

#include "venule-batch-picture.h"
#include "venule-number.h"
#include "venule-task.h"

#define SIDE 960 /* px of the picture */
#define WIDTH 300
#define HEIGHT 225

struct _VenuleBatchPreview
{
  GtkBox            parent_instance;

  GtkWidget        *picture;
  GtkLabel         *name, *facts, *settings, *state;

  VenuleBatchVideo *video;
  GCancellable     *cancellable; /* while its picture is made; nullable */
};

G_DEFINE_FINAL_TYPE (VenuleBatchPreview, venule_batch_preview, GTK_TYPE_BOX)

/* ---- Texts ---- */

static void
append (GString    *text,
        const char *name,
        char       *value)
{
  if (text->len > 0)
    g_string_append_c (text, '\n');
  g_string_append_printf (text, "%s: %s", name, value);
  g_free (value);
}

static char *
dup_vessel (VenuleBatchVideo *video)
{
  return g_strdup (venule_batch_video_is_proposed (video)  ? _("proposed")
                   : !venule_batch_video_has_flow (video)  ? _("not drawn yet")
                   : venule_batch_video_has_vessel (video) ? _("drawn")
                                                           : _("whole picture"));
}

static char *
dup_diameter (const VenuleSettings *settings)
{
  const VenuleCalibration *calibration = &settings->calibration;
  g_autofree char *number =
    venule_number_dup_shown (venule_calibration_scale (calibration, settings->cell_diameter), 1);

  return g_strdup_printf ("%s %s", number, venule_calibration_length_unit (calibration));
}

static char *
dup_pixel_size (const VenuleSettings *settings)
{
  g_autofree char *number = venule_number_dup_shown (settings->calibration.pixel_size_um, 3);

  return settings->calibration.pixel_size_um > 0 ? g_strdup_printf (_("%s µm"), number)
                                                 : g_strdup (_("not known, results in px"));
}

static char *
dup_rate (const VenuleSettings *settings)
{
  g_autofree char *number = venule_number_dup_shown (settings->calibration.frame_rate, 2);

  return settings->calibration.frame_rate > 0 ? g_strdup_printf (_("%s frames/s"), number)
                                              : g_strdup (_("as the file says"));
}

static char *
dup_settings (VenuleBatchVideo *video)
{
  const VenuleSettings *settings = venule_batch_video_get_settings (video);
  const char *note = venule_batch_video_get_value (video, "note");
  g_autoptr (GString) text = g_string_new (NULL);

  if (settings)
    {
      append (text, _("Vessel"), dup_vessel (video));
      append (text, _("Cell diameter"), dup_diameter (settings));
      append (text, _("Pixel size"), dup_pixel_size (settings));
      append (text, _("Frame rate"), dup_rate (settings));
    }
  if (note)
    g_string_append_printf (text, "\n%s", note);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
show (VenuleBatchPreview *self)
{
  g_autofree char *name = self->video ? venule_batch_video_dup_name (self->video) : g_strdup ("");
  g_autofree char *facts = self->video ? venule_batch_video_dup_facts (self->video) : g_strdup ("");
  g_autofree char *settings = self->video ? dup_settings (self->video) : g_strdup ("");
  g_autofree char *state = self->video ? venule_batch_video_dup_state (self->video)
                                       : g_strdup (_("Select a video to see it larger."));

  gtk_label_set_label (self->name, name);
  gtk_label_set_label (self->facts, facts);
  gtk_label_set_label (self->settings, settings);
  gtk_label_set_label (self->state, state);
}

/* ---- The picture ---- */

typedef struct {
  char               *path;
  VenuleInputOptions  input;
} Look;

static void
look_free (gpointer data)
{
  g_free (((Look *) data)->path);
  g_free (data);
}

static void
look_in_thread (GTask        *task,
                gpointer      source_object,
                gpointer      task_data,
                GCancellable *cancellable)
{
  const Look *look = task_data;

  g_task_return_pointer (task, venule_batch_look_new (look->path, &look->input, SIDE, cancellable),
                         (GDestroyNotify) venule_batch_look_free);
}

static void
on_looked (gpointer  owner,
           GTask    *task)
{
  VenuleBatchPreview *self = VENULE_BATCH_PREVIEW (owner);
  g_autoptr (VenuleBatchLook) seen = g_task_propagate_pointer (task, NULL);

  if (g_task_get_cancellable (task) != self->cancellable || !seen)
    return;
  g_clear_object (&self->cancellable);
  venule_batch_picture_set_texture (VENULE_BATCH_PICTURE (self->picture), seen->texture);
}

static void
look_closer (VenuleBatchPreview *self)
{
  g_autofree char *path = venule_batch_video_dup_path (self->video);
  Look *look;

  if (!path)
    return;
  look = g_new0 (Look, 1);
  look->path = g_steal_pointer (&path);
  look->input = *venule_batch_video_get_input (self->video);
  self->cancellable = g_cancellable_new ();
  venule_task_start (self, self->cancellable, look_closer, look_in_thread, look, look_free, on_looked);
}

void
venule_batch_preview_set_video (VenuleBatchPreview *self,
                                VenuleBatchVideo   *video)
{
  g_return_if_fail (VENULE_IS_BATCH_PREVIEW (self));

  if (self->video == video)
    return;
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  if (self->video)
    g_signal_handlers_disconnect_by_data (self->video, self);
  g_set_object (&self->video, video);
  venule_batch_picture_set_texture (VENULE_BATCH_PICTURE (self->picture), NULL);
  venule_batch_picture_set_video (VENULE_BATCH_PICTURE (self->picture), video);
  if (video)
    {
      g_signal_connect_object (video, "changed", G_CALLBACK (show), self, G_CONNECT_SWAPPED);
      look_closer (self);
    }
  show (self);
}

/* ---- Object ---- */

static GtkLabel *
append_label (VenuleBatchPreview *self,
              const char         *name,
              const char         *css_class)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_widget_set_name (label, name);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_widget_add_css_class (label, css_class);
  gtk_box_append (GTK_BOX (self), label);
  return GTK_LABEL (label);
}

static void
venule_batch_preview_dispose (GObject *object)
{
  VenuleBatchPreview *self = VENULE_BATCH_PREVIEW (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  if (self->video)
    g_signal_handlers_disconnect_by_data (self->video, self);
  g_clear_object (&self->video);

  G_OBJECT_CLASS (venule_batch_preview_parent_class)->dispose (object);
}

static void
venule_batch_preview_class_init (VenuleBatchPreviewClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = venule_batch_preview_dispose;
}

static void
venule_batch_preview_init (VenuleBatchPreview *self)
{
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_box_set_spacing (GTK_BOX (self), 6);
  self->picture = venule_batch_picture_new (WIDTH, HEIGHT, TRUE);
  gtk_widget_set_margin_bottom (self->picture, 6);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->picture), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("First frame with vessel and flow"), -1);
  gtk_box_append (GTK_BOX (self), self->picture);
  self->name = append_label (self, "name_label", "heading");
  self->facts = append_label (self, "facts_label", "dim-label");
  self->settings = append_label (self, "settings_label", "caption");
  self->state = append_label (self, "state_label", "caption-heading");
  show (self);
}

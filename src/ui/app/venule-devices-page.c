/* venule-devices-page.c: what can compute on this machine, and how fast
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-devices-page.h"

#include <glib/gi18n.h>

#include "venule-backend.h"
#include "venule-device-benchmark.h"
#include "venule-number.h"
#include "venule-task.h"

/* A graphics card may take seconds to open: all that touches a device is done in a thread. */
struct _VenuleDevicesPage
{
  AdwPreferencesPage    parent_instance;

  AdwPreferencesGroup  *group;
  AdwActionRow         *waiting_row;
  GtkWidget            *measure_button;
  GtkSpinner           *spinner;
  GtkLabel             *explanation;

  GPtrArray            *devices; /* of VenuleDeviceInfo; NULL until they are known */
  GPtrArray            *labels;  /* of GtkLabel: what is measured of each */
  GCancellable         *cancellable;
};

G_DEFINE_FINAL_TYPE (VenuleDevicesPage, venule_devices_page, ADW_TYPE_PREFERENCES_PAGE)

/* What was measured of a device; @error where that failed. */
typedef struct {
  double  frames_per_second;
  GError *error;
} Speed;

static void
speed_clear (gpointer data)
{
  g_clear_error (&((Speed *) data)->error);
}

/* ---- How fast ---- */

static void
measure_in_thread (GTask        *task,
                   gpointer      source,
                   gpointer      data,
                   GCancellable *cancellable)
{
  GPtrArray *devices = data;
  GArray *speeds = g_array_new (FALSE, TRUE, sizeof (Speed));

  g_array_set_clear_func (speeds, speed_clear);
  for (guint i = 0; i < devices->len; i++)
    {
      const VenuleDeviceInfo *info = g_ptr_array_index (devices, i);
      Speed speed = { 0 };

      if (info->ready)
        venule_device_benchmark_measure (info, cancellable, &speed.frames_per_second, &speed.error);
      g_array_append_val (speeds, speed);
    }
  g_task_return_pointer (task, speeds, (GDestroyNotify) g_array_unref);
}

static void
show_at_work (VenuleDevicesPage *self,
              gboolean           at_work)
{
  gtk_widget_set_sensitive (self->measure_button, !at_work);
  gtk_widget_set_visible (GTK_WIDGET (self->spinner), at_work);
  gtk_spinner_set_spinning (self->spinner, at_work);
}

static void
on_measured (gpointer  owner,
             GTask    *task)
{
  VenuleDevicesPage *self = VENULE_DEVICES_PAGE (owner);
  g_autoptr (GArray) speeds = g_task_propagate_pointer (task, NULL);

  /* The window has been closed. */
  if (speeds == NULL || self->devices == NULL)
    return;

  for (guint i = 0; i < speeds->len; i++)
    {
      const VenuleDeviceInfo *info = g_ptr_array_index (self->devices, i);
      const Speed *speed = &g_array_index (speeds, Speed, i);
      g_autofree char *number = venule_number_dup_significant (speed->frames_per_second, 3);
      g_autofree char *text = NULL;

      if (!info->ready)
        continue;
      text = speed->error ? g_strdup (_("Failed")) : g_strdup_printf (_("%s frames/s"), number);
      gtk_label_set_label (g_ptr_array_index (self->labels, i), text);
      gtk_widget_set_tooltip_text (g_ptr_array_index (self->labels, i), speed->error ? speed->error->message : NULL);
    }
  show_at_work (self, FALSE);
}

static void
on_measure_clicked (VenuleDevicesPage *self)
{
  show_at_work (self, TRUE);
  venule_task_start (self, self->cancellable, on_measure_clicked, measure_in_thread, g_ptr_array_ref (self->devices),
                     (GDestroyNotify) g_ptr_array_unref, on_measured);
}

/* ---- Which there are ---- */

static void
list_in_thread (GTask        *task,
                gpointer      source,
                gpointer      data,
                GCancellable *cancellable)
{
  g_task_return_pointer (task, venule_backend_list_devices (), (GDestroyNotify) g_ptr_array_unref);
}

static void
add_row (VenuleDevicesPage      *self,
         const VenuleDeviceInfo *info)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *label = gtk_label_new (NULL);
  g_autofree char *subtitle = NULL;

  subtitle = info->ready ? venule_device_dup_shown (info->description)
                         /* Translators: %s is the reason, such as "there is no NVIDIA driver on this machine" */
                         : g_strdup_printf (_("Cannot be used: %s"), info->description);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row),
                                 info->device == VENULE_DEVICE_CPU ? _("Processor") : _("NVIDIA graphics card"));
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 0);
  gtk_widget_add_css_class (label, "numeric");
  gtk_widget_add_css_class (label, "dim-label");
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), label);
  g_ptr_array_add (self->labels, label);
  adw_preferences_group_add (self->group, row);
}

static void
on_listed (gpointer  owner,
           GTask    *task)
{
  VenuleDevicesPage *self = VENULE_DEVICES_PAGE (owner);
  g_autoptr (GPtrArray) devices = g_task_propagate_pointer (task, NULL);

  if (devices == NULL || self->labels == NULL)
    return;

  self->devices = g_steal_pointer (&devices);
  adw_preferences_group_remove (self->group, GTK_WIDGET (self->waiting_row));
  for (guint i = 0; i < self->devices->len; i++)
    add_row (self, g_ptr_array_index (self->devices, i));
  gtk_widget_set_sensitive (self->measure_button, TRUE);
}

/* ---- The page ---- */

static void
venule_devices_page_dispose (GObject *object)
{
  VenuleDevicesPage *self = VENULE_DEVICES_PAGE (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_pointer (&self->devices, g_ptr_array_unref);
  g_clear_pointer (&self->labels, g_ptr_array_unref);

  G_OBJECT_CLASS (venule_devices_page_parent_class)->dispose (object);
}

static void
venule_devices_page_finalize (GObject *object)
{
  g_clear_object (&VENULE_DEVICES_PAGE (object)->cancellable);

  G_OBJECT_CLASS (venule_devices_page_parent_class)->finalize (object);
}

static void
venule_devices_page_class_init (VenuleDevicesPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = venule_devices_page_dispose;
  G_OBJECT_CLASS (klass)->finalize = venule_devices_page_finalize;

  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/venule/Venule/ui/venule-devices-page.ui");
  gtk_widget_class_bind_template_child (widget_class, VenuleDevicesPage, group);
  gtk_widget_class_bind_template_child (widget_class, VenuleDevicesPage, waiting_row);
  gtk_widget_class_bind_template_child (widget_class, VenuleDevicesPage, measure_button);
  gtk_widget_class_bind_template_child (widget_class, VenuleDevicesPage, spinner);
  gtk_widget_class_bind_template_child (widget_class, VenuleDevicesPage, explanation);
  gtk_widget_class_bind_template_callback (widget_class, on_measure_clicked);
}

static void
venule_devices_page_init (VenuleDevicesPage *self)
{
  g_autofree char *text = NULL;

  gtk_widget_init_template (GTK_WIDGET (self));
  self->labels = g_ptr_array_new ();
  self->cancellable = g_cancellable_new ();
  text = g_strdup_printf (
    _("Frames/s of the whole analysis of a made video of %d×%d px with %d cells, without reading a file. Other "
       "work on this machine, such as an analysis that runs, makes them fewer."),
    VENULE_DEVICE_BENCHMARK_WIDTH, VENULE_DEVICE_BENCHMARK_HEIGHT, VENULE_DEVICE_BENCHMARK_CELLS);
  gtk_label_set_label (self->explanation, text);

  venule_task_start (self, self->cancellable, venule_devices_page_init, list_in_thread, NULL, NULL, on_listed);
}

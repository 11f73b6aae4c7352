/* venule-input-dialog.c: asks what of a file is the video
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-input-dialog.h"

#include <glib/gi18n.h>

#include "venule-choice-list.h"

/* More are chosen by their number. */
#define MAX_NAMES 64

struct _VenuleInputDialog
{
  AdwMessageDialog parent_instance;

  VenuleStack       *stack;
  VenuleInputOptions options;

  GtkWidget       *list;
  AdwComboRow     *series_row;
  AdwComboRow     *axis_row;
  AdwComboRow     *channel_row;
  GtkWidget       *slice_row;
  GtkSpinButton   *slice_spin;
  AdwComboRow     *gray_row;
  AdwComboRow     *fields_row;
};

G_DEFINE_FINAL_TYPE (VenuleInputDialog, venule_input_dialog, ADW_TYPE_MESSAGE_DIALOG)

/* The first entry of a question stands for no answer yet. */
static int
get_answer (AdwComboRow *row)
{
  return row ? (int) adw_combo_row_get_selected (row) : 0;
}

static gboolean
is_answered (AdwComboRow *row)
{
  return !row || !gtk_widget_get_visible (GTK_WIDGET (row)) || adw_combo_row_get_selected (row) > 0;
}

/* Only an only slice, or frames that are slices, leave nothing to choose there. */
static void
update (VenuleInputDialog *self)
{
  VenuleInputOptions *options = &self->options;

  if (self->series_row)
    options->series = get_answer (self->series_row);
  if (self->axis_row)
    options->axis = (VenuleAxis[]) { VENULE_AXIS_UNKNOWN, self->stack->n_slices > 1 ? VENULE_AXIS_SLICE :
                                     VENULE_AXIS_CHANNEL, VENULE_AXIS_TIME }[get_answer (self->axis_row)];
  if (self->channel_row)
    {
      gtk_widget_set_visible (GTK_WIDGET (self->channel_row), options->axis != VENULE_AXIS_CHANNEL);
      options->channel = options->axis != VENULE_AXIS_CHANNEL ? get_answer (self->channel_row) : 0;
    }
  if (self->slice_row)
    {
      gboolean asked = options->axis == VENULE_AXIS_TIME || !self->axis_row;

      gtk_widget_set_visible (self->slice_row, asked);
      options->slice = asked ? gtk_spin_button_get_value_as_int (self->slice_spin) : 0;
    }
  if (self->gray_row)
    options->gray = adw_combo_row_get_selected (self->gray_row);
  if (self->fields_row)
    options->fields = adw_combo_row_get_selected (self->fields_row);

  adw_message_dialog_set_response_enabled (ADW_MESSAGE_DIALOG (self), "open",
                                           is_answered (self->series_row) && is_answered (self->axis_row) &&
                                             is_answered (self->channel_row));
}

static AdwComboRow *
add_row (VenuleInputDialog *self,
         const char          *title,
         const char          *subtitle,
         const char *const   *names,
         guint                selected)
{
  GtkWidget *row = adw_combo_row_new ();
  g_autoptr (GtkStringList) model = gtk_string_list_new (names);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  if (subtitle)
    adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  adw_combo_row_set_model (ADW_COMBO_ROW (row), G_LIST_MODEL (model));
  venule_choice_list_show_whole (ADW_COMBO_ROW (row));
  adw_combo_row_set_selected (ADW_COMBO_ROW (row), selected);
  g_signal_connect_object (row, "notify::selected", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  gtk_list_box_append (GTK_LIST_BOX (self->list), row);
  return ADW_COMBO_ROW (row);
}

/* Numbers, with names where the file has them, behind a first entry that stands for no answer. */
static AdwComboRow *
add_numbers (VenuleInputDialog *self,
             const char        *title,
             GPtrArray         *names,
             int                n,
             int                chosen)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) entries = NULL;

  g_strv_builder_add (builder, _("Choose…"));
  for (int i = 0; i < MIN (n, MAX_NAMES); i++)
    {
      const char *name = names && i < (int) names->len ? g_ptr_array_index (names, i) : "";
      g_autofree char *entry = *name ? g_strdup_printf ("%d: %s", i + 1, name) : g_strdup_printf ("%d", i + 1);

      g_strv_builder_add (builder, entry);
    }
  entries = g_strv_builder_end (builder);
  return add_row (self, title, NULL, (const char *const *) entries, chosen);
}

static void
add_slices (VenuleInputDialog *self)
{
  GtkWidget *spin = gtk_spin_button_new_with_range (1, self->stack->n_slices, 1);

  self->slice_row = adw_action_row_new ();
  self->slice_spin = GTK_SPIN_BUTTON (spin);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->slice_row), _("Slice of depth"));
  gtk_spin_button_set_value (self->slice_spin, MAX (self->options.slice, 1));
  gtk_widget_set_valign (spin, GTK_ALIGN_CENTER);
  adw_action_row_add_suffix (ADW_ACTION_ROW (self->slice_row), spin);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (self->slice_row), spin);
  g_signal_connect_object (spin, "value-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  gtk_list_box_append (GTK_LIST_BOX (self->list), self->slice_row);
}

static void
add_stack (VenuleInputDialog *self)
{
  VenuleStack *stack = self->stack;
  VenuleAxis axis = self->options.axis;
  const char *slices[] = { _("Choose…"), _("Frames of a video"), _("Slices of depth"), NULL };
  const char *channels[] = { _("Choose…"), _("Frames of a video"), _("Channels"), NULL };

  if (stack->n_series > 1)
    self->series_row = add_numbers (self, _("Image in the file"), NULL, stack->n_series, self->options.series);
  /* The rest is about one of the images, which is asked for first. */
  if (stack->n_series > 1 && self->options.series == 0)
    return;

  if (stack->n_times == 1 && (stack->n_slices > 1 || stack->n_channels > 4))
    {
      g_autofree char *subtitle = g_strdup_printf (
        stack->n_slices > 1 ? _("The file says: %d slices at one time") : _("The file says: %d channels at one time"),
        stack->n_slices > 1 ? stack->n_slices : stack->n_channels);

      self->axis_row = add_row (self, _("Its pictures are"), subtitle, stack->n_slices > 1 ? slices : channels,
                                axis == VENULE_AXIS_UNKNOWN ? 0 : axis == VENULE_AXIS_TIME ? 2 : 1);
    }
  if (stack->n_channels > 1)
    self->channel_row = add_numbers (self, _("Channel with the cells"), stack->channel_names, stack->n_channels,
                                     self->options.channel);
  if (stack->n_slices > 1)
    add_slices (self);
}

static void
add_source (VenuleInputDialog *self,
            VenuleSource      *source)
{
  const char *grays[] = { _("Brightness"), _("Red only"), _("Green only"), _("Blue only"), NULL };
  const char *fields[] = { _("Whole frames"), _("Split, upper lines first"), _("Split, lower lines first"), NULL };
  VenuleFields order;
  const char *seen = NULL;

  if (venule_source_get_has_color (source))
    self->gray_row = add_row (self, _("Gray levels"), NULL, grays, self->options.gray);

  switch (venule_source_get_interlacing (source, &order))
    {
    case VENULE_INTERLACING_COMBED:
      seen = order == VENULE_FIELDS_BOTTOM_FIRST ? _("Combs are seen, lower lines first")
                                                 : _("Combs are seen, upper lines first");
      break;
    case VENULE_INTERLACING_FALSE:
      seen = _("The file says interlaced, but there are no combs");
      break;
    case VENULE_INTERLACING_UNSEEN:
      seen = _("The file says interlaced; nothing shows it");
      break;
    case VENULE_INTERLACING_NONE:
    default:
      break;
    }
  self->fields_row = add_row (self, _("Interlaced lines"), seen, fields, self->options.fields);
}

static void
venule_input_dialog_finalize (GObject *object)
{
  g_clear_pointer (&VENULE_INPUT_DIALOG (object)->stack, venule_stack_free);

  G_OBJECT_CLASS (venule_input_dialog_parent_class)->finalize (object);
}

static void
venule_input_dialog_class_init (VenuleInputDialogClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = venule_input_dialog_finalize;
}

static void
venule_input_dialog_init (VenuleInputDialog *self)
{
  self->list = gtk_list_box_new ();
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (self->list), GTK_SELECTION_NONE);
  gtk_widget_add_css_class (self->list, "boxed-list");
  gtk_widget_set_size_request (self->list, 340, -1);
  adw_message_dialog_set_extra_child (ADW_MESSAGE_DIALOG (self), self->list);
}

/**
 * venule_input_dialog_new:
 * @parent: the window
 * @name: of the file, for people
 * @stack: (nullable) (transfer full): what there is to choose from in a stack
 * @options: what was chosen so far
 * @source: (nullable): the video, when it is open already and is to be read in another way
 *
 * Returns: (transfer none): the dialog
 */
GtkWidget *
venule_input_dialog_new (GtkWindow                *parent,
                         const char               *name,
                         VenuleStack              *stack,
                         const VenuleInputOptions *options,
                         VenuleSource             *source)
{
  VenuleInputDialog *self = g_object_new (VENULE_TYPE_INPUT_DIALOG, "transient-for", parent, "modal", TRUE, NULL);
  AdwMessageDialog *dialog = ADW_MESSAGE_DIALOG (self);

  self->stack = stack;
  self->options = *options;
  adw_message_dialog_set_heading (dialog, source ? _("How the Video Is Read") : _("What Is the Video?"));
  adw_message_dialog_format_body (dialog,
                                  source ? _("“%s” is opened again in the way that you choose here. What you have "
                                              "done so far stays in its window.")
                                         : _("“%s” can be read in more than one way. Choose what the video is."),
                                  name);
  adw_message_dialog_add_responses (dialog, "cancel", _("_Cancel"), "open", source ? _("_Open Again") : _("_Open"),
                                    NULL);
  adw_message_dialog_set_response_appearance (dialog, "open", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (dialog, "open");
  adw_message_dialog_set_close_response (dialog, "cancel");
  if (stack)
    add_stack (self);
  if (source)
    add_source (self, source);
  update (self);
  return GTK_WIDGET (self);
}

/**
 * venule_input_dialog_get_options:
 * @self: a dialog
 *
 * Returns: (transfer none): what was chosen
 */
const VenuleInputOptions *
venule_input_dialog_get_options (VenuleInputDialog *self)
{
  g_return_val_if_fail (VENULE_IS_INPUT_DIALOG (self), NULL);

  return &self->options;
}

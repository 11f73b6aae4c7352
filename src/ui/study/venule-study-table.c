/* venule-study-table.c: the recordings of a comparison, with their labels to be edited
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-study-table.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "venule-number.h"
#include "venule-table-column.h"

/* A name has room for, at least; a shorter one needs no shortening. */
#define NAME_CHARS 12

struct _VenuleStudyTable
{
  GtkWidget          parent_instance;

  GtkColumnView     *view;
  GtkMultiSelection *selection;
  VenuleStudy       *study;
};

G_DEFINE_FINAL_TYPE (VenuleStudyTable, venule_study_table, GTK_TYPE_WIDGET)

/* ---- Labels ---- */

static void
set_label (VenuleStudyTable     *self,
           VenuleStudyRecording *recording,
           const char           *property,
           const char           *text)
{
  g_autoptr (GtkBitset) selected = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));
  gboolean among_them = FALSE;

  for (guint64 i = 0; i < gtk_bitset_get_size (selected); i++)
    among_them |= venule_study_get (self->study, gtk_bitset_get_nth (selected, (guint) i)) == recording;

  g_object_set (recording, property, text, NULL);
  /* What is typed in one of several selected rows is meant for all of them. */
  for (guint64 i = 0; among_them && i < gtk_bitset_get_size (selected); i++)
    g_object_set (venule_study_get (self->study, gtk_bitset_get_nth (selected, (guint) i)), property, text, NULL);
}

static void
take_entry (GtkWidget *entry)
{
  VenuleStudyTable *self = VENULE_STUDY_TABLE (gtk_widget_get_ancestor (entry, VENULE_TYPE_STUDY_TABLE));
  const char *property = g_object_get_data (G_OBJECT (entry), "property");
  VenuleStudyRecording *recording = g_object_get_data (G_OBJECT (entry), "recording");
  g_autofree char *before = NULL;

  /* The row may be on its way out. */
  if (!self || !recording)
    return;
  g_object_get (recording, property, &before, NULL);
  if (!g_str_equal (before, gtk_editable_get_text (GTK_EDITABLE (entry))))
    set_label (self, recording, property, gtk_editable_get_text (GTK_EDITABLE (entry)));
}

static void
on_entry_left (GtkEventController *focus)
{
  take_entry (gtk_event_controller_get_widget (focus));
}

/* As in a spreadsheet: to the same label of the next row. */
static void
on_entry_activated (GtkWidget *entry)
{
  take_entry (entry);
  gtk_widget_child_focus (gtk_widget_get_ancestor (entry, GTK_TYPE_COLUMN_VIEW), GTK_DIR_DOWN);
}

static void
show_label (GtkWidget  *entry,
            GParamSpec *pspec,
            GObject    *recording)
{
  g_autofree char *text = NULL;

  g_object_get (recording, g_object_get_data (G_OBJECT (entry), "property"), &text, NULL);
  if (!g_str_equal (text, gtk_editable_get_text (GTK_EDITABLE (entry))))
    gtk_editable_set_text (GTK_EDITABLE (entry), text);
  /* It may be longer than its column. */
  gtk_widget_set_tooltip_text (entry, *text ? text : NULL);
}

static void
set_up_label (GtkListItem *item,
              const char  *property,
              const char  *name,
              int          chars)
{
  GtkWidget *entry = gtk_entry_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();

  gtk_editable_set_width_chars (GTK_EDITABLE (entry), chars);
  gtk_editable_set_max_width_chars (GTK_EDITABLE (entry), chars);
  gtk_widget_add_css_class (entry, "label-cell");
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  g_object_set_data (G_OBJECT (entry), "property", (gpointer) property);
  g_signal_connect (focus, "leave", G_CALLBACK (on_entry_left), NULL);
  g_signal_connect (entry, "activate", G_CALLBACK (on_entry_activated), NULL);
  gtk_widget_add_controller (entry, focus);
  gtk_list_item_set_child (item, entry);
}

static void
set_up_animal (GtkListItem *item)
{
  set_up_label (item, "animal", _("Animal"), 4);
}

static void
set_up_group (GtkListItem *item)
{
  set_up_label (item, "group", _("Group"), 9);
}

static void
set_up_time_point (GtkListItem *item)
{
  set_up_label (item, "time-point", _("Time point"), 5);
}

static void
on_recording_notify (GObject    *recording,
                     GParamSpec *pspec,
                     GtkWidget  *entry)
{
  show_label (entry, pspec, recording);
}

static void
bind_label (GtkListItem *item)
{
  GtkWidget *entry = gtk_list_item_get_child (item);
  GObject *recording = gtk_list_item_get_item (item);

  g_object_set_data (G_OBJECT (entry), "recording", recording);
  show_label (entry, NULL, recording);
  g_signal_connect_object (recording, "notify", G_CALLBACK (on_recording_notify), entry, 0);
}

static void
unbind (GtkListItem *item)
{
  GObject *recording = gtk_list_item_get_item (item);
  GtkWidget *child = gtk_list_item_get_child (item);

  g_object_set_data (G_OBJECT (child), "recording", NULL);
  if (recording)
    g_signal_handlers_disconnect_by_data (recording, child);
}

/* ---- The other columns ---- */

static void
on_included_toggled (GtkCheckButton *button)
{
  VenuleStudyRecording *recording = g_object_get_data (G_OBJECT (button), "recording");

  if (recording)
    venule_study_recording_set_included (recording, gtk_check_button_get_active (button));
}

static void
set_up_included (GtkListItem *item)
{
  GtkWidget *button = gtk_check_button_new ();

  gtk_widget_set_tooltip_text (button, _("Counts in the comparison"));
  g_signal_connect (button, "toggled", G_CALLBACK (on_included_toggled), NULL);
  gtk_list_item_set_child (item, button);
}

static void
bind_included (GtkListItem *item)
{
  GtkWidget *button = gtk_list_item_get_child (item);
  VenuleStudyRecording *recording = gtk_list_item_get_item (item);

  gtk_check_button_set_active (GTK_CHECK_BUTTON (button), venule_study_recording_get_included (recording));
  g_object_set_data (G_OBJECT (button), "recording", recording);
}

static void
set_up_text (GtkListItem *item)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_width_chars (GTK_LABEL (label), NAME_CHARS);
  gtk_list_item_set_child (item, label);
}

static void
set_up_number (GtkListItem *item)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 1);
  gtk_widget_add_css_class (label, "numeric");
  gtk_list_item_set_child (item, label);
}

static gboolean
separates (char sign)
{
  return sign != '\0' && strchr (" _-.", sign) != NULL;
}

/* What all names have in common at their beginnings and at their ends is left out of one that is long, as far as whole
 * words go: the column has room for little, and that is to tell recordings apart. */
static char *
dup_short_name (VenuleStudy *study,
                const char  *name)
{
  gsize length = strlen (name), before = length, behind = length;

  for (guint i = 0; i < venule_study_get_n (study); i++)
    {
      const char *other = venule_study_recording_get_name (venule_study_get (study, i));
      gsize other_length = strlen (other), n = 0;

      while (n < before && other[n] == name[n])
        n++;
      before = n;
      for (n = 0; n < behind && n < other_length && other[other_length - 1 - n] == name[length - 1 - n];)
        n++;
      behind = n;
    }
  while (before > 0 && !separates (name[before - 1]))
    before--;
  while (behind > 0 && !separates (name[length - behind]))
    behind--;
  if (g_utf8_strlen (name, -1) <= NAME_CHARS || before + behind >= length)
    return g_strdup (name);
  return g_strdup_printf ("%s%.*s", before > 0 ? "…" : "", (int) (length - before - behind), name + before);
}

/* A name, with the reason where there is nothing behind it. */
static void
show_name (GtkListItem *item)
{
  VenuleStudyRecording *recording = gtk_list_item_get_item (item);
  GtkWidget *label = gtk_list_item_get_child (item);
  VenuleStudyTable *self = VENULE_STUDY_TABLE (gtk_widget_get_ancestor (label, VENULE_TYPE_STUDY_TABLE));
  const char *name = recording ? venule_study_recording_get_name (recording) : "";
  const char *problem = recording ? venule_study_recording_get_problem (recording) : NULL;
  g_autofree char *shown = recording && self && self->study ? dup_short_name (self->study, name) : g_strdup (name);

  if (!recording)
    return;
  gtk_label_set_label (GTK_LABEL (label), shown);
  gtk_widget_set_tooltip_text (label, problem ? problem : venule_study_recording_get_path (recording));
  if (problem)
    gtk_widget_add_css_class (label, "error");
  else
    gtk_widget_remove_css_class (label, "error");
}

static void
show_value (GtkListItem *item)
{
  VenuleStudyRecording *recording = gtk_list_item_get_item (item);
  GtkWidget *label = gtk_list_item_get_child (item);
  VenuleStudyTable *self = VENULE_STUDY_TABLE (gtk_widget_get_ancestor (label, VENULE_TYPE_STUDY_TABLE));
  const VenuleStudyNumbers *numbers = recording ? venule_study_recording_get_numbers (recording) : NULL;
  g_autofree char *text = NULL;

  if (numbers && self && self->study)
    {
      guint n;
      const VenuleStudyQuantity *first = venule_study_get_quantities (&n);
      const VenuleStudyValue *value =
        &g_array_index (numbers->values, VenuleStudyValue, venule_study_get_quantity (self->study) - first);

      if (isfinite (value->value))
        {
          g_autofree char *number = venule_number_dup_shown (value->value, 2);

          text = g_strdup_printf ("%s %s", number, value->unit);
        }
    }
  gtk_label_set_label (GTK_LABEL (label), text ? text : "–");
}


/* ---- Widget ---- */

static void
on_setup (GtkSignalListItemFactory *factory,
          GtkListItem              *item,
          gpointer                  user_data)
{
  void (*set_up) (GtkListItem *) = user_data;

  set_up (item);
}

static void
on_bind (GtkSignalListItemFactory *factory,
         GtkListItem              *item,
         gpointer                  user_data)
{
  void (*bind) (GtkListItem *) = user_data;

  venule_table_leave_clicks_to_row (item);
  if (bind)
    bind (item);
}

static void
on_unbind (GtkSignalListItemFactory *factory,
           GtkListItem              *item,
           gpointer                  user_data)
{
  unbind (item);
}

/* What hangs on more than its recording: another quantity, numbers that arrive, names that others join. */
static void
on_bind_all (GtkSignalListItemFactory *factory,
             GtkListItem              *item,
             VenuleStudyTable         *self)
{
  void (*show) (GtkListItem *) = g_object_get_data (G_OBJECT (factory), "show");

  show (item);
  if (self->study)
    g_signal_connect_object (self->study, "changed", G_CALLBACK (show), item, G_CONNECT_SWAPPED);
}

static void
on_unbind_all (GtkSignalListItemFactory *factory,
               GtkListItem              *item,
               VenuleStudyTable         *self)
{
  if (self->study)
    g_signal_handlers_disconnect_by_data (self->study, item);
}

static GtkListItemFactory *
append_column (VenuleStudyTable *self,
               const char       *title,
               gboolean          wide,
               void            (*set_up) (GtkListItem *item),
               void            (*bind) (GtkListItem *item))
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GtkColumnViewColumn *column = gtk_column_view_column_new (title, factory);

  g_signal_connect (factory, "setup", G_CALLBACK (on_setup), set_up);
  g_signal_connect (factory, "bind", G_CALLBACK (on_bind), bind);
  g_signal_connect (factory, "unbind", G_CALLBACK (on_unbind), NULL);
  gtk_column_view_column_set_expand (column, wide);
  gtk_column_view_column_set_resizable (column, *title != '\0');
  gtk_column_view_append_column (self->view, column);
  g_object_unref (column);
  return factory;
}

static void
append_shared_column (VenuleStudyTable *self,
                      const char       *title,
                      gboolean          wide,
                      void            (*set_up) (GtkListItem *item),
                      void            (*show) (GtkListItem *item))
{
  GtkListItemFactory *factory = append_column (self, title, wide, set_up, NULL);

  g_object_set_data (G_OBJECT (factory), "show", show);
  g_signal_connect (factory, "bind", G_CALLBACK (on_bind_all), self);
  g_signal_connect (factory, "unbind", G_CALLBACK (on_unbind_all), self);
}

static void
venule_study_table_dispose (GObject *object)
{
  VenuleStudyTable *self = VENULE_STUDY_TABLE (object);
  GtkWidget *child;

  venule_study_table_set_study (self, NULL);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))))
    gtk_widget_unparent (child);
  g_clear_object (&self->selection);

  G_OBJECT_CLASS (venule_study_table_parent_class)->dispose (object);
}

static void
venule_study_table_class_init (VenuleStudyTableClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = venule_study_table_dispose;

  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Delete, 0, "win.remove", NULL);
}

static void
venule_study_table_init (VenuleStudyTable *self)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();

  self->selection = gtk_multi_selection_new (NULL);
  self->view = GTK_COLUMN_VIEW (gtk_column_view_new (g_object_ref (GTK_SELECTION_MODEL (self->selection))));
  gtk_widget_add_css_class (GTK_WIDGET (self->view), "data-table");
  append_column (self, "", FALSE, set_up_included, bind_included);
  append_shared_column (self, _("Recording"), TRUE, set_up_text, show_name);
  append_column (self, _("Animal"), FALSE, set_up_animal, bind_label);
  append_column (self, _("Group"), TRUE, set_up_group, bind_label);
  append_column (self, _("Time point"), FALSE, set_up_time_point, bind_label);
  append_shared_column (self, _("Value"), FALSE, set_up_number, show_value);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), GTK_WIDGET (self->view));
  gtk_widget_set_parent (scroller, GTK_WIDGET (self));
}

/**
 * venule_study_table_set_study:
 * @self: a table
 * @study: (nullable): whose recordings are shown
 */
void
venule_study_table_set_study (VenuleStudyTable *self,
                              VenuleStudy      *study)
{
  g_return_if_fail (VENULE_IS_STUDY_TABLE (self));

  if (self->study == study)
    return;

  /* Rows let go of the study that they show. */
  if (self->selection)
    gtk_multi_selection_set_model (self->selection, NULL);
  g_set_object (&self->study, study);
  if (study)
    gtk_multi_selection_set_model (self->selection, G_LIST_MODEL (study));
}

void
venule_study_table_remove_selected (VenuleStudyTable *self)
{
  g_autoptr (GtkBitset) selected = NULL;

  g_return_if_fail (VENULE_IS_STUDY_TABLE (self));

  selected = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));
  for (guint64 i = gtk_bitset_get_size (selected); i > 0; i--)
    venule_study_remove (self->study, gtk_bitset_get_nth (selected, (guint) (i - 1)));
}

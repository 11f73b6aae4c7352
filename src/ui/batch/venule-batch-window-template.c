/* venule-batch-window-template.c: settings that were saved before
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-batch-window-private.h"

#include <glib/gi18n.h>

#include "venule-batch-templates.h"
#include "venule-chosen.h"

/* ---- The menu ---- */

static void
append_template (GMenu      *menu,
                 const char *path,
                 const char *action)
{
  g_autofree char *name = venule_batch_templates_dup_name (path);
  /* A menu reads an underscore as a mnemonic. */
  g_auto (GStrv) parts = g_strsplit (name, "_", -1);
  g_autofree char *label = g_strjoinv ("__", parts);
  g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

  g_menu_item_set_action_and_target (item, action, "s", path);
  g_menu_append_item (menu, item);
}

static GMenu *
make_choices (GPtrArray  *paths,
              const char *none,
              const char *action)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenuItem) item = g_menu_item_new (none, NULL);

  g_menu_item_set_action_and_target (item, action, "s", "");
  g_menu_append_item (menu, item);
  for (guint i = 0; i < paths->len; i++)
    append_template (menu, paths->pdata[i], action);
  return menu;
}

static void
fill_menu (VenuleBatchWindow *self)
{
  g_autoptr (GPtrArray) paths = venule_batch_templates_list ();
  g_autoptr (GMenu) files = g_menu_new ();
  g_autoptr (GMenu) apply = make_choices (paths, _("_None"), "win.apply-template");
  g_autoptr (GMenu) added = make_choices (paths, _("N_one"), "win.new-template");

  g_menu_remove_all (self->template_menu);
  if (paths->len > 0)
    {
      g_menu_append_section (self->template_menu, _("For Selected Videos"), G_MENU_MODEL (apply));
      g_menu_append_section (self->template_menu, _("For Videos That Are Added"), G_MENU_MODEL (added));
    }
  g_menu_append (files, _("_Save as Template…"), "win.save-template");
  g_menu_append (files, _("_Import a Template…"), "win.import-template");
  g_menu_append (files, _("_Export as a File…"), "win.export-template");
  g_menu_append_section (self->template_menu, NULL, G_MENU_MODEL (files));
}

/* ---- For videos ---- */

/* What the template says is not said by the rows themselves any more. */
static void
apply_template_action (GSimpleAction *action,
                       GVariant      *parameter,
                       gpointer       user_data)
{
  VenuleBatchWindow *self = user_data;
  VenuleManifest *manifest = venule_batch_list_get_manifest (self->list);
  g_autoptr (GtkBitset) selected = venule_batch_table_dup_selected (self->table);
  const char *path = g_variant_get_string (parameter, NULL);
  const char *const *columns = venule_manifest_get_columns (manifest);
  guint n = (guint) gtk_bitset_get_size (selected);
  g_autofree char *text = NULL;

  if (n == 0)
    return;
  venule_batch_window_begin_edit (self);
  for (guint i = 0; i < n; i++)
    {
      guint row = gtk_bitset_get_nth (selected, i);

      for (guint j = 0; columns[j] && *path; j++)
        if (venule_batch_list_is_set_up (columns[j]))
          venule_manifest_set_value (manifest, row, columns[j], NULL);
      venule_manifest_set_value (manifest, row, "template", path);
      columns = venule_manifest_get_columns (manifest);
    }
  text = g_strdup_printf (ngettext ("Template changed for %u video", "Template changed for %u videos", n), n);
  venule_batch_window_toast (self, text, TRUE);
}

static void
new_template_action (GSimpleAction *action,
                     GVariant      *state,
                     gpointer       user_data)
{
  VenuleBatchWindow *self = user_data;
  const char *path = g_variant_get_string (state, NULL);

  g_free (self->template);
  self->template = *path ? g_strdup (path) : NULL;
  g_simple_action_set_state (action, state);
}

/* ---- Files ---- */

static void
tell_saved (gpointer      owner,
            const char   *path,
            const GError *error)
{
  VenuleBatchWindow *self = VENULE_BATCH_WINDOW (owner);
  g_autofree char *name = path ? venule_batch_templates_dup_name (path) : NULL;
  /* Translators: %s is the name of a template */
  g_autofree char *text = name ? g_strdup_printf (_("Template “%s” saved"), name) : NULL;

  fill_menu (self);
  if (text)
    venule_batch_window_toast (self, text, FALSE);
  else
    venule_batch_window_show_error (self, _("The Template Was Not Saved"), error->message);
}

/* (transfer full) (nullable): of the video that is chosen */
static VenuleTemplate *
dup_template (VenuleBatchWindow *self)
{
  VenuleBatchVideo *current = venule_batch_table_get_current (self->table);

  return current ? venule_batch_video_dup_template (current) : NULL;
}

static void
save_template_action (GSimpleAction *action,
                      GVariant      *parameter,
                      gpointer       user_data)
{
  VenuleBatchWindow *self = user_data;
  VenuleTemplate *template = dup_template (self);

  if (template)
    venule_batch_templates_ask (GTK_WINDOW (self), template, "", tell_saved);
}

static void
on_import_chosen (VenuleBatchWindow *self,
                  int                response)
{
  g_autofree char *path = venule_chosen_dup_path (self->chooser, response);
  g_autofree char *name = path ? venule_batch_templates_dup_name (path) : NULL;
  g_autofree char *added = NULL;
  g_autoptr (VenuleTemplate) template = NULL;
  g_autoptr (GError) error = NULL;

  g_clear_object (&self->chooser);
  if (!path)
    return;
  template = venule_template_read (path, &error);
  if (template)
    added = venule_batch_templates_add (template, name, &error);
  tell_saved (self, added, error);
}

static void
import_template_action (GSimpleAction *action,
                        GVariant      *parameter,
                        gpointer       user_data)
{
  static const char *const patterns[] = { "*" VENULE_TEMPLATE_SUFFIX, "*.venule", NULL };

  venule_batch_window_choose (user_data, _("Import a Template"), GTK_FILE_CHOOSER_ACTION_OPEN, _("_Import"),
                              _("Templates and documents"), patterns, G_CALLBACK (on_import_chosen));
}

static void
on_export_chosen (VenuleBatchWindow *self,
                  int                response)
{
  g_autofree char *path = venule_chosen_dup_path (self->chooser, response);
  g_autofree char *whole = NULL;
  g_autoptr (VenuleTemplate) template = dup_template (self);
  g_autoptr (GError) error = NULL;

  g_clear_object (&self->chooser);
  if (!path || !template)
    return;
  whole = g_str_has_suffix (path, VENULE_TEMPLATE_SUFFIX) ? g_strdup (path)
                                                          : g_strconcat (path, VENULE_TEMPLATE_SUFFIX, NULL);
  tell_saved (self, venule_template_save (template, whole, &error) ? whole : NULL, error);
}

static void
export_template_action (GSimpleAction *action,
                        GVariant      *parameter,
                        gpointer       user_data)
{
  static const char *const patterns[] = { "*" VENULE_TEMPLATE_SUFFIX, NULL };
  VenuleBatchWindow *self = user_data;
  g_autofree char *name = NULL;

  venule_batch_window_choose (self, _("Export a Template"), GTK_FILE_CHOOSER_ACTION_SAVE, _("_Export"),
                              _("Templates"), patterns, G_CALLBACK (on_export_chosen));
  /* Translators: proposed name of a file, without its ending */
  name = g_strconcat (_("Template"), VENULE_TEMPLATE_SUFFIX, NULL);
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (self->chooser), name);
}

/* ---- Commands ---- */

void
venule_batch_window_update_templates (VenuleBatchWindow *self)
{
  VenuleBatchVideo *current = venule_batch_table_get_current (self->table);
  g_autoptr (GtkBitset) selected = venule_batch_table_dup_selected (self->table);
  gboolean set_up = current && venule_batch_video_has_flow (current) && !venule_batch_video_is_proposed (current);

  venule_batch_window_enable (self, "apply-template",
                              !gtk_bitset_is_empty (selected) && !venule_batch_window_is_running (self));
  venule_batch_window_enable (self, "save-template", set_up);
  venule_batch_window_enable (self, "export-template", set_up);
}

void
venule_batch_window_install_templates (VenuleBatchWindow *self)
{
  static const GActionEntry entries[] = {
    { "apply-template", apply_template_action, "s" },
    { "new-template", NULL, "s", "''", new_template_action },
    { "save-template", save_template_action },
    { "import-template", import_template_action },
    { "export-template", export_template_action },
  };

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  fill_menu (self);
}

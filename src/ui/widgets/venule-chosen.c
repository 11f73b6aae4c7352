/* venule-chosen.c: files that were chosen in a dialog, or dropped
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-chosen.h"

char *
venule_chosen_dup_path (GtkFileChooserNative *chooser,
                        int                   response)
{
  g_autoptr (GFile) file = NULL;

  g_return_val_if_fail (GTK_IS_FILE_CHOOSER_NATIVE (chooser), NULL);

  if (response == GTK_RESPONSE_ACCEPT)
    file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (chooser));

  return file ? g_file_get_path (file) : NULL;
}

GStrv
venule_chosen_dup_dropped (const GValue *value)
{
  g_autoptr (GStrvBuilder) paths = g_strv_builder_new ();

  g_return_val_if_fail (G_VALUE_HOLDS (value, GDK_TYPE_FILE_LIST), NULL);

  for (GSList *l = g_value_get_boxed (value); l; l = l->next)
    {
      g_autofree char *path = g_file_get_path (l->data);

      if (path)
        g_strv_builder_add (paths, path);
    }
  return g_strv_builder_end (paths);
}

void
venule_chosen_begin_beside (GtkFileChooserNative *chooser,
                            const char           *path)
{
  g_autofree char *folder = NULL;
  g_autoptr (GFile) file = NULL;

  g_return_if_fail (GTK_IS_FILE_CHOOSER_NATIVE (chooser));

  if (!path)
    return;

  folder = g_path_get_dirname (path);
  file = g_file_new_for_path (folder);
  gtk_file_chooser_set_current_folder (GTK_FILE_CHOOSER (chooser), file, NULL);
}

/* venule-chosen.c: what was chosen in a dialog for files
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

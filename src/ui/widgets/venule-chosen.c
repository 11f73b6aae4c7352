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

/* venule-write-error.c: why a file could not be written
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-write-error.h"

#include <errno.h>
#include <gio/gio.h>
#include <glib/gi18n-lib.h>

#include "venule-display-name.h"
#include "venule-error.h"

void
venule_write_error_set (const char  *path,
                         int          code,
                         GError     **error)
{
  g_autofree char *name = venule_display_name_dup_base (path);
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *shown_folder = venule_display_name_dup (folder);
  const char *format;

  /* Some folders, such as /proc, say of a new file that there is none. */
  if ((code == ENOENT || code == ENOTDIR) && g_file_test (folder, G_FILE_TEST_IS_DIR))
    code = EACCES;
  switch (code)
    {
    case ENOSPC:
    case EDQUOT:
      format = _("“%s” could not be written to “%s”: the drive is full. Free some space or choose another folder.");
      break;
    case EACCES:
    case EPERM:
    case EROFS:
      format = _("“%s” could not be written to “%s”: you may not write there. Choose another folder.");
      break;
    case ENOENT:
    case ENOTDIR:
      format = _("“%s” could not be written: there is no folder “%s”. Choose another one.");
      break;
    case EISDIR:
      format = _("“%s” could not be written to “%s”: a folder of that name is there. Choose another name or folder.");
      break;
    case ENODEV:
      format = _("“%s” could not be written to “%s”: a device or a pipe of that name is there. Choose another name or "
                 "folder.");
      break;
    case ENAMETOOLONG:
      format = _("“%s” could not be written to “%s”: the name is too long. Choose a shorter one.");
      break;
    default:
      g_set_error (error, VENULE_ERROR, VENULE_ERROR_WRITE,
                   _("“%s” could not be written to “%s”: %s. Check the drive or choose another folder."), name,
                   shown_folder, g_strerror (code));
      return;
    }

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  g_set_error (error, VENULE_ERROR, VENULE_ERROR_WRITE, format, name, shown_folder);
#pragma GCC diagnostic pop
}

/* lies.c: what a file that lies may cost
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "lies.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "share.h"
#include "venule-error.h"
#include "venule-source.h"

/* What a file of some kilobytes may cost, of the processor. */
#define MAX_MEMORY (200 << 20)
#define MAX_TIME    (TEST_SHARE (10, 60) * CLOCKS_PER_SEC)

static gint64
peak_memory (gboolean reset)
{
  g_autofree char *text = NULL;
  const char *line;

  if (reset)
    {
      FILE *file = fopen ("/proc/self/clear_refs", "w");

      if (file != NULL)
        {
          fputs ("5", file);
          fclose (file);
        }
    }
  g_assert_true (g_file_get_contents ("/proc/self/status", &text, NULL, NULL));
  line = strstr (text, "VmHWM:");
  return line != NULL ? g_ascii_strtoll (line + 6, NULL, 10) * 1024 : 0;
}

/* Opens a file that lies and counts its frames: −1 when it was refused, with @words in the sentence. */
gint64
lies_count (const char *path,
       const char *words)
{
  gint64 memory = peak_memory (TRUE);
  clock_t start = clock ();
  g_autoptr (GError) error = NULL;
  g_autoptr (VenuleSource) source = venule_source_open (path, NULL, &error);
  gint64 n = -1;

  if (source != NULL && venule_source_build_table (source, NULL, NULL, NULL, &error))
    {
      g_auto (GStrv) warnings = venule_source_dup_warnings (source);
      g_autofree char *text = g_strjoinv (" ", warnings);

      n = venule_source_get_n_frames (source);
      g_test_message ("%" G_GINT64_FORMAT " frames. %s", n, text);
      if (words != NULL)
        g_assert_nonnull (strstr (text, words));
    }
  else
    {
      g_test_message ("%s", error->message);
      g_assert_true (error->domain == VENULE_ERROR);
      g_assert_true (g_str_has_suffix (error->message, "."));
      if (words != NULL)
        g_assert_nonnull (strstr (error->message, words));
    }

  g_assert_cmpint (clock () - start, <, MAX_TIME);
#ifndef __SANITIZE_ADDRESS__
  g_assert_cmpint (peak_memory (FALSE) - memory, <, MAX_MEMORY);
#endif
  return n;
}

char *
lies_put (const char *folder,
     const char *name,
     GByteArray *content)
{
  char *path = g_build_filename (folder, name, NULL);

  g_assert_true (g_file_set_contents (path, (const char *) content->data, content->len, NULL));
  return path;
}

void
lies_add (GByteArray *file,
     guint64     value,
     int         n_bytes)
{
  value = GUINT64_TO_LE (value);
  g_byte_array_append (file, (const guint8 *) &value, n_bytes);
}

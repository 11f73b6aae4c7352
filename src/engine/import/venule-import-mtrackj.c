/* venule-import-mtrackj.c: MTrackJ Data Files
 *
 * The format as its author describes it (E. Meijering, https://imagescience.org/meijering/software/mtrackj/format/):
 * lines "Assembly ID", "Cluster ID", "Track ID" and "Point ID x y z t c", with x and y in px from 0 and t in frames
 * from 1.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-import-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "venule-error.h"
#include "venule-number.h"

gboolean
venule_import_is_mtrackj (const char *text)
{
  return g_str_has_prefix (text, "MTrackJ ");
}

/* @words: "Point", its number, x, y, z, t, c */
static gboolean
parse_point (char       **words,
             VenuleMark  *mark)
{
  double numbers[4]; /* x, y, z, t */

  if (g_strv_length (words) < 6)
    return FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    if (!venule_number_read (words[i + 2], -G_MAXINT, G_MAXINT, &numbers[i]))
      return FALSE;
  if (numbers[3] != rint (numbers[3]))
    return FALSE;

  mark->x = numbers[0];
  mark->y = numbers[1];
  mark->frame = (gint64) numbers[3];
  return TRUE;
}

/* Words of a line, without the empty ones. */
static char **
split (const char *line)
{
  g_autoptr(GStrvBuilder) builder = g_strv_builder_new ();
  g_auto(GStrv) parts = g_strsplit_set (line, " \t\r", -1);

  for (char **part = parts; *part != NULL; part++)
    {
      if (**part != '\0')
        g_strv_builder_add (builder, *part);
    }

  return g_strv_builder_end (builder);
}

gboolean
venule_import_read_mtrackj (VenuleMarks  *marks,
                            const char   *text,
                            GError      **error)
{
  g_auto(GStrv) lines = g_strsplit (text, "\n", -1);
  g_autofree char *cluster = g_strdup ("1");
  g_autoptr(GHashTable) tracks = g_hash_table_new (NULL, NULL); /* of ids of the list, which interns them */
  const char *track = NULL;
  gboolean ended = FALSE;
  guint n_assemblies = 0;

  marks->format = _("MTrackJ");
  marks->first_frame = 1;
  marks->unit = VENULE_IMPORT_UNIT_PX;
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_auto(GStrv) words = split (lines[i]);
      gboolean end = g_str_has_prefix (lines[i], "End of MTrackJ");
      VenuleMark mark = { .time = NAN };

      ended = ended || end;
      if (words[0] != NULL && g_str_equal (words[0], "Assembly"))
        n_assemblies++;
      else if (g_strv_length (words) >= 2 && g_str_equal (words[0], "Cluster"))
        {
          g_free (cluster);
          cluster = g_strdup (words[1]);
        }
      else if (g_strv_length (words) >= 2 && g_str_equal (words[0], "Track"))
        {
          /* Each assembly numbers its clusters anew. */
          g_autofree char *id = n_assemblies > 1 ? g_strdup_printf ("%u.%s.%s", n_assemblies, cluster, words[1])
                                                 : g_strdup_printf ("%s.%s", cluster, words[1]);

          track = g_string_chunk_insert_const (marks->ids, id);
          if (!g_hash_table_add (tracks, (gpointer) track))
            {
              g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                           _("Line %u of “%s” has the track “%s” a second time. Delete the one that is not meant, or "
                             "give it another number."), i + 1, marks->name, words[1]);
              return FALSE;
            }
        }
      /* What else may stand there, such as settings, stands before: another line is a damaged one. */
      else if (words[0] != NULL && !end && (track != NULL || g_str_equal (words[0], "Point")))
        {
          if (track == NULL || ended || !g_str_equal (words[0], "Point") || !parse_point (words, &mark))
            {
              g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                           _("Line %u of “%s” is no point of MTrackJ: it should read “Point number x y z t c”, below a "
                             "track."),
                           i + 1, marks->name);
              return FALSE;
            }
          mark.track = track;
          g_array_append_val (marks->marks, mark);
        }
    }

  if (!ended)
    g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                 _("“%s” does not end as MTrackJ ends a file: a part of it is missing. Copy it again."), marks->name);
  return ended;
}

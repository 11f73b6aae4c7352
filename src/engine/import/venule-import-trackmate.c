/* venule-import-trackmate.c: XML of TrackMate
 *
 * Two kinds (Tinevez et al., Methods 115 (2017) 80; https://imagej.net/plugins/trackmate): a whole session,
 * <TrackMate>, in which spots have numbers and tracks are edges between them; and tracks alone, <Tracks>, with
 * particles of detections. Of a session the tracks that passed TrackMate's own filters are taken. Read by GMarkup,
 * which loads nothing from elsewhere.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-import-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "venule-display-name.h"
#include "venule-error.h"
#include "venule-number.h"
#include "venule-scale.h"

typedef struct {
  VenuleMarks *marks;
  GHashTable  *spots;     /* id → index of its mark + 1 */
  GHashTable  *tracks;    /* ids of those that were read */
  GHashTable  *filtered;  /* ids of tracks that are shown; NULL: the file does not say */
  const char  *track;     /* the one that is read */
  gboolean     alone;     /* tracks without a session */
  double       interval;  /* s, of their frames; NaN: unknown */
  gboolean     seconds;   /* whether times are in s */
  guint        n_particles;
} Parser;

gboolean
venule_import_is_trackmate (const char *text)
{
  while (g_ascii_isspace (*text))
    text++;

  return *text == '<' && (strstr (text, "<TrackMate") != NULL || strstr (text, "<Tracks") != NULL);
}

static const char *
find_attribute (const char **names,
                const char **values,
                const char  *name)
{
  for (guint i = 0; names[i] != NULL; i++)
    {
      if (g_str_equal (names[i], name))
        return values[i];
    }

  return NULL;
}

static int
get_line (GMarkupParseContext *context)
{
  int line;

  g_markup_parse_context_get_position (context, &line, NULL);
  return line;
}

static gboolean
read_number (GMarkupParseContext *context,
             Parser              *self,
             const char          *name,
             const char          *text,
             double              *number,
             GError             **error)
{
  if (text != NULL && venule_number_read (text, -G_MAXINT, G_MAXINT, number))
    return TRUE;

  g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID, _("Line %d of “%s” has no number for “%s”."),
               get_line (context), self->marks->name, name);
  return FALSE;
}

static gboolean
refuse_fraction (GMarkupParseContext *context,
                 Parser              *self,
                 const char          *name,
                 const char          *text,
                 GError             **error)
{
  g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
               _("Line %u of “%s” has “%s” for “%s”, which is not a whole number."), (guint) get_line (context),
               self->marks->name, text, name);
  return FALSE;
}

/* Of two spots or tracks of one number one would be lost, or both would be joined. */
static gboolean
refuse_second (GMarkupParseContext *context,
               Parser              *self,
               const char          *name,
               const char          *id,
               GError             **error)
{
  g_autofree char *shown = venule_display_name_dup_excerpt (id);

  g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
               _("Line %d of “%s” has the %s “%s” a second time: the file is damaged. Save it in TrackMate again."),
               get_line (context), self->marks->name, name, shown);
  return FALSE;
}

static gboolean
read_mark (GMarkupParseContext  *context,
           Parser               *self,
           const char           *keys[3], /* frame, x, y */
           const char          **names,
           const char          **values,
           VenuleMark           *mark,
           GError              **error)
{
  double numbers[3];

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      if (!read_number (context, self, keys[i], find_attribute (names, values, keys[i]), &numbers[i], error))
        return FALSE;
    }
  /* Times would be read as frames, were they rounded. */
  if (numbers[0] != rint (numbers[0]))
    return refuse_fraction (context, self, keys[0], find_attribute (names, values, keys[0]), error);
  mark->frame = (gint64) numbers[0];
  mark->x = numbers[1];
  mark->y = numbers[2];

  return TRUE;
}

static gboolean
add_spot (GMarkupParseContext  *context,
          Parser               *self,
          const char          **names,
          const char          **values,
          GError              **error)
{
  const char *keys[] = { "FRAME", "POSITION_X", "POSITION_Y" };
  const char *id = find_attribute (names, values, "ID");
  const char *radius = find_attribute (names, values, "RADIUS");
  const char *time = self->seconds ? find_attribute (names, values, "POSITION_T") : NULL;
  VenuleMark mark = { .time = NAN };

  if (!read_mark (context, self, keys, names, values, &mark, error) ||
      (radius != NULL && !read_number (context, self, "RADIUS", radius, &mark.radius, error)))
    return FALSE;

  if (time != NULL)
    venule_number_read (time, -G_MAXINT, G_MAXINT, &mark.time);
  g_array_append_val (self->marks->marks, mark);

  return id == NULL ||
         g_hash_table_insert (self->spots, g_strdup (id), GUINT_TO_POINTER (self->marks->marks->len)) ||
         refuse_second (context, self, "ID", id, error);
}

static gboolean
add_detection (GMarkupParseContext  *context,
               Parser               *self,
               const char          **names,
               const char          **values,
               GError              **error)
{
  const char *keys[] = { "t", "x", "y" };
  VenuleMark mark = { .track = self->track };

  if (!read_mark (context, self, keys, names, values, &mark, error))
    return FALSE;
  mark.time = (double) mark.frame * self->interval;
  g_array_append_val (self->marks->marks, mark);

  return TRUE;
}

/* A cell is of one track: those of TrackMate have no spot in common. */
static gboolean
join_to_track (GMarkupParseContext  *context,
               Parser               *self,
               const char           *id,
               GError              **error)
{
  guint at = id != NULL ? GPOINTER_TO_UINT (g_hash_table_lookup (self->spots, id)) : 0;
  VenuleMark *mark = at > 0 ? &g_array_index (self->marks->marks, VenuleMark, at - 1) : NULL;
  g_autofree char *shown = NULL;

  if (mark != NULL && (mark->track == NULL || mark->track == self->track))
    {
      mark->track = self->track;
      return TRUE;
    }

  shown = venule_display_name_dup_excerpt (id != NULL ? id : "");
  g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
               mark == NULL ? _("Line %d of “%s” has the spot “%s” in a track, but the file has no such spot: a part "
                                "of it is missing. Save it in TrackMate again.")
                            : _("Line %d of “%s” has the spot “%s” in a second track: the file is damaged. Save it in "
                                "TrackMate again."), get_line (context), self->marks->name, shown);
  return FALSE;
}

static void
join_spots (GMarkupParseContext  *context,
            Parser               *self,
            const char          **names,
            const char          **values,
            GError              **error)
{
  if (join_to_track (context, self, find_attribute (names, values, "SPOT_SOURCE_ID"), error))
    join_to_track (context, self, find_attribute (names, values, "SPOT_TARGET_ID"), error);
}

static void
begin_track (GMarkupParseContext  *context,
             Parser               *self,
             const char           *id,
             GError              **error)
{
  g_autofree char *made = NULL;

  if (id == NULL)
    id = made = g_strdup_printf ("%u", self->n_particles++);
  self->track = g_string_chunk_insert_const (self->marks->ids, id);
  if (!g_hash_table_add (self->tracks, (gpointer) self->track))
    refuse_second (context, self, "TRACK_ID", id, error);
}

/* One size alone is read: x and y would be of different units. */
static void
read_pixel (GMarkupParseContext  *context,
            Parser               *self,
            const char          **names,
            const char          **values,
            GError              **error)
{
  const char *width = find_attribute (names, values, "pixelwidth");
  const char *height = find_attribute (names, values, "pixelheight");
  double high;

  if (width == NULL || !read_number (context, self, "pixelwidth", width, &self->marks->pixel_size, error) ||
      height == NULL || !read_number (context, self, "pixelheight", height, &high, error) ||
      fabs (high - self->marks->pixel_size) <= VENULE_SCALE_SQUARE * self->marks->pixel_size)
    return;

  g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
               _("“%s” has pixels that are %g wide and %g high, and Venule needs square pixels. Correct the pixel size "
                 "in ImageJ (Image ▸ Properties), and track the cells again."), self->marks->name,
               self->marks->pixel_size, high);
}

static void
read_seconds (Parser     *self,
              const char *unit,
              const char *interval)
{
  self->interval = NAN;
  self->seconds = unit != NULL && venule_import_is_second (unit);
  if (self->seconds && interval != NULL)
    venule_number_read (interval, 0, G_MAXINT, &self->interval);
}

static void
on_start (GMarkupParseContext  *context,
          const char           *element,
          const char          **names,
          const char          **values,
          gpointer              user_data,
          GError              **error)
{
  Parser *self = user_data;
  const char *unit = NULL;

  if (g_str_equal (element, "Model"))
    {
      unit = find_attribute (names, values, "spatialunits");
      read_seconds (self, find_attribute (names, values, "timeunits"), NULL);
    }
  else if (g_str_equal (element, "Tracks"))
    {
      self->alone = TRUE;
      unit = find_attribute (names, values, "spaceUnits");
      read_seconds (self, find_attribute (names, values, "timeUnits"), find_attribute (names, values, "frameInterval"));
    }
  else if (g_str_equal (element, "Spot"))
    add_spot (context, self, names, values, error);
  else if (g_str_equal (element, "Track"))
    begin_track (context, self, find_attribute (names, values, "TRACK_ID"), error);
  else if (g_str_equal (element, "particle"))
    begin_track (context, self, NULL, error);
  else if (g_str_equal (element, "detection") && self->alone && self->track != NULL)
    add_detection (context, self, names, values, error);
  else if (g_str_equal (element, "Edge") && self->track != NULL)
    join_spots (context, self, names, values, error);
  else if (g_str_equal (element, "FilteredTracks"))
    self->filtered = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  else if (g_str_equal (element, "TrackID") && self->filtered != NULL)
    {
      const char *id = find_attribute (names, values, "TRACK_ID");

      if (id != NULL)
        g_hash_table_add (self->filtered, g_strdup (id));
    }
  else if (g_str_equal (element, "ImageData"))
    read_pixel (context, self, names, values, error);

  if (unit == NULL)
    return;
  self->marks->unit = venule_import_parse_unit (unit, &self->marks->um);
  if (self->marks->unit == VENULE_IMPORT_UNIT_FILE)
    self->marks->unknown_unit = g_string_chunk_insert (self->marks->ids, unit);
}

/* Spots of no track, and tracks that were filtered out, are no result of TrackMate. */
static void
keep_shown (Parser *self)
{
  GArray *marks = self->marks->marks;
  guint kept = 0;

  for (guint i = 0; i < marks->len; i++)
    {
      VenuleMark *mark = &g_array_index (marks, VenuleMark, i);

      if (mark->track != NULL && (self->filtered == NULL || g_hash_table_contains (self->filtered, mark->track)))
        g_array_index (marks, VenuleMark, kept++) = *mark;
    }
  g_array_set_size (marks, kept);
}

gboolean
venule_import_read_trackmate (VenuleMarks  *marks,
                              const char   *text,
                              gsize         length,
                              GError      **error)
{
  const GMarkupParser functions = { .start_element = on_start };
  g_autoptr(GHashTable) spots = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr(GHashTable) tracks = g_hash_table_new (NULL, NULL); /* of ids of the list, which interns them */
  g_autoptr(GError) failure = NULL;
  Parser self = { .marks = marks, .spots = spots, .tracks = tracks };
  g_autoptr(GMarkupParseContext) context = g_markup_parse_context_new (&functions, 0, &self, NULL);
  gboolean read = g_markup_parse_context_parse (context, text, length, &failure) &&
                  g_markup_parse_context_end_parse (context, &failure);

  marks->format = _("TrackMate");
  if (read)
    keep_shown (&self);
  else if (failure->domain == VENULE_ERROR)
    g_propagate_error (error, g_steal_pointer (&failure));
  else
    g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID, _("“%s” is damaged: %s"), marks->name, failure->message);
  g_clear_pointer (&self.filtered, g_hash_table_unref);

  return read;
}

/* venule-import-roi.c: selections of ImageJ: one (.roi), or what its ROI Manager saves (RoiSet.zip)
 *
 * The format as ImageJ's own RoiDecoder documents it: big-endian; "Iout", version, type, bounds, number of points; the
 * points from byte 64 on, as shorts from the corner of the bounds and, with the option for it, once more as floats; a
 * second header, where one is, has channel, slice and time, the group, and the counter and slice of each point of a
 * multi-point.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-import-private.h"

#include <archive.h>
#include <archive_entry.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "venule-error.h"

/* Where things are in the header; in the second one from its start. */
#define AT_VERSION 4
#define AT_TYPE 6
#define AT_TOP 8
#define AT_LEFT 10
#define AT_BOTTOM 12
#define AT_RIGHT 14
#define AT_N_POINTS 16
#define AT_BOX 18      /* x, y, width, height as floats; of many points their number */
#define AT_OPTIONS 50
#define AT_POSITION 56
#define AT_HEADER2 60
#define AT_POINTS 64
#define AT_SLICE 8
#define AT_TIME 12
#define AT_GROUP 30
#define AT_COUNTERS 48

#define TYPE_OVAL 2
#define TYPE_POINT 10
#define OPTION_SUB_PIXEL 128
#define VERSION_SUB_PIXEL 222

/* A set of selections, unpacked; more are not marked by hand. */
#define MAX_UNPACKED (64 * 1024 * 1024)

/* One selection as it lies in the file. */
typedef struct {
  const guint8 *data;
  gsize         length;
  const char   *name;    /* that it has in the set, or of the file */
  guint         number;
} Roi;

/* A mark, and all that may tell which frame and which cell it is of. */
typedef struct {
  VenuleMark mark;
  gint32     position, slice, time; /* from 1; 0: unknown */
  guint      roi, counter, group;
} Point;

/* What marks of one cell may have in common, in the order in which it is believed. */
typedef enum {
  BY_COUNTER,
  BY_GROUP,
  BY_SELECTION,
  N_WAYS
} Way;

/* What lies beyond the end reads as 0: whoever needs it asks for the length before. */
static guint
get_short (const Roi *roi,
           gsize      at)
{
  return roi->length >= 2 && at <= roi->length - 2 ? (guint) roi->data[at] << 8 | roi->data[at + 1] : 0;
}

static gint32
get_int (const Roi *roi,
         gsize      at)
{
  return roi->length >= 4 && at <= roi->length - 4
           ? (gint32) ((guint32) get_short (roi, at) << 16 | get_short (roi, at + 2)) : 0;
}

/* Without its second header, or with another one, marks would be in the frame that the first one names. */
static gboolean
has_header2 (const Roi *roi)
{
  gsize header2 = (guint32) get_int (roi, AT_HEADER2);

  return header2 == 0 || (header2 >= AT_POINTS && header2 + AT_COUNTERS + 4 <= roi->length);
}

static double
get_signed (const Roi *roi,
            gsize      at)
{
  return (gint16) get_short (roi, at);
}

static double
get_float (const Roi *roi,
           gsize      at)
{
  guint32 bits = (guint32) get_int (roi, at);
  float value;

  memcpy (&value, &bits, sizeof value);
  return value;
}

static gboolean
fail_damaged (VenuleMarks  *marks,
              const Roi    *roi,
              GError      **error)
{
  g_set_error (error, VENULE_ERROR, VENULE_ERROR_DAMAGED, _("The selection “%s” in “%s” is damaged, or cut off."),
               roi->name, marks->name);
  return FALSE;
}

/* The ROI Manager names what it is given "slice-y-x", in digits: older files tell the slice nowhere else. */
static gint32
slice_of_name (const char *name)
{
  const char *at = name;

  while (g_ascii_isdigit (*at))
    at++;

  return at - name >= 4 && at - name <= 9 && *at == '-' && g_ascii_isdigit (at[1])
         ? (gint32) g_ascii_strtoll (name, NULL, 10) : 0;
}

static void
read_places (const Roi *roi,
             Point     *point)
{
  gsize header2 = (guint32) get_int (roi, AT_HEADER2);

  point->position = get_int (roi, AT_POSITION);
  if (header2 != 0)
    {
      point->slice = get_int (roi, header2 + AT_SLICE);
      point->time = get_int (roi, header2 + AT_TIME);
      point->group = get_short (roi, header2 + AT_GROUP) >> 8;
    }
  if (point->position <= 0 && point->slice <= 0 && point->time <= 0)
    point->position = slice_of_name (roi->name);
  point->roi = roi->number;
}

static gboolean
read_points (VenuleMarks  *marks,
             const Roi    *roi,
             GArray       *points,
             GError      **error)
{
  gsize n = get_short (roi, AT_N_POINTS);
  gsize header2 = (guint32) get_int (roi, AT_HEADER2);
  gsize counters = header2 != 0 ? (guint32) get_int (roi, header2 + AT_COUNTERS) : 0;
  gboolean fine = (get_short (roi, AT_OPTIONS) & OPTION_SUB_PIXEL) && get_short (roi, AT_VERSION) >= VERSION_SUB_PIXEL;
  Point point = { .mark = { .time = NAN } };

  if (n == 0)
    n = (guint32) get_int (roi, AT_BOX);
  if (n == 0 || n > roi->length || AT_POINTS + n * (fine ? 12 : 4) > roi->length ||
      (counters != 0 && counters + 4 * n > roi->length))
    return fail_damaged (marks, roi, error);

  read_places (roi, &point);
  for (gsize i = 0; i < n; i++)
    {
      Point one = point;

      one.mark.x = fine ? get_float (roi, AT_POINTS + 4 * n + 4 * i) : get_signed (roi, AT_LEFT) +
                   get_signed (roi, AT_POINTS + 2 * i);
      one.mark.y = fine ? get_float (roi, AT_POINTS + 8 * n + 4 * i)
                        : get_signed (roi, AT_TOP) + get_signed (roi, AT_POINTS + 2 * n + 2 * i);
      if (!isfinite (one.mark.x) || !isfinite (one.mark.y) || fabs (one.mark.x) > G_MAXINT ||
          fabs (one.mark.y) > G_MAXINT)
        return fail_damaged (marks, roi, error);
      if (counters != 0)
        {
          guint32 both = (guint32) get_int (roi, counters + 4 * i);

          one.counter = both & 0xff;
          if (both >> 8 != 0)
            one.position = (gint32) (both >> 8);
        }
      g_array_append_val (points, one);
    }

  return TRUE;
}

/* A circle around a cell. Edges of areas lie between pixels, and points on them. */
static gboolean
read_oval (VenuleMarks  *marks,
           const Roi    *roi,
           GArray       *points,
           GError      **error)
{
  gboolean fine = (get_short (roi, AT_OPTIONS) & OPTION_SUB_PIXEL) && get_short (roi, AT_VERSION) >= VERSION_SUB_PIXEL;
  double left = fine ? get_float (roi, AT_BOX) : get_signed (roi, AT_LEFT);
  double top = fine ? get_float (roi, AT_BOX + 4) : get_signed (roi, AT_TOP);
  double width = fine ? get_float (roi, AT_BOX + 8) : get_signed (roi, AT_RIGHT) - left;
  double height = fine ? get_float (roi, AT_BOX + 12) : get_signed (roi, AT_BOTTOM) - top;
  Point point = { .mark = { .time = NAN, .x = left + width / 2 - 0.5, .y = top + height / 2 - 0.5,
                            .radius = (width + height) / 4 } };

  if (!(fabs (left) < G_MAXINT && fabs (top) < G_MAXINT && width > 0 && width < G_MAXINT && height > 0 &&
        height < G_MAXINT))
    return fail_damaged (marks, roi, error);

  read_places (roi, &point);
  g_array_append_val (points, point);
  return TRUE;
}

static gboolean
read_roi (VenuleMarks  *marks,
          const Roi    *roi,
          GArray       *points,
          GError      **error)
{
  if (roi->length < AT_POINTS || memcmp (roi->data, "Iout", 4) != 0 || !has_header2 (roi))
    return fail_damaged (marks, roi, error);
  if (roi->data[AT_TYPE] == TYPE_POINT)
    return read_points (marks, roi, points, error);
  if (roi->data[AT_TYPE] == TYPE_OVAL)
    return read_oval (marks, roi, points, error);

  g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
               _("The selection “%s” in “%s” is neither points nor an oval. Mark the cells in ImageJ with the point, "
                 "multi-point or oval tool."), roi->name, marks->name);
  return FALSE;
}

/* ---- A set of selections ---- */

/* (transfer full) (nullable): what is packed; NULL with an error. */
static GByteArray *
unpack (VenuleMarks     *marks,
        struct archive  *archive,
        gsize           *total,
        GError         **error)
{
  g_autoptr(GByteArray) bytes = g_byte_array_new ();
  guint8 part[16384];
  la_ssize_t n;

  while ((n = archive_read_data (archive, part, sizeof part)) > 0)
    {
      *total += (gsize) n;
      if (*total > MAX_UNPACKED)
        {
          g_set_error (error, VENULE_ERROR, VENULE_ERROR_TOO_LARGE,
                       _("“%s” is too large to be a file of marked cells."), marks->name);
          return NULL;
        }
      g_byte_array_append (bytes, part, (guint) n);
    }
  if (n < 0)
    {
      g_set_error (error, VENULE_ERROR, VENULE_ERROR_DAMAGED, _("“%s” cannot be unpacked: %s"), marks->name,
                   archive_error_string (archive) != NULL ? archive_error_string (archive) : _("it is damaged"));
      return NULL;
    }

  return g_steal_pointer (&bytes);
}

static gboolean
read_entry (VenuleMarks           *marks,
            struct archive        *archive,
            struct archive_entry  *entry,
            guint                  number,
            gsize                 *total,
            GArray                *points,
            GError               **error)
{
  const char *path = archive_entry_pathname_utf8 (entry);
  g_autofree char *valid = g_utf8_make_valid (path != NULL ? path : archive_entry_pathname (entry) != NULL
                                              ? archive_entry_pathname (entry) : "?", -1);
  g_autofree char *name = g_path_get_basename (valid);
  g_autoptr(GByteArray) bytes = NULL;
  Roi roi = { .name = name, .number = number };

  /* A folder, or what an archiver of macOS adds. */
  if (!g_str_has_suffix (name, ".roi") || g_str_has_prefix (name, "._"))
    return TRUE;

  bytes = unpack (marks, archive, total, error);
  if (bytes == NULL)
    return FALSE;
  roi.data = bytes->data;
  roi.length = bytes->len;
  return read_roi (marks, &roi, points, error);
}

static gboolean
read_set (VenuleMarks  *marks,
          const char   *data,
          gsize         length,
          GArray       *points,
          GError      **error)
{
  struct archive *archive = archive_read_new ();
  struct archive_entry *entry;
  guint number = 0;
  gsize total = 0;
  gboolean read = TRUE;
  int result;

  archive_read_support_format_zip (archive);
  result = archive_read_open_memory (archive, data, length);
  while (result == ARCHIVE_OK && read && (result = archive_read_next_header (archive, &entry)) == ARCHIVE_OK)
    read = read_entry (marks, archive, entry, number++, &total, points, error);
  if (read && result != ARCHIVE_EOF)
    {
      g_set_error (error, VENULE_ERROR, VENULE_ERROR_DAMAGED, _("“%s” cannot be unpacked: %s"), marks->name,
                   archive_error_string (archive) != NULL ? archive_error_string (archive) : _("it is damaged"));
      read = FALSE;
    }
  archive_read_free (archive);

  return read;
}

/* ---- Frames and cells ---- */

/* In a hyperstack the time is the frame; where it never changes, the slice. */
static gboolean
choose_frames (VenuleMarks  *marks,
               GArray       *points,
               GError      **error)
{
  gboolean timed = FALSE;

  for (guint i = 0; i < points->len; i++)
    timed = timed || g_array_index (points, Point, i).time > 1;
  for (guint i = 0; i < points->len; i++)
    {
      Point *point = &g_array_index (points, Point, i);

      point->mark.frame = point->position > 0 ? point->position : timed ? point->time : MAX (point->slice, point->time);
      if (point->mark.frame <= 0)
        {
          g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                       _("“%s” does not tell in which frames its marks are. In ImageJ, mark the cells in the stack "
                         "itself, with “Associate ‘Show All’ ROIs with slices” switched on in the ROI "
                         "Manager."), marks->name);
          return FALSE;
        }
    }

  return TRUE;
}

static guint
key_of (const Point *point,
        Way          way)
{
  return way == BY_COUNTER ? point->counter : way == BY_GROUP ? point->group : point->roi;
}

/* Whether marks with the same key can be of one cell: in no frame two, and some cell in two frames. */
static gboolean
tells_cells (GArray *points,
             Way     way)
{
  g_autoptr(GHashTable) places = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr(GHashTable) cells = g_hash_table_new (NULL, NULL);
  gboolean twice = FALSE;

  for (guint i = 0; i < points->len; i++)
    {
      const Point *point = &g_array_index (points, Point, i);
      guint key = key_of (point, way);

      /* Group 0 is none. */
      if (way == BY_GROUP && key == 0)
        return FALSE;
      if (!g_hash_table_add (places, g_strdup_printf ("%" G_GINT64_FORMAT " %u", point->mark.frame, key)))
        return FALSE;
      twice = !g_hash_table_add (cells, GUINT_TO_POINTER (key)) || twice;
    }

  return twice;
}

static void
name_tracks (VenuleMarks *marks,
             GArray      *points)
{
  Way way = BY_COUNTER;

  while (way < N_WAYS && !tells_cells (points, way))
    way++;
  for (guint i = 0; i < points->len; i++)
    {
      Point *point = &g_array_index (points, Point, i);
      g_autofree char *name = way < N_WAYS ? g_strdup_printf ("%u", key_of (point, way) + (way == BY_SELECTION)) : NULL;

      if (name != NULL)
        point->mark.track = g_string_chunk_insert_const (marks->ids, name);
      g_array_append_val (marks->marks, point->mark);
    }
}

gboolean
venule_import_is_roi (const char *data,
                      gsize       length)
{
  return length >= 4 && (memcmp (data, "Iout", 4) == 0 || memcmp (data, "PK\x03\x04", 4) == 0 ||
                         memcmp (data, "PK\x05\x06", 4) == 0);
}

gboolean
venule_import_read_roi (VenuleMarks  *marks,
                        const char   *data,
                        gsize         length,
                        GError      **error)
{
  g_autoptr(GArray) points = g_array_new (FALSE, TRUE, sizeof (Point));
  Roi roi = { .data = (const guint8 *) data, .length = length, .name = marks->name };
  gboolean read;

  marks->format = _("ImageJ");
  marks->first_frame = 1;
  marks->unit = VENULE_IMPORT_UNIT_PX;
  read = *data == 'I' ? read_roi (marks, &roi, points, error) : read_set (marks, data, length, points, error);
  if (!read || !choose_frames (marks, points, error))
    return FALSE;

  name_tracks (marks, points);
  return TRUE;
}

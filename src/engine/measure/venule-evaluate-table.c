/* venule-evaluate-table.c: the two files that an evaluation compares
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-evaluate-table.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "venule-csv.h"
#include "venule-error.h"
#include "venule-load.h"
#include "venule-number.h"

#define MAX_COLUMNS 9
#define MAX_BYTES (512 * 1024 * 1024)
#define BYTE_ORDER_MARK "\xef\xbb\xbf"
#define LAST_FRAME G_MAXINT32
#define SMALLEST 1e-3 /* radius, px */
#define FARTHEST 1e6  /* px */
#define LONGEST 1e9   /* s */
#define FASTEST 1e9   /* px/s or µm/s */

/* One file while it is read. */
typedef struct {
  const char      *path;
  const char     **names;                /* columns that are wanted */
  guint            n_required;           /* how many of them, from the first, must be there */
  guint            n_names;
  int              columns[MAX_COLUMNS]; /* where each is; −1: not there */
  VenuleCsvReader *rows;
  GHashTable      *tracks;               /* id to number + 1 */
} Reader;

/* Of two of one name the first would be read, whichever is meant. */
static gboolean
reader_check_single (const Reader  *self,
                     guint          column,
                     GError       **error)
{
  guint n = venule_csv_reader_get_n_fields (self->rows);

  for (guint i = (guint) self->columns[column] + 1; i < n; i++)
    if (g_str_equal (venule_csv_reader_get_field (self->rows, (int) i), self->names[column]))
      {
        g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                     _("“%s” has two columns “%s”. Delete the one that is not meant."), self->path,
                     self->names[column]);
        return FALSE;
      }

  return TRUE;
}

static gboolean
reader_find_columns (Reader  *self,
                     GError **error)
{
  for (guint i = 0; i < self->n_names; i++)
    {
      self->columns[i] = venule_csv_reader_find (self->rows, self->names[i]);
      if (self->columns[i] < 0 && i < self->n_required)
        {
          g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                       _("“%s” has no column “%s” in its first line; is it the right file?"), self->path,
                       self->names[i]);
          return FALSE;
        }
      if (self->columns[i] >= 0 && !reader_check_single (self, i, error))
        return FALSE;
    }

  return TRUE;
}

static const char *
reader_get_text (const Reader *self,
                 guint         column)
{
  return venule_csv_reader_get_field (self->rows, self->columns[column]);
}

static gboolean
reader_get_number (const Reader  *self,
                   guint          column,
                   double         low,
                   double         high,
                   double        *number,
                   GError       **error)
{
  const char *text = reader_get_text (self, column);

  if (!venule_number_read (text, -G_MAXDOUBLE, G_MAXDOUBLE, number))
    {
      g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                   _("Line %u of “%s” has “%s” for “%s”, which is not a number."),
                   venule_csv_reader_get_line (self->rows), self->path, text, self->names[column]);
      return FALSE;
    }
  if (*number < low || *number > high)
    {
      g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                   _("Line %u of “%s” has “%s” for “%s”, which must be from %.10g to %.10g."),
                   venule_csv_reader_get_line (self->rows), self->path, text, self->names[column], low, high);
      return FALSE;
    }

  return TRUE;
}

static gboolean
reader_get_frame (const Reader  *self,
                  guint          column,
                  gint64        *frame,
                  GError       **error)
{
  double number;

  if (!reader_get_number (self, column, 0, LAST_FRAME, &number, error))
    return FALSE;
  if (number != floor (number))
    {
      g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                   _("Line %u of “%s” has “%s” for “%s”, which is not a whole number."),
                   venule_csv_reader_get_line (self->rows), self->path, reader_get_text (self, column),
                   self->names[column]);
      return FALSE;
    }
  *frame = (gint64) number;

  return TRUE;
}

/* Cells without a name would be one cell. */
static gboolean
reader_check_id (const Reader  *self,
                 guint          column,
                 GError       **error)
{
  if (*reader_get_text (self, column) != '\0')
    return TRUE;
  g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID, _("Line %u of “%s” has nothing for “%s”."),
               venule_csv_reader_get_line (self->rows), self->path, self->names[column]);

  return FALSE;
}

static guint
reader_get_track (Reader *self,
                  guint   column)
{
  const char *id = reader_get_text (self, column);
  guint number = GPOINTER_TO_UINT (g_hash_table_lookup (self->tracks, id));

  if (number == 0)
    {
      number = g_hash_table_size (self->tracks) + 1;
      g_hash_table_insert (self->tracks, g_strdup (id), GUINT_TO_POINTER (number));
    }

  return number - 1;
}

static int
compare_points (gconstpointer a,
                gconstpointer b)
{
  const VenuleEvaluatePoint *p = a;
  const VenuleEvaluatePoint *q = b;

  if (p->frame != q->frame)
    return p->frame < q->frame ? -1 : 1;
  return (p->track > q->track) - (p->track < q->track);
}

/* The movement of the picture from the columns @column and the one after it, when they are there. */
static gboolean
read_shift (const Reader         *reader,
            guint                 column,
            VenuleEvaluatePoint  *point,
            GError              **error)
{
  if (reader->columns[column] < 0 || reader->columns[column + 1] < 0)
    return TRUE;
  if (*reader_get_text (reader, column) == '\0' && *reader_get_text (reader, column + 1) == '\0')
    {
      point->shift_x = point->shift_y = NAN;
      return TRUE;
    }

  return reader_get_number (reader, column, -FARTHEST, FARTHEST, &point->shift_x, error) &&
         reader_get_number (reader, column + 1, -FARTHEST, FARTHEST, &point->shift_y, error);
}

typedef gboolean (*ReadPoint) (Reader                       *reader,
                               const VenuleEvaluateOptions  *options,
                               VenuleEvaluatePoint          *point,
                               GError                      **error);

static gboolean
read_truth_point (Reader                       *reader,
                  const VenuleEvaluateOptions  *options,
                  VenuleEvaluatePoint          *point,
                  GError                      **error)
{
  static const struct {
    const char         *name;
    VenuleEvaluateKinds kind;
  } kinds[] = {
    { "rolling", VENULE_EVALUATE_ROLLING },
    { "adherent", VENULE_EVALUATE_ADHERENT },
    { "free", VENULE_EVALUATE_FREE },
  };
  const char *text = reader_get_text (reader, 2);
  VenuleEvaluateKinds kind = 0;

  if (!reader_get_number (reader, 3, -FARTHEST, FARTHEST, &point->x, error) ||
      !reader_get_number (reader, 4, -FARTHEST, FARTHEST, &point->y, error) ||
      !reader_get_number (reader, 5, SMALLEST, FARTHEST, &point->radius, error) ||
      !read_shift (reader, 6, point, error))
    return FALSE;

  for (gsize i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      if (g_str_equal (text, kinds[i].name))
        kind = kinds[i].kind;
    }
  if (kind == 0)
    {
      g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                   _("Line %u of “%s” has the kind “%s”; known are rolling, adherent and free."),
                   venule_csv_reader_get_line (reader->rows), reader->path, text);
      return FALSE;
    }

  /* Without a crop all that the truth knows is looked at; its size in frames is not needed. */
  point->kind = kind;
  point->outside = options->vessel != NULL && options->vessel->kind != VENULE_CROP_WHOLE &&
                   !venule_vessel_contains (options->vessel, 0, 0, point->x, point->y);
  point->ignored = !(kind & options->kinds) || point->outside;
  point->time = point->frame;
  return TRUE;
}

static gboolean
read_found_point (Reader                       *reader,
                  const VenuleEvaluateOptions  *options,
                  VenuleEvaluatePoint          *point,
                  GError                      **error)
{
  point->time = point->frame;
  return reader_get_number (reader, 2, -FARTHEST, FARTHEST, &point->x, error) &&
         reader_get_number (reader, 3, -FARTHEST, FARTHEST, &point->y, error) &&
         (reader->columns[4] < 0 || reader_get_number (reader, 4, -LONGEST, LONGEST, &point->time, error)) &&
         read_shift (reader, 5, point, error);
}

/* What read_point_row() needs besides the row. */
typedef struct {
  ReadPoint                    read_point;
  const VenuleEvaluateOptions *options;
  VenuleEvaluateTable         *table;
} PointRows;

static gboolean
read_point_row (Reader    *reader,
                gpointer   data,
                GError   **error)
{
  const PointRows *rows = data;
  VenuleEvaluatePoint point = { 0 };

  if (!reader_get_frame (reader, 0, &point.frame, error) || !reader_check_id (reader, 1, error))
    return FALSE;
  rows->table->first_frame = MIN (rows->table->first_frame, point.frame);
  rows->table->last_frame = MAX (rows->table->last_frame, point.frame);
  if (point.frame < rows->options->first_frame || point.frame > rows->options->last_frame)
    return TRUE;

  if (!rows->read_point (reader, rows->options, &point, error))
    return FALSE;
  point.track = reader_get_track (reader, 1);
  g_array_append_val (rows->table->points, point);

  return TRUE;
}

static gboolean
check_twins (const VenuleEvaluateTable  *table,
             const char                 *path,
             GError                    **error)
{
  for (guint i = 1; i < table->points->len; i++)
    {
      const VenuleEvaluatePoint *p = &g_array_index (table->points, VenuleEvaluatePoint, i - 1);

      if (compare_points (p, p + 1) == 0)
        {
          g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                       _("“%s” has one track twice in frame %lld; a cell can only be in one place."), path,
                       (long long) p->frame);
          return FALSE;
        }
    }

  return TRUE;
}

typedef gboolean (*ReadRow) (Reader    *reader,
                             gpointer   data,
                             GError   **error);

static gboolean
set_incomplete (const Reader *self,
                GError      **error)
{
  g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
               _("“%s” ends within line %u: a part of it is missing. Copy it again."), self->path,
               venule_csv_reader_get_line (self->rows));
  return FALSE;
}

/* Decimal commas would move all numbers that follow. */
static gboolean
check_n_fields (const Reader  *self,
                guint          titles,
                GError       **error)
{
  guint n = venule_csv_reader_get_n_fields (self->rows);

  if (n < titles || venule_csv_reader_is_open (self->rows))
    return set_incomplete (self, error);
  for (guint i = titles; i < n; i++)
    if (*venule_csv_reader_get_field (self->rows, (int) i) != '\0')
      {
        g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                     _("Line %u of “%s” has more fields than there are columns. Write all decimals with points."),
                     venule_csv_reader_get_line (self->rows), self->path);
        return FALSE;
      }

  return TRUE;
}

static gboolean
reader_read_rows (Reader    *self,
                  ReadRow    read_row,
                  gpointer   data,
                  GError   **error)
{
  gsize size;
  g_autofree char *text = venule_load_file (self->path, MAX_BYTES, &size, error);
  g_autoptr(VenuleCsvReader) rows = NULL;
  guint titles;

  if (text == NULL)
    return FALSE;

  /* Excel begins UTF-8 with a mark, and ends lines for Macintosh so. */
  if (strchr (text, '\n') == NULL)
    g_strdelimit (text, "\r", '\n');
  self->rows = rows = venule_csv_reader_new (text + (g_str_has_prefix (text, BYTE_ORDER_MARK) ? 3 : 0), ',');
  venule_csv_reader_next (rows);
  titles = venule_csv_reader_get_n_fields (rows);
  if (!reader_find_columns (self, error))
    return FALSE;
  while (venule_csv_reader_next (rows))
    if (!venule_csv_reader_is_empty (rows) &&
        (!check_n_fields (self, titles, error) || !read_row (self, data, error)))
      return FALSE;

  /* What follows a zero byte, as a disk that lost its power leaves them, would not be seen. */
  return strlen (text) == size || set_incomplete (self, error);
}

/* The names of the tracks by their numbers. */
static GPtrArray *
reader_dup_ids (const Reader *self)
{
  GPtrArray *ids = g_ptr_array_new_with_free_func (g_free);
  GHashTableIter iter;
  gpointer id, number;

  g_ptr_array_set_size (ids, g_hash_table_size (self->tracks));
  g_hash_table_iter_init (&iter, self->tracks);
  while (g_hash_table_iter_next (&iter, &id, &number))
    ids->pdata[GPOINTER_TO_UINT (number) - 1] = g_strdup (id);

  return ids;
}

static VenuleEvaluateTable *
read_table (Reader                       *reader,
            ReadPoint                     read_point,
            guint                         shift_column,
            const VenuleEvaluateOptions  *options,
            GError                      **error)
{
  g_autoptr(GHashTable) tracks = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr(VenuleEvaluateTable) table = g_new0 (VenuleEvaluateTable, 1);
  PointRows rows = { read_point, options, table };

  table->points = g_array_new (FALSE, FALSE, sizeof (VenuleEvaluatePoint));
  table->path = g_strdup (reader->path);
  table->first_frame = G_MAXINT64;
  table->last_frame = -1;
  reader->tracks = tracks;
  if (!reader_read_rows (reader, read_point_row, &rows, error))
    return NULL;

  g_array_sort (table->points, compare_points);
  table->n_tracks = g_hash_table_size (tracks);
  table->ids = reader_dup_ids (reader);
  table->shifted = reader->columns[shift_column] >= 0 && reader->columns[shift_column + 1] >= 0;
  if (!check_twins (table, reader->path, error))
    return NULL;

  return g_steal_pointer (&table);
}

VenuleEvaluateTable *
venule_evaluate_read_truth (const char                   *path,
                            const VenuleEvaluateOptions  *options,
                            GError                      **error)
{
  const char *names[] = { "frame", "id", "kind", "x", "y", "radius", "shift_x", "shift_y" };
  Reader reader = { .path = path, .names = names, .n_required = 6, .n_names = G_N_ELEMENTS (names) };

  return read_table (&reader, read_truth_point, 6, options, error);
}

VenuleEvaluateTable *
venule_evaluate_read_spots (const char                   *path,
                            const VenuleEvaluateOptions  *options,
                            GError                      **error)
{
  const char *names[] = { "frame", "track_id", "x_px", "y_px", "time_s", "shift_x_px", "shift_y_px" };
  Reader reader = { .path = path, .names = names, .n_required = 4, .n_names = G_N_ELEMENTS (names) };

  return read_table (&reader, read_found_point, 5, options, error);
}

void
venule_evaluate_table_free (VenuleEvaluateTable *self)
{
  g_array_unref (self->points);
  g_clear_pointer (&self->ids, g_ptr_array_unref);
  g_free (self->path);
  g_free (self);
}

/* In the order of the names in venule_evaluate_read_claims(). */
enum {
  CLAIM_TRACK,
  CLAIM_CLASS,
  CLAIM_QUALITY,
  CLAIM_VELOCITY_PX,
  CLAIM_VELOCITY_UM,
  CLAIM_ERROR_PX,
  CLAIM_ERROR_UM,
  CLAIM_FIRST_FRAME,
  CLAIM_LAST_FRAME,
};

typedef struct {
  const VenuleEvaluateOptions *options;
  GHashTable                  *claims;
} ClaimRows;

/* px/s, from the column @in_px or, in µm/s, from the one after it; NaN where the field is empty, as of a cell that was
 * seen once, and where there is no such column. */
static gboolean
read_velocity (const Reader                 *reader,
               guint                         in_px,
               double                        lowest,
               const VenuleEvaluateOptions  *options,
               double                       *velocity,
               GError                      **error)
{
  gboolean in_um = reader->columns[in_px] < 0;
  guint column = in_um ? in_px + 1 : in_px;

  *velocity = NAN;
  if (*reader_get_text (reader, column) == '\0')
    return TRUE;
  if (!reader_get_number (reader, column, lowest, FASTEST, velocity, error))
    return FALSE;
  if (in_um && !(options->pixel_size > 0))
    {
      g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                   _("The velocities of “%s” are in µm/s and those of the truth in px/s; give the pixel size too."),
                   reader->path);
      return FALSE;
    }
  if (in_um)
    *velocity /= options->pixel_size;

  return TRUE;
}

/* NaN where the field is empty, as of a track that was imported. */
static gboolean
read_quality (const Reader  *reader,
              double        *quality,
              GError       **error)
{
  *quality = NAN;
  return *reader_get_text (reader, CLAIM_QUALITY) == '\0' ||
         reader_get_number (reader, CLAIM_QUALITY, 0, 1, quality, error);
}

static gboolean
check_has_velocities (const Reader  *reader,
                      GError       **error)
{
  if (reader->columns[CLAIM_VELOCITY_PX] >= 0 || reader->columns[CLAIM_VELOCITY_UM] >= 0)
    return TRUE;
  g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
               _("“%s” has no column “%s” in its first line; is it the right file?"),
               reader->path, reader->names[CLAIM_VELOCITY_UM]);

  return FALSE;
}

static gboolean
read_claim_row (Reader    *reader,
                gpointer   data,
                GError   **error)
{
  static const VenuleCellKind kinds[] = { VENULE_CELL_ROLLING, VENULE_CELL_ADHERENT, VENULE_CELL_FREE,
                                          VENULE_CELL_OTHER };
  const ClaimRows *rows = data;
  const char *class = reader_get_text (reader, CLAIM_CLASS);
  VenuleEvaluateClaim claim = { .last_frame = G_MAXINT64 };
  gsize i = 0;

  while (i < G_N_ELEMENTS (kinds) && !g_str_equal (class, venule_cell_kind_to_string (kinds[i])))
    i++;
  if (i == G_N_ELEMENTS (kinds))
    {
      g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                   _("Line %u of “%s” has the class “%s”; known are rolling, adherent, free and other."),
                   venule_csv_reader_get_line (reader->rows), reader->path, class);
      return FALSE;
    }
  claim.kind = kinds[i];
  if (!check_has_velocities (reader, error) || !reader_check_id (reader, CLAIM_TRACK, error) ||
      !read_quality (reader, &claim.quality, error) ||
      !read_velocity (reader, CLAIM_VELOCITY_PX, -FASTEST, rows->options, &claim.velocity, error) ||
      !read_velocity (reader, CLAIM_ERROR_PX, 0, rows->options, &claim.standard_error, error) ||
      (reader->columns[CLAIM_FIRST_FRAME] >= 0 &&
       !reader_get_frame (reader, CLAIM_FIRST_FRAME, &claim.first_frame, error)) ||
      (reader->columns[CLAIM_LAST_FRAME] >= 0 &&
       !reader_get_frame (reader, CLAIM_LAST_FRAME, &claim.last_frame, error)))
    return FALSE;
  if (g_hash_table_insert (rows->claims, g_strdup (reader_get_text (reader, CLAIM_TRACK)),
                           g_memdup2 (&claim, sizeof claim)))
    return TRUE;

  g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
               _("Line %u of “%s” has the track “%s” a second time. Delete the row that is not meant."),
               venule_csv_reader_get_line (reader->rows), reader->path, reader_get_text (reader, CLAIM_TRACK));
  return FALSE;
}

GHashTable *
venule_evaluate_read_claims (const char                   *path,
                             const VenuleEvaluateOptions  *options,
                             GError                      **error)
{
  const char *names[] = { "track_id", "class", "quality", "mean_velocity_px_s", "mean_velocity_um_s",
                          "se_velocity_px_s", "se_velocity_um_s", "first_frame", "last_frame" };
  g_autoptr(GHashTable) claims = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  Reader reader = { .path = path, .names = names, .n_required = 3, .n_names = G_N_ELEMENTS (names) };
  ClaimRows rows = { options, claims };

  if (!reader_read_rows (&reader, read_claim_row, &rows, error))
    return NULL;

  return g_steal_pointer (&claims);
}

/* venule-import-table.c: tables of marks: ours, TrackMate's, ImageJ's, anybody's
 *
 * Columns are known by their names, whatever their order and their case. A number with a decimal comma is read where
 * commas do not part the columns.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-import-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "venule-csv.h"
#include "venule-display-name.h"
#include "venule-error.h"
#include "venule-number.h"

/* TrackMate writes three more rows of titles under the first. */
#define MAX_TITLE_ROWS 3

enum
{
  COLUMN_TRACK,
  COLUMN_FRAME,
  COLUMN_X,
  COLUMN_Y,
  COLUMN_RADIUS,
  COLUMN_TIME,
  COLUMN_SCORE, /* from here on in tables of Venule alone */
  COLUMN_SHIFT_X,
  COLUMN_SHIFT_Y,
  COLUMN_X_UM,
  COLUMN_SOURCE,
  COLUMN_EDITED,
  N_COLUMNS
};

#define N_NAMES 8

/* In small letters and without units; an earlier name is believed more. */
static const char *const known_names[N_COLUMNS][N_NAMES] = {
  [COLUMN_TRACK] = { "track_id", "trackid", "track", "tid", "particle", "cell", "counter", "id" },
  [COLUMN_FRAME] = { "frame", "slice", "frame_number", "t_frame" },
  [COLUMN_X] = { "x_px", "x_um", "position_x", "x" },
  [COLUMN_Y] = { "y_px", "y_um", "position_y", "y" },
  [COLUMN_RADIUS] = { "radius_px", "radius_um", "radius" },
  [COLUMN_TIME] = { "time_s", "position_t" },
  [COLUMN_SCORE] = { "score" },
  [COLUMN_SHIFT_X] = { "shift_x_px" },
  [COLUMN_SHIFT_Y] = { "shift_y_px" },
  [COLUMN_X_UM] = { "x_um" },
  [COLUMN_SOURCE] = { "source" },
  [COLUMN_EDITED] = { "edited" },
};

typedef struct {
  VenuleMarks     *marks;
  char             separator;
  VenuleCsvReader *reader;
  int              columns[N_COLUMNS]; /* −1: not there */
  int              slice, frame;       /* of ImageJ's two counts; −1: not there */
  guint            n_titles;
  double           farthest;           /* px: the x that tells the size of a pixel best */
  gboolean         imagej;
  gboolean         trackmate;
  gboolean         own;
  gboolean         points, commas;     /* whether there were numbers with them */
  gboolean         decimals;           /* whether a comma in a number can only be a decimal one */
  guint            grouped[N_COLUMNS]; /* line of a number whose comma may part thousands; 0: none */
  guint            plain[N_COLUMNS];   /* line of a number without a comma; 0: none */
} Table;

/* Pictures without a calibration of their own often are of so many dots an inch, and Fiji takes that for one. */
VenuleImportUnit
venule_import_parse_unit (const char *text,
                          double     *um)
{
  static const char *const pixels[] = { "px", "pixel", "pixels", NULL };
  static const char *const micrometres[] = { "um", "µm", "μm", "µ", "μ", "micron", "microns", "micrometer",
                                             "micrometre", "micrometers", "micrometres", NULL };
  static const struct
  {
    const char *name;
    double      um;
  } others[] = { { "nm", 1e-3 }, { "mm", 1e3 }, { "cm", 1e4 }, { "m", 1e6 }, { "inch", 25400 }, { "in", 25400 } };
  g_autofree char *small = g_utf8_strdown (text, -1);

  *um = 1;
  if (g_strv_contains (pixels, small))
    return VENULE_IMPORT_UNIT_PX;
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    if (g_str_equal (small, others[i].name))
      {
        *um = others[i].um;
        return VENULE_IMPORT_UNIT_UM;
      }
  return g_strv_contains (micrometres, small) ? VENULE_IMPORT_UNIT_UM : VENULE_IMPORT_UNIT_FILE;
}

/* As it begins, in whatever case: "sec", "s)". */
gboolean
venule_import_is_second (const char *text)
{
  return g_ascii_strncasecmp (text, "sec", 3) == 0 || (g_ascii_tolower (*text) == 's' && !g_ascii_isalpha (text[1]));
}

static const char *
get_field (const Table *self,
           int          column)
{
  return venule_csv_reader_get_field (self->reader, column);
}

/* What parts the titles most often. */
static char
guess_separator (const char *text)
{
  const char candidates[] = { ',', ';', '\t' };
  char best = ',';
  guint most = 0;

  for (guint i = 0; i < G_N_ELEMENTS (candidates); i++)
    {
      guint n = 0;

      for (const char *at = text; *at != '\0' && *at != '\n'; at++)
        n += *at == candidates[i];
      if (n > most)
        {
          most = n;
          best = candidates[i];
        }
    }

  return best;
}

/* "X [µm]" → "x", and µm */
static char *
split_title (const char       *title,
             VenuleImportUnit *unit,
             double           *um)
{
  g_autofree char *small = g_utf8_strdown (title, -1);
  char *bracket = strpbrk (small, "[(");

  *unit = VENULE_IMPORT_UNIT_FILE;
  *um = 1;
  if (bracket != NULL)
    {
      char *end = strpbrk (bracket, "])");

      if (end != NULL)
        *end = '\0';
      *unit = venule_import_parse_unit (bracket + 1, um);
      *bracket = '\0';
    }
  g_strdelimit (g_strstrip (small), " ", '_');
  if (g_str_has_suffix (small, "_px"))
    *unit = VENULE_IMPORT_UNIT_PX;
  else if (g_str_has_suffix (small, "_um"))
    *unit = VENULE_IMPORT_UNIT_UM;

  return g_steal_pointer (&small);
}

static int
find_title (Table            *self,
            const char       *name,
            VenuleImportUnit *unit)
{
  for (guint i = 0; i < venule_csv_reader_get_n_fields (self->reader); i++)
    {
      double um;
      g_autofree char *title = split_title (get_field (self, (int) i), unit, &um);

      if (g_str_equal (title, name))
        return (int) i;
    }

  return -1;
}

/* What is in brackets, and no unit that is known, must not be taken for px. */
static void
take_unit (Table      *self,
           const char *title)
{
  const char *bracket = strpbrk (title, "[(");

  g_free (split_title (title, &self->marks->unit, &self->marks->um));
  if (bracket != NULL && self->marks->unit == VENULE_IMPORT_UNIT_FILE)
    self->marks->unknown_unit =
      g_string_chunk_insert_len (self->marks->ids, bracket + 1, (gssize) strcspn (bracket + 1, "])"));
}

/* The unit of x is that of all lengths. */
static gboolean
check_units (Table   *self,
             GError **error)
{
  const char *x = get_field (self, self->columns[COLUMN_X]);

  take_unit (self, x);
  for (guint i = COLUMN_Y; i <= COLUMN_RADIUS; i++)
    {
      const char *title = self->columns[i] >= 0 ? get_field (self, self->columns[i]) : x;
      VenuleImportUnit unit;
      double um;

      g_free (split_title (title, &unit, &um));
      if (unit == self->marks->unit && um == self->marks->um)
        continue;

      g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                   _("“%s” has “%s” beside “%s”: lengths in one table must have one unit."), self->marks->name, title,
                   x);
      return FALSE;
    }

  return TRUE;
}

/* Of two of one name the first would be read, whichever is meant. */
static gboolean
check_single (Table   *self,
              int      column,
              GError **error)
{
  VenuleImportUnit unit;
  double um;
  g_autofree char *name = split_title (get_field (self, column), &unit, &um);

  for (guint i = (guint) column + 1; i < venule_csv_reader_get_n_fields (self->reader); i++)
    {
      g_autofree char *title = split_title (get_field (self, (int) i), &unit, &um);

      if (!g_str_equal (title, name))
        continue;
      g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                   _("“%s” has two columns “%s”. Delete the one that is not meant."), self->marks->name, name);
      return FALSE;
    }

  return TRUE;
}

static gboolean
find_columns (Table   *self,
              GError **error)
{
  const char *wanted[] = { "track_id", "frame", "x", "y" };
  VenuleImportUnit unit;

  for (guint i = 0; i < N_COLUMNS; i++)
    {
      self->columns[i] = -1;
      for (guint j = 0; j < N_NAMES && known_names[i][j] != NULL && self->columns[i] < 0; j++)
        {
          self->columns[i] = find_title (self, known_names[i][j], &unit);
        }
      if (self->columns[i] < 0 && (i == COLUMN_FRAME || i == COLUMN_X || i == COLUMN_Y))
        {
          g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                       _("“%s” has no column “%s” in its first line; is it a table of marked cells?"),
                       self->marks->name, wanted[i]);
          return FALSE;
        }
      if (self->columns[i] >= 0 && !check_single (self, self->columns[i], error))
        return FALSE;
    }
  self->frame = find_title (self, "frame", &unit);
  self->slice = find_title (self, "slice", &unit);
  self->n_titles = venule_csv_reader_get_n_fields (self->reader);

  return check_units (self, error);
}

/* ImageJ numbers its rows in a column without a title, or names what it measured; its slices and frames count from
 * 1. */
static void
recognise (Table *self)
{
  VenuleImportUnit unit;
  gboolean trackmate = find_title (self, "position_x", &unit) >= 0;
  gboolean venule = find_title (self, "x_px", &unit) >= 0 && find_title (self, "track_id", &unit) >= 0;

  self->trackmate = trackmate;
  self->own = venule && !trackmate;
  self->imagej = !trackmate && !venule &&
                 (self->slice >= 0 || *get_field (self, 0) == '\0' || find_title (self, "area", &unit) >= 0);
  self->marks->first_frame = self->imagej ? 1 : 0;
  self->marks->format = trackmate ? _("TrackMate") : venule ? _("Venule") : self->imagej ? _("ImageJ") : _("table");
}

static gboolean
parse_number (Table      *self,
              const char *text,
              double     *number)
{
  g_autofree char *pointed = self->separator != ',' ? g_strdelimit (g_strdup (text), ",", '.') : g_strdup (text);

  return venule_number_read (pointed, -G_MAXINT, G_MAXINT, number);
}

/* Where one of them parts thousands, numbers would be a thousandth of what they are. */
static gboolean
check_points (Table       *self,
              const char  *text,
              GError     **error)
{
  self->points |= strchr (text, '.') != NULL;
  self->commas |= strchr (text, ',') != NULL;
  if (!self->points || !self->commas)
    return TRUE;

  g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
               _("“%s” has both numbers with points and numbers with commas (line %u). Write all decimals with points, "
                 "and thousands without separator."), self->marks->name, venule_csv_reader_get_line (self->reader));
  return FALSE;
}

/* "1,010" is 1.01, or 1010. */
static void
note_commas (Table      *self,
             guint       column,
             const char *text)
{
  const char *digits = text + (*text == '-' || *text == '+'), *comma = strchr (digits, ',');
  guint line = venule_csv_reader_get_line (self->reader);

  if (comma == NULL)
    self->plain[column] = line;
  else if (*digits != '0' && comma - digits >= 1 && comma - digits <= 3 && strspn (comma + 1, "0123456789") == 3 &&
           comma[4] == '\0')
    self->grouped[column] = line;
  else
    self->decimals = TRUE;
}

/* Who writes three decimals writes them in each number of a column; thousands are parted where there are some. */
static gboolean
check_thousands (Table   *self,
                 GError **error)
{
  for (guint i = 0; i < N_COLUMNS && !self->decimals; i++)
    {
      if (self->grouped[i] == 0 || self->plain[i] == 0)
        continue;
      g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                   _("In “%s” the comma of a number in line %u may part thousands or decimals: line %u has none in "
                     "that column. Write all decimals with points, and thousands without separator."),
                   self->marks->name, self->grouped[i], self->plain[i]);
      return FALSE;
    }
  return TRUE;
}

static gboolean
read_number (Table   *self,
             guint    column,
             double  *number,
             GError **error)
{
  const char *text = get_field (self, self->columns[column]);
  g_autofree char *shown = NULL;

  if (parse_number (self, text, number))
    {
      note_commas (self, column, text);
      return check_points (self, text, error);
    }

  shown = venule_display_name_dup_excerpt (text);
  g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
               _("Line %u of “%s” has “%s” for “%s”, which is not a number."),
               venule_csv_reader_get_line (self->reader), self->marks->name, shown, known_names[column][0]);
  return FALSE;
}

/* A column of times would be read as frames, were they rounded. */
static gboolean
read_frame (Table   *self,
            gint64  *frame,
            GError **error)
{
  double number;

  if (!read_number (self, COLUMN_FRAME, &number, error))
    return FALSE;
  *frame = (gint64) number;
  if ((double) *frame == number)
    return TRUE;

  g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
               _("Line %u of “%s” has “%s” for “%s”, which is not a whole number."),
               venule_csv_reader_get_line (self->reader), self->marks->name,
               get_field (self, self->columns[COLUMN_FRAME]), known_names[COLUMN_FRAME][0]);
  return FALSE;
}

/* TrackMate writes "None" for spots of no track, and other programs what they write for no number. */
static const char *
read_track (Table *self)
{
  static const char *const none[] = { "", "none", "nan", "na", "n/a", "null", NULL };
  const char *text = get_field (self, self->columns[COLUMN_TRACK]);
  g_autofree char *small = g_ascii_strdown (text, -1);

  return !g_strv_contains (none, small) ? g_string_chunk_insert_const (self->marks->ids, text) : NULL;
}

/* An empty field is none: TRUE, and @number stays as it is. */
static gboolean
read_optional (Table   *self,
               guint    column,
               double  *number,
               GError **error)
{
  return self->columns[column] < 0 || *get_field (self, self->columns[column]) == '\0' ||
         read_number (self, column, number, error);
}

/* What a table of Venule says of a spot beside its place. */
static gboolean
read_own (Table       *self,
          VenuleMark  *mark,
          GError     **error)
{
  g_autofree char *source = g_ascii_strdown (get_field (self, self->columns[COLUMN_SOURCE]), -1);
  double um = NAN;

  mark->own = TRUE;
  mark->score = 1;
  if (self->columns[COLUMN_SHIFT_X] >= 0)
    mark->shift_x = mark->shift_y = NAN; /* an empty field: unknown */
  mark->source = VENULE_SPOT_MANUAL;
  /* Spreadsheets write TRUE. */
  mark->edited = g_ascii_strcasecmp (get_field (self, self->columns[COLUMN_EDITED]), "true") == 0;
  venule_spot_source_from_string (source, &mark->source);

  if (!read_optional (self, COLUMN_SCORE, &mark->score, error) ||
      !read_optional (self, COLUMN_SHIFT_X, &mark->shift_x, error) ||
      !read_optional (self, COLUMN_SHIFT_Y, &mark->shift_y, error) || !read_optional (self, COLUMN_X_UM, &um, error))
    return FALSE;
  if (isfinite (um) && mark->x > self->farthest)
    {
      self->farthest = mark->x;
      self->marks->pixel_size_um = um / mark->x;
    }

  return TRUE;
}

static gboolean
read_row (Table   *self,
          GError **error)
{
  VenuleMark mark = { .track = read_track (self), .time = NAN };

  if (self->columns[COLUMN_TIME] >= 0)
    parse_number (self, get_field (self, self->columns[COLUMN_TIME]), &mark.time);
  if (!read_frame (self, &mark.frame, error) || !read_number (self, COLUMN_X, &mark.x, error) ||
      !read_number (self, COLUMN_Y, &mark.y, error))
    return FALSE;
  if (!read_optional (self, COLUMN_RADIUS, &mark.radius, error) || (self->own && !read_own (self, &mark, error)))
    return FALSE;

  g_array_append_val (self->marks->marks, mark);
  return TRUE;
}

/* Decimal commas where commas part the columns would move all numbers that follow. */
static gboolean
check_n_fields (Table   *self,
                GError **error)
{
  for (guint i = self->n_titles; i < venule_csv_reader_get_n_fields (self->reader); i++)
    if (*get_field (self, (int) i) != '\0')
      {
        g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                     _("Line %u of “%s” has more fields than there are columns. Do its numbers have decimal "
                       "commas? Part the columns by semicolons or tabs then."),
                     venule_csv_reader_get_line (self->reader), self->marks->name);
        return FALSE;
      }

  return TRUE;
}

/* A stack of slices has the frame 1 in all its rows. */
static gboolean
is_slice_the_frame (const Table *self,
                    const char  *text)
{
  g_autoptr(VenuleCsvReader) reader = venule_csv_reader_new (text, self->separator);
  gboolean varies = FALSE;

  if (!self->imagej || self->slice < 0 || self->frame < 0)
    return FALSE;
  venule_csv_reader_next (reader);
  while (!varies && venule_csv_reader_next (reader))
    varies = !venule_csv_reader_is_empty (reader) &&
             !g_str_equal (venule_csv_reader_get_field (reader, self->frame), "1");

  return !varies;
}

/* ImageJ counts points of several kinds; who has not counted cells by it has two marks of one counter in a frame. */
static void
forget_counter (Table *self)
{
  g_autoptr(GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GArray *marks = self->marks->marks;
  gboolean doubled = FALSE;

  if (!self->imagej)
    return;

  for (guint i = 0; i < marks->len && !doubled; i++)
    {
      const VenuleMark *mark = &g_array_index (marks, VenuleMark, i);

      if (mark->track != NULL)
        doubled = !g_hash_table_add (seen, g_strdup_printf ("%" G_GINT64_FORMAT " %s", mark->frame, mark->track));
    }
  for (guint i = 0; i < marks->len && doubled; i++)
    g_array_index (marks, VenuleMark, i).track = NULL;
}

/* The last of TrackMate's rows of titles has "(micron)" for its positions, and "(sec)" for its times. */
static void
note_units (Table *self)
{
  const char *title = get_field (self, self->columns[COLUMN_X]);
  const char *time = get_field (self, self->columns[COLUMN_TIME]);

  if (*title == '(')
    take_unit (self, title);
  if (*time == '(' && !venule_import_is_second (time + 1))
    self->columns[COLUMN_TIME] = -1;
}

/* @whole: whether the last row ends in a line break. */
static gboolean
read_rows (Table    *self,
           gboolean   whole,
           GError   **error)
{
  guint titles = self->trackmate ? MAX_TITLE_ROWS : 0, cut = 0;

  while (venule_csv_reader_next (self->reader))
    {
      double frame;

      if (venule_csv_reader_is_open (self->reader))
        {
          g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                       _("A quotation mark in line %u of “%s” has no other one. Take it out, or write two."),
                       venule_csv_reader_get_line (self->reader), self->marks->name);
          return FALSE;
        }
      if (venule_csv_reader_is_empty (self->reader))
        continue;
      if (titles > 0 && !parse_number (self, get_field (self, self->columns[COLUMN_FRAME]), &frame) &&
          !parse_number (self, get_field (self, self->columns[COLUMN_X]), &frame))
        {
          note_units (self);
          titles--;
          continue;
        }
      titles = 0;
      if (!check_n_fields (self, error) || !read_row (self, error))
        return FALSE;
      cut = venule_csv_reader_get_n_fields (self->reader) < self->n_titles
              ? venule_csv_reader_get_line (self->reader) : 0;
    }
  if (whole || cut == 0)
    return TRUE;

  g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
               _("“%s” ends within line %u: a part of it is missing. Copy it again."), self->marks->name, cut);
  return FALSE;
}

gboolean
venule_import_read_table (VenuleMarks  *marks,
                          const char   *text,
                          GError      **error)
{
  /* Excel is told so by what parts its columns. */
  gboolean told = g_ascii_strncasecmp (text, "sep=", 4) == 0 && text[4] != '\0' && strchr ("\r\n", text[5]) != NULL;
  char separator = told ? text[4] : guess_separator (text);
  g_autoptr(VenuleCsvReader) reader = venule_csv_reader_new (text, separator);
  Table self = { .marks = marks, .separator = separator, .reader = reader };

  if (told)
    {
      venule_csv_reader_next (reader);
      text += strcspn (text, "\n") + (strchr (text, '\n') != NULL);
    }
  venule_csv_reader_next (reader);
  if (!find_columns (&self, error))
    return FALSE;

  recognise (&self);
  if (is_slice_the_frame (&self, text))
    self.columns[COLUMN_FRAME] = self.slice;
  if (!read_rows (&self, g_str_has_suffix (text, "\n"), error) || !check_thousands (&self, error))
    return FALSE;

  forget_counter (&self);
  return TRUE;
}

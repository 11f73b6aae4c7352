/* venule-measure-settings.c: what the numbers depend on, and the run does not
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-measure-settings.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "venule-display-name.h"
#include "venule-error.h"
#include "venule-number.h"
#include "venule-settings.h"

#define MAX_POINTS 1000
#define FARTHEST 1e6    /* px */
#define LONGEST_TEXT 1000
#define LONGEST_LONG_TEXT (1 << 20)
#define LONGEST_KEY 64

typedef enum {
  NUMBER,
  POINTS,
  WALLS,
  TEXT,
  LONG_TEXT,
} FieldType;

/* Of several that change together the first gives the step its name. */
typedef struct {
  const char *key;
  FieldType   type;
  gsize       offset;
  double      usual;     /* of a number */
  double      low, high; /* of a number other than @usual */
  const char *step;      /* name of the undo step */
  const char *unit;      /* of a number that has one, in sentences */
  gboolean    whole;     /* a number without decimals */
} Field;

#define OFFSET(name) offsetof (VenuleMeasureSettings, name)

static const Field fields[] = {
  { "centreline_px", POINTS, OFFSET (centreline), 0, 0, 0, N_("Adjust Centreline") },
  { "walls_px", WALLS, OFFSET (walls), 0, 0, 0, N_("Adjust Walls") },
  { "flux_position_px", NUMBER, OFFSET (flux_position), NAN, -FARTHEST, FARTHEST, N_("Move Flux Line"), "px" },
  { "flux_seconds", NUMBER, OFFSET (flux_seconds), 0, 0.001, 1e6, N_("Change Bins of Flux"), "s" },
  { "velocity_window_s", NUMBER, OFFSET (velocity_window), VENULE_DEFAULT_VELOCITY_WINDOW,
    VENULE_SHORTEST_VELOCITY_WINDOW, VENULE_LONGEST_VELOCITY_WINDOW, N_("Change Velocity Window"), "s" },
  { "adherent_seconds", NUMBER, OFFSET (adherent_seconds), VENULE_DEFAULT_ADHERENT_SECONDS, 0.01, 1e6,
    N_("Change Time of Adherence"), "s" },
  { "pause_seconds", NUMBER, OFFSET (pause_seconds), VENULE_DEFAULT_PAUSE_SECONDS, 0.001, 1e6,
    N_("Change Shortest Pause"), "s" },
  { "pause_velocity_px_s", NUMBER, OFFSET (pause_velocity), 0, 0, 1e6, N_("Change Velocity of Pauses"), "px/s" },
  { "shear_factor", NUMBER, OFFSET (shear_factor), 1, 0.001, 1000, N_("Change Shear Factor") },
  { "velocity_ratio", NUMBER, OFFSET (velocity_ratio), VENULE_DEFAULT_VELOCITY_RATIO, 1, 2,
    N_("Change Ratio of Blood Velocities") },
  { "pixel_size_error", NUMBER, OFFSET (pixel_size_error), 0, 0, 1, N_("Change Error of Pixel Size") },
  { "seed", NUMBER, OFFSET (seed), 1, 0, G_MAXUINT32, N_("Change Random Numbers"), NULL, TRUE },
  { "kymograph_line", LONG_TEXT, OFFSET (kymograph_line), 0, 0, 0, N_("Change Line of Kymograph") },
  { "animal", TEXT, OFFSET (animal), 0, 0, 0, N_("Change Labels") },
  { "group", TEXT, OFFSET (group), 0, 0, 0, N_("Change Labels") },
  { "time_point", TEXT, OFFSET (time_point), 0, 0, 0, N_("Change Labels") },
  { "recording", TEXT, OFFSET (recording), 0, 0, 0, N_("Change Labels") },
  { "diameter_profile", LONG_TEXT, OFFSET (diameter_profile), 0, 0, 0, N_("Measure Diameter") },
};

G_DEFINE_BOXED_TYPE (VenuleMeasureSettings, venule_measure_settings, venule_measure_settings_copy,
                     venule_measure_settings_free)

#define AT(type, self, field) ((type *) (void *) ((guint8 *) (self) + (field)->offset))
#define CONST_AT(type, self, field) ((const type *) (const void *) ((const guint8 *) (self) + (field)->offset))

VenuleMeasureSettings *
venule_measure_settings_new (void)
{
  VenuleMeasureSettings *self = g_new0 (VenuleMeasureSettings, 1);

  self->centreline = g_array_new (FALSE, FALSE, sizeof (VenulePoint));
  self->walls = g_array_new (FALSE, FALSE, sizeof (VenuleWall));
  self->others = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    if (fields[i].type == NUMBER)
      *AT (double, self, &fields[i]) = fields[i].usual;

  return self;
}

VenuleMeasureSettings *
venule_measure_settings_copy (const VenuleMeasureSettings *self)
{
  VenuleMeasureSettings *copy;
  GHashTableIter iter;
  gpointer key, value;

  g_return_val_if_fail (self != NULL, NULL);

  copy = g_memdup2 (self, sizeof *self);
  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    if (fields[i].type == POINTS || fields[i].type == WALLS)
      *AT (GArray *, copy, &fields[i]) = g_array_copy (*AT (GArray *, copy, &fields[i]));
    else if (fields[i].type != NUMBER)
      *AT (char *, copy, &fields[i]) = g_strdup (*CONST_AT (char *, self, &fields[i]));

  copy->others = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_hash_table_iter_init (&iter, self->others);
  while (g_hash_table_iter_next (&iter, &key, &value))
    g_hash_table_insert (copy->others, g_strdup (key), g_strdup (value));

  return copy;
}

void
venule_measure_settings_free (VenuleMeasureSettings *self)
{
  if (self == NULL)
    return;

  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    if (fields[i].type == POINTS || fields[i].type == WALLS)
      g_array_unref (*AT (GArray *, self, &fields[i]));
    else if (fields[i].type != NUMBER)
      g_free (*AT (char *, self, &fields[i]));
  g_hash_table_unref (self->others);
  g_free (self);
}

static gboolean
same_field (const Field                 *field,
            const VenuleMeasureSettings *a,
            const VenuleMeasureSettings *b)
{
  g_autofree char *first = venule_measure_settings_dup_value (a, field->key);
  g_autofree char *second = venule_measure_settings_dup_value (b, field->key);

  return g_strcmp0 (first, second) == 0;
}

gboolean
venule_measure_settings_equal (const VenuleMeasureSettings *a,
                               const VenuleMeasureSettings *b)
{
  GHashTableIter iter;
  gpointer key, value;

  g_return_val_if_fail (a != NULL && b != NULL, FALSE);

  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    if (!same_field (&fields[i], a, b))
      return FALSE;
  if (g_hash_table_size (a->others) != g_hash_table_size (b->others))
    return FALSE;
  g_hash_table_iter_init (&iter, a->others);
  while (g_hash_table_iter_next (&iter, &key, &value))
    if (g_strcmp0 (g_hash_table_lookup (b->others, key), value) != 0)
      return FALSE;

  return TRUE;
}

/* ---- To text ---- */

static void
append_number (GString *text,
               double   number)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append (text, g_ascii_dtostr (buffer, sizeof buffer, number));
}

/* Each element is @n doubles. */
static char *
dup_numbers (const GArray *array,
             guint         n)
{
  const double *numbers = (const double *) (const void *) array->data;
  GString *text;

  if (array->len == 0)
    return NULL;

  text = g_string_new (NULL);
  for (guint i = 0; i < array->len * n; i++)
    {
      if (i > 0)
        g_string_append_c (text, i % n == 0 ? ' ' : ',');
      append_number (text, numbers[i]);
    }

  return g_string_free (text, FALSE);
}

static char *
dup_number (double number,
            double usual)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  if (number == usual || (isnan (number) && isnan (usual)))
    return NULL;

  return g_strdup (g_ascii_dtostr (buffer, sizeof buffer, number));
}

static const Field *
find_field (const char *key)
{
  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    if (g_str_equal (fields[i].key, key))
      return &fields[i];

  return NULL;
}

const char *const *
venule_measure_settings_get_keys (void)
{
  static const char *keys[G_N_ELEMENTS (fields) + 1];
  static gsize filled;

  if (g_once_init_enter (&filled))
    {
      for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
        keys[i] = fields[i].key;
      g_once_init_leave (&filled, 1);
    }

  return keys;
}

void
venule_measure_settings_get_limits (const char *key,
                                    double     *usual,
                                    double     *low,
                                    double     *high)
{
  const Field *field = find_field (key);

  g_return_if_fail (field != NULL && field->type == NUMBER);

  if (usual != NULL)
    *usual = field->usual;
  if (low != NULL)
    *low = field->low;
  if (high != NULL)
    *high = field->high;
}

char *
venule_measure_settings_dup_value (const VenuleMeasureSettings *self,
                                   const char                  *key)
{
  const Field *field;

  g_return_val_if_fail (self != NULL && key != NULL, NULL);

  field = find_field (key);
  if (field == NULL)
    return g_strdup (g_hash_table_lookup (self->others, key));

  switch (field->type)
    {
    case NUMBER:
      return dup_number (*CONST_AT (double, self, field), field->usual);
    case POINTS:
      return dup_numbers (*CONST_AT (GArray *, self, field), 2);
    case WALLS:
      return dup_numbers (*CONST_AT (GArray *, self, field), 3);
    case TEXT:
    case LONG_TEXT:
    default:
      {
        const char *text = *CONST_AT (char *, self, field);

        return text != NULL && *text != '\0' ? g_strdup (text) : NULL;
      }
    }
}

GHashTable *
venule_measure_settings_dup_rows (const VenuleMeasureSettings *self)
{
  GHashTable *rows = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  GHashTableIter iter;
  gpointer key, value;

  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    {
      char *text = venule_measure_settings_dup_value (self, fields[i].key);

      if (text != NULL)
        g_hash_table_insert (rows, g_strdup (fields[i].key), text);
    }
  g_hash_table_iter_init (&iter, self->others);
  while (g_hash_table_iter_next (&iter, &key, &value))
    g_hash_table_insert (rows, g_strdup (key), g_strdup (value));

  return rows;
}

/* ---- From text ---- */

static gboolean
refuse (GError     **error,
        const Field *field,
        const char  *value)
{
  g_autofree char *shown = venule_display_name_dup_excerpt (value);

  if (field->type == NUMBER && strchr (value, ',') != NULL)
    g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                 _("“%s” is not a number: decimals are written with a point, as in 0.363."), shown);
  else if (field->type == NUMBER && field->unit != NULL)
    g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                 /* Translators: what was typed, the bounds, and their unit */
                 _("“%s” makes no sense: a number from %.10g to %.10g %s is wanted, without the unit."), shown,
                 field->low, field->high, field->unit);
  else if (field->type == NUMBER && field->whole)
    g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                 _("“%s” makes no sense: a whole number from %.10g to %.10g is wanted."), shown, field->low,
                 field->high);
  else if (field->type == NUMBER)
    g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                 _("“%s” makes no sense: a number from %.10g to %.10g is wanted."), shown, field->low, field->high);
  else if (field->type == POINTS)
    g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                 _("“%s” is no line: two places or more are wanted, “X,Y X,Y …” in px, each another one than the one "
                   "before."),
                 shown);
  else if (field->type == WALLS)
    g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                 _("“%s” are no walls: “ALONG,LEFT,RIGHT …” in px are wanted, one place after the other, each wall "
                   "beside the centreline."),
                 shown);
  else
    g_set_error_literal (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                         _("The text is too long, or has letters that cannot be kept."));

  return FALSE;
}

/* @n doubles an element; NULL: these are none. */
static GArray *
parse_numbers (const char *text,
               guint       n)
{
  GArray *array = g_array_new (FALSE, FALSE, (guint) (n * sizeof (double)));
  double numbers[3];
  const char *at = text;

  for (guint i = 0; array->len <= MAX_POINTS; i++)
    {
      const char *end = venule_number_scan (at, &numbers[i % n]);

      if (end == NULL || fabs (numbers[i % n]) > FARTHEST)
        break;
      if (i % n == n - 1)
        g_array_append_vals (array, numbers, 1);
      if (*end == '\0' && i % n == n - 1)
        return array;
      if (*end != (i % n == n - 1 ? ' ' : ','))
        break;
      at = end + 1 + strspn (end + 1, " ");
    }
  g_array_unref (array);

  return NULL;
}

static gboolean
is_line (const GArray *points)
{
  for (guint i = 1; i < points->len; i++)
    {
      const VenulePoint *a = &g_array_index (points, VenulePoint, i - 1), *b = &g_array_index (points, VenulePoint, i);

      if (hypot (b->x - a->x, b->y - a->y) < 1e-6)
        return FALSE;
    }

  return points->len >= 2;
}

static gboolean
are_walls (const GArray *walls)
{
  for (guint i = 0; i < walls->len; i++)
    {
      const VenuleWall *wall = &g_array_index (walls, VenuleWall, i);

      if (wall->left < 0 || wall->right < 0 || wall->left + wall->right <= 0 ||
          (i > 0 && wall->along <= wall[-1].along))
        return FALSE;
    }

  return TRUE;
}

static gboolean
set_array (GArray     **at,
           const char  *value,
           gboolean     walls)
{
  g_autoptr(GArray) array = value != NULL ? parse_numbers (value, walls ? 3 : 2)
                                          : g_array_new (FALSE, FALSE,
                                                         walls ? sizeof (VenuleWall) : sizeof (VenulePoint));

  if (array == NULL || (value != NULL && !(walls ? are_walls (array) : is_line (array))))
    return FALSE;
  g_array_unref (*at);
  *at = g_steal_pointer (&array);

  return TRUE;
}

static gboolean
set_number (const Field *field,
            double      *at,
            const char  *value)
{
  double number = field->usual;

  if (value != NULL && !venule_number_read (value, -G_MAXDOUBLE, G_MAXDOUBLE, &number))
    return FALSE;
  if (number != field->usual && value != NULL &&
      (number < field->low || number > field->high || (field->whole && number != floor (number))))
    return FALSE;
  *at = number;

  return TRUE;
}

static gboolean
set_text (char       **at,
          const char  *value,
          gsize        longest)
{
  if (value != NULL && (strlen (value) > longest || !g_utf8_validate (value, -1, NULL)))
    return FALSE;
  for (const char *c = value; c != NULL && *c != '\0'; c++)
    if ((guchar) *c < ' ')
      return FALSE;
  g_free (*at);
  *at = value != NULL && *value != '\0' ? g_strdup (value) : NULL;

  return TRUE;
}

static gboolean
set_other (VenuleMeasureSettings  *self,
           const char             *key,
           const char             *value,
           GError                **error)
{
  if (*key == '\0' || strlen (key) > LONGEST_KEY ||
      (value != NULL && (strlen (value) > LONGEST_LONG_TEXT || !g_utf8_validate (value, -1, NULL))))
    {
      g_autofree char *shown = venule_display_name_dup_excerpt (key);

      g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID, _("“%s” is no setting."), shown);
      return FALSE;
    }

  if (value != NULL)
    g_hash_table_insert (self->others, g_strdup (key), g_strdup (value));
  else
    g_hash_table_remove (self->others, key);

  return TRUE;
}

gboolean
venule_measure_settings_set_value (VenuleMeasureSettings  *self,
                                   const char             *key,
                                   const char             *value,
                                   GError                **error)
{
  const Field *field;
  gboolean set;

  g_return_val_if_fail (self != NULL && key != NULL, FALSE);

  field = find_field (key);
  if (field == NULL)
    return set_other (self, key, value, error);

  if (field->type == NUMBER)
    set = set_number (field, AT (double, self, field), value);
  else if (field->type == POINTS || field->type == WALLS)
    set = set_array (AT (GArray *, self, field), value, field->type == WALLS);
  else
    set = set_text (AT (char *, self, field), value, field->type == TEXT ? LONGEST_TEXT : LONGEST_LONG_TEXT);

  return set || refuse (error, field, value);
}

gboolean
venule_measure_settings_validate (const VenuleMeasureSettings  *self,
                                  GError                      **error)
{
  g_autoptr(VenuleMeasureSettings) other = NULL;

  g_return_val_if_fail (self != NULL, FALSE);

  other = venule_measure_settings_new ();
  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    {
      g_autofree char *value = venule_measure_settings_dup_value (self, fields[i].key);

      if (!venule_measure_settings_set_value (other, fields[i].key, value, error))
        return FALSE;
    }

  return TRUE;
}

/* Whether what has no field of its own was set between the two. */
static gboolean
has_new (const VenuleMeasureSettings *from,
         const VenuleMeasureSettings *to,
         const char                  *key)
{
  const char *value = g_hash_table_lookup (to->others, key);

  return value != NULL && g_strcmp0 (value, g_hash_table_lookup (from->others, key)) != 0;
}

char *
venule_measure_settings_dup_step_name (const VenuleMeasureSettings *from,
                                       const VenuleMeasureSettings *to)
{
  g_return_val_if_fail (from != NULL && to != NULL, NULL);

  /* What was measured replaces what was drawn. */
  if (to->diameter_profile != NULL && !same_field (find_field ("diameter_profile"), from, to))
    return g_strdup (N_("Measure Diameter"));
  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    if (!same_field (&fields[i], from, to))
      return g_strdup (fields[i].step);
  if (venule_measure_settings_equal (from, to))
    return NULL;

  return g_strdup (has_new (from, to, VENULE_MEASURE_FLOW)        ? N_("Measure Blood Velocity")
                   : has_new (from, to, VENULE_MEASURE_CONFIRMED) ? N_("Confirm Proposal")
                                                                  : N_("Change Measures"));
}

/* venule-study-numbers.c: what a recording brings to a comparison
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-study-numbers.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "venule-document-measures.h"
#include "venule-document-read.h"
#include "venule-error.h"

/* Where the values of cells are in #VenuleCellMeasures. */
typedef enum {
  NO_CELLS,
  MEAN_VELOCITY,
  MOVING_VELOCITY,
  SD_VELOCITY,
  MOVING,
  WALL_DISTANCE,
  DIAMETER,
} CellValue;

/* What makes sense as a value of an animal, the usual one first. */
static const struct {
  VenuleQuantityId  quantity;
  CellValue         cells;
  const char       *axis; /* NULL: the name */
} choices[] = {
  { VENULE_QUANTITY_VELOCITY_MEAN, MEAN_VELOCITY, N_("Rolling velocity") },
  { VENULE_QUANTITY_VELOCITY_MEDIAN, MEAN_VELOCITY, N_("Rolling velocity") },
  { VENULE_QUANTITY_MOVING_VELOCITY, MOVING_VELOCITY, NULL },
  { VENULE_QUANTITY_VELOCITY_WITHIN, SD_VELOCITY, NULL },
  { VENULE_QUANTITY_MOVING_SHARE, MOVING, NULL },
  { VENULE_QUANTITY_PAUSE_MEAN, NO_CELLS, NULL },
  { VENULE_QUANTITY_PAUSES_PER_CELL, NO_CELLS, NULL },
  { VENULE_QUANTITY_ROLLING_FLUX, NO_CELLS, NULL },
  { VENULE_QUANTITY_TOTAL_FLUX, NO_CELLS, NULL },
  { VENULE_QUANTITY_FLUX_SHARE, NO_CELLS, NULL },
  { VENULE_QUANTITY_ADHERENT_PER_LENGTH, NO_CELLS, NULL },
  { VENULE_QUANTITY_ADHERENT_PER_AREA, NO_CELLS, NULL },
  { VENULE_QUANTITY_CELLS_PER_LENGTH, NO_CELLS, NULL },
  { VENULE_QUANTITY_CELLS_PER_AREA, NO_CELLS, NULL },
  { VENULE_QUANTITY_ROLLING_CELLS, NO_CELLS, NULL },
  { VENULE_QUANTITY_STATIONARY_CELLS, NO_CELLS, NULL },
  { VENULE_QUANTITY_ADHERENT_CELLS, NO_CELLS, NULL },
  { VENULE_QUANTITY_ARRESTS, NO_CELLS, NULL },
  { VENULE_QUANTITY_DETACHMENTS, NO_CELLS, NULL },
  { VENULE_QUANTITY_CELL_DIAMETER_MEAN, DIAMETER, N_("Cell diameter") },
  { VENULE_QUANTITY_WALL_DISTANCE, WALL_DISTANCE, NULL },
  { VENULE_QUANTITY_VESSEL_DIAMETER, NO_CELLS, NULL },
};

#define N_QUANTITIES G_N_ELEMENTS (choices)

/* What comes out otherwise with another time of adherence. */
static gboolean
is_of_adherence (VenuleQuantityId id)
{
  switch ((int) id)
    {
    case VENULE_QUANTITY_ADHERENT_CELLS:
    case VENULE_QUANTITY_ADHERENT_PER_LENGTH:
    case VENULE_QUANTITY_ADHERENT_PER_AREA:
    case VENULE_QUANTITY_ARRESTS:
    case VENULE_QUANTITY_DETACHMENTS:
      return TRUE;
    default:
      return FALSE;
    }
}

const VenuleStudyQuantity *
venule_study_get_quantities (guint *n)
{
  static VenuleStudyQuantity quantities[N_QUANTITIES];
  static gsize made;

  if (g_once_init_enter (&made))
    {
      for (guint i = 0; i < N_QUANTITIES; i++)
        {
          VenuleQuantityId id = choices[i].quantity;
          const char *name = venule_quantity_get_name (id);

          quantities[i] = (VenuleStudyQuantity) { venule_quantity_get_key (id), name,
                                                  choices[i].axis != NULL ? choices[i].axis : name,
                                                  venule_quantity_get_definition (id), choices[i].cells != NO_CELLS,
                                                  is_of_adherence (id) };
        }
      g_once_init_leave (&made, 1);
    }
  *n = N_QUANTITIES;

  return quantities;
}

const VenuleStudyQuantity *
venule_study_find_quantity (const char *id)
{
  guint n;
  const VenuleStudyQuantity *quantities = venule_study_get_quantities (&n);

  for (guint i = 0; i < n; i++)
    if (g_strcmp0 (quantities[i].id, id) == 0)
      return &quantities[i];

  return NULL;
}

/* ---- Measuring ---- */

/* %NAN where the cell has none. */
static double
get_cell_value (const VenuleCellMeasures *cell,
                CellValue                 which,
                const VenuleCalibration  *calibration)
{
  /* Of cells of all kinds. */
  if (which == DIAMETER)
    return venule_calibration_scale (calibration, cell->basic.mean_diameter);
  if (cell->kind != VENULE_CELL_ROLLING)
    return NAN;

  switch (which)
    {
    case MEAN_VELOCITY:
      return venule_calibration_scale (calibration, cell->basic.mean_velocity);
    case MOVING_VELOCITY:
      return venule_calibration_scale (calibration, cell->moving_velocity);
    case SD_VELOCITY:
      return venule_calibration_scale (calibration, cell->basic.sd_velocity);
    case MOVING:
      return cell->moving;
    case WALL_DISTANCE:
      return venule_calibration_scale (calibration, cell->wall_distance);
    case NO_CELLS:
    case DIAMETER:
    default:
      return NAN;
    }
}

static GArray *
dup_cell_values (const VenuleMeasures    *measures,
                 CellValue                which,
                 const VenuleCalibration *calibration)
{
  GArray *values = g_array_new (FALSE, FALSE, sizeof (double));

  for (guint i = 0; i < measures->cells->len; i++)
    {
      double value = get_cell_value (&g_array_index (measures->cells, VenuleCellMeasures, i), which, calibration);

      if (isfinite (value))
        g_array_append_val (values, value);
    }

  return values;
}

/* "µm/s" for "um/s", "1/mm²" for "1/mm2", and nothing for a number of cells. */
static const char *
get_shown_unit (VenuleQuantityUnit  unit,
                const char         *in_files)
{
  g_autoptr(GString) text = g_string_new (in_files);

  if (unit == VENULE_UNIT_COUNT)
    return "";
  g_string_replace (text, "um", "µm", 0);
  g_string_replace (text, "2", "²", 0);

  return g_intern_string (text->str);
}

static void
clear_value (gpointer value)
{
  g_clear_pointer (&((VenuleStudyValue *) value)->cells, g_array_unref);
}

static void
set_value (VenuleStudyNumbers   *self,
           guint                 i,
           const VenuleMeasures *measures)
{
  const VenuleQuantity *quantity = venule_measures_get (measures, choices[i].quantity);
  VenuleStudyValue *value = &g_array_index (self->values, VenuleStudyValue, i);

  value->value = quantity->reason == NULL ? quantity->estimate.value : NAN;
  value->file_unit = venule_quantity_unit_for_files (quantity->unit, measures->calibrated);
  value->unit = get_shown_unit (quantity->unit, value->file_unit);
  value->reason = quantity->reason;
  if (choices[i].cells != NO_CELLS)
    value->cells = dup_cell_values (measures, choices[i].cells, &self->settings->calibration);
}

static VenuleStudyNumbers *
measure (VenuleDocument  *document,
         double           adherent_seconds,
         GError         **error)
{
  g_autoptr(VenuleMeasureSettings) settings = NULL;
  g_autoptr(VenuleMeasures) measures = NULL;
  const VenuleRunMetadata *metadata;
  VenuleStudyNumbers *self;

  settings = venule_measure_settings_copy (venule_document_get_measure_settings (document));
  if (adherent_seconds > 0)
    settings->adherent_seconds = adherent_seconds;
  measures = venule_document_measure_as (document, settings);
  if (measures == NULL)
    {
      g_set_error_literal (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                           _("The document holds no results: no run of it has ended. Open it and press Run."));
      return NULL;
    }

  metadata = venule_document_get_run_metadata (document);
  self = g_new0 (VenuleStudyNumbers, 1);
  self->settings = venule_settings_copy (venule_document_get_run_settings (document));
  self->measure_settings = g_steal_pointer (&settings);
  self->versions = g_strdup (metadata->versions);
  self->duration = venule_measures_get (measures, VENULE_QUANTITY_DURATION)->estimate.value;
  self->n_cells = measures->cells->len;
  for (guint i = 0; i < measures->cells->len; i++)
    self->n_edited += g_array_index (measures->cells, VenuleCellMeasures, i).edited;
  self->complete = metadata->complete;
  self->cut_off = venule_document_get_cut_off (document);
  self->video = venule_source_dup_display_name (venule_document_get_source (document));
  self->footage = venule_footage_new (venule_document_get_source (document), self->settings);
  self->values = g_array_new (FALSE, TRUE, sizeof (VenuleStudyValue));
  g_array_set_clear_func (self->values, clear_value);
  g_array_set_size (self->values, N_QUANTITIES);
  for (guint i = 0; i < N_QUANTITIES; i++)
    set_value (self, i, measures);

  return self;
}

VenuleStudyNumbers *
venule_study_numbers_read (const char  *path,
                           double       adherent_seconds,
                           GError     **error)
{
  g_autoptr(VenuleDocument) document = venule_document_read (path, error);

  return document != NULL ? measure (document, adherent_seconds, error) : NULL;
}

void
venule_study_numbers_free (VenuleStudyNumbers *self)
{
  if (self == NULL)
    return;

  g_array_unref (self->values);
  venule_settings_free (self->settings);
  g_free (self->versions);
  g_free (self->video);
  venule_footage_free (self->footage);
  venule_measure_settings_free (self->measure_settings);
  g_free (self);
}

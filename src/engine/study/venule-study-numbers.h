/* venule-study-numbers.h: what a recording brings to a comparison
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-document.h"
#include "venule-footage.h"

G_BEGIN_DECLS

/**
 * VenuleStudyQuantity:
 * @id: for files
 * @name: (not nullable): English, for the paper; its translation is for the screen
 * @axis: English: of an axis with the values of cells and animals, without the unit
 * @definition: English
 * @of_cells: whether each cell has a value
 * @of_adherence: whether it depends on the time of adherence
 *
 * What can be compared. @name, @axis and @definition are marked for translation.
 */
typedef struct {
  const char *id, *name, *axis, *definition;
  gboolean    of_cells, of_adherence;
} VenuleStudyQuantity;

/**
 * venule_study_get_quantities:
 * @n: (out): how many there are
 *
 * Those of #VenuleQuantity that make sense as a value of an animal.
 *
 * Returns: (transfer none) (array length=n): all of them; the first is the usual one
 */
const VenuleStudyQuantity *venule_study_get_quantities (guint                    *n);
/* (nullable): %NULL where there is none of that id. */
const VenuleStudyQuantity *venule_study_find_quantity  (const char               *id);

/**
 * VenuleStudyValue:
 * @value: of the recording; %NAN: it cannot be had
 * @unit: its unit in English, "" for a plain number
 * @file_unit: the same in ASCII, for tables
 * @reason: (nullable): untranslated: why it cannot be had
 * @cells: (element-type double) (nullable): the values of the cells that it is made of
 */
typedef struct {
  double      value;
  const char *unit, *file_unit;
  const char *reason;
  GArray     *cells;
} VenuleStudyValue;

/**
 * VenuleStudyNumbers:
 * @values: (element-type VenuleStudyValue): of each quantity, in the order of venule_study_get_quantities()
 * @settings: of the run
 * @measure_settings: what the numbers depend on beside it, as it was taken, and the document's own labels
 * @versions: (nullable): of the programs that computed
 * @duration: s analysed
 * @n_cells: tracks in all
 * @n_edited: of them changed by a person
 * @complete: whether the run went to its end
 * @cut_off: whether the video was cut off there
 * @video: name of the video
 * @footage: which cells of it were looked at
 *
 * All that a comparison needs of a document; nothing of it is open any more.
 */
typedef struct {
  GArray                *values;
  VenuleSettings        *settings;
  VenuleMeasureSettings *measure_settings;
  char                  *versions;
  double                 duration;
  guint                  n_cells, n_edited;
  gboolean               complete, cut_off;
  char                  *video;
  VenuleFootage         *footage;
} VenuleStudyNumbers;

/**
 * venule_study_numbers_read:
 * @path: a document
 * @adherent_seconds: time of adherence, s; 0: as the document has it
 * @error: return location, also for a %VENULE_ERROR_INVALID: no run has ended
 *
 * In any thread.
 *
 * Returns: (transfer full): the numbers of the run that it showed last, or %NULL
 */
VenuleStudyNumbers *venule_study_numbers_read (const char      *path,
                                               double           adherent_seconds,
                                               GError         **error);
void                venule_study_numbers_free (VenuleStudyNumbers *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleStudyNumbers, venule_study_numbers_free)

G_END_DECLS

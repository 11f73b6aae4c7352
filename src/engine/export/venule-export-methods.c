/* venule-export-methods.c: methods.txt, a paragraph for the methods section of a paper
 *
 * English, whatever the language of the desktop, as all that goes into a paper.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-export-private.h"

#include <math.h>
#include <string.h>

#include "venule-axis.h"
#include "venule-time.h"
#include "venule-versions.h"

typedef struct {
  GString                 *text;
  const VenuleResults     *results;
  const VenuleCalibration *calibration;
  const VenuleMeasures    *measures;
} Methods;

static void
add_number (Methods *self,
            double   number,
            int      decimals)
{
  g_autofree char *digits = venule_axis_format_number (number, decimals);

  g_string_append (self->text, digits);
}

/* In µm with the px behind it, or in px alone. */
static void
add_length (Methods *self,
            double   px)
{
  if (venule_calibration_is_calibrated (self->calibration))
    {
      add_number (self, venule_calibration_scale (self->calibration, px), 1);
      g_string_append (self->text, " µm (");
      add_number (self, px, 1);
      g_string_append (self->text, " px)");
      return;
    }
  add_number (self, px, 1);
  g_string_append (self->text, " px");
}

static void
add_velocity (Methods *self,
              double   px_per_second)
{
  add_number (self, venule_calibration_scale (self->calibration, px_per_second), 1);
}

/* NaN where it cannot be had; in the unit of the quantity. */
static double
get (const Methods    *self,
     VenuleQuantityId  id)
{
  return venule_measures_get (self->measures, id)->estimate.value;
}

static guint
count (const Methods    *self,
       VenuleQuantityId  id)
{
  return (guint) get (self, id);
}

static void
add_recording (Methods *self)
{
  VenuleSource *source = self->results->source;
  g_autofree char *name = venule_source_dup_display_name (source);
  double rate = venule_time_get_frame_rate (source, self->calibration);

  g_string_append_printf (self->text,
                          "The recording “%s” (%d × %d px, %d bit, %" G_GINT64_FORMAT " frames) was analysed with Venule %s from "
                          "frame %" G_GINT64_FORMAT " to frame %" G_GINT64_FORMAT " (",
                          name, venule_source_get_width (source), venule_source_get_height (source),
                          venule_source_get_bit_depth (source), venule_source_get_n_frames (source), VENULE_VERSION,
                          self->results->first_frame, self->results->last_frame);
  add_number (self, get (self, VENULE_QUANTITY_DURATION), 1);
  g_string_append (self->text, " s at ");
  add_number (self, rate, 2);
  g_string_append (self->text, self->calibration->frame_rate > 0 ? " frames/s as stated by the investigator)"
                                                                 : " frames/s, by the time stamps of the file)");
  if (venule_calibration_is_calibrated (self->calibration))
    {
      g_string_append (self->text, " with a pixel size of ");
      add_number (self, self->calibration->pixel_size_um, 4);
      g_string_append (self->text, " µm that the investigator confirmed. ");
    }
  else
    {
      g_string_append (self->text, "; no pixel size was stated, so that lengths are in px. ");
    }
  if (!self->results->complete)
    g_string_append (self->text, "The analysis was stopped before its end. ");
}

static void
add_region (Methods *self)
{
  static const char *const regions[] = { "In the whole picture", "In a rectangle drawn over the vessel",
                                         "In a polygon drawn over the vessel" };
  const VenuleSettings *settings = self->results->settings;

  g_string_append_printf (self->text, "%s, leukocytes with an expected diameter of ", regions[settings->vessel->kind]);
  add_length (self, settings->cell_diameter);
  if (self->results->detect_interval <= 1)
    g_string_append (self->text, " were searched for in every frame ");
  else
    g_string_append_printf (self->text, " were searched for in every %dth frame ", self->results->detect_interval);
  g_string_append (self->text, settings->finder == VENULE_FINDER_LEARNED
                                 ? "by a convolutional network that was trained on synthetic recordings"
                                 : "by the coefficient of variation of the gradient along circles (GICOV) [1]");
  g_string_append (self->text, ", at a sensitivity of ");
  add_number (self, settings->sensitivity, 2);
  g_string_append (self->text, " (0 to 1). Their outlines were fitted as closed splines that maximise the GICOV [1], and followed from frame "
                               "to frame by snakes in a motion gradient vector flow field [2] as proposed in [3]. ");
}

static void
add_movement (Methods *self)
{
  g_string_append (self->text, "Movement of the tissue was measured from the picture around the vessel and taken off");
  if (self->results->unregistered_frames > 0)
    g_string_append_printf (self->text, ", but for %" G_GINT64_FORMAT " frames in which it could not be measured",
                            self->results->unregistered_frames);
  g_string_append (self->text, ". ");
}

static void
add_definitions (Methods *self)
{
  const VenuleSettings *settings = self->results->settings;
  const VenuleMeasureSettings *measures = self->results->measure_settings;
  double seconds = measures != NULL ? measures->adherent_seconds : VENULE_DEFAULT_ADHERENT_SECONDS;

  g_string_append (self->text, "The velocity of a cell is its displacement along the flow over the time between its first and its "
                               "last place; velocities within a track were taken over windows of ");
  add_number (self, settings->velocity_window, 2);
  g_string_append (self->text, " s, as speeds from frame to frame are biased by the error of the places. Cells without "
                               "displacement beyond that error are called stationary, and adherent when they stayed so for at least ");
  add_number (self, seconds, seconds < 10 ? 1 : 0);
  g_string_append (self->text, " s; cells that are ");
  if (settings->max_velocity > 0)
    {
      g_string_append (self->text, "faster than ");
      add_velocity (self, settings->max_velocity);
      g_string_append_printf (self->text, " %s are called free-flowing; all others rolling. ",
                              venule_calibration_velocity_unit (self->calibration));
    }
  else
    {
      g_string_append (self->text, "too fast to overlap with themselves in the next frame, and those that form one group of velocities with "
                                   "them, are called free-flowing; all others rolling. ");
    }
}

static void
add_results (Methods *self)
{
  const VenuleQuantity *adherent = venule_measures_get (self->measures, VENULE_QUANTITY_ADHERENT_CELLS);
  guint n = count (self, VENULE_QUANTITY_VELOCITY_N), n_edited = count (self, VENULE_QUANTITY_EDITED_TRACKS);

  g_string_append_printf (self->text, "%u cells were tracked, %u of them rolling, %u stationary and %u free-flowing; ",
                          count (self, VENULE_QUANTITY_TRACKS), count (self, VENULE_QUANTITY_ROLLING_CELLS),
                          count (self, VENULE_QUANTITY_STATIONARY_CELLS), count (self, VENULE_QUANTITY_FREE_CELLS));
  if (adherent->reason == NULL)
    g_string_append_printf (self->text, "%.0f were adherent. ", adherent->estimate.value);
  else
    g_string_append (self->text, "adhesion could not be assessed, as the recording is too short for it. ");
  if (n_edited > 0)
    g_string_append_printf (self->text, "%u %s corrected by hand. ", n_edited, n_edited == 1 ? "track was" : "tracks were");
  else
    g_string_append (self->text, "No track was corrected by hand. ");
  if (n == 0)
    return;

  g_string_append (self->text, "Rolling velocity: ");
  add_number (self, get (self, VENULE_QUANTITY_VELOCITY_MEAN), 1);
  if (n > 1)
    {
      g_string_append (self->text, " ± ");
      add_number (self, get (self, VENULE_QUANTITY_VELOCITY_SD), 1);
    }
  g_string_append_printf (self->text, " %s (mean%s over cells; median ", venule_calibration_velocity_unit (self->calibration),
                          n > 1 ? " ± SD" : "");
  add_number (self, get (self, VENULE_QUANTITY_VELOCITY_MEDIAN), 1);
  g_string_append_printf (self->text, "; n = %u).", n);
}

/* "venule 0.1.0, ffmpeg 5.1" */
static void
add_versions (Methods *self)
{
  g_autofree char *present = self->results->versions == NULL ? venule_versions_dup_text () : NULL;
  g_autoptr(JsonNode) node = json_from_string (present != NULL ? present : self->results->versions, NULL);
  g_autoptr(GList) names = NULL;

  g_string_append_printf (self->text, "\n\nComputed on: %s.", self->results->device != NULL ? self->results->device : "CPU");
  if (node == NULL || !JSON_NODE_HOLDS_OBJECT (node))
    return;

  g_string_append (self->text, " Versions:");
  names = json_object_get_members (json_node_get_object (node));
  for (GList *name = names; name != NULL; name = name->next)
    {
      JsonNode *version = json_object_get_member (json_node_get_object (node), name->data);

      if (json_node_get_value_type (version) == G_TYPE_STRING)
        g_string_append_printf (self->text, "%s %s %s", name == names ? "" : ",", (const char *) name->data,
                                json_node_get_string (version));
    }
  g_string_append_c (self->text, '.');
}

static void
add_references (Methods *self)
{
  g_string_append (self->text,
                   "\n\nReferences\n"
                   "1. Dong G, Ray N, Acton ST. Intravital leukocyte detection using the gradient inverse coefficient of variation. "
                   "IEEE Trans Med Imaging 24:910–924 (2005).\n"
                   "2. Ray N, Acton ST. Motion gradient vector flow: an external force for tracking rolling leukocytes with shape and size "
                   "constrained active contours. IEEE Trans Med Imaging 23:1466–1478 (2004).\n"
                   "3. Boyer M, Tarjan D, Acton ST, Skadron K. Accelerating leukocyte tracking using CUDA: a case study in leveraging "
                   "manycore coprocessors. IEEE IPDPS (2009).\n");
}

GBytes *
venule_export_make_methods (const VenuleResults  *results,
                            const char           *name,
                            GCancellable         *cancellable,
                            GError              **error)
{
  g_autoptr(VenuleMeasures) owned = NULL;
  Methods self = { .text = g_string_new (NULL), .results = results, .calibration = &results->settings->calibration };

  self.measures = venule_export_measure (results, &owned);
  add_recording (&self);
  add_region (&self);
  add_movement (&self);
  add_definitions (&self);
  add_results (&self);
  add_versions (&self);
  add_references (&self);

  return g_string_free_to_bytes (self.text);
}

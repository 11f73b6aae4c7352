/* venule-light.h: how much the light of a recording varies
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * VenuleLight:
 * @frames: (array length=n): brightness of the tissue in each frame of a run, gray levels of the file; %NAN where it is
 *   not known
 * @n: how many frames
 * @saturated: share of the crop's pixels that the camera saturated, 0 to 1; %NAN: not known
 * @grays: gray levels that make up the crop, but for a thousandth of its pixels at both ends; 0: not known
 * @gray: median of @frames; %NAN: it is not known, or too dark to tell, and nothing below is
 * @flicker: standard deviation of a frame about the %VENULE_LIGHT_WINDOW frames around it, as a share of the light;
 *   frames beyond three of them count as three, so that single ones hardly matter
 * @cycle: frames that the flicker takes to repeat itself; %NAN: it does not, or too little of it
 * @drift: change from the first frame to the last, by a line through the medians of slopes (Theil 1950, Sen 1968), as a
 *   share of the light; below 0: it gets darker
 * @range: difference of the brightest and the darkest %VENULE_LIGHT_WINDOW frames, as a share of the light
 * @steps: how often it jumped for good, as when an exposure is changed
 * @step: the largest of these jumps, as a share of the light before it; 0: none
 * @step_frame: first frame after that one, counted from the first frame of the run
 *
 * Flicker, drift and range are those of the lamp as it was before the jumps, if any. Shares are of what the file says,
 * in which the camera's black level is contained. Counted by reference; it does not change.
 */
typedef struct {
  float  *frames;
  guint   n;
  double  saturated;
  guint   grays;
  double  gray;
  double  flicker, cycle;
  double  drift, range;
  guint   steps;
  double  step;
  guint   step_frame;
} VenuleLight;

/* Frames that stand for the light around one of them: what is slower is drift. */
#define VENULE_LIGHT_WINDOW 61

#define VENULE_LIGHT_SATURATED 0.005 /* share of the crop that is worth a word */
#define VENULE_LIGHT_FEW_GRAYS 32    /* fewer draw cells in steps */

VenuleLight *venule_light_new            (const float       *frames,
                                          guint              n,
                                          double             saturated,
                                          guint              grays);
VenuleLight *venule_light_ref            (VenuleLight       *self);
void         venule_light_unref          (VenuleLight       *self);
double       venule_light_get_per_cent   (const VenuleLight *self,
                                          gint64             i);
double       venule_light_get_drift_a_minute
                                         (const VenuleLight *self,
                                          double             frame_rate);
double       venule_light_get_frequency  (const VenuleLight *self,
                                          double             frame_rate);
int          venule_light_get_mains      (const VenuleLight *self,
                                          double             frame_rate);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleLight, venule_light_unref)

G_END_DECLS

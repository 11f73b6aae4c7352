/* venule-settings.h: everything a run depends on
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-calibration.h"
#include "venule-vessel.h"

G_BEGIN_DECLS

typedef enum {
  VENULE_DEVICE_AUTO,
  VENULE_DEVICE_CPU,
  VENULE_DEVICE_CUDA,
} VenuleDevice;

#define VENULE_TYPE_SETTINGS (venule_settings_get_type ())

/**
 * VenuleSettings:
 * @calibration: pixel size and frame rate
 * @vessel: (not nullable): crop and flow
 * @cell_diameter: expected diameter of a cell, px
 * @sensitivity: 0 (only the clearest cells) to 1 (everything that might be one); 0.5 by default
 * @max_velocity: fastest rolling cell to be followed, px/s; 0: worked out from frame rate and cell diameter
 * @detect_interval: frames from a detection to the next; 0: worked out from the frame rate
 * @first_frame: first frame to analyse
 * @last_frame: last frame to analyse; −1: the end of the video
 * @velocity_window: s over which the displacement for an instantaneous velocity is taken
 * @device: what computes
 * @cuda_device: number of the CUDA device
 * @threads: CPU threads; 0: all
 *
 * A boxed value; a copy of it is all that a run reads, and all of it is exported with the results.
 */
typedef struct {
  VenuleCalibration  calibration;
  VenuleVessel      *vessel;
  double             cell_diameter;
  double             sensitivity;
  double             max_velocity;
  int                detect_interval;
  gint64             first_frame;
  gint64             last_frame;
  double             velocity_window;
  VenuleDevice       device;
  int                cuda_device;
  int                threads;
} VenuleSettings;

#define VENULE_DEFAULT_CELL_DIAMETER 20.0  /* px; the paper's cells */
#define VENULE_DEFAULT_SENSITIVITY 0.5
#define VENULE_DEFAULT_VELOCITY_WINDOW 0.5 /* s */

GType           venule_settings_get_type (void);
VenuleSettings *venule_settings_new      (void); /* defaults */
VenuleSettings *venule_settings_copy     (const VenuleSettings  *self);
void            venule_settings_free     (VenuleSettings        *self);
gboolean        venule_settings_equal    (const VenuleSettings  *a,
                                          const VenuleSettings  *b);
/* All of it against a frame size and number of frames (0: unknown). Also a missing flow is refused here. */
gboolean        venule_settings_validate (const VenuleSettings  *self,
                                          int                    frame_width,
                                          int                    frame_height,
                                          gint64                 n_frames,
                                          GError               **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleSettings, venule_settings_free)

G_END_DECLS

/* venule-settings.h: everything a run depends on
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-ablation.h"
#include "venule-calibration.h"
#include "venule-proposed.h"
#include "venule-vessel.h"

G_BEGIN_DECLS

typedef enum {
  VENULE_DEVICE_AUTO,
  VENULE_DEVICE_CPU,
  VENULE_DEVICE_CUDA,
} VenuleDevice;

/**
 * VenuleDetectorKind:
 * @VENULE_DETECTOR_NETWORK: a convolutional network, trained on synthetic videos
 * @VENULE_DETECTOR_GICOV: the gradient around circles, as in the papers
 */
typedef enum {
  VENULE_DETECTOR_NETWORK,
  VENULE_DETECTOR_GICOV,
} VenuleDetectorKind;

/**
 * VenuleRegistrationKind:
 * @VENULE_REGISTRATION_AUTO: the movement of the picture is measured, and taken off
 * @VENULE_REGISTRATION_OFF: the camera is taken to stand still
 */
typedef enum {
  VENULE_REGISTRATION_AUTO,
  VENULE_REGISTRATION_OFF,
} VenuleRegistrationKind;

#define VENULE_TYPE_SETTINGS (venule_settings_get_type ())

/**
 * VenuleSettings:
 * @calibration: pixel size and frame rate
 * @vessel: (not nullable): crop and flow
 * @cell_diameter: expected diameter of a cell, px
 * @sensitivity: 0 (only the clearest cells) to 1 (everything that might be one); 0.5 by default
 * @detector: how cells are found
 * @registration: whether the movement of the picture is measured
 * @ablation: for tests alone: parts that are left out
 * @max_velocity: fastest rolling cell to be followed, px/s; 0: worked out from frame rate and cell diameter
 * @detect_interval: frames from a detection to the next; 0: worked out from the frame rate
 * @first_frame: first frame to analyse
 * @last_frame: last frame to analyse; −1: the end of the video
 * @velocity_window: s over which the displacement for an instantaneous velocity is taken; in a document it is that of
 *   the measure settings, as a run does not read it
 * @device: what computes
 * @cuda_device: number of the CUDA device
 * @threads: CPU threads; 0: all
 * @proposed: what of these the program proposed, and no person has confirmed; no run reads it, its files say so
 *
 * A boxed value; a copy of it is all that a run reads, and all of it is exported with the results.
 */
typedef struct {
  VenuleCalibration      calibration;
  VenuleVessel          *vessel;
  double                 cell_diameter;
  double                 sensitivity;
  VenuleDetectorKind     detector;
  VenuleRegistrationKind registration;
  VenuleAblation         ablation;
  double                 max_velocity;
  int                    detect_interval;
  gint64                 first_frame;
  gint64                 last_frame;
  double                 velocity_window;
  VenuleDevice           device;
  int                    cuda_device;
  int                    threads;
  VenuleProposed         proposed;
} VenuleSettings;

#define VENULE_DEFAULT_CELL_DIAMETER 20.0  /* px; the paper's cells */
#define VENULE_DEFAULT_SENSITIVITY 0.5
#define VENULE_DEFAULT_VELOCITY_WINDOW 0.5 /* s */
#define VENULE_SHORTEST_VELOCITY_WINDOW 0.001
#define VENULE_LONGEST_VELOCITY_WINDOW 3600.0

/* A cell that moves further than this share of its diameter from a frame to the next leaves no overlap to follow it
 * by. */
#define VENULE_LARGEST_STEP 0.8

/* Expected cell diameters a second: that step at 30 frames/s. For a leukocyte of 8 µm it is 190 µm/s, which rolling
 * ones stay below. */
#define VENULE_SLOWEST_FLOW 24.0

#define VENULE_SMALLEST_CELL_DIAMETER 4.0   /* px; below it no contour can be told from a pixel */
#define VENULE_LARGEST_CELL_DIAMETER 120.0  /* px; the kernels' radii end there */

GType           venule_settings_get_type    (void);

/**
 * venule_settings_new:
 *
 * Returns: (transfer full): the defaults: the whole video and frame, no calibration, no flow
 */
VenuleSettings *venule_settings_new         (void);
VenuleSettings *venule_settings_copy        (const VenuleSettings  *self);
void            venule_settings_free        (VenuleSettings        *self);
gboolean        venule_settings_equal       (const VenuleSettings  *a,
                                             const VenuleSettings  *b);

/**
 * venule_settings_same_tracks:
 * @a: settings
 * @b: settings
 *
 * Whether a run with either finds the same tracks. The pixel size and the velocity window are read after the run, and
 * the device and its threads change how fast the tracks come, not where they lie.
 *
 * Returns: whether nothing that a run reads differs
 */
gboolean        venule_settings_same_tracks (const VenuleSettings  *a,
                                             const VenuleSettings  *b);

/**
 * venule_settings_confirm_changes:
 * @self: settings that a person chose
 * @before: those that were there before
 *
 * What was proposed before and has another value now is no proposal any more. What @before holds no mark of keeps its
 * own: it may come back by undoing such a change.
 */
void            venule_settings_confirm_changes
                                            (VenuleSettings        *self,
                                             const VenuleSettings  *before);

/**
 * venule_settings_validate_frames:
 * @self: settings
 * @n_frames: number of frames of the video; 0: unknown
 * @error: return location for a %VENULE_ERROR_INVALID
 *
 * Returns: whether there is such a range of frames
 */
gboolean        venule_settings_validate_frames
                                            (const VenuleSettings  *self,
                                             gint64                 n_frames,
                                             GError               **error);

/**
 * venule_settings_validate:
 * @self: settings
 * @frame_width: px
 * @frame_height: px
 * @n_frames: number of frames of the video; 0: unknown
 * @error: return location for a %VENULE_ERROR_INVALID
 *
 * Everything that a run needs: calibration, crop, flow (a missing one is refused), cell diameter, sensitivity, range of
 * frames, and the rest. The first fault is told, with what to do about it.
 *
 * Returns: whether a run can start with these
 */
gboolean        venule_settings_validate    (const VenuleSettings  *self,
                                             int                    frame_width,
                                             int                    frame_height,
                                             gint64                 n_frames,
                                             GError               **error);

/**
 * venule_device_to_string:
 * @device: a device
 *
 * Returns: for files and the command line: "auto", "cpu" or "cuda"
 */
const char     *venule_device_to_string     (VenuleDevice           device);

/**
 * venule_device_dup_shown:
 * @name: what computes, as documents and files have it: "CPU, 2 threads, AVX2"
 *
 * Returns: (transfer full): the same, to be read by people, in their language
 */
char           *venule_device_dup_shown     (const char            *name);
gboolean        venule_device_from_string   (const char            *text,
                                             VenuleDevice          *device);

/**
 * venule_detector_kind_to_string:
 * @kind: a way to find cells
 *
 * Returns: for files and the command line: "learned" or "circles"
 */
const char     *venule_detector_kind_to_string   (VenuleDetectorKind     kind);

/**
 * venule_detector_kind_from_string:
 * @text: such a name
 * @kind: (out caller-allocates): what it stands for
 *
 * Returns: whether it stands for one
 */
gboolean        venule_detector_kind_from_string (const char            *text,
                                                  VenuleDetectorKind    *kind);

/**
 * venule_registration_kind_to_string:
 * @kind: whether the movement of the picture is measured
 *
 * Returns: for files and the command line: "auto" or "off"
 */
const char     *venule_registration_kind_to_string   (VenuleRegistrationKind  kind);

/**
 * venule_registration_kind_from_string:
 * @text: such a name
 * @kind: (out caller-allocates): what it stands for
 *
 * Returns: whether it stands for one
 */
gboolean        venule_registration_kind_from_string (const char             *text,
                                                      VenuleRegistrationKind *kind);

/* The quality below which a run leaves a track out as noise: 0.1 by default, less with more sensitivity. */
double          venule_settings_get_least_quality    (const VenuleSettings   *self);

/* Whether a run measures the movement of the picture; otherwise the camera is taken to stand still. */
gboolean        venule_settings_get_registers        (const VenuleSettings   *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleSettings, venule_settings_free)

G_END_DECLS

/* venule-registration.h: how far the camera's picture has moved
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-frame.h"
#include "venule-settings.h"
#include "venule-track.h"
#include "vnk.h"

G_BEGIN_DECLS

/**
 * VenuleShift:
 * @dx: where the tissue lies in this frame, against the first frame of the run, px: a point of it that was at x is at x
 * + dx
 * @dy: the same
 * @error: standard error of that, px; 0 for the first frame
 * @known: whether it could be measured, both ways; otherwise the last one that could stands
 * @gain: brightness of the tissue, against a mean of the frames before: a sample of s there is @gain·s + @offset in
 *   this frame; 1 and 0 where it is not known
 * @offset: sample values
 */
typedef struct {
  double   dx, dy;
  double   error;
  gboolean known;
  double   gain, offset;
} VenuleShift;

/**
 * VenuleRegistration:
 *
 * Measures vibration, breathing and drift of the stage from the tissue around the vessel, frame by frame: against a
 * slow mean of the frames before, each moved back to the first one's place. What does not stand still against that mean
 * (blood in a second vessel, cells) counts little and then less, and parts of the picture that stand apart have to say
 * the same. One thread may read frames
 * (venule_registration_read()) while another measures those that were read, and a third asks what was found.
 */
typedef struct _VenuleRegistration VenuleRegistration;

VenuleRegistration *venule_registration_new           (const VenuleSettings     *settings,
                                                       vnk_backend              *backend,
                                                       int                       frame_width,
                                                       int                       frame_height,
                                                       GError                  **error);
void                venule_registration_free          (VenuleRegistration       *self);
gboolean            venule_registration_move          (VenuleRegistration       *self,
                                                       vnk_backend              *backend,
                                                       GError                  **error);
/* A plane for a frame as the registration sees it: for vnk_plane_clear(). */
gboolean            venule_registration_new_plane     (const VenuleRegistration *self,
                                                       vnk_backend              *backend,
                                                       vnk_plane                *tissue,
                                                       GError                  **error);
gboolean            venule_registration_read          (VenuleRegistration       *self,
                                                       vnk_backend              *backend,
                                                       VenuleFrame              *frame,
                                                       vnk_plane                *tissue,
                                                       GError                  **error);
gboolean            venule_registration_step          (VenuleRegistration       *self,
                                                       vnk_backend              *backend,
                                                       gint64                    frame,
                                                       const vnk_plane          *tissue,
                                                       VenuleShift              *shift,
                                                       GError                  **error);
void                venule_registration_keep          (VenuleRegistration       *self,
                                                       VenuleFrame              *frame);
/* The shift of a frame that was measured; between such frames that of the one before. */
void                venule_registration_get           (VenuleRegistration       *self,
                                                       gint64                    frame,
                                                       VenuleShift              *shift);
/* Frames whose shift could not be measured. */
guint               venule_registration_get_n_unknown (VenuleRegistration       *self);
/* Notes the shift of each spot's frame in it. */
void                venule_registration_fill          (VenuleRegistration       *self,
                                                       VenuleSpot               *spots,
                                                       guint                     n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleRegistration, venule_registration_free)

G_END_DECLS

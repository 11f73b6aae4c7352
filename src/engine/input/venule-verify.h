/* venule-verify.h: whether any frame in any order is the frame of a sequential pass
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-source.h"

G_BEGIN_DECLS

/**
 * VenuleVerification:
 * @n_frames: frames in the video
 * @n_requests: frames that were read by their numbers
 * @unsteady: (element-type gint64): frames that a second pass from the start gave otherwise, rising
 * @wrong: (element-type gint64): frames that came with other samples or another number, rising
 * @unread: (element-type gint64): frames that could not be read, rising
 * @median_ms: how long a request took
 * @longest_ms: how long the longest took
 *
 * What came out. A frame that was asked for more than once is listed once.
 */
typedef struct {
  gint64  n_frames;
  gint64  n_requests;
  GArray *unsteady;
  GArray *wrong;
  GArray *unread;
  double  median_ms;
  double  longest_ms;
} VenuleVerification;

/* Done, of what there is to do. */
typedef void (*VenuleVerifyProgress) (double   fraction,
                                      gpointer user_data);

VenuleVerification *venule_verify                (const char               *path,
                                                  const VenuleInputOptions *options,
                                                  gint64                    n_requests,
                                                  guint32                   seed,
                                                  VenuleVerifyProgress      progress,
                                                  gpointer                  user_data,
                                                  GCancellable             *cancellable,
                                                  GError                  **error);
void                venule_verification_free     (VenuleVerification       *self);
gboolean            venule_verification_is_exact (VenuleVerification       *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleVerification, venule_verification_free)

G_END_DECLS

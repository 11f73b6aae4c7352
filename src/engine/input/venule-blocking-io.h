/* venule-blocking-io.h: a thread for calls to a drive that may not answer
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * VenuleBlockingIo:
 *
 * A thread with its data. A call returns when it is done, when the caller's current cancellable is cancelled, or at its
 * deadline; in the last two cases the thread is abandoned, and frees the data when the drive answers.
 */
typedef struct _VenuleBlockingIo VenuleBlockingIo;

/* May access nothing but its data. */
typedef void (*VenuleBlockingFunc) (gpointer data);

VenuleBlockingIo *venule_blocking_io_new  (gpointer             data,
                                           GDestroyNotify       free_data,
                                           GError             **error);
void              venule_blocking_io_free (VenuleBlockingIo    *self);
gboolean          venule_blocking_io_call (VenuleBlockingIo    *self,
                                           VenuleBlockingFunc   func,
                                           gint64               deadline);

gboolean          venule_blocking_io_run  (VenuleBlockingFunc   func,
                                           gpointer             data,
                                           GDestroyNotify       free_data,
                                           gint64               deadline);

G_END_DECLS

/* venule-error.h: the error domain of the engine
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define VENULE_ERROR (venule_error_quark ())

/**
 * VenuleError:
 * @VENULE_ERROR_NOT_FOUND: a file is not there (any more), or no cell where one was asked for
 * @VENULE_ERROR_NOT_A_VIDEO: the file is none that can be read as video
 * @VENULE_ERROR_DAMAGED: the file is damaged
 * @VENULE_ERROR_TOO_LARGE: sizes beyond what is supported
 * @VENULE_ERROR_INVALID: a setting makes no sense (crop outside the frame, negative calibration …)
 * @VENULE_ERROR_WRITE: a file could not be written
 * @VENULE_ERROR_DEVICE: the computing device failed
 * @VENULE_ERROR_NO_MEMORY: memory ran out
 * @VENULE_ERROR_QUESTION: the person has to choose what of a file is meant
 * @VENULE_ERROR_END: the video ends before the frame that was asked for
 * @VENULE_ERROR_OTHER_VIDEO: the file is not the video that a document was made of
 * @VENULE_ERROR_NO_SPACE: the drive of the working copies is full
 * @VENULE_ERROR_UNSEEN: what is to be measured does not stand out in the video
 *
 * Errors of the engine. The message is one or two plain sentences for the person at the screen: what happened, to
 * which file, and what can be done about it.
 */
typedef enum {
  VENULE_ERROR_NOT_FOUND,
  VENULE_ERROR_NOT_A_VIDEO,
  VENULE_ERROR_DAMAGED,
  VENULE_ERROR_TOO_LARGE,
  VENULE_ERROR_INVALID,
  VENULE_ERROR_WRITE,
  VENULE_ERROR_DEVICE,
  VENULE_ERROR_NO_MEMORY,
  VENULE_ERROR_QUESTION,
  VENULE_ERROR_END,
  VENULE_ERROR_OTHER_VIDEO,
  VENULE_ERROR_NO_SPACE,
  VENULE_ERROR_UNSEEN,
} VenuleError;

GQuark venule_error_quark (void);

G_END_DECLS

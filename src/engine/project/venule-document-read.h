/* venule-document-read.h: a document that is only looked at
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-document.h"

G_BEGIN_DECLS

/**
 * venule_document_read:
 * @path: the user's file
 * @error: return location
 *
 * The file is copied into memory first, and never touched. The source of the document answers from what the document
 * knows: the video need not be there. Where marks of a sample are shown in the window (venule-validation-sample.h), the
 * run that they are compared with is shown here.
 *
 * Errors: those of venule_project_db_open_copy(), and %VENULE_ERROR_INVALID where it has no video.
 *
 * Returns: (transfer full): the document, or %NULL
 */
VenuleDocument *venule_document_read (const char  *path,
                                      GError     **error);

G_END_DECLS

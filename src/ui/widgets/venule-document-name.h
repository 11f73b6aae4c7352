/* venule-document-name.h: what files of documents are called
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define VENULE_DOCUMENT_SUFFIX ".venule"

/**
 * venule_document_has_suffix:
 * @path: of a file
 *
 * Returns: whether it is called as documents are
 */
gboolean  venule_document_has_suffix (const char *path);

/**
 * venule_document_name:
 * @typed: path of a file, as it was typed into a dialog
 *
 * A dialog that puts the cursor before the ending of the proposed name makes "cells.venule.venule" of a whole name that
 * is typed there.
 *
 * Returns: (transfer full) (nullable): the path with the ending of documents, once; %NULL: nothing but the ending was
 * typed, which would be a hidden file
 */
char     *venule_document_name       (const char *typed);

G_END_DECLS

/* venule-batch-templates.h: the user's own templates
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "venule-template.h"

G_BEGIN_DECLS

/* (transfer full) (element-type filename): paths of all, by their names. */
GPtrArray *venule_batch_templates_list     (void);
/* (transfer full): name of a template, or of a document that is one. */
char      *venule_batch_templates_dup_name (const char            *path);

/**
 * venule_batch_templates_add:
 * @template: settings
 * @name: how a person calls it
 * @error: return location for a %VENULE_ERROR_WRITE
 *
 * Keeps it among the user's data, in place of one of that name.
 *
 * Returns: (transfer full) (nullable): its path
 */
char      *venule_batch_templates_add      (const VenuleTemplate  *template,
                                            const char            *name,
                                            GError               **error);

/* @path: (nullable): where it is kept; %NULL: it is not. @error: (nullable): why it is not. */
typedef void (*VenuleBatchTemplatesDone) (gpointer      owner,
                                          const char   *path,
                                          const GError *error);

/**
 * venule_batch_templates_ask:
 * @window: over which it is asked; the owner
 * @template: (transfer full): settings
 * @name: that is proposed
 * @done: called after the answer, unless the window has gone
 *
 * Asks for a name, and keeps the template under it.
 */
void       venule_batch_templates_ask      (GtkWindow                *window,
                                            VenuleTemplate           *template,
                                            const char               *name,
                                            VenuleBatchTemplatesDone  done);

G_END_DECLS

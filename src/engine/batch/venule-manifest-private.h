/* venule-manifest-private.h: the cells of a manifest
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-manifest.h"

G_BEGIN_DECLS

/* @line: of the file, from 1; 0: it came from none. @cells: (element-type utf8) (nullable elements): as many as there
 * are columns, or fewer. @surplus: cells behind the last column of its file. */
typedef struct {
  guint      line;
  GPtrArray *cells;
  guint      surplus;
} VenuleManifestRow;

struct _VenuleManifest
{
  GObject     parent_instance;

  char       *folder;
  GPtrArray  *columns;   /* (element-type utf8): names with underscores, NULL behind the last */
  GPtrArray  *rows;      /* (element-type VenuleManifestRow) */
  GHashTable *templates; /* (element-type filename VenuleTemplate): those that were read for checks */
};

VenuleManifestRow *venule_manifest_row_new    (guint           line);
/* -1: there is none. */
int                venule_manifest_find_column (VenuleManifest *self,
                                                const char     *name);
/* The column of that name, which is added where there is none. */
guint              venule_manifest_take_column (VenuleManifest *self,
                                                const char     *name);
/* As venule_manifest_parse_row(), of venule_manifest_dup_arguments() and what the row says was proposed (nullable); in
 * any thread. */
gboolean           venule_manifest_parse_arguments (GStrv              arguments,
                                                    const char        *proposed,
                                                    VenuleJobOptions  *options,
                                                    GError           **error);
/* (transfer full) (element-type VenuleManifestProblem): what is wrong with the id alone. */
GPtrArray         *venule_manifest_check_id    (VenuleManifest *self,
                                                guint           row);
/* (nullable) */
const char        *venule_manifest_get_cell    (VenuleManifest *self,
                                                guint           row,
                                                guint           column);

G_END_DECLS

/* venule-batch-list.h: the videos that are analysed together, as a list model
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-batch-video.h"

G_BEGIN_DECLS

/* A #GListModel of #VenuleBatchVideo that follows its manifest. Signal: edited, when a cell, or which rows there are,
 * has changed. */
#define VENULE_TYPE_BATCH_LIST (venule_batch_list_get_type ())
G_DECLARE_FINAL_TYPE (VenuleBatchList, venule_batch_list, VENULE, BATCH_LIST, GObject)

VenuleBatchList *venule_batch_list_new           (VenuleManifest  *manifest);
VenuleManifest  *venule_batch_list_get_manifest  (VenuleBatchList *self);
guint            venule_batch_list_get_n         (VenuleBatchList *self);
/* (transfer none) */
VenuleBatchVideo  *venule_batch_list_get           (VenuleBatchList *self,
                                                  guint            position);

/**
 * venule_batch_list_save:
 * @self: a list
 *
 * Returns: (transfer full): all cells, for venule_batch_list_restore()
 */
GPtrArray       *venule_batch_list_save          (VenuleBatchList *self);
/* Rows and cells are again what they were. */
void             venule_batch_list_restore       (VenuleBatchList *self,
                                                  GPtrArray       *saved);

/* Whether a column says how a video is analysed, and is copied to others: neither which video it is, nor its labels. */
gboolean         venule_batch_list_is_set_up     (const char      *column);
/* The vessel, calibration and settings of one row become those of another. */
void             venule_batch_list_copy_set_up   (VenuleBatchList *self,
                                                  guint            from,
                                                  guint            to);
/* (transfer full): a manifest of the rows that can be run. */
VenuleManifest  *venule_batch_list_dup_ready     (VenuleBatchList *self);

G_END_DECLS

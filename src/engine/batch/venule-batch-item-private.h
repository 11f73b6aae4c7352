/* venule-batch-item-private.h: one video of many, as the threads know it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-batch-item.h"
#include "venule-job.h"

G_BEGIN_DECLS

/* What is told of a row, in status.tsv and in the window. */
typedef struct {
  VenuleBatchItemState state;
  gint64               frames, frames_done;
  guint                tracks;
  double               seconds;
  char                *device, *message;
} VenuleBatchNews;

void   venule_batch_news_clear (VenuleBatchNews       *self);
void   venule_batch_news_set   (VenuleBatchNews       *self,
                                VenuleBatchItemState   state,
                                const char            *message);
void   venule_batch_news_copy  (VenuleBatchNews       *self,
                                const VenuleBatchNews *other);

/* One row. What does not change is read by all threads, the rest under the lock of the batch. */
typedef struct {
  guint            row;
  char            *id, *video, *folder;
  GStrv            arguments;
  char            *proposed;
  char            *fault;    /* why it cannot be analysed whatever its options are, or NULL */
  gint64           size;     /* bytes of the video: how long it will take, as far as that is known */
  VenuleBatchNews  news;
  gboolean         is_own;   /* of this share */
  gboolean         is_new;   /* the main thread does not know the news yet */
  gboolean         retried;  /* what was written of its failure does not count */
  gboolean         cancelled;
  gint64           elsewhere; /* another program is at it: when to look again, monotonic µs; 0: none is */
  gint64           begun;    /* monotonic µs */
  gsize            reserved; /* bytes of memory */
  VenuleJob       *job;      /* while it runs */
} VenuleBatchTask;

VenuleBatchItem *venule_batch_item_new    (VenuleBatchTask       *task);
/* Of the item; belongs to it. */
VenuleBatchTask *venule_batch_item_get_task (VenuleBatchItem     *self);
/* In the thread of the batch. */
void             venule_batch_item_show   (VenuleBatchItem       *self,
                                           const VenuleBatchNews *news);

G_END_DECLS

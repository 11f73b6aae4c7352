/* venule-replay.h: steps of a run that went on, made one by one in its linked tracks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-document.h"

G_BEGIN_DECLS

/**
 * VenuleReplay:
 *
 * The steps that a person made while a run went on, each with what it came to when the run had ended. They know nothing of the
 * tracks in which they are made.
 */
typedef struct _VenuleReplay VenuleReplay;

VenuleReplay *venule_replay_new          (void);
void          venule_replay_free         (VenuleReplay                 *self);

/* A track as the run found it: of each that a step has changed and not made. */
void          venule_replay_add_original (VenuleReplay                 *self,
                                          VenuleTrack                  *track);

/* The next step; @done: it is not taken back; those that are come last. */
void          venule_replay_add_step     (VenuleReplay                 *self,
                                          const char                   *name,
                                          gboolean                      done);
/* What it did to a track, @id once a step: @after (nullable): as it is then, with all that the run found of it. */
void          venule_replay_add_change   (VenuleReplay                 *self,
                                          guint                         id,
                                          VenuleTrack                  *after);
/* What is measured was set from @before to @after. */
void          venule_replay_set_measures (VenuleReplay                 *self,
                                          const VenuleMeasureSettings  *before,
                                          const VenuleMeasureSettings  *after);

/* Takes the measure settings back to before the steps that are done. */
void          venule_replay_rewind       (VenuleReplay                 *self,
                                          VenuleMeasureSettings        *measures);

/**
 * venule_replay_make:
 * @self: steps
 * @document: a document with the linked tracks of the run
 * @measures: the settings before the steps
 * @n_carried: (out): how many corrections those that are done come to
 * @error: return location
 *
 * Makes each in the tracks of the document, as a step of its own with its own name, in one transaction. Those that were taken back
 * are steps too, which can be done again. One that changes nothing there is left out. What is measured is in the end as it is set
 * in the document.
 *
 * Returns: (transfer full) (element-type VenuleConflict): what of those that are done could not be made, or is doubtful; %NULL on an
 *   error: then nothing has changed
 */
GPtrArray    *venule_replay_make         (VenuleReplay                 *self,
                                          VenuleDocument               *document,
                                          VenuleMeasureSettings        *measures,
                                          guint                        *n_carried,
                                          GError                      **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleReplay, venule_replay_free)

G_END_DECLS

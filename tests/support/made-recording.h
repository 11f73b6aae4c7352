/* made-recording.h: documents whose numbers are known on paper
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * MadeRecording:
 * @velocities: (array length=n): of rolling cells, µm/s, or px/s without a pixel size
 * @n: how many
 * @pixel_size: µm; 0: none
 * @window: text, s; %NULL: the usual one
 * @sensitivity: 0: the usual one
 * @adherent_seconds: text; %NULL: the usual one
 * @cut_short: the run did not go to its end
 * @video: name of its video in the folder, whose content is that name as well; %NULL: one of its own, of no known hash
 * @crop: as the command line takes it; %NULL: the whole frame
 */
typedef struct {
  const double *velocities;
  guint         n;
  double        pixel_size;
  const char   *window;
  double        sensitivity;
  const char   *adherent_seconds;
  gboolean      cut_short;
  const char   *video, *crop;
} MadeRecording;

/* (transfer full): path of the document FOLDER/NAME, of 300 frames at 30 frames/s. */
char *made_recording_save (const char          *folder,
                           const char          *name,
                           const MadeRecording *made);
/* With all that is in it. */
void  made_folder_remove  (const char          *folder);

G_END_DECLS

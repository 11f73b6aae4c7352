/* venule-av-file.h: FFmpeg reads one file, and no other
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <libavformat/avformat.h>

#include "venule-file.h"

G_BEGIN_DECLS

/**
 * VenuleAvErrorCounts:
 * @n_header: errors in the file's structure that were met while its header was read
 * @n_reading: and while its pictures were
 *
 * Counted atomically.
 */
typedef struct {
  int n_header;
  int n_reading;
} VenuleAvErrorCounts;

AVFormatContext *venule_av_file_open       (VenuleFile           *file,
                                            AVIOInterruptCB      *interrupt,
                                            VenuleAvErrorCounts  *error_counts,
                                            const char           *name,
                                            GError              **error);
gboolean         venule_av_file_check_size (int          width,
                                            int          height,
                                            const char  *name,
                                            GError     **error);
void             venule_av_file_close      (AVFormatContext  **format);

G_END_DECLS

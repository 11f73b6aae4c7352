/* venule-source.h: a video file or image stack, frame by exact frame
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "venule-frame.h"
#include "venule-input-options.h"
#include "venule-interlace.h"

G_BEGIN_DECLS

/* Frames/s that make sense: a frame in eleven days; no camera is faster. */
#define VENULE_SOURCE_LOWEST_RATE 1e-6
#define VENULE_SOURCE_HIGHEST_RATE 1e6
/* Frames/s and µm/px that a document holds. */
#define VENULE_SOURCE_MAX_NUMBER 1e9

/**
 * VenuleFrameInfo:
 * @pts: timestamp in the stream's time base (%G_MININT64 when the file has none)
 * @time: seconds since the first frame
 * @key: whether decoding can start here
 * @interlaced: whether the file says that the frame is interlaced
 * @bottom_first: whether it says that the lower lines of such a frame were taken first
 * @corrupt: whether the decoder reported damage
 * @hash: of the samples, to verify random access against the sequential pass
 *
 * A row of the frame table.
 */
typedef struct {
  gint64   pts;
  double   time;
  guint64  hash;
  guint    key : 1;
  guint    interlaced : 1;
  guint    bottom_first : 1;
  guint    corrupt : 1;
} VenuleFrameInfo;

#define VENULE_TYPE_SOURCE (venule_source_get_type ())
G_DECLARE_DERIVABLE_TYPE (VenuleSource, venule_source, VENULE, SOURCE, GObject)

#define VENULE_TYPE_READER (venule_reader_get_type ())
G_DECLARE_DERIVABLE_TYPE (VenuleReader, venule_reader, VENULE, READER, GObject)

/* A source is an immutable description of the file plus its frame table; it may be used from any thread. Reading goes
 * through a #VenuleReader, which holds a decoder and belongs to one thread at a time. */

/* Opens a file: reads its header and proves that a first frame can be decoded, so that it can be shown at once. */
VenuleSource *venule_source_open             (const char               *path,
                                              GCancellable             *cancellable,
                                              GError                  **error);

/* The same with what the user chose of it: one of several channels, say. %VENULE_ERROR_QUESTION when there is
 * something to choose and nothing was chosen. */
VenuleSource *venule_source_open_as          (const char               *path,
                                              const VenuleInputOptions *options,
                                              GCancellable             *cancellable,
                                              GError                  **error);
const VenuleInputOptions *
              venule_source_get_input_options (VenuleSource *self);

const char   *venule_source_get_path         (VenuleSource             *self);
char         *venule_source_dup_display_name (VenuleSource             *self);
int           venule_source_get_width        (VenuleSource             *self);
int           venule_source_get_height       (VenuleSource             *self);
int           venule_source_get_bit_depth    (VenuleSource             *self);
gboolean      venule_source_get_interlaced   (VenuleSource             *self);
/* What the frames look like, whatever the file says; known with the table. */
VenuleInterlacing
              venule_source_get_interlacing  (VenuleSource *self,
                                              VenuleFields *order);

/* "rawvideo (pal8)", "h264 (yuv420p)", "TIFF": what the samples were made from; and the rule, for people. */
const char   *venule_source_get_format       (VenuleSource             *self);

/* The size of a pixel that the file claims: a proposal, never taken silently. NULL when it claims none; else where
 * from, of venule_remark_new(). */
gboolean      venule_source_get_has_color    (VenuleSource             *self);
const char   *venule_source_get_scale        (VenuleSource             *self,
                                              double                   *width_um,
                                              double                   *height_um);

/* Frames/s. Before the table is complete: what the header says; after: (n − 1) / (last time − first time).
 * 0 when there is none (one frame, TIFF without interval). */
double        venule_source_get_frame_rate   (VenuleSource             *self);

/* Where the frame rate comes from, for people: "timestamps of 752 frames", "header of the file". */
char         *venule_source_dup_rate_origin  (VenuleSource             *self);

/* The same in English, for files. */
char         *venule_source_dup_english_rate_origin
                                             (VenuleSource *self);

/* Number of frames: the header's estimate (0: unknown) until the table is complete, then exact. */
gint64        venule_source_get_n_frames     (VenuleSource             *self);

/* One sequential pass that builds the frame table; blocks; call it in a thread of its own. @progress (nullable) is
 * called there about ten times a second. Does nothing when the table is complete. Emits nothing. Damage inside the
 * file is no error: frames are marked; what was found is said by venule_source_dup_warnings(). */
typedef void (*VenuleSourceProgress) (VenuleSource *self,
                                      gint64        frames_done,
                                      gpointer      user_data);
gboolean      venule_source_build_table      (VenuleSource             *self,
                                              VenuleSourceProgress      progress,
                                              gpointer                  user_data,
                                              GCancellable             *cancellable,
                                              GError                  **error);
/* The same, for a caller that wants the frames too: each is handed to @take, in order, as it is decoded. @built is
 * FALSE when there is no pass to be made (the table is there, or another thread is at it): read with a reader then. */
typedef void (*VenuleSourceTake)     (VenuleSource *self,
                                      VenuleFrame  *frame,
                                      gpointer      user_data);
gboolean      venule_source_build_and_take   (VenuleSource             *self,
                                              VenuleSourceTake          take,
                                              gpointer                  user_data,
                                              gboolean                 *built,
                                              GCancellable             *cancellable,
                                              GError                  **error);
/* Keeps frame tables in a folder; NULL: in the user's cache. Call it before any of the two above: the table may be
 * there at once then. */
gboolean      venule_source_use_cache        (VenuleSource             *self,
                                              const char               *folder);
/* Works out from the file's index, without decoding, what the table will most likely say of times and frame rate. */
gboolean      venule_source_scan_packets     (VenuleSource             *self,
                                              GCancellable             *cancellable,
                                              GError                  **error);
/* Seconds since the first frame: by the table, else by the forecast; FALSE when neither tells. */
gboolean      venule_source_get_time         (VenuleSource             *self,
                                              gint64                    index,
                                              double                   *time);
gboolean      venule_source_has_table        (VenuleSource             *self);
gboolean      venule_source_get_frame_info   (VenuleSource             *self,
                                              gint64                    index,
                                              VenuleFrameInfo          *info);

/* Plain sentences about what is odd in the file ("3 frames are damaged: 120–122"; "the header says 806 frames, 752 can
 * be decoded"; "variable frame rate"). (transfer full), empty when there is nothing to say. */
char        **venule_source_dup_warnings     (VenuleSource             *self);
/* The same in English, for files. */
char        **venule_source_dup_english_warnings
                                             (VenuleSource *self);
/* Whether there are fewer frames than the file promises: FALSE before the table is complete. */
gboolean      venule_source_get_cut_off      (VenuleSource             *self);

/* Numbers of frames (gint64, rising) in words: "3, 7–9, 20 …". */
char         *venule_source_describe_frames  (GArray                   *indices);

/* SHA-256 of the file's content, hexadecimal; computed once, then remembered. */
char         *venule_source_dup_hash         (VenuleSource             *self,
                                              GCancellable             *cancellable,
                                              GError                  **error);

/* The same where it is known by now; never blocks. */
char         *venule_source_peek_hash        (VenuleSource             *self);

/* A decoder of its own on the file. */
VenuleReader *venule_source_open_reader      (VenuleSource             *self,
                                              GError                  **error);

/* The exact frame @index; sequential reading is fast, any other order seeks as VIDEO.md says and verifies the
 * timestamp. Works before the table is complete too (decodes forward from the start then). %NULL always comes with an
 * error: past the end it is %VENULE_ERROR_END. */
VenuleFrame  *venule_reader_read             (VenuleReader             *self,
                                              gint64                    index,
                                              GCancellable             *cancellable,
                                              GError                  **error);

struct _VenuleSourceClass
{
  GObjectClass parent_class;

  VenuleReader *(*open_reader) (VenuleSource *self, GError **error);
  gboolean      (*build_table) (VenuleSource *self, VenuleSourceProgress progress, gpointer user_data,
                                GCancellable *cancellable, GError **error);
  /* Whether the file can be read, or all the files; and the hash of their content. The one at the path, as a rule. */
  gboolean      (*check)       (VenuleSource *self, GError **error);
  char         *(*make_hash)   (VenuleSource *self, GCancellable *cancellable, GError **error);
  gboolean      (*scan_packets)    (VenuleSource *self, GCancellable *cancellable, GError **error);
  /* A reader that finds frames by a table that was made before, which is not to be trusted; %NULL where there is no
   * quick way. */
  VenuleReader *(*open_sampler) (VenuleSource *self, const VenuleFrameInfo *rows, gint64 n_rows,
                                 GCancellable *cancellable);
  /* For the cache of frame tables; not there: tables of this kind are not kept. What has to be kept beside a complete
   * table (floating; NULL: this one is not kept), and that back for a table of @n_rows, which is not to be trusted. */
  GVariant     *(*store_extra)   (VenuleSource *self);
  gboolean      (*restore_extra) (VenuleSource *self, GVariant *extra, gint64 n_rows);
};

struct _VenuleReaderClass
{
  GObjectClass parent_class;

  /* %NULL without an error is the end of the video. */
  VenuleFrame *(*read) (VenuleReader *self, gint64 index, GCancellable *cancellable, GError **error);
};

G_END_DECLS

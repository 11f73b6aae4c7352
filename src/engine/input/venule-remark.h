/* venule-remark.h: remarks about a video, stored without a language
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * VenuleRemarkKind:
 *
 * In brackets the @numbers and the @text of #VenuleRemark. Stored by name: kinds may be added, and keep their meaning.
 */
typedef enum {
  /* Where the frame rate is from. */
  VENULE_REMARK_RATE_NONE,
  VENULE_REMARK_RATE_HEADER,
  VENULE_REMARK_RATE_TIMESTAMPS,      /* (frames; frames/s that the header says instead, or 0) */
  VENULE_REMARK_RATE_STACK_TIMES,     /* (pictures) */
  VENULE_REMARK_RATE_STACK_INTERVAL,

  /* Where the size of a pixel is from. */
  VENULE_REMARK_SCALE_FIELD,          /* (name of a field) */
  VENULE_REMARK_SCALE_PER_INCH,       /* (pixels) */
  VENULE_REMARK_SCALE_PER_CM,         /* (pixels) */
  VENULE_REMARK_SCALE_TIFF,
  VENULE_REMARK_SCALE_IMAGEJ,
  VENULE_REMARK_SCALE_OME,

  /* Interlacing. */
  VENULE_REMARK_COMBED,               /* (lower lines first?, does the file say so?) */
  VENULE_REMARK_COMBS_NONE,
  VENULE_REMARK_COMBS_UNSEEN,
  VENULE_REMARK_SPLIT,                /* (lower lines first?) */
  VENULE_REMARK_SPLIT_UNSEEN,
  VENULE_REMARK_SPLIT_OTHER_ORDER,

  /* What is damaged or not there. */
  VENULE_REMARK_DAMAGED,              /* (frames; which) */
  VENULE_REMARK_MISFITS,              /* (frames) */
  VENULE_REMARK_BAD_PACKETS,          /* (packets) */
  VENULE_REMARK_EMPTY_PACKETS,        /* (packets) */
  VENULE_REMARK_BAD_PICTURE,          /* (name of a file) */
  VENULE_REMARK_LEFT_OUT,             /* (frames) */
  VENULE_REMARK_OTHER_COUNT,          /* (frames by the header, frames) */
  VENULE_REMARK_CUT_OFF,              /* (frames by the header, frames) */
  VENULE_REMARK_CUT_OFF_ABOUT,        /* (frames by the header, frames) */
  VENULE_REMARK_END_MISSING,
  VENULE_REMARK_INDEX_COUNTS,         /* (frames with a time, with a size) */
  VENULE_REMARK_INDEX_TIMES,          /* (s of the frames, s of the video) */
  VENULE_REMARK_PAGES_BREAK_OFF,      /* (pages) */
  VENULE_REMARK_PAGES_LEFT_OUT,       /* (pictures in the description) */
  VENULE_REMARK_NO_NUMBERS,           /* (pixels) */
  VENULE_REMARK_NUMBERS_MISSING,      /* (after which frames) */

  /* Times. */
  VENULE_REMARK_FRAMES_MISSING,       /* (after which frames) */
  VENULE_REMARK_RATE_VARIES,          /* (ms, ms) */
  VENULE_REMARK_RATE_CONTRADICTED,    /* (frames/s by the timestamps, by the header) */
  VENULE_REMARK_ODD_TIMESTAMPS,       /* (frames; which) */
  VENULE_REMARK_TIMES_BY_RATE,
  VENULE_REMARK_TIMES_NONE,
  VENULE_REMARK_TIMES_NONE_STACK,
  VENULE_REMARK_TIMES_NONE_PICTURES,

  /* How the picture lies in the file. */
  VENULE_REMARK_OBLONG,               /* (width, height) */
  VENULE_REMARK_OBLONG_UM,            /* (µm, µm) */
  VENULE_REMARK_TURNED,               /* (degrees) */
  VENULE_REMARK_TURNED_STACK,
  VENULE_REMARK_VIDEOS,               /* (videos) */
  VENULE_REMARK_IMAGEJ_COUNTS,        /* (pictures, channels, slices, frames) */
} VenuleRemarkKind;

const char *venule_remark_kind_to_string   (VenuleRemarkKind    kind);
gboolean    venule_remark_kind_from_string (const char         *text,
                                            VenuleRemarkKind   *kind);

/**
 * VenuleRemark:
 * @kind: what the remark is about
 * @numbers: as @kind defines them
 * @text: (nullable): a name or a list of frames, as @kind defines it
 *
 * A remark about a video.
 */
typedef struct {
  VenuleRemarkKind  kind;
  double            numbers[4];
  const char       *text;
} VenuleRemark;

/**
 * venule_remark_new:
 * @self: a remark
 *
 * Returns: (transfer full): a line that can be stored, without a language: "@damaged 4|120–122, 130"
 */
char *venule_remark_new         (const VenuleRemark *self);

/* Appends a remark, given as the fields of a #VenuleRemark, to an array of such lines. */
#define venule_remark_add(lines, ...) \
  g_ptr_array_add (lines, venule_remark_new (&(VenuleRemark){ __VA_ARGS__ }))

/**
 * venule_remark_dup_shown:
 * @line: (nullable): of venule_remark_new(); not trusted
 *
 * Returns: (transfer full) (nullable): its sentence in the user's language; any other line as it is: earlier
 *   versions stored sentences
 */
char *venule_remark_dup_shown   (const char *line);

/**
 * venule_remark_dup_english:
 * @line: (nullable): of venule_remark_new(); not trusted
 *
 * Returns: (transfer full) (nullable): the same in English with '.' decimals, as files have it
 */
char *venule_remark_dup_english (const char *line);

G_END_DECLS

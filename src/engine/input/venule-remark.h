/* venule-remark.h: what is said of a video, kept apart from the language that it is said in
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * VenuleRemarkKind:
 *
 * What can be said: in brackets the @numbers and the @text of #VenuleRemark. Stored by name: those may be added to, and
 * keep their meaning.
 */
typedef enum {
  /* Where the frame rate is from. */
  VENULE_REMARK_RATE_NONE,
  VENULE_REMARK_RATE_HEADER,
  VENULE_REMARK_RATE_TIMESTAMPS,      /* (frames) */
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
  VENULE_REMARK_INDEX_COUNTS,         /* (frames with a time, with a size) */
  VENULE_REMARK_INDEX_TIMES,          /* (s of the frames, s of the video) */
  VENULE_REMARK_PAGES_BREAK_OFF,      /* (pages) */
  VENULE_REMARK_NO_NUMBERS,           /* (pixels) */
  VENULE_REMARK_NUMBERS_MISSING,      /* (after which frames) */

  /* Times. */
  VENULE_REMARK_FRAMES_MISSING,       /* (after which frames) */
  VENULE_REMARK_RATE_VARIES,          /* (ms, ms) */
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
 * @kind: what is said
 * @numbers: of what, as @kind has them
 * @text: (nullable): a name or a list of frames, as @kind has it
 *
 * Something said of a video.
 */
typedef struct {
  VenuleRemarkKind  kind;
  double            numbers[4];
  const char       *text;
} VenuleRemark;

/**
 * venule_remark_new:
 * @self: what is said
 *
 * Returns: (transfer full): it as a line that can be stored, in no language: "@damaged 4|120–122, 130"
 */
char *venule_remark_new         (const VenuleRemark *self);

/* Appends a remark, given as the fields of a #VenuleRemark, to an array of such lines. */
#define venule_remark_add(lines, ...) \
  g_ptr_array_add (lines, venule_remark_new (&(VenuleRemark){ __VA_ARGS__ }))

/**
 * venule_remark_dup_shown:
 * @line: (nullable): of venule_remark_new(); not trusted
 *
 * Returns: (transfer full) (nullable): it in the language of the person; a line that is none, as it is: earlier
 *   versions kept their words
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

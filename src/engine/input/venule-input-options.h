/* venule-input-options.h: what of a file is the video, where there is a choice
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * VenuleGray:
 * @VENULE_GRAY_LUMA: brightness: the luma of a video as it is stored, 0.299 R + 0.587 G + 0.114 B of colours
 * @VENULE_GRAY_RED: the red part alone
 * @VENULE_GRAY_GREEN: the green part alone
 * @VENULE_GRAY_BLUE: the blue part alone
 *
 * How gray levels are made of colours.
 */
typedef enum {
  VENULE_GRAY_LUMA,
  VENULE_GRAY_RED,
  VENULE_GRAY_GREEN,
  VENULE_GRAY_BLUE,
} VenuleGray;

/**
 * VenuleFields:
 * @VENULE_FIELDS_WHOLE: frames as they are stored
 * @VENULE_FIELDS_TOP_FIRST: two frames of each, of the upper lines (0, 2, 4 …) and then of the others
 * @VENULE_FIELDS_BOTTOM_FIRST: two frames of each, of the lines 1, 3, 5 … and then of the others
 *
 * What is made of interlaced frames.
 */
typedef enum {
  VENULE_FIELDS_WHOLE,
  VENULE_FIELDS_TOP_FIRST,
  VENULE_FIELDS_BOTTOM_FIRST,
} VenuleFields;

/**
 * VenuleAxis:
 * @VENULE_AXIS_UNKNOWN: not stated
 * @VENULE_AXIS_TIME: what the file calls time
 * @VENULE_AXIS_SLICE: what the file calls depth: many programs write the frames of a video so
 * @VENULE_AXIS_CHANNEL: what the file calls channels
 *
 * Along which axis of a stack the frames follow each other.
 */
typedef enum {
  VENULE_AXIS_UNKNOWN,
  VENULE_AXIS_TIME,
  VENULE_AXIS_SLICE,
  VENULE_AXIS_CHANNEL,
} VenuleAxis;

/**
 * VenuleInputOptions:
 * @gray: how gray levels are made of colours
 * @fields: what is made of interlaced frames
 * @axis: along which axis of a stack time goes
 * @channel: which channel, from 1; 0: not chosen
 * @slice: which slice of depth, from 1; 0: not chosen
 * @series: which of the images of an OME-TIFF, from 1; 0: not chosen
 *
 * A plain value. All zeros: nothing was chosen.
 */
typedef struct {
  VenuleGray   gray;
  VenuleFields fields;
  VenuleAxis   axis;
  int          channel;
  int          slice;
  int          series;
} VenuleInputOptions;

const char *venule_gray_to_string     (VenuleGray           gray);
gboolean    venule_gray_from_string   (const char          *text,
                                       VenuleGray          *gray);
const char *venule_fields_to_string   (VenuleFields         fields);
gboolean    venule_fields_from_string (const char          *text,
                                       VenuleFields        *fields);
const char *venule_axis_to_string     (VenuleAxis           axis);
gboolean    venule_axis_from_string   (const char          *text,
                                       VenuleAxis          *axis);
gboolean    venule_input_options_equal (const VenuleInputOptions *a,
                                        const VenuleInputOptions *b);

G_END_DECLS

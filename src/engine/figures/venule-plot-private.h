/* venule-plot-private.h: the measures of figures
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-plot.h"

#define DEFAULT_FONT_SIZE 8.0
/* All lengths in em, so that a figure with larger letters has room for them. */
#define MARGIN 0.6
#define TICK_LENGTH 0.4
#define TICK_GAP 0.35
#define TITLE_GAP 0.9
#define LINE_HEIGHT 1.35
#define SAMPLE_LENGTH 1.8
#define SAMPLE_GAP 0.5
#define CAP 0.75 /* height of a line of text, with some air */
#define AXIS_WIDTH 0.085
#define MARK_WIDTH 0.13

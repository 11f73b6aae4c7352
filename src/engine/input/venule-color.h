/* venule-color.h: red, green or blue of pictures that are stored as luma and colour differences
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <libavutil/frame.h>

#include "venule-frame.h"
#include "venule-input-options.h"

G_BEGIN_DECLS

const char *venule_color_get_rule (const AVFrame *picture);
void        venule_color_copy     (VenuleFrame   *frame,
                                   const AVFrame *picture,
                                   VenuleGray     gray);

G_END_DECLS

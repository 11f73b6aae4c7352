/* venule-cli-look.h: the options that say how a figure is to look
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-figure-options.h"

G_BEGIN_DECLS

/**
 * VenuleCliLook:
 *
 * As they were typed; %NULL where an option is missing.
 */
typedef struct {
  char     *size, *font;
  char     *font_size, *dpi, *bin_width;
  char     *bars;
  char     *x_range, *y_range;
  char     *x_title, *y_title;
  gboolean  grays;
} VenuleCliLook;

/* @histogram: whether there may be bars in it. */
void     venule_cli_look_add   (VenuleCliLook        *self,
                                GOptionContext       *context,
                                gboolean              histogram);
/* FALSE with a sentence for wrong usage. */
gboolean venule_cli_look_parse (const VenuleCliLook  *self,
                                VenuleFigureOptions  *options,
                                GError              **error);
/* (nullable): the first of them that was given. */
const char *
         venule_cli_look_get_given  (const VenuleCliLook  *self);
void     venule_cli_look_clear (VenuleCliLook        *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (VenuleCliLook, venule_cli_look_clear)

G_END_DECLS

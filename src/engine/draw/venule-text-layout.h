/* venule-text-layout.h: one line of text in a figure
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <cairo.h>
#include <glib.h>

G_BEGIN_DECLS

/**
 * VenuleTextLayout:
 *
 * A line of text that has been set but not drawn yet, so that room can be made for it. It is set without hinting: it is
 * as wide in a PDF as on the screen.
 */
typedef struct _VenuleTextLayout VenuleTextLayout;

/**
 * venule_text_layout_collect:
 * @surface: that of an SVG
 * @markup: (nullable): collects what is shown on the surface from now on as elements of SVG; %NULL: it is drawn again
 *
 * cairo draws the outlines of letters into an SVG. Texts that are collected stay texts, which can be edited and
 * searched.
 */
void              venule_text_layout_collect        (cairo_surface_t  *surface,
                                                     GString          *markup);

/**
 * venule_text_layout_dup_substitute:
 * @families: (nullable): a font, or several with commas between them, of which the first that is installed is taken;
 *   %NULL: the usual one
 *
 * Returns: (transfer full) (nullable): what is taken in place of a font that is not installed; %NULL: it is, or nobody
 * asked for one
 */
char             *venule_text_layout_dup_substitute (const char       *families);

/* @family: (nullable): else the default sans-serif. @size: em, in units of the user space. */
VenuleTextLayout *venule_text_layout_new            (cairo_t          *cr,
                                                     const char       *family,
                                                     double            size,
                                                     gboolean          bold,
                                                     const char       *text);
void              venule_text_layout_free           (VenuleTextLayout *self);
double            venule_text_layout_get_width      (VenuleTextLayout *self);
/* From the top of the capitals (as high as of digits) to the baseline. */
double            venule_text_layout_get_height     (VenuleTextLayout *self);

/* What is wider than @room loses its middle, which "…" stands for. */
void              venule_text_layout_ellipsize      (VenuleTextLayout *self,
                                                     double            room);
/* A paragraph: lines of that width at most. It is shown aligned to the left, by its first line. */
void              venule_text_layout_wrap           (VenuleTextLayout *self,
                                                     double            room);
/* Of all its lines, with what is above and below the letters. */
double            venule_text_layout_get_depth      (VenuleTextLayout *self);

/* Draws with the present source. (x, y) is the point of the text that @align_x and @align_y (0: left, top of the
 * digits; 1: right, baseline) say. */
void              venule_text_layout_show           (VenuleTextLayout *self,
                                                     double            x,
                                                     double            y,
                                                     double            align_x,
                                                     double            align_y);
/* As venule_text_layout_show(), but adds the outlines to the path. */
void              venule_text_layout_path           (VenuleTextLayout *self,
                                                     double            x,
                                                     double            y,
                                                     double            align_x,
                                                     double            align_y);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleTextLayout, venule_text_layout_free)

G_END_DECLS

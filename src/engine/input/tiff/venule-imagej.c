/* venule-imagej.c: how ImageJ describes a stack
 *
 * Lines "key=value" in the description of the first page (ij.io.TiffEncoder, ij.io.FileInfo): images, channels, slices
 * and frames; spacing of slices in zunit; finterval in tunit (seconds where that is missing), or fps, the rate of
 * playing; unit, of which the page's resolution tells how many pixels make one, also zunit where that is missing.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-imagej.h"

#include <math.h>
#include <string.h>

#include "venule-number.h"
#include "venule-remark.h"

#define MAX_LINES 400

typedef struct {
  gint64      images;
  gint64      channels;
  gint64      slices;
  gint64      frames;
  double      interval;
  double      fps;
  double      spacing;
  const char *time_unit;
  const char *unit;
  const char *y_unit;
  const char *z_unit;
} Description;

static gint64
read_count (const char *text)
{
  return CLAMP (g_ascii_strtoll (text, NULL, 10), 0, G_MAXINT32);
}

/* 0: none. Something may stand behind it. */
static double
read_number (const char *text)
{
  double number;

  return venule_number_scan (text, &number) != NULL ? number : 0;
}

static void
read_line (Description *self,
           const char  *key,
           const char  *value)
{
  if (g_str_equal (key, "images"))
    self->images = read_count (value);
  else if (g_str_equal (key, "channels"))
    self->channels = read_count (value);
  else if (g_str_equal (key, "slices"))
    self->slices = read_count (value);
  else if (g_str_equal (key, "frames"))
    self->frames = read_count (value);
  else if (g_str_equal (key, "finterval"))
    self->interval = read_number (value);
  else if (g_str_equal (key, "fps"))
    self->fps = read_number (value);
  else if (g_str_equal (key, "spacing"))
    self->spacing = fabs (read_number (value)); /* below 0 where slices were taken upwards */
  else if (g_str_equal (key, "tunit"))
    self->time_unit = value;
  else if (g_str_equal (key, "unit"))
    self->unit = value;
  else if (g_str_equal (key, "yunit"))
    self->y_unit = value;
  else if (g_str_equal (key, "zunit"))
    self->z_unit = value;
}

static void
set_sizes (VenuleStack       *stack,
           const Description *description)
{
  gint64 channels = CLAMP (description->channels, 1, G_MAXUINT16);
  gint64 slices = CLAMP (description->slices, 1, G_MAXUINT16);
  gint64 frames = MAX (description->frames, 1);

  /* Nothing but a number of pictures: they are taken as successive times. */
  if (description->channels == 0 && description->slices == 0 && description->frames == 0)
    frames = description->images;
  else if (description->images > 0 && description->images != channels * slices * frames)
    {
      venule_remark_add (stack->doubts, VENULE_REMARK_IMAGEJ_COUNTS, { description->images, channels, slices, frames },
                         NULL);
      channels = slices = 1;
      frames = description->images;
    }

  stack->n_channels = channels;
  stack->n_slices = slices;
  stack->n_times = MIN (frames, VENULE_STACK_MAX);
  stack->told_times = frames;
}

static void
set_interval (VenuleStack       *stack,
              const Description *description)
{
  double interval = venule_stack_parse_time (description->interval, description->time_unit);

  if (!(interval > 0) && description->fps > 0)
    interval = 1 / description->fps;
  if (interval >= 1e-7 && interval <= 1e6)
    stack->interval = interval;
}

static void
set_scale (VenuleStack       *stack,
           const Description *description,
           double             x_resolution,
           double             y_resolution)
{
  const char *y_unit = description->y_unit != NULL ? description->y_unit : description->unit;

  if (description->unit == NULL || !(x_resolution > 0) || !(y_resolution > 0))
    return;
  stack->pixel_width_um = venule_stack_parse_length (1 / x_resolution, description->unit);
  stack->pixel_height_um = venule_stack_parse_length (1 / y_resolution, y_unit);
  if (stack->pixel_width_um > 0 && stack->pixel_height_um > 0)
    stack->scale_origin = venule_remark_new (&(VenuleRemark){ .kind = VENULE_REMARK_SCALE_IMAGEJ });
}

/* Without a unit, ImageJ's unit is the pixel whatever the resolution is. */
static void
set_spacing (VenuleStack       *stack,
             const Description *description,
             double             x_resolution)
{
  double spacing = description->spacing;

  if (description->unit != NULL && description->z_unit != NULL &&
      !g_str_equal (description->unit, description->z_unit))
    spacing = stack->pixel_width_um > 0
              ? venule_stack_parse_length (spacing, description->z_unit) / stack->pixel_width_um : 0;
  else if (description->unit != NULL)
    spacing *= x_resolution;
  stack->slice_spacing = spacing;
}

/**
 * venule_imagej_read:
 * @stack: a stack of which nothing is known yet
 * @description: (nullable): the description in its first page
 * @x_resolution: pixels per unit along x in the first page, or 0
 * @y_resolution: the same along y
 *
 * Returns: whether ImageJ wrote the description
 */
gboolean
venule_imagej_read (VenuleStack *stack,
                    const char  *description,
                    double       x_resolution,
                    double       y_resolution)
{
  g_auto (GStrv) lines = NULL;
  Description found = { 0 };

  if (description == NULL || !g_str_has_prefix (description, "ImageJ="))
    return FALSE;

  lines = g_strsplit (description, "\n", MAX_LINES);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      char *value = strchr (lines[i], '=');

      if (value == NULL)
        continue;
      *value++ = '\0';
      read_line (&found, g_strstrip (lines[i]), g_strstrip (value));
    }

  stack->kind = "ImageJ";
  set_sizes (stack, &found);
  set_interval (stack, &found);
  set_scale (stack, &found, x_resolution, y_resolution);
  set_spacing (stack, &found, x_resolution);
  return TRUE;
}

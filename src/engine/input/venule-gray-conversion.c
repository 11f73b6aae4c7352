/* venule-gray-conversion.c: the gray samples of a decoded picture
 *
 * Luma and gray planes are copied as they are: swscale would stretch the limited range of most videos (16 to 0, 235 to
 * 255) and so change the measured gray levels. Only colour without a luma plane is computed, by a stated rule.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-gray-conversion.h"

#include <libavutil/pixdesc.h>
#include <string.h>

#include "venule-color.h"

typedef enum {
  SOURCE_NONE,
  SOURCE_PLANE,
  SOURCE_PALETTE,
  SOURCE_RGB,
} SampleSource;

static SampleSource
sample_source (const AVPixFmtDescriptor *desc)
{
  const guint64 unknown = AV_PIX_FMT_FLAG_HWACCEL | AV_PIX_FMT_FLAG_BAYER | AV_PIX_FMT_FLAG_FLOAT;

  if (desc == NULL || (desc->flags & unknown) != 0 || desc->nb_components == 0)
    return SOURCE_NONE;
  if (desc->flags & AV_PIX_FMT_FLAG_PAL)
    return SOURCE_PALETTE;
  if (desc->flags & AV_PIX_FMT_FLAG_RGB)
    return desc->nb_components >= 3 ? SOURCE_RGB : SOURCE_NONE;
  if (g_str_has_prefix (desc->name, "xyz"))
    return SOURCE_NONE;
  return SOURCE_PLANE;
}

/**
 * venule_gray_conversion_bit_depth:
 * @format: a pixel format
 *
 * Returns: the bit depth of the frames that are made of such pictures, 8 to 16; 0 when no gray can be made of them
 */
int
venule_gray_conversion_bit_depth (enum AVPixelFormat format)
{
  const AVPixFmtDescriptor *desc = av_pix_fmt_desc_get (format);
  int depth;

  switch (sample_source (desc))
    {
    case SOURCE_PALETTE:
      return 8;
    case SOURCE_PLANE:
      depth = desc->comp[0].depth;
      return depth <= 16 ? MAX (depth, 8) : 0;
    case SOURCE_RGB:
      depth = MAX (MAX (desc->comp[0].depth, desc->comp[1].depth), desc->comp[2].depth);
      return depth <= 16 ? MAX (depth, 8) : 0;
    case SOURCE_NONE:
    default:
      return 0;
    }
}

static gboolean
palette_is_gray (const AVFrame *picture)
{
  const guint32 *palette = (const guint32 *) picture->data[1];

  for (int i = 0; i < 256; i++)
    {
      guint32 rgb = palette[i] & 0xffffff;

      if (rgb != (rgb & 0xff) * 0x010101)
        return FALSE;
    }
  return TRUE;
}

/**
 * venule_gray_conversion_has_color:
 * @format: a pixel format
 *
 * Returns: whether red, green and blue can be told apart in such pictures
 */
gboolean
venule_gray_conversion_has_color (enum AVPixelFormat format)
{
  const AVPixFmtDescriptor *desc = av_pix_fmt_desc_get (format);
  SampleSource source = sample_source (desc);

  return source == SOURCE_PALETTE || source == SOURCE_RGB || (source == SOURCE_PLANE && desc->nb_components >= 3);
}

static char *
dup_component_rule (const AVFrame            *picture,
                    const AVPixFmtDescriptor *desc,
                    VenuleGray                gray)
{
  const char *name = venule_gray_to_string (gray);

  switch (sample_source (desc))
    {
    case SOURCE_PALETTE:
      return g_strdup_printf ("%s, %s of the palette", desc->name, name);
    case SOURCE_RGB:
      return g_strdup_printf ("%s, %s as stored", desc->name, name);
    case SOURCE_PLANE:
      return g_strdup_printf ("%s, %s by %s", desc->name, name, venule_color_get_rule (picture));
    case SOURCE_NONE:
    default:
      return g_strdup (desc != NULL ? desc->name : "unknown");
    }
}

/**
 * venule_gray_conversion_dup_rule:
 * @picture: a decoded picture
 * @gray: how gray levels are made of colours
 *
 * Returns: (transfer full): the pixel format and how its gray samples are made, for people: "yuv420p, luma as stored,
 *   range 16–235"
 */
char *
venule_gray_conversion_dup_rule (const AVFrame *picture,
                                 VenuleGray     gray)
{
  const AVPixFmtDescriptor *desc = av_pix_fmt_desc_get (picture->format);
  int depth;

  if (gray != VENULE_GRAY_LUMA)
    return dup_component_rule (picture, desc, gray);

  switch (sample_source (desc))
    {
    case SOURCE_PALETTE:
      return g_strdup_printf ("%s, %s", desc->name,
                              palette_is_gray (picture) ? "gray palette"
                                                        : "luma 0.299 R + 0.587 G + 0.114 B of the palette");
    case SOURCE_RGB:
      return g_strdup_printf ("%s, luma 0.299 R + 0.587 G + 0.114 B", desc->name);
    case SOURCE_PLANE:
      depth = desc->comp[0].depth;
      if (desc->nb_components < 3 || depth < 8)
        return g_strdup_printf ("%s, as stored", desc->name);
      if (picture->color_range == AVCOL_RANGE_JPEG || g_str_has_prefix (desc->name, "yuvj"))
        return g_strdup_printf ("%s, luma as stored, full range", desc->name);
      return g_strdup_printf ("%s, luma as stored, range %d–%d%s", desc->name, 16 << (depth - 8), 235 << (depth - 8),
                              picture->color_range == AVCOL_RANGE_MPEG ? "" : " assumed");
    case SOURCE_NONE:
    default:
      return g_strdup (desc != NULL ? desc->name : "unknown");
    }
}

static void
store (VenuleFrame *frame,
       int          x,
       int          y,
       guint        value)
{
  guint8 *row = frame->data + frame->stride * y;

  if (frame->bit_depth > 8)
    ((guint16 *) row)[x] = value;
  else
    row[x] = value;
}

static void
copy_palette (VenuleFrame   *frame,
              const AVFrame *picture,
              VenuleGray     rule)
{
  const guint32 *palette = (const guint32 *) picture->data[1];
  guint8 gray[256];

  for (int i = 0; i < 256; i++)
    gray[i] = venule_gray_conversion_of_color (rule, (palette[i] >> 16) & 0xff, (palette[i] >> 8) & 0xff,
                                               palette[i] & 0xff);

  for (int y = 0; y < frame->height; y++)
    {
      const guint8 *in = picture->data[0] + (ptrdiff_t) picture->linesize[0] * y;
      guint8 *out = frame->data + frame->stride * y;

      for (int x = 0; x < frame->width; x++)
        out[x] = gray[in[x]];
    }
}

/* One component of one row at 16 bits, whatever the packing. */
static void
read_component (const AVFrame            *picture,
                const AVPixFmtDescriptor *desc,
                int                       component,
                int                       y,
                guint16                  *line)
{
  av_read_image_line2 (line, (const uint8_t **) picture->data, picture->linesize, desc, 0, y, component, picture->width,
                       0, 2);
}

static void
copy_plane (VenuleFrame              *frame,
            const AVFrame            *picture,
            const AVPixFmtDescriptor *desc)
{
  const AVComponentDescriptor *c = &desc->comp[0];
  int bytes = venule_frame_get_sample_bytes (frame);
  gboolean foreign_order = bytes == 2 && ((desc->flags & AV_PIX_FMT_FLAG_BE) != 0) != (G_BYTE_ORDER == G_BIG_ENDIAN);
  gboolean plain = c->shift == 0 && c->step == bytes && c->offset == 0 && c->depth >= 8 && !foreign_order &&
                   (desc->flags & AV_PIX_FMT_FLAG_BITSTREAM) == 0;
  g_autofree guint16 *line = plain ? NULL : g_new (guint16, frame->width);

  for (int y = 0; y < frame->height; y++)
    {
      if (plain)
        {
          memcpy (frame->data + frame->stride * y,
                  picture->data[c->plane] + (ptrdiff_t) picture->linesize[c->plane] * y, (gsize) frame->width * bytes);
          continue;
        }

      read_component (picture, desc, 0, y, line);
      for (int x = 0; x < frame->width; x++)
        store (frame, x, y, c->depth >= 8 ? line[x] : line[x] * 255u / ((1u << c->depth) - 1));
    }

  /* Bits that are set mean black here. */
  if (picture->format == AV_PIX_FMT_MONOWHITE)
    for (int y = 0; y < frame->height; y++)
      for (int x = 0; x < frame->width; x++)
        frame->data[frame->stride * y + x] ^= 0xff;
}

static void
copy_rgb8 (VenuleFrame              *frame,
           const AVFrame            *picture,
           const AVPixFmtDescriptor *desc,
           VenuleGray                gray)
{
  for (int y = 0; y < frame->height; y++)
    {
      const guint8 *in[3];
      guint8 *out = frame->data + frame->stride * y;

      for (int c = 0; c < 3; c++)
        in[c] = picture->data[desc->comp[c].plane] + (ptrdiff_t) picture->linesize[desc->comp[c].plane] * y +
                desc->comp[c].offset;

      for (int x = 0; x < frame->width; x++)
        {
          out[x] = venule_gray_conversion_of_color (gray, *in[0], *in[1], *in[2]);
          for (int c = 0; c < 3; c++)
            in[c] += desc->comp[c].step;
        }
    }
}

static void
copy_rgb (VenuleFrame              *frame,
          const AVFrame            *picture,
          const AVPixFmtDescriptor *desc,
          VenuleGray                gray)
{
  guint limit = (1u << frame->bit_depth) - 1;
  g_autofree guint16 *lines = NULL;
  gboolean bytes = (desc->flags & AV_PIX_FMT_FLAG_BITSTREAM) == 0;

  for (int c = 0; c < 3; c++)
    bytes = bytes && desc->comp[c].depth == 8 && desc->comp[c].shift == 0;
  if (bytes)
    {
      copy_rgb8 (frame, picture, desc, gray);
      return;
    }

  lines = g_new (guint16, (gsize) frame->width * 3);
  for (int y = 0; y < frame->height; y++)
    {
      for (int c = 0; c < 3; c++)
        read_component (picture, desc, c, y, lines + (gsize) frame->width * c);

      for (int x = 0; x < frame->width; x++)
        {
          guint rgb[3];

          /* Components of 5 and 6 bits are brought to the same full scale first. */
          for (int c = 0; c < 3; c++)
            {
              guint full = (1u << desc->comp[c].depth) - 1;

              rgb[c] = (lines[(gsize) frame->width * c + x] * limit + full / 2) / full;
            }
          store (frame, x, y, venule_gray_conversion_of_color (gray, rgb[0], rgb[1], rgb[2]));
        }
    }
}

/**
 * venule_gray_conversion_from_picture:
 * @picture: a decoded picture of a format for which venule_gray_conversion_bit_depth() is not 0, and of a sane size
 * @gray: how gray levels are made of colours; what has no colour is taken as it is
 *
 * The gray samples of a picture: gray and luma planes as stored (any depth up to 16 bits, any packing or byte order,
 * rows from top to bottom or the reverse), palette entries and colour by the luma of ITU-R BT.601 in integers.
 *
 * Returns: (transfer full) (nullable): a frame without index and time, %NULL when there is no memory
 */
VenuleFrame *
venule_gray_conversion_from_picture (const AVFrame *picture,
                                     VenuleGray     gray)
{
  const AVPixFmtDescriptor *desc = av_pix_fmt_desc_get (picture->format);
  VenuleFrame *frame = venule_frame_new (picture->width, picture->height,
                                         venule_gray_conversion_bit_depth (picture->format));

  if (frame == NULL)
    return NULL;

  switch (sample_source (desc))
    {
    case SOURCE_PALETTE:
      copy_palette (frame, picture, gray);
      break;
    case SOURCE_PLANE:
      if (gray == VENULE_GRAY_LUMA || desc->nb_components < 3)
        copy_plane (frame, picture, desc);
      else
        venule_color_copy (frame, picture, gray);
      break;
    case SOURCE_RGB:
      copy_rgb (frame, picture, desc, gray);
      break;
    case SOURCE_NONE:
    default:
      break;
    }
  return frame;
}

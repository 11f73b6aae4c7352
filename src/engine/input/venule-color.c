/* venule-color.c: red, green or blue of pictures that are stored as luma and colour differences
 *
 * By the equations of ITU-R BT.601, BT.709 and BT.2020 (non-constant luminance), in which the weights of red and blue
 * are all that differs. Colour differences of fewer samples than the luma are repeated, not interpolated: one sample of
 * the file stays one value.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-color.h"

#include <libavutil/imgutils.h>
#include <libavutil/pixdesc.h>
#include <math.h>

/* red = y + 2 (1 − kr) cr and blue = y + 2 (1 − kb) cb, with y from 0 to 1 and the differences from −0.5 to 0.5. */
typedef struct {
  const char *name;
  double      kr;
  double      kb;
} Matrix;

static const Matrix *
find_matrix (const AVFrame *picture)
{
  static const Matrix bt601 = { "BT.601", 0.299, 0.114 };
  static const Matrix bt709 = { "BT.709", 0.2126, 0.0722 };
  static const Matrix bt2020 = { "BT.2020", 0.2627, 0.0593 };

  switch (picture->colorspace)
    {
    case AVCOL_SPC_BT709:
      return &bt709;
    case AVCOL_SPC_BT2020_NCL:
      return &bt2020;
    default:
      return &bt601;
    }
}

/**
 * venule_color_get_rule:
 * @picture: a decoded picture
 *
 * Returns: the name of the equations that are used for it
 */
const char *
venule_color_get_rule (const AVFrame *picture)
{
  return find_matrix (picture)->name;
}

static double
weigh (VenuleGray    gray,
       const Matrix *matrix,
       double        y,
       double        cb,
       double        cr)
{
  double red = y + 2 * (1 - matrix->kr) * cr;
  double blue = y + 2 * (1 - matrix->kb) * cb;

  switch (gray)
    {
    case VENULE_GRAY_RED:
      return red;
    case VENULE_GRAY_BLUE:
      return blue;
    case VENULE_GRAY_GREEN:
      return (y - matrix->kr * red - matrix->kb * blue) / (1 - matrix->kr - matrix->kb);
    case VENULE_GRAY_LUMA:
    default:
      return y;
    }
}

/**
 * venule_color_copy:
 * @frame: a frame of the picture's size, and the bit depth of its luma
 * @picture: a decoded picture of luma and two colour differences
 * @gray: what is wanted of its colours
 *
 * Fills @frame: 0 is none of that colour, the highest sample all of it.
 */
void
venule_color_copy (VenuleFrame   *frame,
                   const AVFrame *picture,
                   VenuleGray     gray)
{
  const AVPixFmtDescriptor *desc = av_pix_fmt_desc_get (picture->format);
  const Matrix *matrix = find_matrix (picture);
  gboolean full = picture->color_range == AVCOL_RANGE_JPEG || g_str_has_prefix (desc->name, "yuvj");
  int depth = desc->comp[0].depth;
  double unit = 1 << (depth - 8);
  double black = full ? 0 : 16 * unit;
  double luma_range = full ? (1 << depth) - 1 : 219 * unit;
  double color_range = full ? (1 << depth) - 1 : 224 * unit;
  double middle = 128 * unit;
  guint limit = (1u << frame->bit_depth) - 1;
  g_autofree guint16 *lines = g_new (guint16, (gsize) frame->width * 3);

  for (int y = 0; y < frame->height; y++)
    {
      guint8 *row = frame->data + frame->stride * y;

      for (int c = 0; c < 3; c++)
        av_read_image_line2 (lines + (gsize) frame->width * c, (const uint8_t **) picture->data, picture->linesize,
                             desc, 0, c == 0 ? y : y >> desc->log2_chroma_h, c,
                             c == 0 ? frame->width : AV_CEIL_RSHIFT (frame->width, desc->log2_chroma_w), 0, 2);

      for (int x = 0; x < frame->width; x++)
        {
          int near = x >> desc->log2_chroma_w;
          double value = weigh (gray, matrix, (lines[x] - black) / luma_range,
                                (lines[frame->width + near] - middle) / color_range,
                                (lines[(gsize) frame->width * 2 + near] - middle) / color_range);
          guint sample = (guint) lrint (CLAMP (value, 0, 1) * limit);

          if (frame->bit_depth > 8)
            ((guint16 *) row)[x] = sample;
          else
            row[x] = sample;
        }
    }
}

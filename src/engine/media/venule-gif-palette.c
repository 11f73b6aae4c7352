/* venule-gif-palette.c: from colours to the 256 of a GIF
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-gif-palette.h"

#include <libavfilter/avfilter.h>
#include <libavfilter/buffersink.h>
#include <libavfilter/buffersrc.h>
#include <libavutil/pixdesc.h>

/* One picture in, one out: nothing has to be kept. Without dithering gray stays free of grain. */
#define FILTERS "split[a][b];[a]palettegen=stats_mode=single:reserve_transparent=0[p];[b][p]paletteuse=new=1:dither=none"

struct _VenuleGifPalette
{
  AVFilterGraph   *graph;
  AVFilterContext *source, *sink; /* of the graph */
};

static AVFilterInOut *
new_end (const char      *name,
         AVFilterContext *filter)
{
  AVFilterInOut *end = avfilter_inout_alloc ();

  end->name = av_strdup (name);
  end->filter_ctx = filter;
  end->pad_idx = 0;
  end->next = NULL;

  return end;
}

static int
set_up (VenuleGifPalette *self,
        int               width,
        int               height)
{
  g_autofree char *arguments = g_strdup_printf ("video_size=%dx%d:pix_fmt=%s:time_base=1/100:pixel_aspect=1/1", width, height,
                                                av_get_pix_fmt_name (AV_PIX_FMT_0RGB32));
  AVFilterInOut *inputs, *outputs;
  int code;

  self->graph = avfilter_graph_alloc ();
  if (self->graph == NULL)
    return AVERROR (ENOMEM);
  self->graph->nb_threads = 1;
  if ((code = avfilter_graph_create_filter (&self->source, avfilter_get_by_name ("buffer"), "in", arguments, NULL,
                                            self->graph)) < 0 ||
      (code = avfilter_graph_create_filter (&self->sink, avfilter_get_by_name ("buffersink"), "out", NULL, NULL,
                                            self->graph)) < 0)
    return code;

  outputs = new_end ("in", self->source);
  inputs = new_end ("out", self->sink);
  code = avfilter_graph_parse_ptr (self->graph, FILTERS, &inputs, &outputs, NULL);
  avfilter_inout_free (&inputs);
  avfilter_inout_free (&outputs);

  return code < 0 ? code : avfilter_graph_config (self->graph, NULL);
}

VenuleGifPalette *
venule_gif_palette_new (int  width,
                        int  height,
                        int *code)
{
  VenuleGifPalette *self = g_new0 (VenuleGifPalette, 1);

  *code = set_up (self, width, height);
  if (*code >= 0)
    return self;

  venule_gif_palette_free (self);
  return NULL;
}

void
venule_gif_palette_free (VenuleGifPalette *self)
{
  if (self == NULL)
    return;

  avfilter_graph_free (&self->graph);
  g_free (self);
}

int
venule_gif_palette_convert (VenuleGifPalette *self,
                            AVFrame          *colors,
                            AVFrame          *indices)
{
  int code = av_buffersrc_add_frame_flags (self->source, colors, AV_BUFFERSRC_FLAG_KEEP_REF);

  if (code < 0)
    return code;
  av_frame_unref (indices);

  return av_buffersink_get_frame (self->sink, indices);
}

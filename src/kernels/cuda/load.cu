/* load.cu: a rectangle of a frame becomes a plane
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * What the rectangle needs of the frame goes to page-locked memory, row by row without what lies between. The kernel fetches it
 * from there itself, each byte once, and turns it into gray levels: a copy to the device before it would have to wait, with all
 * copies of other streams behind it, for what its own stream does before.
 */

#include "cuda.cuh"

#include <string.h>

#define THREADS 128
#define PIXELS 512   /* of a block, side by side */
#define MOST_BYTES 2 /* of a sample */
#define ROW 16       /* bytes at whose multiples rows start, and that a thread fetches */

/* Those that PIXELS samples may touch. */
#define WORDS (PIXELS * MOST_BYTES / ROW + 2)

/* The part of the frame that is sent; rows may start anywhere. */
struct Sent {
  const unsigned char *data;
  int                  width, height; /* px */
  int                  pitch;         /* bytes */
  long long            x0, y0;        /* px: where the plane's first pixel lies */
};

template<typename Sample>
static __global__ void __launch_bounds__ (THREADS)
convert (Sent sent, float scale, float offset, vnk_view out)
{
  __shared__ float4 words[WORDS];
  int x0 = (int) blockIdx.x * PIXELS, n = min (PIXELS, out.width - x0);
  long long last = (long long) sent.width - 1;
  long long left = min (max (sent.x0 + x0, 0LL), last), right = min (max (sent.x0 + x0 + n - 1, 0LL), last);

  for (int y = (int) blockIdx.y; y < out.height; y += (int) gridDim.y)
    {
      long long v = min (max (sent.y0 + y, 0LL), (long long) sent.height - 1);
      size_t first = (size_t) (v * sent.pitch) + (size_t) left * sizeof (Sample), skipped = first % ROW;
      size_t bytes = skipped + (size_t) (right - left + 1) * sizeof (Sample);
      const float4 *from = reinterpret_cast<const float4 *> (sent.data + (first - skipped));
      const Sample *row = reinterpret_cast<const Sample *> (reinterpret_cast<const unsigned char *> (words) + skipped);
      float *to = out.data + (ptrdiff_t) y * out.stride + x0;

      if (threadIdx.x * ROW < bytes)
        words[threadIdx.x] = from[threadIdx.x];
      __syncthreads ();
      for (int x = (int) threadIdx.x; x < n; x += THREADS)
        to[x] = (float) row[min (max (sent.x0 + x0 + x, left), right) - left] * scale + offset;
      __syncthreads ();
    }
}

static long long
clamp (long long value, long long most)
{
  return value < 0 ? 0 : value > most ? most : value;
}

/* Copies rows that lie `from_pitch` bytes apart; those that lie so in both places as one. */
static void
copy_rows (unsigned char *to, size_t pitch, const unsigned char *from, ptrdiff_t from_pitch, size_t row, int n)
{
  if ((ptrdiff_t) pitch == from_pitch)
    {
      memcpy (to, from, pitch * (size_t) (n - 1) + row);
      return;
    }
  for (int y = 0; y < n; y++)
    memcpy (to + (size_t) y * pitch, from + y * from_pitch, row);
}

/* Sends the frame's columns left … right and rows top … bottom. */
static vnk_status
send (vnk_cuda *cuda, const vnk_image *frame, int left, int top, int right, int bottom, Sent *sent)
{
  size_t row = (size_t) (right - left + 1) * (size_t) frame->bytes_per_sample;
  size_t pitch = (row + ROW - 1) / ROW * ROW;
  int rows = bottom - top + 1;
  void *room;

  /* Where little lies between the rows it goes along. */
  if (frame->stride >= (ptrdiff_t) row && frame->stride <= (ptrdiff_t) (row + row / 8) &&
      frame->stride % frame->bytes_per_sample == 0)
    pitch = (size_t) frame->stride;

  VNK_TRY (vnk_cuda_room (cuda, pitch * (size_t) rows, &room));
  copy_rows (static_cast<unsigned char *> (room), pitch,
             static_cast<const unsigned char *> (frame->data) + (ptrdiff_t) top * frame->stride +
               (ptrdiff_t) left * frame->bytes_per_sample,
             frame->stride, row, rows);
  *sent = { static_cast<unsigned char *> (room), right - left + 1, rows, (int) pitch, 0, 0 };
  return VNK_OK;
}

vnk_status
vnk_cuda_load (vnk_backend *backend, const vnk_image *frame, int x0, int y0, float scale, float offset, vnk_plane *out)
{
  vnk_cuda *cuda;
  vnk_view to;
  Sent sent;

  if (!vnk_check_load (frame, scale, offset, out))
    return VNK_ERROR_INVALID;

  int left = (int) clamp (x0, frame->width - 1);
  int top = (int) clamp (y0, frame->height - 1);
  int right = (int) clamp ((long long) x0 + out->width - 1, frame->width - 1);
  int bottom = (int) clamp ((long long) y0 + out->height - 1, frame->height - 1);

  VNK_TRY (vnk_cuda_begin (backend, &cuda));
  VNK_TRY (vnk_cuda_write (cuda, out, &to));
  VNK_TRY (send (cuda, frame, left, top, right, bottom, &sent));
  sent.x0 = (long long) x0 - left;
  sent.y0 = (long long) y0 - top;

  dim3 grid (vnk_cuda_blocks (out->width, PIXELS), vnk_cuda_rows (out->height));

  if (frame->bytes_per_sample == 1)
    VNK_LAUNCH (cuda, (convert<unsigned char>), grid, THREADS, 0, sent, scale, offset, to);
  else
    VNK_LAUNCH (cuda, (convert<unsigned short>), grid, THREADS, 0, sent, scale, offset, to);
  VNK_TRY (vnk_cuda_written (cuda, out, &to));
  return vnk_cuda_end (cuda);
}

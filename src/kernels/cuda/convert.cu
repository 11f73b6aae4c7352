/* convert.cu: a rectangle of a frame becomes a plane
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * What the rectangle needs of the frame goes to page-locked memory, row by row without what lies between. The kernel
 * fetches it from there itself, each byte once, and turns it into gray levels: a copy to the device before it would
 * have to wait, with all copies of other streams behind it, for what its own stream does before. Of a large frame it
 * fetches one band of rows while the processors copy the next.
 */

#include "deferred-launch.cuh"

#include <string.h>

#define THREADS 128
#define PIXELS 512   /* of a block, side by side */
#define MAX_BYTES 2 /* of a sample */
#define ROW 16       /* bytes at whose multiples rows start, and that a thread fetches */

/* Where several are loaded the way from the host is what they wait for: a few blocks are enough for it, and more would
 * keep the multiprocessors from all others meanwhile. */
#define MAX_BLOCKS 256u
#define ROWS_TOGETHER 8 /* of such a block */

#define BAND ((size_t) 2 << 20)    /* bytes */
#define PIECE ((size_t) 128 << 10) /* that a processor copies at a time */
#define MIN_PIECES 8             /* fewer are copied before others have woken up */
#define MAX_COPIERS 8             /* threads: more than that memory does not feed */

/* Those that PIXELS samples may touch. */
#define WORDS (PIXELS * MAX_BYTES / ROW + 2)

/* Bytes of the sent part that a block's columns of a row touch. */
struct Piece
{
  const float4 *from;
  int           skipped; /* bytes of the first word that are not asked for */
};

/* Some rows of a part at a time: all of their bytes are on their way before the first is used. */
template <typename Sample, int ROWS>
static __device__ __forceinline__ void
convert_rows (const vnk_deferred_convert &part, int x0, float4 (*words)[WORDS])
{
  int n = min (PIXELS, part.out.width - x0);
  long long last = (long long) part.width - 1;
  long long left = min (max (part.x0 + x0, 0LL), last), right = min (max (part.x0 + x0 + n - 1, 0LL), last);
  int row_bytes = (int) (right - left + 1) * (int) sizeof (Sample);

  for (int y0 = (int) blockIdx.y * ROWS; y0 < part.out.height; y0 += (int) gridDim.y * ROWS)
    {
      Piece pieces[ROWS];

#pragma unroll
      for (int i = 0; i < ROWS; i++)
        {
          long long v = min (max (part.y0 + min (y0 + i, part.out.height - 1), 0LL), (long long) part.height - 1);
          size_t first = (size_t) (v * part.pitch) + (size_t) left * sizeof (Sample);

          pieces[i].skipped = (int) (first % ROW);
          pieces[i].from = reinterpret_cast<const float4 *> (part.data + (first - first % ROW));
        }
      if (ROWS > 1)
        __syncthreads ();
#pragma unroll
      for (int i = 0; i < ROWS; i++)
        if ((int) threadIdx.x * ROW < pieces[i].skipped + row_bytes)
          words[i][threadIdx.x] = pieces[i].from[threadIdx.x];
      __syncthreads ();
#pragma unroll
      for (int i = 0; i < ROWS; i++)
        {
          const unsigned char *bytes = reinterpret_cast<const unsigned char *> (words[i]) + pieces[i].skipped;
          const Sample *row = reinterpret_cast<const Sample *> (bytes);
          float *to = part.out.data + (ptrdiff_t) (y0 + i) * part.out.stride + x0;

          if (y0 + i >= part.out.height)
            break;
          for (int x = (int) threadIdx.x; x < n; x += THREADS)
            to[x] = (float) row[min (max (part.x0 + x0 + x, left), right) - left] * part.scale + part.offset;
        }
      if (ROWS == 1)
        __syncthreads ();
    }
}

/* z: which part. */
template <int N>
static __global__ void __launch_bounds__ (THREADS)
convert (const __grid_constant__ vnk_parts<vnk_deferred_convert, N> all)
{
  constexpr int ROWS = N > 1 ? ROWS_TOGETHER : 1;
  __shared__ float4 words[ROWS][WORDS];
  const vnk_deferred_convert &part = all.parts[N > 1 ? blockIdx.z : 0];
  int x0 = (int) blockIdx.x * PIXELS;

  if (x0 >= part.out.width)
    return;
  if (part.bytes == 1)
    convert_rows<unsigned char, ROWS> (part, x0, words);
  else
    convert_rows<unsigned short, ROWS> (part, x0, words);
}

template <int N>
static vnk_status
launch (vnk_cuda *cuda, const vnk_deferred_launch *const *steps, int n)
{
  vnk_parts<vnk_deferred_convert, N> all = {};
  unsigned int across = 0, down = 0;

  for (int i = 0; i < n; i++)
    {
      const vnk_deferred_convert *part = &steps[i]->convert;

      all.parts[i] = *part;
      across = max (across, vnk_cuda_blocks (part->out.width, PIXELS));
      down = max (down, vnk_cuda_rows (part->out.height));
    }
  if (N > 1)
    down = min (down, max (MAX_BLOCKS / (across * (unsigned int) n), 1u));
  VNK_LAUNCH (cuda, (convert<N>), dim3 (across, down, (unsigned int) n), THREADS, 0, all);
  return VNK_OK;
}

vnk_status
vnk_cuda_launch_convert (vnk_cuda *cuda, const vnk_deferred_launch *const *steps, int n)
{
  return n == 1 ? launch<1> (cuda, steps, n) : launch<VNK_DEFERRED_BATCH> (cuda, steps, n);
}

static long long
clamp (long long value, long long maximum)
{
  return value < 0 ? 0 : value > maximum ? maximum : value;
}

/* Rows of bytes, in pieces of some rows. */
struct Copy
{
  unsigned char       *to;
  const unsigned char *from;
  size_t               to_pitch, row; /* bytes */
  ptrdiff_t            from_pitch;
  int                  n, piece; /* rows */
};

/* Rows that lie as far apart in both places are copied as one. */
static void
copy_piece (void *data, int item, int)
{
  const Copy *copy = static_cast<const Copy *> (data);
  int first = item * copy->piece, n = min (copy->piece, copy->n - first);
  unsigned char *to = copy->to + (size_t) first * copy->to_pitch;
  const unsigned char *from = copy->from + first * copy->from_pitch;

  if ((ptrdiff_t) copy->to_pitch == copy->from_pitch)
    {
      memcpy (to, from, copy->to_pitch * (size_t) (n - 1) + copy->row);
      return;
    }
  for (int y = 0; y < n; y++)
    memcpy (to + (size_t) y * copy->to_pitch, from + y * copy->from_pitch, copy->row);
}

/* By several processors; false: another stream has them at it, or there are none. */
static bool
copy_together (vnk_cuda_family *family, Copy *copy, int n)
{
  bool copied = false;

  if (__atomic_exchange_n (&family->copiers_taken, 1, __ATOMIC_ACQUIRE) != 0)
    return false;
  if (family->copiers == NULL)
    family->copiers = vnk_pool_new (min (family->n_processors, MAX_COPIERS));
  if (family->copiers != NULL)
    {
      vnk_pool_run (family->copiers, n, copy_piece, copy);
      copied = true;
    }
  __atomic_store_n (&family->copiers_taken, 0, __ATOMIC_RELEASE);
  return copied;
}

static void
copy_rows (vnk_cuda *cuda, Copy *copy)
{
  int n;

  copy->piece = max ((int) (PIECE / copy->to_pitch), 1);
  n = (copy->n + copy->piece - 1) / copy->piece;
  if (n >= MIN_PIECES && !vnk_cuda_batches (cuda) && copy_together (cuda->family, copy, n))
    return;
  for (int i = 0; i < n; i++)
    copy_piece (copy, i, 0);
}

/* Bytes from one row to the next of what is sent. */
static size_t
pitch_of (const vnk_image *frame, size_t row)
{
  /* Where little lies between the rows it goes along. */
  if (frame->stride >= (ptrdiff_t) row && frame->stride <= (ptrdiff_t) (row + row / 8) &&
      frame->stride % frame->bytes_per_sample == 0)
    return (size_t) frame->stride;
  return (row + ROW - 1) / ROW * ROW;
}

vnk_status
vnk_cuda_send_part (vnk_cuda *cuda, const vnk_image *frame, int left, int top, int right, int bottom,
                    vnk_deferred_convert *sent)
{
  size_t row = (size_t) (right - left + 1) * (size_t) frame->bytes_per_sample;
  size_t pitch = pitch_of (frame, row);
  int rows = bottom - top + 1;
  Copy copy = {};
  void *staged;

  VNK_TRY (vnk_cuda_stage (cuda, pitch * (size_t) rows, &staged));
  copy.to = static_cast<unsigned char *> (staged);
  copy.from = static_cast<const unsigned char *> (frame->data) + (ptrdiff_t) top * frame->stride +
              (ptrdiff_t) left * frame->bytes_per_sample;
  copy.to_pitch = pitch;
  copy.from_pitch = frame->stride;
  copy.row = row;
  copy.n = rows;
  copy_rows (cuda, &copy);
  sent->data = static_cast<unsigned char *> (staged);
  sent->width = right - left + 1;
  sent->height = rows;
  sent->pitch = (int) pitch;
  sent->bytes = frame->bytes_per_sample;
  return VNK_OK;
}

/* Rows first … first + n − 1 of the plane, which lies at (x0, y0) of the frame. */
static vnk_status
convert_rows (vnk_cuda *cuda, const vnk_image *frame, int x0, int y0, float scale, float offset, const vnk_plane *out,
              const vnk_view *whole, int first, int n)
{
  const vnk_plane *planes[VNK_DEFERRED_PLANES] = { out };
  vnk_deferred_launch step = {};
  vnk_deferred_convert *part = &step.convert;
  int left = (int) clamp (x0, frame->width - 1);
  int top = (int) clamp ((long long) y0 + first, frame->height - 1);
  int right = (int) clamp ((long long) x0 + out->width - 1, frame->width - 1);
  int bottom = (int) clamp ((long long) y0 + first + n - 1, frame->height - 1);

  step.kind = VNK_DEFERRED_CONVERT;
  part->out = *whole;
  part->out.data += first * (ptrdiff_t) whole->stride;
  part->out.height = n;
  VNK_TRY (vnk_cuda_send_part (cuda, frame, left, top, right, bottom, part));
  part->x0 = (long long) x0 - left;
  part->y0 = (long long) y0 + first - top;
  part->scale = scale;
  part->offset = offset;
  return vnk_cuda_launch_or_defer (cuda, &step, planes, false);
}

vnk_status
vnk_cuda_convert (vnk_backend *backend, const vnk_image *frame, int x0, int y0, float scale, float offset,
                  vnk_plane *out)
{
  vnk_cuda *cuda;
  vnk_view whole;

  if (!vnk_check_convert (frame, scale, offset, out))
    return VNK_ERROR_INVALID;
  VNK_TRY (vnk_cuda_begin_together (backend, &cuda));
  VNK_TRY (vnk_cuda_write (cuda, out, &whole));

  size_t row = (size_t) min (out->width, frame->width) * (size_t) frame->bytes_per_sample;
  int band = max ((int) (BAND / row), 1), n;

  /* A rest of a few rows is not worth a launch. */
  for (int first = 0; first < out->height; first += n)
    {
      n = out->height - first < band + band / 2 ? out->height - first : band;
      VNK_TRY (convert_rows (cuda, frame, x0, y0, scale, offset, out, &whole, first, n));
    }
  VNK_TRY (vnk_cuda_written (cuda, out, &whole));
  return vnk_cuda_end (cuda);
}

/* histogram.cu: how often each gray value stands in a frame
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "deferred-launch.cuh"
#include "histogram.cuh"

#define HISTOGRAM_BAND ((size_t) 2 << 20) /* bytes of rows that are counted while the next are copied */

template <typename Sample, vnk_histogram_place PLACE>
static vnk_status
launch_histogram (vnk_cuda *cuda, const vnk_histogram_launch *launch, const vnk_histogram_part *part)
{
  VNK_TRY (vnk_cuda_allow_shared (cuda, histogram<Sample, PLACE>, launch->shared));
  VNK_LAUNCH (cuda, (histogram<Sample, PLACE>), launch->blocks, launch->threads, launch->shared, *part);
  return VNK_OK;
}

template <typename Sample>
static vnk_status
launch_in_place (vnk_cuda *cuda, const vnk_histogram_launch *launch, const vnk_histogram_part *part)
{
  switch (launch->place)
    {
    case VNK_HISTOGRAM_SHARED:
      return launch_histogram<Sample, VNK_HISTOGRAM_SHARED> (cuda, launch, part);
    case VNK_HISTOGRAM_PACKED:
      return launch_histogram<Sample, VNK_HISTOGRAM_PACKED> (cuda, launch, part);
    default:
      return launch_histogram<Sample, VNK_HISTOGRAM_GLOBAL> (cuda, launch, part);
    }
}

/* Rows first … first + n − 1 of the frame; `whole` has the mask and the bins. */
static vnk_status
count_rows (vnk_cuda *cuda, const vnk_image *frame, int first, int n, const vnk_histogram_part *whole)
{
  vnk_histogram_part part = *whole;
  vnk_deferred_convert sent = {};

  VNK_TRY (vnk_cuda_send_part (cuda, frame, 0, first, frame->width - 1, first + n - 1, &sent));
  part.data = sent.data;
  part.width = sent.width;
  part.height = sent.height;
  part.pitch = sent.pitch;
  if (part.mask.data != NULL)
    part.mask.data += first * (ptrdiff_t) part.mask.stride;

  vnk_histogram_launch launch = vnk_histogram_share_out (&part, sent.bytes, cuda->max_shared, cuda->n_processors);

  return sent.bytes == 1 ? launch_in_place<unsigned char> (cuda, &launch, &part)
                         : launch_in_place<unsigned short> (cuda, &launch, &part);
}

vnk_status
vnk_cuda_histogram (vnk_backend *backend, const vnk_image *frame, const vnk_plane *mask, int shift, int n_bins,
                    uint64_t *counts)
{
  vnk_cuda *cuda;
  vnk_histogram_part whole = {};
  size_t size = (size_t) n_bins * sizeof *counts;

  if (!vnk_check_histogram (frame, mask, shift, n_bins, counts))
    return VNK_ERROR_INVALID;
  VNK_TRY (vnk_cuda_begin (backend, &cuda));
  if (mask != NULL)
    VNK_TRY (vnk_cuda_read (cuda, mask, &whole.mask));
  whole.shift = shift;
  whole.n_bins = n_bins;
  whole.counts = static_cast<unsigned long long *> (vnk_cuda_scratch (cuda, size));
  if (whole.counts == NULL)
    return vnk_cuda_no_memory (cuda);
  VNK_TRY (vnk_cuda_upload (cuda, whole.counts, counts, size));

  int band = max ((int) (HISTOGRAM_BAND / ((size_t) frame->width * (size_t) frame->bytes_per_sample)), 1), n;

  /* A rest of a few rows is not worth a launch. */
  for (int first = 0; first < frame->height; first += n)
    {
      n = frame->height - first < band + band / 2 ? frame->height - first : band;
      VNK_TRY (count_rows (cuda, frame, first, n, &whole));
    }
  VNK_TRY (vnk_cuda_download (cuda, counts, whole.counts, size));
  return vnk_cuda_end (cuda);
}

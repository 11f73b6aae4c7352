/* vnk.c: what all backends share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "vnk.h"

#include <stdlib.h>
#include <string.h>

const char *
vnk_status_name (vnk_status status)
{
  switch (status)
    {
    case VNK_OK:
      return "no error";
    case VNK_ERROR_INVALID:
      return "invalid argument";
    case VNK_ERROR_NO_MEMORY:
      return "out of memory";
    case VNK_ERROR_DEVICE:
      return "the device failed";
    case VNK_ERROR_UNSUPPORTED:
      return "not supported by this backend";
    }
  return "unknown status";
}

vnk_plane
vnk_plane_new (int width, int height)
{
  vnk_plane plane = { 0 };

  if (width <= 0 || height <= 0 || width > VNK_MAX_SIDE || height > VNK_MAX_SIDE)
    return plane;

  ptrdiff_t stride = ((ptrdiff_t) width + 15) & ~(ptrdiff_t) 15;
  size_t size = (size_t) stride * (size_t) height * sizeof (float);

  plane.data = aligned_alloc (64, size);
  if (plane.data == NULL)
    return plane;

  memset (plane.data, 0, size);
  plane.width = width;
  plane.height = height;
  plane.stride = stride;
  return plane;
}

void
vnk_plane_clear (vnk_plane *plane)
{
  /* What a device's plane is known by begins with how to free it. */
  if (plane->device != NULL)
    (*(void (**) (vnk_plane *)) plane->device) (plane);
  else
    free (plane->data);
  memset (plane, 0, sizeof *plane);
}

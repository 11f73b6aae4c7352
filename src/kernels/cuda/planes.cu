/* planes.cu: planes that live on the device, and those that do not
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "cuda.cuh"

#include <stdlib.h>
#include <string.h>

#define ROW 32                     /* elements at whose multiples rows start */
#define BYTES 64                   /* the same on the host */
#define THROUGH ((size_t) 1 << 20) /* bytes that go through page-locked memory; the driver takes more as it is */

/* What vnk_plane.device points to. */
struct DevicePlane {
  void    (*clear) (vnk_plane *plane); /* first: vnk_plane_clear() calls it */
  vnk_cuda_family *family;
  void            *untouched; /* the host's memory as it was allocated */
  float           *host;
  float           *memory;
  vnk_arena       *arena; /* where that lies */
  size_t           size;  /* bytes */
  bool             ahead; /* the device's copy is newer than the host's */
};

static DevicePlane *
device_plane (const vnk_plane *plane)
{
  return static_cast<DevicePlane *> (plane->device);
}

static void
clear (vnk_plane *plane)
{
  DevicePlane *self = device_plane (plane);

  vnk_arena_unref (self->arena);
  free (self->untouched);
  vnk_cuda_family_unref (self->family);
  free (self);
}

/* The host's copy of most planes is never looked at: untouched it takes neither time nor memory. */
static vnk_status
allocate (vnk_cuda *cuda, DevicePlane *self)
{
  self->memory = static_cast<float *> (vnk_cuda_arena_take (cuda, self->size, &self->arena));
  self->untouched = calloc (1, self->size + BYTES);
  if (self->memory == NULL || self->untouched == NULL)
    return vnk_cuda_no_memory (cuda);
  self->host = reinterpret_cast<float *> ((reinterpret_cast<uintptr_t> (self->untouched) + BYTES - 1) / BYTES * BYTES);
  return VNK_OK;
}

vnk_status
vnk_cuda_plane_new (vnk_backend *backend, int width, int height, vnk_plane *plane)
{
  vnk_cuda *cuda;
  ptrdiff_t stride = ((ptrdiff_t) width + ROW - 1) / ROW * ROW;

  if (width < 1 || height < 1 || width > VNK_MAX_SIDE || height > VNK_MAX_SIDE || plane == NULL ||
      stride > INT32_MAX / height)
    return VNK_ERROR_INVALID;
  VNK_TRY (vnk_cuda_begin (backend, &cuda));

  DevicePlane *self = static_cast<DevicePlane *> (calloc (1, sizeof *self));

  if (self == NULL)
    return VNK_ERROR_NO_MEMORY;

  self->clear = clear;
  self->family = cuda->family;
  vnk_cuda_family_ref (self->family);
  self->size = (size_t) stride * (size_t) height * sizeof (float);

  vnk_status status = allocate (cuda, self);

  *plane = { self->host, width, height, stride, self };
  if (status != VNK_OK)
    vnk_plane_clear (plane);
  return status;
}

/* Whether the plane is one of this backend, and its pixels lie in the memory that it says it is part of. */
static bool
belongs (const vnk_cuda *cuda, const vnk_plane *plane)
{
  const DevicePlane *self = device_plane (plane);

  if (self->family != cuda->family || plane->data < self->host)
    return false;

  size_t last = (size_t) (plane->data - self->host) + (size_t) (plane->height - 1) * (size_t) plane->stride +
                (size_t) plane->width;

  return last * sizeof (float) <= self->size;
}

/* The place of a plane that has one. */
static vnk_status
find (vnk_cuda *cuda, const vnk_plane *plane, vnk_view *view)
{
  if (!belongs (cuda, plane))
    return VNK_ERROR_INVALID;

  const DevicePlane *self = device_plane (plane);

  *view = { self->memory + (plane->data - self->host), plane->width, plane->height, (int) plane->stride };
  return VNK_OK;
}

static vnk_status
copy_in (vnk_cuda *cuda, const vnk_plane *plane, const vnk_view *view)
{
  cuda->busy = true;
  cuda->launched = true;
  return vnk_cuda_check (cuda, cudaMemcpy2DAsync (view->data, (size_t) view->stride * sizeof (float), plane->data,
                                                  (size_t) plane->stride * sizeof (float),
                                                  (size_t) plane->width * sizeof (float), (size_t) plane->height,
                                                  cudaMemcpyHostToDevice, cuda->stream));
}

vnk_status
vnk_cuda_fetch (vnk_backend *backend, const vnk_plane *plane)
{
  vnk_cuda *cuda;

  if (!vnk_plane_valid (plane))
    return VNK_ERROR_INVALID;
  VNK_TRY (vnk_cuda_begin (backend, &cuda));
  if (plane->device == NULL)
    return VNK_OK;
  if (!belongs (cuda, plane))
    return VNK_ERROR_INVALID;

  DevicePlane *self = device_plane (plane);

  if (!self->ahead)
    return VNK_OK;
  if (self->size <= THROUGH)
    VNK_TRY (vnk_cuda_download (cuda, self->host, self->memory, self->size));
  else
    VNK_CUDA (cuda, cudaMemcpyAsync (self->host, self->memory, self->size, cudaMemcpyDeviceToHost, cuda->stream));
  VNK_TRY (vnk_cuda_wait (cuda));
  self->ahead = false;
  return VNK_OK;
}

vnk_status
vnk_cuda_store (vnk_backend *backend, const vnk_plane *plane)
{
  vnk_cuda *cuda;

  if (!vnk_plane_valid (plane))
    return VNK_ERROR_INVALID;
  VNK_TRY (vnk_cuda_begin (backend, &cuda));
  if (plane->device == NULL)
    return VNK_OK;
  if (!belongs (cuda, plane))
    return VNK_ERROR_INVALID;

  DevicePlane *self = device_plane (plane);
  bool whole = (size_t) plane->stride * (size_t) plane->height * sizeof (float) == self->size &&
               plane->data == self->host;
  vnk_view view;

  VNK_TRY (find (cuda, plane, &view));
  if (whole && self->size <= THROUGH)
    VNK_TRY (vnk_cuda_upload (cuda, self->memory, self->host, self->size));
  else
    VNK_TRY (copy_in (cuda, plane, &view));
  VNK_TRY (vnk_cuda_wait (cuda));
  if (whole)
    self->ahead = false;
  return VNK_OK;
}

/* A place for a plane that has none on the device. */
static vnk_status
place (vnk_cuda *cuda, const vnk_plane *plane, vnk_view *view)
{
  int stride = (plane->width + ROW - 1) / ROW * ROW;
  void *memory = vnk_cuda_scratch (cuda, (size_t) stride * (size_t) plane->height * sizeof (float));

  if (memory == NULL)
    return vnk_cuda_no_memory (cuda);
  *view = { static_cast<float *> (memory), plane->width, plane->height, stride };
  return VNK_OK;
}

vnk_status
vnk_cuda_read (vnk_cuda *cuda, const vnk_plane *plane, vnk_view *view)
{
  if (plane->device != NULL)
    return find (cuda, plane, view);

  VNK_TRY (place (cuda, plane, view));
  return copy_in (cuda, plane, view);
}

vnk_status
vnk_cuda_write (vnk_cuda *cuda, const vnk_plane *plane, vnk_view *view)
{
  return plane->device != NULL ? find (cuda, plane, view) : place (cuda, plane, view);
}

vnk_status
vnk_cuda_written (vnk_cuda *cuda, const vnk_plane *plane, const vnk_view *view)
{
  if (plane->device != NULL)
    {
      device_plane (plane)->ahead = true;
      return VNK_OK;
    }

  cuda->waits = true;
  return vnk_cuda_check (cuda, cudaMemcpy2DAsync (plane->data, (size_t) plane->stride * sizeof (float), view->data,
                                                  (size_t) view->stride * sizeof (float),
                                                  (size_t) plane->width * sizeof (float), (size_t) plane->height,
                                                  cudaMemcpyDeviceToHost, cuda->stream));
}

vnk_arena *
vnk_cuda_plane_arena_ref (const vnk_plane *plane)
{
  return vnk_arena_ref (device_plane (plane)->arena);
}

vnk_status
vnk_cuda_copy (vnk_cuda *cuda, vnk_view *view, int stride)
{
  float *memory = static_cast<float *> (vnk_cuda_scratch (cuda, (size_t) stride * (size_t) view->height *
                                                                  sizeof (float)));

  if (memory == NULL)
    return vnk_cuda_no_memory (cuda);
  VNK_TRY (vnk_cuda_flush (cuda));
  cuda->busy = true;
  cuda->launched = true;
  VNK_CUDA (cuda, cudaMemcpy2DAsync (memory, (size_t) stride * sizeof (float), view->data,
                                     (size_t) view->stride * sizeof (float), (size_t) view->width * sizeof (float),
                                     (size_t) view->height, cudaMemcpyDeviceToDevice, cuda->stream));
  view->data = memory;
  view->stride = stride;
  return VNK_OK;
}

vnk_status
vnk_cuda_part (vnk_cuda *cuda, vnk_view *read, const vnk_view *written)
{
  const float *end = read->data + (ptrdiff_t) read->stride * read->height;
  const float *written_end = written->data + (ptrdiff_t) written->stride * written->height;

  if (end <= written->data || written_end <= read->data)
    return VNK_OK;
  return vnk_cuda_copy (cuda, read, (read->width + ROW - 1) / ROW * ROW);
}

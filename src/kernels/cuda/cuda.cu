/* cuda.cu: finds the devices and opens the backend of one
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "cuda.cuh"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PROBE 256

#define NO_DRIVER "there is no NVIDIA driver on this machine"
#define OLD_DRIVER "the NVIDIA driver is too old for this version of Venule; a newer one is needed"

static void
say (char *reason, size_t size, const char *text)
{
  if (reason != NULL && size > 0)
    snprintf (reason, size, "%s", text);
}

static const char *
what_failed (cudaError_t error)
{
  int driver = 0;

  switch (error)
    {
    case cudaErrorInsufficientDriver:
      /* What the runtime says of a machine without any driver, too. */
      return cudaDriverGetVersion (&driver) == cudaSuccess && driver > 0
               ? OLD_DRIVER
               : NO_DRIVER;
    case cudaErrorNoDevice:
      return "there is an NVIDIA driver, but no NVIDIA graphics card that it can use";
    case cudaErrorNoKernelImageForDevice:
    case cudaErrorUnsupportedPtxVersion:
      return "the NVIDIA graphics card is of a kind that this version of Venule does not know";
    case cudaErrorMemoryAllocation:
      return "the memory of the NVIDIA graphics card is full";
    case cudaErrorDevicesUnavailable:
      return "another program has the NVIDIA graphics card for itself";
    default:
      return cudaGetErrorString (error);
    }
}

/* The text for a fault that a test wants; NULL: none. */
static const char *
wanted_reason (void)
{
  if (vnk_cuda_fault_wanted ("no-driver", NULL))
    return NO_DRIVER;
  if (vnk_cuda_fault_wanted ("old-driver", NULL))
    return OLD_DRIVER;
  return vnk_cuda_fault_wanted ("no-device", NULL) ? what_failed (cudaErrorNoDevice) : NULL;
}

int
vnk_cuda_count (char *reason, size_t reason_size)
{
  const char *wanted = wanted_reason ();
  int count = 0;

  say (reason, reason_size, wanted != NULL ? wanted : "");
  if (wanted != NULL)
    return 0;

  cudaError_t error = cudaGetDeviceCount (&count);

  if (error == cudaSuccess && count > 0)
    return count;
  cudaGetLastError ();
  say (reason, reason_size, what_failed (error == cudaSuccess ? cudaErrorNoDevice : error));
  return 0;
}

vnk_status
vnk_cuda_check (vnk_cuda *cuda, cudaError_t error)
{
  if (error == cudaSuccess)
    return VNK_OK;

  cudaGetLastError ();
  cuda->error = error;
  if (error == cudaErrorMemoryAllocation)
    return VNK_ERROR_NO_MEMORY;
  cuda->dead = true;
  snprintf (cuda->failure, VNK_FAILURE_SIZE, "%s", cudaGetErrorString (error));
  return VNK_ERROR_DEVICE;
}

vnk_status
vnk_cuda_before_launch (vnk_cuda *cuda)
{
  cuda->busy = true;
  cuda->launched = true;
  return vnk_cuda_check (cuda, vnk_cuda_fault_at_launch (&cuda->family->faults, cuda->stream));
}

vnk_status
vnk_cuda_begin (vnk_backend *backend, vnk_cuda **cuda)
{
  VNK_TRY (vnk_cuda_begin_together (backend, cuda));
  return vnk_cuda_flush (*cuda);
}

vnk_status
vnk_cuda_begin_together (vnk_backend *backend, vnk_cuda **cuda)
{
  *cuda = static_cast<vnk_cuda *> (backend->self);
  if ((*cuda)->dead)
    return VNK_ERROR_DEVICE;

  memset ((*cuda)->used, 0, sizeof (*cuda)->used);
  VNK_CUDA (*cuda, cudaSetDevice ((*cuda)->device));
  return (*cuda)->n_readbacks > 0 ? vnk_cuda_forget (*cuda) : VNK_OK;
}

vnk_status
vnk_cuda_end (vnk_cuda *cuda)
{
  return cuda->waits ? vnk_cuda_wait (cuda) : VNK_OK;
}

void
vnk_cuda_family_ref (vnk_cuda_family *family)
{
  __atomic_add_fetch (&family->n_members, 1, __ATOMIC_RELAXED);
}

void
vnk_cuda_family_unref (vnk_cuda_family *family)
{
  if (__atomic_sub_fetch (&family->n_members, 1, __ATOMIC_ACQ_REL) > 0)
    return;
  vnk_cuda_batcher_free (family->batcher);
  if (family->copiers != NULL)
    vnk_pool_free (family->copiers);
  free (family);
}

static void
close_backend (vnk_backend *backend)
{
  if (backend == NULL)
    return;

  vnk_cuda *cuda = static_cast<vnk_cuda *> (backend->self);

  if (cuda != NULL)
    {
      cudaSetDevice (cuda->device);
      if (!cuda->dead)
        vnk_cuda_flush (cuda);
      if (cuda->stream != NULL)
        cudaStreamSynchronize (cuda->stream);
      vnk_cuda_deferred_clear (cuda);
      vnk_cuda_gicov_clear (cuda);
      vnk_cuda_memory_clear (cuda);
      vnk_cuda_network_clear (cuda->network);
      if (cuda->stream != NULL)
        cudaStreamDestroy (cuda->stream);
      if (cuda->tail != NULL)
        cudaEventDestroy (cuda->tail);
      if (__atomic_sub_fetch (&cuda->family->n_streams, 1, __ATOMIC_ACQ_REL) == 0)
        {
          vnk_cuda_batcher_clear (cuda->family->batcher);
          vnk_cuda_free_list_clear (cuda->family);
        }
      cudaGetLastError ();
      vnk_cuda_family_unref (cuda->family);
      free (cuda);
    }
  free (backend);
}

static vnk_status stream_new (vnk_backend *backend, vnk_backend **stream);

static vnk_status
wait_for_all (vnk_backend *backend)
{
  vnk_cuda *cuda;

  VNK_TRY (vnk_cuda_begin (backend, &cuda));
  return vnk_cuda_wait (cuda);
}

static int
count_streams (vnk_backend *backend)
{
  return __atomic_load_n (&static_cast<vnk_cuda *> (backend->self)->family->n_streams, __ATOMIC_RELAXED);
}

static void
fill_table (vnk_backend *backend)
{
  backend->name = "cuda";
  backend->close = close_backend;
  backend->stream_new = stream_new;
  backend->n_streams = count_streams;
  backend->wait = wait_for_all;
  backend->plane_new = vnk_cuda_plane_new;
  backend->fetch = vnk_cuda_fetch;
  backend->store = vnk_cuda_store;
#define ADD(operation) backend->operation = vnk_cuda_##operation;
  VNK_OPERATIONS (ADD)
#undef ADD
}

static __global__ void
probe (int *out)
{
  out[threadIdx.x] = 3 * (int) threadIdx.x + 1;
}

/* A device may be listed and yet not compute: a driver that does not fit shows with the first launch. */
static vnk_status
try_out (vnk_cuda *cuda)
{
  int values[PROBE] = { 0 };
  int *memory = static_cast<int *> (vnk_cuda_scratch (cuda, sizeof values));

  if (memory == NULL)
    return vnk_cuda_no_memory (cuda);
  VNK_LAUNCH (cuda, probe, 1, PROBE, 0, memory);
  VNK_TRY (vnk_cuda_download (cuda, values, memory, sizeof values));
  VNK_TRY (vnk_cuda_wait (cuda));
  for (int i = 0; i < PROBE; i++)
    if (values[i] != 3 * i + 1)
      return VNK_ERROR_DEVICE;
  return VNK_OK;
}

static cudaError_t
describe (vnk_cuda *cuda, char *name, size_t size)
{
  cudaDeviceProp properties;
  cudaError_t error = cudaGetDeviceProperties (&properties, cuda->device);

  if (error != cudaSuccess)
    return error;
  cuda->n_processors = properties.multiProcessorCount;
  cuda->capability = 10 * properties.major + properties.minor;
  cuda->max_shared = properties.sharedMemPerBlockOptin;
  snprintf (name, size, "%.100s, %.0f GiB", properties.name, (double) properties.totalGlobalMem / (1 << 30));
  return cudaSuccess;
}

static cudaError_t
start (vnk_cuda *cuda, char *name, size_t size)
{
  cudaError_t error = cudaSetDevice (cuda->device);

  if (error == cudaSuccess)
    error = describe (cuda, name, size);
  if (error == cudaSuccess)
    error = cudaStreamCreateWithFlags (&cuda->stream, cudaStreamNonBlocking);
  return error;
}

static vnk_cuda_family *
new_family (void)
{
  vnk_cuda_family *family = static_cast<vnk_cuda_family *> (calloc (1, sizeof *family));

  if (family == NULL)
    return NULL;
  family->n_members = 1;
  family->n_processors = (int) sysconf (_SC_NPROCESSORS_ONLN);
  family->batcher = vnk_cuda_batcher_new ();
  if (family->batcher == NULL)
    {
      free (family);
      return NULL;
    }
  return family;
}

/* A backend of the device; of that family, or the first of a new one. NULL: the computer's memory is full. */
static vnk_backend *
new_backend (int device, vnk_cuda_family *family)
{
  vnk_backend *backend = static_cast<vnk_backend *> (calloc (1, sizeof *backend));
  vnk_cuda *cuda = static_cast<vnk_cuda *> (calloc (1, sizeof *cuda));

  if (family != NULL)
    vnk_cuda_family_ref (family);
  else
    family = new_family ();
  if (backend == NULL || cuda == NULL || family == NULL)
    {
      if (family != NULL)
        vnk_cuda_family_unref (family);
      free (backend);
      free (cuda);
      return NULL;
    }
  fill_table (backend);
  backend->self = cuda;
  cuda->device = device;
  cuda->family = family;
  cuda->failure = backend->failure;
  __atomic_add_fetch (&family->n_streams, 1, __ATOMIC_RELAXED);
  return backend;
}

static vnk_status
stream_new (vnk_backend *backend, vnk_backend **stream)
{
  vnk_cuda *cuda;

  VNK_TRY (vnk_cuda_begin (backend, &cuda));

  vnk_backend *opened = new_backend (cuda->device, cuda->family);

  if (opened == NULL)
    return VNK_ERROR_NO_MEMORY;

  vnk_cuda *other = static_cast<vnk_cuda *> (opened->self);

  memcpy (opened->device, backend->device, sizeof opened->device);
  other->n_processors = cuda->n_processors;
  other->capability = cuda->capability;
  other->max_shared = cuda->max_shared;

  vnk_status status = vnk_cuda_check (other, cudaStreamCreateWithFlags (&other->stream, cudaStreamNonBlocking));

  if (status != VNK_OK)
    {
      close_backend (opened);
      return status;
    }
  *stream = opened;
  return VNK_OK;
}

vnk_status
vnk_cuda_open (int device, vnk_backend **backend, char *reason, size_t reason_size)
{
  say (reason, reason_size, "");
  if (backend == NULL)
    return VNK_ERROR_INVALID;
  *backend = NULL;
  if (device < 0)
    return VNK_ERROR_INVALID;

  int count = vnk_cuda_count (reason, reason_size);

  if (device >= count)
    {
      if (count > 0)
        say (reason, reason_size, "there is no NVIDIA graphics card of this number");
      return VNK_ERROR_UNSUPPORTED;
    }

  vnk_backend *opened = new_backend (device, NULL);

  if (opened == NULL)
    {
      say (reason, reason_size, "the computer's memory is full");
      return VNK_ERROR_NO_MEMORY;
    }

  vnk_cuda *cuda = static_cast<vnk_cuda *> (opened->self);
  cudaError_t error = start (cuda, opened->device, sizeof opened->device);
  vnk_status status = vnk_cuda_check (cuda, error);

  if (status == VNK_OK)
    status = try_out (cuda);
  if (status != VNK_OK)
    {
      say (reason, reason_size, cuda->error != cudaSuccess ? what_failed (cuda->error)
                                                           : "the NVIDIA graphics card does not compute as it should");
      close_backend (opened);
      return status;
    }

  vnk_cuda_faults_init (&cuda->family->faults);
  *backend = opened;
  return VNK_OK;
}

void
vnk_cuda_leave (int device)
{
  if (cudaSetDevice (device) == cudaSuccess)
    cudaDeviceReset ();
  cudaGetLastError ();
}

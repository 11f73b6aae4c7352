/* cuda-emulation.h: enough of CUDA to run the kernels on the processor
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * For machines without a device: -Dgpu_emulation=true compiles the .cu files with a C++ compiler against this, and the
 * tests hold every kernel to the references. Blocks run one after the other; the threads of a block are fibers that
 * take turns at barriers and exchanges, so that a barrier which some threads never reach is found, and with
 * AddressSanitizer whatever reaches beyond its memory. With -Dgpu_races=true cuda-races.cpp finds races as well. What
 * it does not show is speed.
 */

#pragma once

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cuda-races.h"

#define __global__
#define __device__
#define __host__
#define __shared__ static
#define __grid_constant__
#define __forceinline__ inline __attribute__ ((always_inline))
#define __launch_bounds__(...)
#define __align__(n) __attribute__ ((aligned (n)))
#define CUDART_INF_F ((float) INFINITY)

/* ---- Types ---- */

#define VNK_VECTORS(T, name, align2, align4) \
  struct align2 name##2 { T x, y; }; \
  struct name##3 { T x, y, z; }; \
  struct align4 name##4 { T x, y, z, w; }; \
  static inline name##2 make_##name##2 (T x, T y) { return { x, y }; } \
  static inline name##3 make_##name##3 (T x, T y, T z) { return { x, y, z }; } \
  static inline name##4 make_##name##4 (T x, T y, T z, T w) { return { x, y, z, w }; }

VNK_VECTORS (float, float, alignas (8), alignas (16))
VNK_VECTORS (double, double, alignas (16), alignas (16))
VNK_VECTORS (int, int, alignas (8), alignas (16))
VNK_VECTORS (unsigned int, uint, alignas (8), alignas (16))
VNK_VECTORS (short, short, alignas (4), alignas (8))
VNK_VECTORS (unsigned short, ushort, alignas (4), alignas (8))
VNK_VECTORS (signed char, char, alignas (2), alignas (4))
VNK_VECTORS (unsigned char, uchar, alignas (2), alignas (4))
#undef VNK_VECTORS

struct dim3 {
  unsigned int x, y, z;

  dim3 (unsigned int a = 1, unsigned int b = 1, unsigned int c = 1) : x (a), y (b), z (c) { }
};

extern uint3 threadIdx;
extern uint3 blockIdx;
extern dim3 blockDim;
extern dim3 gridDim;
enum { warpSize = 32 };

/* ---- Launches ---- */

void  vnk_emulate        (dim3 grid, dim3 block, size_t shared, void (*thread) (const void *), const void *kernel);
void *vnk_emulate_shared (void);
void  vnk_emulate_trap   (void);

template<typename Kernel>
static inline void
vnk_emulate_kernel (dim3 grid, dim3 block, size_t shared, const Kernel &kernel)
{
  vnk_emulate (grid, block, shared, [] (const void *data) { (*static_cast<const Kernel *> (data)) (); }, &kernel);
}

#define VNK_LAUNCH_(kernel, grid, block, shared, stream, ...) \
  vnk_emulate_kernel (dim3 (grid), dim3 (block), (shared), [=] { kernel (__VA_ARGS__); })
#define VNK_DYNAMIC_SHARED(Type, name) Type *name = static_cast<Type *> (vnk_emulate_shared ())

/* ---- Barriers and exchanges ---- */

#define VNK_ALL_LANES 0xffffffffu

void         __syncthreads         (void);
int          __syncthreads_count   (int value);
int          __syncthreads_and     (int value);
int          __syncthreads_or      (int value);
void         __syncwarp            (unsigned int mask = VNK_ALL_LANES);
uint64_t     vnk_emulate_exchange  (unsigned int mask, uint64_t value, int from);
unsigned int __ballot_sync         (unsigned int mask, int value);

static inline int vnk_emulate_lane (void);

static inline int __all_sync (unsigned int mask, int value) { return (__ballot_sync (mask, value) & mask) == mask; }
static inline int __any_sync (unsigned int mask, int value) { return (__ballot_sync (mask, value) & mask) != 0; }
static inline void __threadfence (void) { vnk_races_fence (); }
static inline void __threadfence_block (void) { }
static inline void __threadfence_system (void) { vnk_races_fence (); }
static inline void __trap (void) { vnk_emulate_trap (); }

template<typename T>
static inline T
vnk_emulate_shuffle (unsigned int mask, T value, int from)
{
  uint64_t bits = 0;
  T result;

  static_assert (sizeof (T) <= sizeof bits, "shuffles take 8 bytes at most");
  memcpy (&bits, &value, sizeof value);
  bits = vnk_emulate_exchange (mask, bits, from);
  memcpy (&result, &bits, sizeof result);
  return result;
}

template<typename T>
static inline T
__shfl_sync (unsigned int mask, T value, int from, int width = 32)
{
  int lane = vnk_emulate_lane ();

  return vnk_emulate_shuffle (mask, value, (lane & ~(width - 1)) | (from & (width - 1)));
}

template<typename T>
static inline unsigned int
__match_any_sync (unsigned int mask, T value)
{
  unsigned int same = 0;

  for (int lane = 0; lane < 32; lane++)
    {
      T other = __shfl_sync (mask, value, lane);

      same |= (mask >> lane & 1) && other == value ? 1u << lane : 0u;
    }
  return same;
}

template<typename T>
static inline T
__shfl_xor_sync (unsigned int mask, T value, int bits, int width = 32)
{
  int lane = vnk_emulate_lane ();
  int from = lane ^ bits;

  return vnk_emulate_shuffle (mask, value, (from & ~(width - 1)) > (lane & ~(width - 1)) ? lane : from);
}

template<typename T>
static inline T
__shfl_down_sync (unsigned int mask, T value, unsigned int by, int width = 32)
{
  int lane = vnk_emulate_lane ();
  int from = lane + (int) by;

  return vnk_emulate_shuffle (mask, value, (lane & (width - 1)) + (int) by < width ? from : lane);
}

template<typename T>
static inline T
__shfl_up_sync (unsigned int mask, T value, unsigned int by, int width = 32)
{
  int lane = vnk_emulate_lane ();

  return vnk_emulate_shuffle (mask, value, (lane & (width - 1)) >= (int) by ? lane - (int) by : lane);
}

static inline int
vnk_emulate_lane (void)
{
  return (int) ((threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) % 32);
}

/* ---- Arithmetic ---- */

template<typename T> static inline T __ldg (const T *place) { return *place; }
template<typename T> static inline T __ldcg (const T *place) { return *place; }
static inline float __fmul_rn (float a, float b) { volatile float r = a * b; return r; }
static inline float __fadd_rn (float a, float b) { volatile float r = a + b; return r; }
static inline float __fsub_rn (float a, float b) { volatile float r = a - b; return r; }
static inline float __fdiv_rn (float a, float b) { return a / b; }
static inline float __fdividef (float a, float b) { return a / b; }
static inline float __fmaf_rn (float a, float b, float c) { return fmaf (a, b, c); }
static inline float __fsqrt_rn (float a) { return sqrtf (a); }
static inline float __frcp_rn (float a) { return 1.0f / a; }
static inline double __dmul_rn (double a, double b) { volatile double r = a * b; return r; }
static inline double __dadd_rn (double a, double b) { volatile double r = a + b; return r; }
static inline double __fma_rn (double a, double b, double c) { return fma (a, b, c); }
static inline float rsqrtf (float a) { return 1.0f / sqrtf (a); }
static inline double rsqrt (double a) { return 1.0 / sqrt (a); }
static inline float __saturatef (float a) { return a > 0.0f ? a < 1.0f ? a : 1.0f : 0.0f; }
static inline int __float2int_rd (float a) { return (int) floorf (a); }
static inline int __float2int_ru (float a) { return (int) ceilf (a); }
static inline int __float2int_rn (float a) { return (int) rintf (a); }
static inline int __float2int_rz (float a) { return (int) a; }
static inline int __double2int_rd (double a) { return (int) floor (a); }
static inline int __double2int_rn (double a) { return (int) rint (a); }
static inline int __popc (unsigned int a) { return __builtin_popcount (a); }
static inline int __popcll (unsigned long long a) { return __builtin_popcountll (a); }
static inline int __ffs (int a) { return __builtin_ffs (a); }
static inline int __clz (int a) { return a == 0 ? 32 : __builtin_clz ((unsigned int) a); }
static inline void sincospif (float a, float *s, float *c) { sincosf ((float) M_PI * a, s, c); }
static inline void sincospi (double a, double *s, double *c) { sincos (M_PI * a, s, c); }

template<typename To, typename From>
static inline To
vnk_emulate_bits (From from)
{
  To to;

  static_assert (sizeof to == sizeof from, "the same bits");
  memcpy (&to, &from, sizeof to);
  return to;
}

static inline int __float_as_int (float a) { return vnk_emulate_bits<int> (a); }
static inline unsigned int __float_as_uint (float a) { return vnk_emulate_bits<unsigned int> (a); }
static inline float __int_as_float (int a) { return vnk_emulate_bits<float> (a); }
static inline float __uint_as_float (unsigned int a) { return vnk_emulate_bits<float> (a); }
static inline long long __double_as_longlong (double a) { return vnk_emulate_bits<long long> (a); }
static inline double __longlong_as_double (long long a) { return vnk_emulate_bits<double> (a); }

#define VNK_MIN_MAX(T) \
  static inline T min (T a, T b) { return a < b ? a : b; } \
  static inline T max (T a, T b) { return a > b ? a : b; }
VNK_MIN_MAX (int)
VNK_MIN_MAX (unsigned int)
VNK_MIN_MAX (long)
VNK_MIN_MAX (unsigned long)
VNK_MIN_MAX (long long)
VNK_MIN_MAX (unsigned long long)
#undef VNK_MIN_MAX
static inline float min (float a, float b) { return fminf (a, b); }
static inline float max (float a, float b) { return fmaxf (a, b); }
static inline double min (double a, double b) { return fmin (a, b); }
static inline double max (double a, double b) { return fmax (a, b); }

/* Threads take turns only where they wait, so that nothing comes between. */
#define VNK_UNSEEN __attribute__ ((noinline, no_sanitize ("thread")))
#define VNK_ATOMIC(name, expression) \
  template<typename T> \
  static VNK_UNSEEN T \
  name (T *place, T value) \
  { \
    T old = *place; \
\
    vnk_races_atomic (place, sizeof *place, __builtin_return_address (0)); \
\
    *place = (T) (expression); \
    return old; \
  }
VNK_ATOMIC (atomicAdd, old + value)
VNK_ATOMIC (atomicSub, old - value)
VNK_ATOMIC (atomicMax, old > value ? old : value)
VNK_ATOMIC (atomicMin, old < value ? old : value)
VNK_ATOMIC (atomicOr, old | value)
VNK_ATOMIC (atomicAnd, old & value)
VNK_ATOMIC (atomicExch, value)
#undef VNK_ATOMIC

template<typename T>
static VNK_UNSEEN T
atomicCAS (T *place, T expected, T value)
{
  T old = *place;

  vnk_races_atomic (place, sizeof *place, __builtin_return_address (0));
  if (old == expected)
    *place = value;
  return old;
}

template<typename T>
static inline T
vnk_emulate_reduce (unsigned int mask, T value, T (*combine) (T, T))
{
  T result = T ();
  bool first = true;

  for (int lane = 0; lane < 32; lane++)
    if (mask >> lane & 1)
      {
        T other = vnk_emulate_shuffle (mask, value, lane);

        result = first ? other : combine (result, other);
        first = false;
      }
  return result;
}

#define VNK_REDUCE(name, expression) \
  template<typename T> \
  static inline T \
  name (unsigned int mask, T value) \
  { \
    return vnk_emulate_reduce<T> (mask, value, [] (T a, T b) { return (T) (expression); }); \
  }
VNK_REDUCE (__reduce_add_sync, a + b)
VNK_REDUCE (__reduce_max_sync, a > b ? a : b)
VNK_REDUCE (__reduce_min_sync, a < b ? a : b)
#undef VNK_REDUCE

/* ---- The runtime ---- */

enum cudaError_t {
  cudaSuccess = 0,
  cudaErrorInvalidValue = 1,
  cudaErrorMemoryAllocation = 2,
  cudaErrorInsufficientDriver = 35,
  cudaErrorDevicesUnavailable = 46,
  cudaErrorNoDevice = 100,
  cudaErrorInvalidDevice = 101,
  cudaErrorNoKernelImageForDevice = 209,
  cudaErrorUnsupportedPtxVersion = 222,
  cudaErrorNotReady = 600,
  cudaErrorLaunchFailure = 719,
};
enum cudaMemcpyKind {
  cudaMemcpyHostToHost,
  cudaMemcpyHostToDevice,
  cudaMemcpyDeviceToHost,
  cudaMemcpyDeviceToDevice,
  cudaMemcpyDefault,
};
enum cudaFuncAttribute {
  cudaFuncAttributeMaxDynamicSharedMemorySize = 8,
  cudaFuncAttributePreferredSharedMemoryCarveout = 9,
};
enum { cudaHostAllocPortable = 1 };
enum { cudaStreamNonBlocking = 1, cudaEventBlockingSync = 1, cudaEventDisableTiming = 2 };

struct cudaDeviceProp {
  char   name[256];
  size_t totalGlobalMem;
  int    major, minor;
  int    multiProcessorCount;
  size_t sharedMemPerBlockOptin;
  size_t sharedMemPerMultiprocessor;
};

typedef struct vnk_emulated_stream *cudaStream_t;
typedef struct vnk_emulated_event *cudaEvent_t;

cudaError_t cudaGetLastError (void);
const char *cudaGetErrorString (cudaError_t error);
cudaError_t cudaGetDeviceCount (int *count);
cudaError_t cudaDriverGetVersion (int *version);
cudaError_t cudaSetDevice (int device);
cudaError_t cudaDeviceReset (void);
cudaError_t cudaGetDeviceProperties (cudaDeviceProp *properties, int device);
cudaError_t cudaMalloc (void **memory, size_t size);
cudaError_t cudaFree (void *memory);
cudaError_t cudaHostAlloc (void **memory, size_t size, unsigned int flags);
cudaError_t cudaFreeHost (void *memory);
cudaError_t cudaMemcpyAsync (void *to, const void *from, size_t size, cudaMemcpyKind kind, cudaStream_t stream = NULL);
cudaError_t cudaMemcpy2DAsync (void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                               size_t height, cudaMemcpyKind kind, cudaStream_t stream = NULL);
cudaError_t cudaMemsetAsync (void *to, int value, size_t size, cudaStream_t stream = NULL);
cudaError_t cudaMemset2DAsync (void *to, size_t pitch, int value, size_t width, size_t height,
                               cudaStream_t stream = NULL);
cudaError_t cudaStreamCreateWithFlags (cudaStream_t *stream, unsigned int flags);
cudaError_t cudaStreamDestroy (cudaStream_t stream);
cudaError_t cudaStreamSynchronize (cudaStream_t stream);
cudaError_t cudaStreamQuery (cudaStream_t stream);
cudaError_t cudaStreamWaitEvent (cudaStream_t stream, cudaEvent_t event, unsigned int flags = 0);
cudaError_t cudaEventCreateWithFlags (cudaEvent_t *event, unsigned int flags);
cudaError_t cudaEventDestroy (cudaEvent_t event);
cudaError_t cudaEventRecord (cudaEvent_t event, cudaStream_t stream = NULL);
cudaError_t cudaEventSynchronize (cudaEvent_t event);
struct cudaFuncAttributes {
  size_t sharedSizeBytes;
};

cudaError_t cudaFuncGetAttributes (cudaFuncAttributes *attributes, const void *kernel);
cudaError_t cudaFuncSetAttribute (const void *kernel, cudaFuncAttribute attribute, int value);

template<typename Kernel>
static inline cudaError_t
cudaOccupancyMaxActiveBlocksPerMultiprocessor (int *blocks, Kernel kernel, int threads, size_t shared)
{
  *blocks = 2;
  return cudaSuccess;
}

/* venule-device-benchmark.h: how fast a device analyses
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "venule-backend.h"

G_BEGIN_DECLS

/* The video that is made for it: the crop and the cells of the paper's. */
#define VENULE_DEVICE_BENCHMARK_WIDTH 640  /* px */
#define VENULE_DEVICE_BENCHMARK_HEIGHT 219 /* px */
#define VENULE_DEVICE_BENCHMARK_CELLS 38

/**
 * venule_device_benchmark_measure:
 * @device: a device that is ready
 * @cancellable: (nullable): to leave it
 * @frames_per_second: (out): of the whole analysis, without reading a file
 * @error: return location
 *
 * Has a device analyse some tens of frames with all that a run does, after a few to warm up. Takes less than a second,
 * and on a graphics card what it takes to open it. Whatever else the machine does at the time makes the figure smaller.
 *
 * Returns: %FALSE with a #VenuleError when the device fails, or %G_IO_ERROR_CANCELLED
 */
gboolean venule_device_benchmark_measure (const VenuleDeviceInfo  *device,
                                          GCancellable            *cancellable,
                                          double                  *frames_per_second,
                                          GError                 **error);

G_END_DECLS

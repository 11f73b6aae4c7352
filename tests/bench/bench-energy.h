/* bench-energy.h: how much energy work takes, where the machine says it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _BenchEnergy BenchEnergy;

/* @backend: "cpu": its packages' counters (RAPL); "cuda": those of CUDA's first device (NVML). (transfer full) */
BenchEnergy *bench_energy_new         (const char  *backend);
/* @folder: where such counters are, as below /sys/class/powercap. (transfer full) */
BenchEnergy *bench_energy_new_of      (const char  *folder);
/* @library: NVML; @bus_id: where the card is on the PCI bus. (transfer full) */
BenchEnergy *bench_energy_new_of_card (const char  *library,
                                       const char  *bus_id);
void         bench_energy_free        (BenchEnergy *self);
/* J since some time in the past; below 0: not readable here. Idle power is in it. */
double       bench_energy_read        (BenchEnergy *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (BenchEnergy, bench_energy_free)

G_END_DECLS

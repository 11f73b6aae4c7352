/* bench-energy.c: how much energy work takes, where the machine says it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "bench-energy.h"
#include "bench-peak.h"

#include <gmodule.h>
#include <string.h>

#define POWERCAP "/sys/class/powercap"
#define NVML "libnvidia-ml.so.1"

/* Of NVIDIA's management library, which comes with the driver: all that is needed of its interface. */
typedef int (*NvmlInit) (void);
typedef int (*NvmlGetDevice) (const char *bus_id, void **device);
typedef int (*NvmlGetEnergy) (void *device, unsigned long long *millijoules);

struct _BenchEnergy
{
  GPtrArray     *packages;  /* paths of RAPL's counters, µJ */
  GArray        *last;      /* of guint64: what they said, for when they begin again from 0 */
  GArray        *range;     /* of guint64 */
  double         sum;       /* µJ */
  GModule       *nvml;
  void          *device;
  NvmlGetEnergy  get_energy;
};

static gboolean
read_number (const char *path,
             guint64    *number)
{
  g_autofree char *text = NULL;

  return g_file_get_contents (path, &text, NULL, NULL) &&
         g_ascii_string_to_unsigned (g_strstrip (text), 10, 0, G_MAXUINT64,
                                                                                      number, NULL);
}

/* A laptop's package has two counters of the same energy, intel-rapl and intel-rapl-mmio, by one name. */
static void
find_packages (BenchEnergy *self,
               const char  *where)
{
  g_autoptr (GDir) folder = g_dir_open (where, 0, NULL);
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  const char *name;

  while (folder != NULL && (name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *kind_path = g_build_filename (where, name, "name", NULL);
      g_autofree char *path = g_build_filename (where, name, "energy_uj", NULL);
      g_autofree char *range_path = g_build_filename (where, name, "max_energy_range_uj", NULL);
      g_autofree char *kind = NULL;
      guint64 now, range = 0;

      if (!g_file_get_contents (kind_path, &kind, NULL, NULL) || !g_str_has_prefix (kind, "package") ||
          g_hash_table_contains (seen, kind) || !read_number (path, &now))
        continue;
      read_number (range_path, &range);
      g_hash_table_add (seen, g_steal_pointer (&kind));
      g_ptr_array_add (self->packages, g_steal_pointer (&path));
      g_array_append_val (self->last, now);
      g_array_append_val (self->range, range);
    }
}

/* NVML counts all cards of the machine, CUDA those of CUDA_VISIBLE_DEVICES and the fastest first: they only agree about
 * where a card is plugged in. */
static void
open_nvml (BenchEnergy *self,
           const char  *library,
           const char  *bus_id)
{
  gpointer init, get_device, get_energy;

  self->nvml = g_module_open (library, G_MODULE_BIND_LAZY | G_MODULE_BIND_LOCAL);
  if (self->nvml == NULL || !g_module_symbol (self->nvml, "nvmlInit_v2", &init) ||
      !g_module_symbol (self->nvml, "nvmlDeviceGetHandleByPciBusId_v2", &get_device) ||
      !g_module_symbol (self->nvml, "nvmlDeviceGetTotalEnergyConsumption", &get_energy) ||
      ((NvmlInit) init) () != 0 || ((NvmlGetDevice) get_device) (bus_id, &self->device) != 0)
    return;
  self->get_energy = (NvmlGetEnergy) get_energy;
}

static BenchEnergy *
energy_new (void)
{
  BenchEnergy *self = g_new0 (BenchEnergy, 1);

  self->packages = g_ptr_array_new_with_free_func (g_free);
  self->last = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->range = g_array_new (FALSE, FALSE, sizeof (guint64));
  return self;
}

BenchEnergy *
bench_energy_new_of (const char *folder)
{
  BenchEnergy *self = energy_new ();

  find_packages (self, folder);
  return self;
}

BenchEnergy *
bench_energy_new_of_card (const char *library,
                          const char *bus_id)
{
  BenchEnergy *self = energy_new ();

  open_nvml (self, library, bus_id);
  return self;
}

BenchEnergy *
bench_energy_new (const char *backend)
{
  char bus_id[BENCH_BUS_ID_SIZE];

  if (!g_str_equal (backend, "cuda"))
    return bench_energy_new_of (POWERCAP);
  return bench_cuda_bus_id (0, bus_id) ? bench_energy_new_of_card (NVML, bus_id) : energy_new ();
}

void
bench_energy_free (BenchEnergy *self)
{
  if (self == NULL)
    return;

  g_ptr_array_unref (self->packages);
  g_array_unref (self->last);
  g_array_unref (self->range);
  g_clear_pointer (&self->nvml, g_module_close);
  g_free (self);
}

double
bench_energy_read (BenchEnergy *self)
{
  unsigned long long millijoules = 0;

  if (self->get_energy != NULL)
    return self->get_energy (self->device, &millijoules) == 0 ? millijoules / 1e3 : -1;
  if (self->packages->len == 0)
    return -1;

  for (guint i = 0; i < self->packages->len; i++)
    {
      guint64 now, *last = &g_array_index (self->last, guint64, i);

      if (!read_number (g_ptr_array_index (self->packages, i), &now))
        return -1;
      self->sum += now >= *last ? now - *last : now + g_array_index (self->range, guint64, i) - *last;
      *last = now;
    }
  return self->sum / 1e6;
}

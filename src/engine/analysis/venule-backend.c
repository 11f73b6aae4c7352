/* venule-backend.c: chooses what computes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-backend.h"

#include <glib/gi18n-lib.h>

#include "venule-error.h"

#define NO_CUDA_REASON N_("this build computes on the CPU only")

static void
device_info_free (gpointer data)
{
  VenuleDeviceInfo *info = data;

  g_free (info->name);
  g_free (info->description);
  g_free (info);
}

static void
add_device (GPtrArray  *devices,
            const char *name,
            gboolean    ready,
            const char *description)
{
  VenuleDeviceInfo *info = g_new0 (VenuleDeviceInfo, 1);

  info->name = g_strdup (name);
  info->ready = ready;
  info->description = g_strdup (description);
  g_ptr_array_add (devices, info);
}

/**
 * venule_backend_list_devices:
 *
 * What can compute on this machine, and why the rest cannot.
 *
 * Returns: (transfer full) (element-type VenuleDeviceInfo): the devices, the CPU first
 */
GPtrArray *
venule_backend_list_devices (void)
{
  GPtrArray *devices = g_ptr_array_new_with_free_func (device_info_free);
  vnk_backend *cpu = NULL;
  vnk_status status = vnk_cpu_open (0, &cpu);

  if (status == VNK_OK)
    {
      add_device (devices, "cpu", TRUE, cpu->device);
      cpu->close (cpu);
    }
  else
    {
      add_device (devices, "cpu", FALSE, vnk_status_name (status));
    }
  add_device (devices, "cuda", FALSE, _(NO_CUDA_REASON));
  return devices;
}

/**
 * venule_backend_open:
 * @settings: settings of a run
 * @error: return location
 *
 * Opens the kernels that @settings ask for.
 *
 * Returns: (transfer full) (nullable): the backend, or %NULL with %VENULE_ERROR_DEVICE
 */
vnk_backend *
venule_backend_open (const VenuleSettings  *settings,
                     GError               **error)
{
  vnk_backend *backend = NULL;

  if (settings->device == VENULE_DEVICE_CUDA)
    {
      g_set_error (error, VENULE_ERROR, VENULE_ERROR_DEVICE,
                   _("CUDA cannot be used: %s. Choose the device “auto” or “cpu”."), _(NO_CUDA_REASON));
      return NULL;
    }

  vnk_status status = vnk_cpu_open (settings->threads, &backend);
  if (status != VNK_OK)
    {
      g_set_error (error, VENULE_ERROR, VENULE_ERROR_DEVICE, _("The computation could not be started: %s."),
                   vnk_status_name (status));
      return NULL;
    }
  return backend;
}

void
venule_backend_close (vnk_backend *backend)
{
  if (backend != NULL)
    backend->close (backend);
}

/* venule-backend.c: devices, and the kernels on one of them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-backend.h"

#include <glib/gi18n-lib.h>

#include "venule-error.h"
#include "venule-thread.h"

#define REASON_SIZE 256 /* bytes */

/* What vnk_cuda_count() and vnk_cuda_open() say, for the translators; the kernels know no other language. */
static const char *const reasons[] G_GNUC_UNUSED = {
  N_("this version of Venule was built without support for NVIDIA graphics cards"),
  N_("there is no NVIDIA driver on this machine"),
  N_("the NVIDIA driver is too old for this version of Venule; a newer one is needed"),
  N_("there is an NVIDIA driver, but no NVIDIA graphics card that it can use"),
  N_("the NVIDIA graphics card is of a kind that this version of Venule does not know"),
  N_("the memory of the NVIDIA graphics card is full"),
  N_("another program has the NVIDIA graphics card for itself"),
  N_("the NVIDIA graphics card does not compute as it should"),
  N_("there is no NVIDIA graphics card of this number"),
};

static void
device_info_free (gpointer data)
{
  VenuleDeviceInfo *info = data;

  g_free (info->name);
  g_free (info->description);
  g_free (info);
}

static void
add_device (GPtrArray    *devices,
            VenuleDevice  device,
            int           number,
            gboolean      ready,
            const char   *description)
{
  VenuleDeviceInfo *info = g_new0 (VenuleDeviceInfo, 1);
  const char *name = venule_device_to_string (device);

  info->name = number == 0 ? g_strdup (name) : g_strdup_printf ("%s:%d", name, number);
  info->device = device;
  info->number = number;
  info->ready = ready;
  info->description = g_strdup (description);
  g_ptr_array_add (devices, info);
}

static void
add_cuda_devices (GPtrArray *devices)
{
  char reason[REASON_SIZE];
  int n = vnk_cuda_count (reason, sizeof reason);

  if (n == 0)
    add_device (devices, VENULE_DEVICE_CUDA, 0, FALSE, _(reason));
  for (int i = 0; i < n; i++)
    {
      vnk_backend *cuda = NULL;

      if (vnk_cuda_open (i, &cuda, reason, sizeof reason) == VNK_OK)
        {
          add_device (devices, VENULE_DEVICE_CUDA, i, TRUE, cuda->device);
          cuda->close (cuda);
        }
      else
        {
          add_device (devices, VENULE_DEVICE_CUDA, i, FALSE, _(reason));
        }
    }
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
      add_device (devices, VENULE_DEVICE_CPU, 0, TRUE, cpu->device);
      cpu->close (cpu);
    }
  else
    {
      add_device (devices, VENULE_DEVICE_CPU, 0, FALSE, vnk_status_name (status));
    }
  add_cuda_devices (devices);
  return devices;
}

/* A card that the processor only plays, for tests, is slower than the processor: it has to be asked for. */
static gboolean
wants_card (const VenuleSettings *settings)
{
  return settings->device == VENULE_DEVICE_CUDA || (settings->device == VENULE_DEVICE_AUTO && !VENULE_GPU_EMULATION);
}

/**
 * venule_backend_open:
 * @settings: settings of a run
 * @error: return location
 *
 * Opens the kernels that @settings ask for: with %VENULE_DEVICE_AUTO those of a graphics card where one computes, which
 * gives the same tracks (docs/accuracy.md, One result), else the processor's.
 *
 * Returns: (transfer full) (nullable): the backend, or %NULL with %VENULE_ERROR_DEVICE
 */
vnk_backend *
venule_backend_open (const VenuleSettings  *settings,
                     GError               **error)
{
  vnk_backend *backend = NULL;
  char reason[REASON_SIZE];

  if (wants_card (settings) && vnk_cuda_open (settings->cuda_device, &backend, reason, sizeof reason) == VNK_OK)
    return backend;
  if (settings->device == VENULE_DEVICE_CUDA)
    {
      g_set_error (error, VENULE_ERROR, VENULE_ERROR_DEVICE,
                   _("CUDA cannot be used: %s. Choose the device “auto” or “cpu”."), _(reason));
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

vnk_backend *
venule_backend_open_stream (vnk_backend  *card,
                            GError      **error)
{
  vnk_backend *stream = NULL;
  vnk_status status = card->stream_new (card, &stream);

  if (status == VNK_OK)
    return stream;
  g_set_error (error, VENULE_ERROR, VENULE_ERROR_DEVICE, _("The computation could not be started: %s."),
               vnk_status_name (status));
  return NULL;
}

void
venule_backend_close (vnk_backend *backend)
{
  if (backend != NULL)
    backend->close (backend);
}

/* ---- Ahead of time ---- */

struct _VenuleBackendLoader
{
  VenuleSettings *settings;
  GThread        *thread;  /* that opens, or gives back */
  vnk_backend    *backend; /* until it is taken */
  GError         *error;
  gboolean        on_card;
};

static gpointer
open_ahead (gpointer data)
{
  VenuleBackendLoader *self = data;

  self->backend = venule_backend_open (self->settings, &self->error);
  self->on_card = self->backend != NULL && strcmp (self->backend->name, "cuda") == 0;
  return NULL;
}

static gpointer
give_back (gpointer data)
{
  VenuleBackendLoader *self = data;

  vnk_cuda_leave (self->settings->cuda_device);
  return NULL;
}

/**
 * venule_backend_loader_new:
 * @settings: of the run for which they are; copied
 *
 * Returns: (transfer full): venule_backend_open() under way
 */
VenuleBackendLoader *
venule_backend_loader_new (const VenuleSettings *settings)
{
  VenuleBackendLoader *self = g_new0 (VenuleBackendLoader, 1);

  self->settings = venule_settings_copy (settings);
  self->thread = venule_thread_new ("venule-open", open_ahead, self, NULL);
  if (self->thread == NULL)
    open_ahead (self);
  return self;
}

/**
 * venule_backend_loader_new_opened:
 * @settings: of the run; copied
 * @backend: (transfer full): kernels that are open
 *
 * Returns: (transfer full): a loader that has loaded them
 */
VenuleBackendLoader *
venule_backend_loader_new_opened (const VenuleSettings *settings,
                                  vnk_backend          *backend)
{
  VenuleBackendLoader *self = g_new0 (VenuleBackendLoader, 1);

  self->settings = venule_settings_copy (settings);
  self->backend = backend;
  return self;
}

vnk_backend *
venule_backend_loader_take (VenuleBackendLoader *self,
                            GError             **error)
{
  g_clear_pointer (&self->thread, g_thread_join);
  if (self->error != NULL)
    g_propagate_error (error, g_error_copy (self->error));
  return g_steal_pointer (&self->backend);
}

void
venule_backend_loader_leave (VenuleBackendLoader *self)
{
  g_clear_pointer (&self->thread, g_thread_join);
  if (self->on_card && self->backend == NULL)
    {
      self->thread = venule_thread_new ("venule-leave", give_back, self, NULL);
      if (self->thread == NULL)
        give_back (self);
    }
}

void
venule_backend_loader_free (VenuleBackendLoader *self)
{
  if (self == NULL)
    return;

  g_clear_pointer (&self->thread, g_thread_join);
  venule_backend_close (self->backend);
  g_clear_error (&self->error);
  venule_settings_free (self->settings);
  g_free (self);
}

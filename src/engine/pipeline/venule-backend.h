/* venule-backend.h: devices, and the kernels on one of them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

#include "venule-settings.h"
#include "vnk.h"

G_BEGIN_DECLS

/**
 * VenuleDeviceInfo:
 * @name: what the command line takes: "cpu", "cuda", "cuda:1"
 * @device: its kind
 * @number: which of its kind
 * @ready: whether it can compute
 * @description: for people: what it is, or why it cannot be used
 */
typedef struct {
  char         *name;
  VenuleDevice  device;
  int           number;
  gboolean      ready;
  char         *description;
} VenuleDeviceInfo;

/* (transfer full) (element-type VenuleDeviceInfo) */
GPtrArray   *venule_backend_list_devices (void);

/* Opens the kernels that @settings ask for: with VENULE_DEVICE_AUTO a graphics card where one computes, else the
 * processor. Asking for CUDA where there is none is an error, not a silent fall back. */
vnk_backend *venule_backend_open         (const VenuleSettings  *settings,
                                          GError               **error);
void         venule_backend_close        (vnk_backend           *backend);

/* Kernels that are opened by a thread while other things begin: a graphics card takes a quarter of a second. */
typedef struct _VenuleBackendLoader VenuleBackendLoader;

VenuleBackendLoader *venule_backend_loader_new   (const VenuleSettings  *settings);
/* (transfer full): of kernels that are open; @backend: (transfer full) */
VenuleBackendLoader *venule_backend_loader_new_opened
                                                 (const VenuleSettings  *settings,
                                                  vnk_backend           *backend);
/* (transfer full) (nullable): another stream of a card, for one more video: what several ask of it at the same time
 * goes to it together. From one thread at a time; %VENULE_ERROR_DEVICE. */
vnk_backend         *venule_backend_open_stream  (vnk_backend           *card,
                                                  GError               **error);
/* Waits for them. (transfer full): the first time; later, and for those who never asked, there is none */
vnk_backend         *venule_backend_loader_take  (VenuleBackendLoader   *self,
                                                  GError               **error);
/* The kernels that were taken have been closed, and this process computes no more: a thread gives the card back, as the
 * end of the process would. */
void                 venule_backend_loader_leave (VenuleBackendLoader   *self);
void                 venule_backend_loader_free  (VenuleBackendLoader   *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (vnk_backend, venule_backend_close)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleBackendLoader, venule_backend_loader_free)

G_END_DECLS

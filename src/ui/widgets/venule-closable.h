/* venule-closable.h: a window that asks about its changes before it closes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define VENULE_TYPE_CLOSABLE (venule_closable_get_type ())
G_DECLARE_INTERFACE (VenuleClosable, venule_closable, VENULE, CLOSABLE, GtkWindow)

/**
 * VenuleClosableInterface:
 * @may_close: whether the window may close as it is; if not, it asks, and then calls venule_closable_answer()
 * @keep_open: another window of those that were to close stays open, and this one with it
 *
 * Signal: answered (gboolean close) → gboolean: somebody goes on with it; else the window closes when it may.
 */
struct _VenuleClosableInterface
{
  GTypeInterface parent_iface;

  gboolean (*may_close) (VenuleClosable *self);
  void     (*keep_open) (VenuleClosable *self);
};

gboolean venule_closable_may_close (VenuleClosable *self);
void     venule_closable_keep_open (VenuleClosable *self);
void     venule_closable_answer    (VenuleClosable *self,
                                    gboolean        close);

G_END_DECLS

/* venule-agreement-window.h: the results against cells that a person marked
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "venule-document.h"

G_BEGIN_DECLS

#define VENULE_TYPE_AGREEMENT_WINDOW (venule_agreement_window_get_type ())
G_DECLARE_FINAL_TYPE (VenuleAgreementWindow, venule_agreement_window, VENULE, AGREEMENT_WINDOW, AdwWindow)

GtkWidget *venule_agreement_window_new (GtkWindow       *parent,
                                        VenuleDocument  *document,
                                        const char      *path,
                                        GError         **error);
GtkWidget *venule_agreement_window_new_for_sample
                                       (GtkWindow       *parent,
                                        VenuleDocument  *document,
                                        GError         **error);

G_END_DECLS

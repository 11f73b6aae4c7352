/* venule-toast.h: toasts that can be dismissed at any moment
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

void venule_toast_show (AdwToastOverlay *overlay,
                        AdwToast        *toast);

G_END_DECLS

/* venule-devices-page.h: what can compute on this machine, and how fast
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define VENULE_TYPE_DEVICES_PAGE (venule_devices_page_get_type ())
G_DECLARE_FINAL_TYPE (VenuleDevicesPage, venule_devices_page, VENULE, DEVICES_PAGE, AdwPreferencesPage)

G_END_DECLS

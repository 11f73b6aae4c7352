/* venule-locale.h: the language of the program
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

void venule_locale_init (void);

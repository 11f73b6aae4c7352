/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Precompiled: reading GTK's headers takes three quarters of the time that a file of the interface needs. Sources
 * include what they use all the same (meson configure -Db_pch=false shows what is missing). */
#include <adwaita.h>

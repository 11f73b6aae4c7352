/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Precompiled, once for all modules, and for the tests: reading GIO's headers takes half of the time that a file needs.
 * Sources include what they use all the same (tests/layers; meson configure -Db_pch=false). */
#include <gio/gio.h>

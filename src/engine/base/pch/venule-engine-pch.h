/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Precompiled, in modules of ten files and more and in the tests: reading GIO's headers takes half of the time that a
 * file needs. Sources include what they use all the same (tests/layers; meson configure -Db_pch=false). */
#include <gio/gio.h>

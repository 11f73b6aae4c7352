/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Precompiled, as in src/ui/pch. */
#include <gio/gio.h>
#include <json-glib/json-glib.h>
#include <pango/pangocairo.h>

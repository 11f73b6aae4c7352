/* bench-report.c: the figures, as a table and for programs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "bench-report.h"

#include <json-glib/json-glib.h>

#include "venule-export-private.h"

typedef struct {
  char      *backend;
  char      *device;
  BenchPeak  peak;
} Device;

struct _BenchReport
{
  char      *machine;
  GArray    *devices;  /* of Device */
  GArray    *rows;     /* of BenchRow */
  GPtrArray *notes;
  gboolean   failed;
};

static void
device_clear (gpointer data)
{
  Device *self = data;

  g_free (self->backend);
  g_free (self->device);
}

static void
row_clear (gpointer data)
{
  BenchRow *self = data;

  g_free (self->name);
}

BenchReport *
bench_report_new (const char *machine)
{
  BenchReport *self = g_new0 (BenchReport, 1);

  self->machine = g_strdup (machine);
  self->devices = g_array_new (FALSE, FALSE, sizeof (Device));
  g_array_set_clear_func (self->devices, device_clear);
  self->rows = g_array_new (FALSE, FALSE, sizeof (BenchRow));
  g_array_set_clear_func (self->rows, row_clear);
  self->notes = g_ptr_array_new_with_free_func (g_free);
  return self;
}

void
bench_report_free (BenchReport *self)
{
  if (self == NULL)
    return;

  g_free (self->machine);
  g_array_unref (self->devices);
  g_array_unref (self->rows);
  g_ptr_array_unref (self->notes);
  g_free (self);
}

void
bench_report_add_device (BenchReport     *self,
                         const char      *backend,
                         const char      *device,
                         const BenchPeak *peak)
{
  Device one = { g_strdup (backend), g_strdup (device), *peak };

  g_array_append_val (self->devices, one);
}

void
bench_report_add (BenchReport    *self,
                  const BenchRow *row)
{
  g_array_append_vals (self->rows, row, 1);
}

void
bench_report_note (BenchReport *self,
                   char        *note)
{
  g_ptr_array_add (self->notes, note);
}

void
bench_report_fail (BenchReport *self,
                   char        *note)
{
  bench_report_note (self, note);
  self->failed = TRUE;
}

gboolean
bench_report_has_failed (BenchReport *self)
{
  for (guint i = 0; i < self->rows->len; i++)
    if (g_array_index (self->rows, BenchRow, i).time.runs == 0)
      return TRUE;
  return self->failed;
}

/* ms below which it cannot be, and what says so; 0: nothing does. Bytes that fit in a cache go as fast as there. */
static double
floor_of (BenchReport     *self,
          const BenchRow  *row,
          const char     **why)
{
  for (guint i = 0; i < self->devices->len; i++)
    {
      const Device *device = &g_array_index (self->devices, Device, i);
      double moving, computing;

      if (!g_str_equal (device->backend, row->backend) || device->peak.copied <= 0 || device->peak.flops <= 0)
        continue;
      moving = row->bytes / device->peak.copied * 1000;
      computing = row->flops / device->peak.flops * 1000;
      *why = moving > computing ? "memory" : "arithmetic";
      return MAX (moving, computing);
    }
  return 0;
}

static void
append_number (GString *text,
               double   value,
               double   shown)
{
  if (shown <= 0)
    g_string_append (text, " | ");
  else
    g_string_append_printf (text, value < 0.1 ? "%.4f | " : value < 10 ? "%.3f | " : value < 1000 ? "%.1f | " :
                            "%.0f | ", value);
}

static void
append_row (BenchReport    *self,
            const BenchRow *row,
            GString        *text)
{
  const char *why = "";
  double lowest = floor_of (self, row, &why);

  g_string_append_printf (text, "| %s | %s | ", row->name, row->backend);
  if (row->time.runs == 0)
    {
      g_string_append (text, "failed | | | | | | | |\n");
      return;
    }

  append_number (text, row->time.median, 1);
  g_string_append_printf (text, row->time.high < 10 ? "%.3f–%.3f | " : "%.1f–%.1f | ", row->time.low, row->time.high);
  if (row->work > 0)
    g_string_append_printf (text, "%.5g %s/s | ", row->work / row->time.median * 1000, row->unit);
  else
    g_string_append (text, " | ");
  if (lowest > 0)
    g_string_append_printf (text, "%.4f %s | %.1f | ", lowest, why, row->time.median / lowest);
  else
    g_string_append (text, " | | ");
  append_number (text, row->reference, row->reference);
  if (row->reference > 0)
    g_string_append_printf (text, "%.0f | ", row->reference / row->time.median);
  else
    g_string_append (text, " | ");
  append_number (text, row->energy, row->energy);
  g_string_truncate (text, text->len - 1);
  g_string_append_c (text, '\n');
}

static void
append_devices (BenchReport *self,
                GString     *text)
{
  for (guint i = 0; i < self->devices->len; i++)
    {
      const Device *device = &g_array_index (self->devices, Device, i);

      g_string_append_printf (text, "%s: %s", device->backend, device->device);
      if (device->peak.copied > 0)
        g_string_append_printf (text, "; at best %.0f GB/s for planes like these, %.0f GB/s for large ones, %.0f "
                                      "Gflop/s",
                                device->peak.copied / 1e9, device->peak.memory / 1e9, device->peak.flops / 1e9);
      if (device->peak.call > 0)
        g_string_append_printf (text, ", %.4f ms for a call that does nothing", device->peak.call);
      g_string_append (text, "\n\n");
    }
}

char *
bench_report_to_tables (BenchReport *self)
{
  GString *text = g_string_new (self->machine);
  const char *part = NULL;

  g_string_append (text, "\n\n");
  append_devices (self, text);
  for (guint i = 0; i < self->rows->len; i++)
    {
      const BenchRow *row = &g_array_index (self->rows, BenchRow, i);

      if (part == NULL || !g_str_equal (part, row->part))
        g_string_append_printf (text,
                                "%s| %s | on | median, ms | tenth–ninth tenth | work | floor, ms | times the floor | "
                                "reference, ms | times faster | J |\n|---|---|---|---|---|---|---|---|---|---|\n",
                                part != NULL ? "\n" : "", row->part);
      part = row->part;
      append_row (self, row, text);
    }
  if (self->notes->len > 0)
    g_string_append_c (text, '\n');
  for (guint i = 0; i < self->notes->len; i++)
    g_string_append_printf (text, "- %s\n", (const char *) g_ptr_array_index (self->notes, i));
  return g_string_free (text, FALSE);
}

static void
add_number (JsonBuilder *builder,
            const char  *name,
            double       value)
{
  if (value <= 0)
    return;
  json_builder_set_member_name (builder, name);
  json_builder_add_double_value (builder, value);
}

static void
add_text (JsonBuilder *builder,
          const char  *name,
          const char  *value)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_string_value (builder, value);
}

static void
build_row (BenchReport    *self,
           const BenchRow *row,
           JsonBuilder    *builder)
{
  const char *why = "";
  double lowest = floor_of (self, row, &why);

  json_builder_begin_object (builder);
  add_text (builder, "part", row->part);
  add_text (builder, "name", row->name);
  add_text (builder, "backend", row->backend);
  json_builder_set_member_name (builder, "runs");
  json_builder_add_int_value (builder, row->time.runs);
  add_number (builder, "median_ms", row->time.median);
  add_number (builder, "low_ms", row->time.low);
  add_number (builder, "high_ms", row->time.high);
  add_number (builder, "best_ms", row->time.best);
  if (row->unit != NULL)
    add_text (builder, "unit", row->unit);
  add_number (builder, "work", row->work);
  add_number (builder, "work_per_s", row->time.median > 0 ? row->work / row->time.median * 1000 : 0);
  add_number (builder, "floor_ms", lowest);
  if (lowest > 0)
    add_text (builder, "floor_from", why);
  add_number (builder, "reference_ms", row->reference);
  add_number (builder, "energy_j", row->energy);
  json_builder_end_object (builder);
}

static void
build_device (const Device *device,
              JsonBuilder  *builder)
{
  json_builder_begin_object (builder);
  add_text (builder, "backend", device->backend);
  add_text (builder, "device", device->device);
  add_number (builder, "copy_bytes_per_s", device->peak.copied);
  add_number (builder, "memory_bytes_per_s", device->peak.memory);
  add_number (builder, "flops_per_s", device->peak.flops);
  add_number (builder, "empty_call_ms", device->peak.call);
  json_builder_end_object (builder);
}

char *
bench_report_to_json (BenchReport *self)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autoptr (JsonNode) root = NULL;

  json_builder_begin_object (builder);
  add_text (builder, "machine", self->machine);
  json_builder_set_member_name (builder, "devices");
  json_builder_begin_array (builder);
  for (guint i = 0; i < self->devices->len; i++)
    build_device (&g_array_index (self->devices, Device, i), builder);
  json_builder_end_array (builder);
  json_builder_set_member_name (builder, "rows");
  json_builder_begin_array (builder);
  for (guint i = 0; i < self->rows->len; i++)
    build_row (self, &g_array_index (self->rows, BenchRow, i), builder);
  json_builder_end_array (builder);
  json_builder_set_member_name (builder, "notes");
  json_builder_begin_array (builder);
  for (guint i = 0; i < self->notes->len; i++)
    json_builder_add_string_value (builder, g_ptr_array_index (self->notes, i));
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  root = json_builder_get_root (builder);
  return venule_export_json_to_text (root);
}

/* test-hyperstack.c: stacks with channels, depth and time, as ImageJ and OME-TIFF describe them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include <sys/wait.h>

#include "clips.h"
#include "stacks.h"
#include "venule-error.h"
#include "venule-source-record.h"
#include "venule-stack.h"

#define WIDTH 40
#define HEIGHT 30

static const StackLayout plain = { "plain", "w", 16, .photometric = PHOTOMETRIC_MINISBLACK };

typedef struct {
  char *folder;
  char *path;
} Fixture;

static void
set_up (Fixture       *self,
        gconstpointer  data)
{
  self->folder = clips_make_folder ();
  self->path = g_build_filename (self->folder, "stack.ome.tif", NULL);
}

static void
tear_down (Fixture       *self,
           gconstpointer  data)
{
  clips_remove_folder (self->folder);
  g_free (self->path);
}

static void
write_stack (Fixture    *self,
             const char *description,
             int         n_pages)
{
  const StackTags tags = { .description = description };

  stacks_write (&plain, &tags, self->path, WIDTH, HEIGHT, 0, n_pages);
}

static void
assert_is_plane (VenuleFrame *frame,
                 gint64       plane)
{
  g_assert_nonnull (frame);
  g_assert_false (frame->corrupt);
  for (int y = 0; y < HEIGHT; y++)
    for (int x = 0; x < WIDTH; x++)
      g_assert_cmpuint (venule_frame_get_sample (frame, x, y), ==, stacks_get_number (&plain, plane, x, y, 0));
}

static VenuleSource *
open_as (Fixture                  *self,
         const VenuleInputOptions *options)
{
  g_autoptr (GError) error = NULL;
  VenuleSource *source = venule_source_open_as (self->path, options, NULL, &error);

  g_assert_no_error (error);
  return source;
}

static void
assert_refused (Fixture                  *self,
                const VenuleInputOptions *options,
                int                       code,
                const char               *part)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (venule_source_open_as (self->path, options, NULL, &error));
  g_assert_error (error, VENULE_ERROR, code);
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, part));
  g_assert_nonnull (strstr (error->message, "stack.ome.tif"));
  g_assert_true (g_utf8_validate (error->message, -1, NULL));
}

/* Before and after the table, forwards and backwards: frame i is the plane first + i * step. */
static void
assert_frames (VenuleSource *source,
               gint64        first,
               gint64        step,
               int           n)
{
  g_autoptr (VenuleReader) reader = venule_source_open_reader (source, NULL);
  g_autoptr (VenuleReader) other = NULL;

  for (int i = n - 1; i >= 0; i--)
    {
      g_autoptr (VenuleFrame) frame = clips_read (reader, i);

      assert_is_plane (frame, first + i * step);
    }
  clips_build_table (source);
  g_assert_cmpint (venule_source_get_n_frames (source), ==, n);
  other = venule_source_open_reader (source, NULL);
  for (int i = 0; i < 20; i++)
    {
      int index = g_test_rand_int_range (0, n);
      g_autoptr (VenuleFrame) frame = clips_read (other, index);

      assert_is_plane (frame, first + index * step);
    }
  g_assert_null (clips_read (other, n));
}

static void
imagej_channels_and_slices_are_asked_for (Fixture       *self,
                                          gconstpointer  data)
{
  write_stack (self, "ImageJ=1.53t\nimages=30\nchannels=3\nslices=2\nframes=5\nhyperstack=true\nfinterval=0.04\n", 30);
  assert_refused (self, &(VenuleInputOptions) { 0 }, VENULE_ERROR_QUESTION, "--channel 1 to --channel 3");
  assert_refused (self, &(VenuleInputOptions) { .channel = 2 }, VENULE_ERROR_QUESTION, "--slice 1 to --slice 2");
  assert_refused (self, &(VenuleInputOptions) { .channel = 4, .slice = 1 }, VENULE_ERROR_INVALID, "no number 4");
  assert_refused (self, &(VenuleInputOptions) { .channel = 1, .slice = 3 }, VENULE_ERROR_INVALID, "no number 3");
  assert_refused (self, &(VenuleInputOptions) { .axis = VENULE_AXIS_SLICE, .channel = 1 }, VENULE_ERROR_INVALID,
                  "--time-axis");

  for (int channel = 1; channel <= 3; channel++)
    for (int slice = 1; slice <= 2; slice++)
      {
        const VenuleInputOptions options = { .channel = channel, .slice = slice };
        g_autoptr (VenuleSource) source = open_as (self, &options);
        VenuleFrameInfo info;

        assert_frames (source, (channel - 1) + 3 * (slice - 1), 6, 5);
        g_assert_true (venule_source_get_frame_info (source, 4, &info));
        g_assert_cmpfloat_with_epsilon (info.time, 0.16, 1e-12);
        g_assert_cmpint (venule_source_get_input_options (source)->channel, ==, channel);
      }
}

static void
depth_that_may_be_time_is_asked_for (Fixture       *self,
                                     gconstpointer  data)
{
  g_autoptr (VenuleSource) source = NULL;
  g_autoptr (VenuleSource) one = NULL;

  write_stack (self, "ImageJ=1.53t\nimages=9\nslices=9\nfps=25\n", 9);
  assert_refused (self, &(VenuleInputOptions) { 0 }, VENULE_ERROR_QUESTION, "--time-axis z");
  source = open_as (self, &(VenuleInputOptions) { .axis = VENULE_AXIS_SLICE });
  assert_frames (source, 0, 1, 9);
  g_assert_cmpfloat_with_epsilon (venule_source_get_frame_rate (source), 25, 1e-9);

  assert_refused (self, &(VenuleInputOptions) { .axis = VENULE_AXIS_TIME }, VENULE_ERROR_QUESTION, "--slice");
  one = open_as (self, &(VenuleInputOptions) { .axis = VENULE_AXIS_TIME, .slice = 4 });
  assert_frames (one, 3, 1, 1);

  /* What would choose nothing. */
  assert_refused (self, &(VenuleInputOptions) { .axis = VENULE_AXIS_SLICE, .slice = 4 }, VENULE_ERROR_INVALID,
                  "Leave --slice out");
  assert_refused (self, &(VenuleInputOptions) { .axis = VENULE_AXIS_CHANNEL }, VENULE_ERROR_INVALID, "one channel");
}

/* Earlier versions kept what had no effect in their documents. They open all the same. */
static void
idle_choices_of_a_document_are_forgotten (Fixture       *self,
                                          gconstpointer  data)
{
  static char facts[] = "{\"width_px\":8,\"height_px\":8,\"bit_depth\":8,\"format\":\"%s\","
                        "\"reading\":{\"axis\":\"%s\",\"channel\":3,\"slice\":2,\"series\":1}}";
  const struct
  {
    const char   *format, *axis;
    VenuleInputOptions options;
  } cases[] = {
    { "ffv1 (gray)", "unknown", { 0 } },
    { "9 × png (gray)", "z", { 0 } },
    { "ImageJ TIFF (gray)", "t", { .axis = VENULE_AXIS_TIME, .channel = 3, .slice = 2, .series = 1 } },
    { "OME-TIFF (gray)", "z", { .axis = VENULE_AXIS_SLICE, .channel = 3, .series = 1 } },
    { "TIFF (gray)", "c", { .axis = VENULE_AXIS_CHANNEL, .slice = 2, .series = 1 } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GString) text = g_string_new (facts);
      VenuleSourceRecord record = { .path = (char *) "stack", .size = -1 };
      g_autoptr (VenuleSource) source = NULL;
      g_autoptr (GError) error = NULL;

      g_string_replace (text, "%s", cases[i].format, 1);
      g_string_replace (text, "%s", cases[i].axis, 1);
      record.facts = text->str;
      source = venule_source_new_recorded (&record, &error);
      g_assert_no_error (error);
      g_assert_true (venule_input_options_equal (venule_source_get_input_options (source), &cases[i].options));
    }
}

static void
sizes_that_do_not_multiply_are_told (Fixture       *self,
                                     gconstpointer  data)
{
  g_autoptr (VenuleSource) source = NULL;
  g_auto (GStrv) warnings = NULL;

  write_stack (self, "ImageJ=1.53t\nimages=7\nchannels=3\nslices=2\nframes=5\nfps=5\n", 7);
  source = open_as (self, &(VenuleInputOptions) { 0 });
  assert_frames (source, 0, 1, 7);
  warnings = venule_source_dup_warnings (source);
  g_assert_nonnull (strstr (warnings[0], "7 pictures but of 3 channels"));
}


#define OME_HEAD "<?xml version=\"1.0\" encoding=\"UTF-8\"?><OME "                                                     \
                 "xmlns=\"http://www.openmicroscopy.org/Schemas/OME/2016-06\">"

typedef struct {
  const char *order;
  gint64      steps[3]; /* of channel, slice and time */
} Order;

static void
ome_dimension_orders_are_followed (Fixture       *self,
                                   gconstpointer  data)
{
  const Order *order = data;
  g_autofree char *xml = g_strdup_printf (
    OME_HEAD "<Image ID=\"Image:0\"><Pixels DimensionOrder=\"%s\" SizeX=\"40\" SizeY=\"30\" SizeC=\"2\" SizeZ=\"3\" "
             "SizeT=\"4\" Type=\"uint16\" TimeIncrement=\"40\" TimeIncrementUnit=\"ms\"><Channel ID=\"Channel:0:0\" "
             "Name=\"vessel\"/><Channel ID=\"Channel:0:1\" Name=\"cells\"/><TiffData/></Pixels></Image></OME>",
    order->order);
  g_autoptr (VenuleStack) stack = NULL;

  write_stack (self, xml, 24);
  assert_refused (self, &(VenuleInputOptions) { 0 }, VENULE_ERROR_QUESTION, "--channel");
  stack = venule_stack_probe (self->path, 0, NULL);
  g_assert_cmpint (stack->n_channels, ==, 2);
  g_assert_cmpint (stack->n_slices, ==, 3);
  g_assert_cmpint (stack->n_times, ==, 4);
  g_assert_cmpstr (g_ptr_array_index (stack->channel_names, 1), ==, "cells");
  for (int channel = 1; channel <= 2; channel++)
    for (int slice = 1; slice <= 3; slice++)
      {
        const VenuleInputOptions options = { .channel = channel, .slice = slice };
        g_autoptr (VenuleSource) source = open_as (self, &options);

        assert_frames (source, (channel - 1) * order->steps[0] + (slice - 1) * order->steps[1], order->steps[2], 4);
        g_assert_cmpfloat_with_epsilon (venule_source_get_frame_rate (source), 25, 1e-9);
      }
}

/* Pictures that a camera took at uneven times, of one channel of two; the other's times are others. */
static void
ome_times_of_planes_are_the_times (Fixture       *self,
                                   gconstpointer  data)
{
  static const double times[] = { 12.5, 12.54, 12.61, 12.65, 12.85 };
  GString *xml = g_string_new (OME_HEAD "<Image><Pixels DimensionOrder=\"XYCZT\" SizeX=\"40\" SizeY=\"30\" SizeC=\"2\" "
                                        "SizeZ=\"1\" SizeT=\"5\" TimeIncrement=\"1\"><TiffData/>");
  g_autoptr (VenuleSource) source = NULL;
  g_autofree char *origin = NULL;

  for (int t = 4; t >= 0; t--)
    {
      g_string_append_printf (xml, "<Plane TheC=\"1\" TheZ=\"0\" TheT=\"%d\" DeltaT=\"%g\" DeltaTUnit=\"ms\"/>", t,
                              1000 * times[t]);
      g_string_append_printf (xml, "<Plane TheC=\"0\" TheZ=\"0\" TheT=\"%d\" DeltaT=\"%d\"/>", t, t);
    }
  g_string_append (xml, "</Pixels></Image></OME>");
  write_stack (self, xml->str, 10);
  g_string_free (xml, TRUE);

  source = open_as (self, &(VenuleInputOptions) { .channel = 2 });
  assert_frames (source, 1, 2, 5);
  for (int t = 0; t < 5; t++)
    {
      VenuleFrameInfo info;

      g_assert_true (venule_source_get_frame_info (source, t, &info));
      g_assert_cmpfloat_with_epsilon (info.time, times[t] - times[0], 1e-9);
    }
  g_assert_cmpfloat_with_epsilon (venule_source_get_frame_rate (source), 4 / 0.35, 1e-6);
  origin = venule_source_dup_rate_origin (source);
  g_assert_cmpstr (origin, ==, "times of 5 pictures in the description of the stack");
}

/* The description tells of three pictures, and the file has five. */
static void
ome_times_go_on_behind_the_last_that_is_told (Fixture       *self,
                                              gconstpointer  data)
{
  g_autoptr (VenuleSource) source = NULL;

  write_stack (self, OME_HEAD "<Image><Pixels DimensionOrder=\"XYCZT\" SizeX=\"40\" SizeY=\"30\" SizeC=\"1\" "
                              "SizeZ=\"1\" SizeT=\"3\"><Plane TheC=\"0\" TheZ=\"0\" TheT=\"0\" DeltaT=\"1\"/>"
                              "<Plane TheC=\"0\" TheZ=\"0\" TheT=\"1\" DeltaT=\"1.3\"/>"
                              "<Plane TheC=\"0\" TheZ=\"0\" TheT=\"2\" DeltaT=\"1.5\"/></Pixels></Image></OME>", 5);
  source = open_as (self, &(VenuleInputOptions) { 0 });
  assert_frames (source, 0, 1, 5);
  for (int t = 0; t < 5; t++)
    {
      static const double times[] = { 0, 0.3, 0.5, 0.75, 1 };
      VenuleFrameInfo info;

      g_assert_true (venule_source_get_frame_info (source, t, &info));
      g_assert_cmpfloat_with_epsilon (info.time, times[t], 1e-9);
    }
  g_assert_cmpfloat_with_epsilon (venule_source_get_frame_rate (source), 4, 1e-9);
}

static void
assert_told (VenuleSource *source,
             const char   *part)
{
  g_auto (GStrv) warnings = venule_source_dup_warnings (source);
  g_autofree char *all = g_strjoinv ("\n", warnings);

  g_test_message ("%s", all);
  g_assert_nonnull (strstr (all, part));
}

/* The second of three pictures comes at the time of the first, before it, or at no time. */
static void
ome_times_that_cannot_be_used_are_told (Fixture       *self,
                                        gconstpointer  data)
{
  static const char *const odd[] = { "DeltaT=\"1\"", "DeltaT=\"0.5\"", "" };

  for (guint i = 0; i < 2 * G_N_ELEMENTS (odd); i++)
    {
      gboolean has_interval = i % 2 == 0;
      g_autofree char *xml = g_strdup_printf (
        OME_HEAD "<Image><Pixels DimensionOrder=\"XYCZT\" SizeX=\"40\" SizeY=\"30\" SizeC=\"1\" SizeZ=\"1\" "
                 "SizeT=\"3\" %s><Plane TheC=\"0\" TheZ=\"0\" TheT=\"0\" DeltaT=\"1\"/>"
                 "<Plane TheC=\"0\" TheZ=\"0\" TheT=\"1\" %s/>"
                 "<Plane TheC=\"0\" TheZ=\"0\" TheT=\"2\" DeltaT=\"1.5\"/></Pixels></Image></OME>",
        has_interval ? "TimeIncrement=\"0.5\"" : "", odd[i / 2]);
      g_autoptr (VenuleSource) source = NULL;

      write_stack (self, xml, 3);
      source = open_as (self, &(VenuleInputOptions) { 0 });
      assert_frames (source, 0, 1, 3);
      g_assert_cmpfloat_with_epsilon (venule_source_get_frame_rate (source), has_interval ? 2 : 0, 1e-9);
      assert_told (source, has_interval ? "missing or out of order" : "no usable timestamps");
    }
}

/* Two frames/s by the times of its pictures, of which one is missing, and another number by its interval. */
static void
ome_times_that_contradict_the_interval_are_told (Fixture       *self,
                                                 gconstpointer  data)
{
  static const double intervals[] = { 0.5, 0.48, 0.25, 2 };

  for (guint i = 0; i < G_N_ELEMENTS (intervals); i++)
    {
      g_autofree char *xml = g_strdup_printf (
        OME_HEAD "<Image><Pixels DimensionOrder=\"XYCZT\" SizeX=\"40\" SizeY=\"30\" SizeC=\"1\" SizeZ=\"1\" "
                 "SizeT=\"4\" TimeIncrement=\"%g\"><Plane TheC=\"0\" TheZ=\"0\" TheT=\"0\" DeltaT=\"0\"/>"
                 "<Plane TheC=\"0\" TheZ=\"0\" TheT=\"1\" DeltaT=\"0.5\"/>"
                 "<Plane TheC=\"0\" TheZ=\"0\" TheT=\"2\" DeltaT=\"1.5\"/>"
                 "<Plane TheC=\"0\" TheZ=\"0\" TheT=\"3\" DeltaT=\"2\"/></Pixels></Image></OME>", intervals[i]);
      g_autoptr (VenuleSource) source = NULL;
      g_auto (GStrv) warnings = NULL;

      write_stack (self, xml, 4);
      source = open_as (self, &(VenuleInputOptions) { 0 });
      assert_frames (source, 0, 1, 4);
      warnings = venule_source_dup_warnings (source);
      g_assert_cmpuint (g_strv_length (warnings), ==, i >= 2);
      if (i >= 2)
        assert_told (source, i == 2 ? "has 2 frames/s, by its header 4." : "has 2 frames/s, by its header 0.5.");
    }
}

/* Times that no camera takes pictures at, and a size that no pixel has: a document with them could not be opened. */
static void
ome_numbers_that_make_no_sense_are_none (Fixture       *self,
                                         gconstpointer  data)
{
  g_autoptr (VenuleSource) source = NULL;
  double width, height;

  write_stack (self, OME_HEAD "<Image><Pixels DimensionOrder=\"XYCZT\" SizeC=\"1\" SizeZ=\"1\" SizeT=\"2\" "
                              "PhysicalSizeX=\"1e300\" PhysicalSizeY=\"1e300\">"
                              "<Plane TheC=\"0\" TheZ=\"0\" TheT=\"0\" DeltaT=\"0\"/>"
                              "<Plane TheC=\"0\" TheZ=\"0\" TheT=\"1\" DeltaT=\"1e-13\"/></Pixels></Image></OME>", 2);
  source = open_as (self, &(VenuleInputOptions) { 0 });
  assert_frames (source, 0, 1, 2);
  g_assert_cmpfloat (venule_source_get_frame_rate (source), ==, 0);
  g_assert_null (venule_source_get_scale (source, &width, &height));
}

/* The description counts too few of five pages: all are read where it does not say where they are, and else it is
 * told. */
static void
ome_pages_that_are_not_counted_are_told (Fixture       *self,
                                         gconstpointer  data)
{
  static const char *const sizes[] = { "SizeT=\"3\"", "SizeT=\"0\"", "" };
  g_autoptr (VenuleSource) placed = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autofree char *xml = g_strconcat (OME_HEAD "<Image><Pixels DimensionOrder=\"XYCZT\" SizeC=\"1\" SizeZ=\"1\" ",
                                          sizes[i], "><TiffData/></Pixels></Image></OME>", NULL);
      g_autoptr (VenuleSource) source = NULL;

      write_stack (self, xml, 5);
      source = open_as (self, &(VenuleInputOptions) { 0 });
      assert_frames (source, 0, 1, 5);
      assert_told (source, i == 0 ? "says 3 frames, 5 can" : "says 1 frame, 5 can");
    }

  write_stack (self, OME_HEAD "<Image><Pixels DimensionOrder=\"XYCZT\" SizeC=\"1\" SizeZ=\"1\" SizeT=\"3\"><TiffData "
                              "IFD=\"0\" PlaneCount=\"3\"/></Pixels></Image></OME>", 5);
  placed = open_as (self, &(VenuleInputOptions) { 0 });
  assert_frames (placed, 0, 1, 3);
  assert_told (placed, "tells of 3 pictures. The file has more");
}

/* (transfer full): of @n_times pictures, all of which lie on the first page, in elements that reach to the last. */
static char *
dup_repeating (int n_times)
{
  GString *xml = g_string_new (OME_HEAD "<Image><Pixels DimensionOrder=\"XYCZT\" SizeC=\"1\" SizeZ=\"1\" ");

  g_string_append_printf (xml, "SizeT=\"%d\">", n_times);
  for (int t = 0; t < n_times; t++)
    g_string_append_printf (xml, "<TiffData FirstT=\"%d\" IFD=\"0\" PlaneCount=\"%d\"/>", t, n_times - t);
  g_string_append (xml, "</Pixels></Image></OME>");
  return g_string_free (xml, FALSE);
}

/* A page of each of 9000 pictures would be read 9000 times. */
static void
ome_one_page_is_not_many_pictures (Fixture       *self,
                                   gconstpointer  data)
{
  g_autofree char *few = dup_repeating (4), *many = dup_repeating (5);
  g_autoptr (VenuleSource) source = NULL;

  write_stack (self, few, 4);
  source = open_as (self, &(VenuleInputOptions) { 0 });
  g_assert_cmpint (venule_source_get_n_frames (source), ==, 4);
  write_stack (self, many, 5);
  assert_refused (self, &(VenuleInputOptions) { 0 }, VENULE_ERROR_DAMAGED, "one page for more than 4 pictures");
}

/* One time a file, as Micro-Manager and Bio-Formats write it; opened by the second of them. */
static void
ome_files_belong_together (Fixture       *self,
                           gconstpointer  data)
{
  gboolean one_is_missing = GPOINTER_TO_INT (data);
  GString *xml = g_string_new (OME_HEAD "<Image><Pixels DimensionOrder=\"XYZCT\" SizeX=\"40\" SizeY=\"30\" SizeC=\"1\" "
                                        "SizeZ=\"1\" SizeT=\"6\" TimeIncrement=\"0.5\">");
  g_autoptr (VenuleSource) source = NULL;
  g_autofree char *hash = NULL;

  for (int t = 0; t < 6; t++)
    g_string_append_printf (xml, "<TiffData FirstT=\"%d\" IFD=\"%d\" PlaneCount=\"1\"><UUID FileName=\"%s\">urn:uuid:%d"
                                 "</UUID></TiffData>", t, t % 2,
                            t / 2 == 0 ? "first.tif" : t / 2 == 1 ? "stack.ome.tif" : "../elsewhere/last.tif", t);
  g_string_append (xml, "</Pixels></Image></OME>");
  for (int file = 0; file < 3; file++)
    {
      const StackTags tags = { .description = xml->str };
      const char *const names[] = { "first.tif", "stack.ome.tif", "last.tif" };
      g_autofree char *path = g_build_filename (self->folder, names[file], NULL);

      if (!(one_is_missing && file == 0))
        stacks_write (&plain, &tags, path, WIDTH, HEIGHT, 2 * file, 2);
    }
  g_string_free (xml, TRUE);

  if (one_is_missing)
    {
      assert_refused (self, &(VenuleInputOptions) { 0 }, VENULE_ERROR_NOT_FOUND, "first.tif");
      return;
    }
  source = open_as (self, &(VenuleInputOptions) { 0 });
  assert_frames (source, 0, 1, 6);
  hash = venule_source_dup_hash (source, NULL, NULL);
  g_assert_cmpint (strlen (hash), ==, 64);
}

static void
a_renamed_ome_file_is_still_itself (Fixture       *self,
                                    gconstpointer  data)
{
  g_autoptr (VenuleSource) source = NULL;

  write_stack (self, OME_HEAD "<Image><Pixels DimensionOrder=\"XYCZT\" SizeC=\"1\" SizeZ=\"1\" SizeT=\"3\"><TiffData "
                              "IFD=\"0\" PlaneCount=\"3\"><UUID FileName=\"as it was "
                              "called.ome.tif\">x</UUID></TiffData></Pixels></Image></OME>", 3);
  source = open_as (self, &(VenuleInputOptions) { 0 });
  assert_frames (source, 0, 1, 3);
}

static void
the_description_may_be_in_another_file (Fixture       *self,
                                        gconstpointer  data)
{
  g_autofree char *path = g_build_filename (self->folder, "all.companion.ome", NULL);
  g_autoptr (VenuleSource) source = NULL;

  write_stack (self, OME_HEAD "<BinaryOnly MetadataFile=\"all.companion.ome\" UUID=\"x\"/></OME>", 4);
  assert_refused (self, &(VenuleInputOptions) { 0 }, VENULE_ERROR_NOT_FOUND, "all.companion.ome");
  g_file_set_contents (path, OME_HEAD "<Image><Pixels DimensionOrder=\"XYCZT\" SizeC=\"2\" SizeZ=\"1\" "
                                      "SizeT=\"2\"><TiffData/></Pixels></Image></OME>", -1, NULL);
  source = open_as (self, &(VenuleInputOptions) { .channel = 2 });
  assert_frames (source, 1, 2, 2);
}

static void
one_of_several_images_is_chosen (Fixture       *self,
                                 gconstpointer  data)
{
  g_autoptr (VenuleSource) source = NULL;

  write_stack (self, OME_HEAD "<Image><Pixels DimensionOrder=\"XYCZT\" SizeC=\"1\" SizeZ=\"1\" SizeT=\"2\"><TiffData "
                              "IFD=\"0\" PlaneCount=\"2\"/></Pixels></Image><Image><Pixels DimensionOrder=\"XYCZT\" "
                              "SizeC=\"1\" SizeZ=\"1\" SizeT=\"3\"><TiffData IFD=\"2\" "
                              "PlaneCount=\"3\"/></Pixels></Image></OME>", 5);
  assert_refused (self, &(VenuleInputOptions) { 0 }, VENULE_ERROR_QUESTION, "--series 1 to --series 2");
  source = open_as (self, &(VenuleInputOptions) { .series = 2 });
  assert_frames (source, 2, 1, 3);
}

static void
a_damaged_description_is_told (Fixture       *self,
                               gconstpointer  data)
{
  static const char *const texts[] = {
    OME_HEAD "<Image><Pixels SizeT=\"3\">",
    "<!DOCTYPE x [<!ENTITY a \"aaaa\">]><OME><Image><Pixels SizeT=\"&a;\"/></Image></OME>",
    OME_HEAD "<Image><Pixels SizeT=3/></Image></OME>",
    OME_HEAD "<Image><\xc3\x82\xc2\x97l\xe2\x80\x9d \xc2\xa2=\"1\"/></Image></OME>",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      write_stack (self, texts[i], 3);
      assert_refused (self, &(VenuleInputOptions) { 0 }, VENULE_ERROR_DAMAGED, "OME description");
    }
}

/* Sizes that nobody has: the pages that there are come, and nothing is allocated by them. */
static void
sizes_beyond_all_reason_do_no_harm (Fixture       *self,
                                    gconstpointer  data)
{
  g_autoptr (VenuleSource) source = NULL;

  write_stack (self, OME_HEAD "<Image><Pixels DimensionOrder=\"XYCZT\" SizeC=\"2147483647\" SizeZ=\"2147483647\" "
                              "SizeT=\"2147483647\"><TiffData FirstT=\"2147483647\" "
                              "PlaneCount=\"2147483647\"/><TiffData PlaneCount=\"2147483647\"/></Pixels></Image></OME>",
                              3);
  source = open_as (self, &(VenuleInputOptions) { .channel = 1, .slice = 1 });
  assert_frames (source, 0, 1, 1);
}

typedef struct {
  StackTags tags;
  double    width_um;
  double    height_um;
} Scale;

static void
the_size_of_a_pixel_is_proposed (Fixture       *self,
                                 gconstpointer  data)
{
  const Scale *scale = data;
  g_autoptr (VenuleSource) source = NULL;
  const char *origin;
  double width_um;
  double height_um;

  stacks_write (&plain, &scale->tags, self->path, WIDTH, HEIGHT, 0, 2);
  source = open_as (self, &(VenuleInputOptions) { 0 });
  origin = venule_source_get_scale (source, &width_um, &height_um);
  g_test_message ("%s", origin);
  g_assert_true ((origin != NULL) == (scale->width_um > 0));
  if (origin != NULL)
    {
      g_assert_cmpfloat_with_epsilon (width_um, scale->width_um, 1e-5 * scale->width_um);
      g_assert_cmpfloat_with_epsilon (height_um, scale->height_um, 1e-5 * scale->height_um);
    }
}

/* As a person at the command line sees it. */
static void
the_command_line_names_the_option (Fixture       *self,
                                   gconstpointer  data)
{
  const char *program = g_getenv ("VENULE_CLI");
  const char *asked[] = { program, "info", self->path, NULL };
  const char *answered[] = { program, "info", "--time-axis", "z", self->path, NULL };
  const char *wrong[] = { program, "info", "--time-axis", "x", self->path, NULL };
  const char *absurd[] = { program, "analyze", "--time-axis", "z", "--pixel-size", "file", self->path, NULL };
  const struct {
    const char **argv;
    int          code;
    const char  *part;
  } runs[] = { { asked, 1, "--time-axis z if they are" },
               { answered, 0, "\"frames\" : 6" },
               { wrong, 2, "is not t, z or c" },
               { absurd, 1, "print resolution" } };
  const StackTags tags = { "ImageJ=1.53t\nimages=6\nslices=6\nunit=inch\n", 72, RESUNIT_NONE };

  stacks_write (&plain, &tags, self->path, WIDTH, HEIGHT, 0, 6);
  for (guint i = 0; i < G_N_ELEMENTS (runs); i++)
    {
      g_autofree char *out = NULL;
      g_autofree char *err = NULL;
      int status;

      g_assert_true (g_spawn_sync (NULL, (char **) runs[i].argv, NULL, 0, NULL, NULL, &out, &err, &status, NULL));
      g_test_message ("%s", err);
      g_assert_true (WIFEXITED (status));
      g_assert_cmpint (WEXITSTATUS (status), ==, runs[i].code);
      g_assert_nonnull (strstr (runs[i].code == 0 ? out : err, runs[i].part));
    }
}

#define OME_PIXELS(attributes) \
  OME_HEAD "<Image><Pixels DimensionOrder=\"XYCZT\" SizeC=\"1\" SizeZ=\"1\" SizeT=\"2\" " attributes "/></Image></OME>"
#define ADD(path, data, function) g_test_add (path, Fixture, data, set_up, function, tear_down)

int
main (int    argc,
      char **argv)
{
  static const Order orders[] = { { "XYCZT", { 1, 2, 6 } },  { "XYCTZ", { 1, 8, 2 } },  { "XYZCT", { 3, 1, 6 } },
                                  { "XYZTC", { 12, 1, 3 } }, { "XYTCZ", { 4, 8, 1 } },  { "XYTZC", { 12, 4, 1 } } };
  static const Scale scales[] = {
    { { .description = OME_PIXELS ("PhysicalSizeX=\"0.363\" PhysicalSizeY=\"0.364\"") }, 0.363, 0.364 },
    { { .description = OME_PIXELS ("PhysicalSizeX=\"363\" PhysicalSizeXUnit=\"nm\" PhysicalSizeY=\"0.000363\" "
                                   "PhysicalSizeYUnit=\"mm\"") }, 0.363, 0.363 },
    { { .description = OME_PIXELS ("PhysicalSizeX=\"1\" PhysicalSizeXUnit=\"pixel\" PhysicalSizeY=\"1\" "
                                   "PhysicalSizeYUnit=\"pixel\"") }, 0, 0 },
    { { .description = OME_PIXELS ("PhysicalSizeX=\"nan\" PhysicalSizeY=\"-1\"") }, 0, 0 },
    { { .description = OME_PIXELS ("PhysicalSizeX=\"0x1\" PhysicalSizeY=\" 1\"") }, 0, 0 },
    /* µ as ISO 8859-1 has it */
    { { .description = OME_PIXELS ("PhysicalSizeX=\"0.5\" PhysicalSizeXUnit=\"\xb5m\" PhysicalSizeY=\"0.5\"") }, 0.5,
      0.5 },
    { { "ImageJ=1.53t\nimages=2\nunit=micron\n", 2.75482, RESUNIT_NONE }, 1 / 2.75482, 1 / 2.75482 },
    { { "ImageJ=1.53t\nimages=2\nunit=\\u00B5m\n", 2, RESUNIT_NONE }, 0.5, 0.5 },
    { { "ImageJ=1.53t\nimages=2\nunit=mm\n", 2000, RESUNIT_NONE }, 0.5, 0.5 },
    { { "ImageJ=1.53t\nimages=2\nunit=pixel\n", 2, RESUNIT_NONE }, 0, 0 },
    { { NULL, 25400, RESUNIT_INCH }, 1, 1 },
    { { NULL, 72, RESUNIT_INCH }, 25400 / 72.0, 25400 / 72.0 },
    { { NULL, 20000, RESUNIT_CENTIMETER }, 0.5, 0.5 },
    { { NULL, 2, RESUNIT_NONE }, 0, 0 },
    { { NULL }, 0, 0 },
  };

  g_test_init (&argc, &argv, NULL);
  ADD ("/hyperstack/imagej-channels-and-slices-are-asked-for", NULL, imagej_channels_and_slices_are_asked_for);
  ADD ("/hyperstack/depth-that-may-be-time-is-asked-for", NULL, depth_that_may_be_time_is_asked_for);
  ADD ("/hyperstack/the-command-line-names-the-option", NULL, the_command_line_names_the_option);
  ADD ("/hyperstack/idle-choices-of-a-document-are-forgotten", NULL, idle_choices_of_a_document_are_forgotten);
  ADD ("/hyperstack/sizes-that-do-not-multiply-are-told", NULL, sizes_that_do_not_multiply_are_told);
  for (guint i = 0; i < G_N_ELEMENTS (orders); i++)
    {
      g_autofree char *path = g_strconcat ("/hyperstack/ome-dimension-orders-are-followed/", orders[i].order, NULL);

      ADD (path, &orders[i], ome_dimension_orders_are_followed);
    }
  ADD ("/hyperstack/ome-times-of-planes-are-the-times", NULL, ome_times_of_planes_are_the_times);
  ADD ("/hyperstack/ome-times-go-on-behind-the-last-that-is-told", NULL, ome_times_go_on_behind_the_last_that_is_told);
  ADD ("/hyperstack/ome-times-that-cannot-be-used-are-told", NULL, ome_times_that_cannot_be_used_are_told);
  ADD ("/hyperstack/ome-times-that-contradict-the-interval-are-told", NULL,
       ome_times_that_contradict_the_interval_are_told);
  ADD ("/hyperstack/ome-numbers-that-make-no-sense-are-none", NULL, ome_numbers_that_make_no_sense_are_none);
  ADD ("/hyperstack/ome-pages-that-are-not-counted-are-told", NULL, ome_pages_that_are_not_counted_are_told);
  ADD ("/hyperstack/ome-one-page-is-not-many-pictures", NULL, ome_one_page_is_not_many_pictures);
  ADD ("/hyperstack/ome-files-belong-together", GINT_TO_POINTER (FALSE), ome_files_belong_together);
  ADD ("/hyperstack/an-ome-file-that-is-missing-is-named", GINT_TO_POINTER (TRUE), ome_files_belong_together);
  ADD ("/hyperstack/a-renamed-ome-file-is-still-itself", NULL, a_renamed_ome_file_is_still_itself);
  ADD ("/hyperstack/the-description-may-be-in-another-file", NULL, the_description_may_be_in_another_file);
  ADD ("/hyperstack/one-of-several-images-is-chosen", NULL, one_of_several_images_is_chosen);
  ADD ("/hyperstack/a-damaged-description-is-told", NULL, a_damaged_description_is_told);
  ADD ("/hyperstack/sizes-beyond-all-reason-do-no-harm", NULL, sizes_beyond_all_reason_do_no_harm);
  for (guint i = 0; i < G_N_ELEMENTS (scales); i++)
    {
      g_autofree char *path = g_strdup_printf ("/hyperstack/the-size-of-a-pixel-is-proposed/%u", i);

      ADD (path, &scales[i], the_size_of_a_pixel_is_proposed);
    }
  return g_test_run ();
}

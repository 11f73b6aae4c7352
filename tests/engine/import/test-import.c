/* test-import.c: tracks from other programs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-import.h"

#include <glib/gstdio.h>
#include <math.h>

#include "fake-source.h"
#include "venule-error.h"

typedef struct {
  VenuleDocument *document; /* 640×480, 100 frames, 0.5 µm/px */
  char           *path;
} Desk;

static void
set_up (Desk          *desk,
        gconstpointer  data)
{
  g_autoptr(VenuleSource) source = fake_source_new (25, 100, TRUE);
  g_autoptr(VenuleSettings) settings = venule_settings_new ();
  int fd = g_file_open_tmp ("venule-import-XXXXXX", &desk->path, NULL);

  g_assert_cmpint (fd, >=, 0);
  g_close (fd, NULL);
  settings->calibration.pixel_size_um = 0.5;
  settings->cell_diameter = 20;
  desk->document = venule_document_new (source);
  venule_document_set_settings (desk->document, settings);
}

static void
tear_down (Desk          *desk,
           gconstpointer  data)
{
  g_unlink (desk->path);
  g_free (desk->path);
  g_object_unref (desk->document);
}

static VenuleImport *
read_text (Desk       *desk,
           const char *text,
           GError    **error)
{
  g_unlink (desk->path); /* written over, and not brought to the disk each time */
  g_assert_true (g_file_set_contents_full (desk->path, text, -1, G_FILE_SET_CONTENTS_NONE, 0600, NULL));

  return venule_import_read (desk->path, desk->document, NULL, error);
}

static const VenuleSpot *
spot_of (VenuleImport *import,
         guint         track,
         gint64        frame)
{
  const VenuleSpot *spot = venule_track_get_spot_at (g_ptr_array_index (import->tracks, track), frame);

  g_assert_nonnull (spot);
  return spot;
}

static void
assert_at (VenuleImport *import,
           guint         track,
           gint64        frame,
           double        x,
           double        y)
{
  const VenuleSpot *spot = spot_of (import, track, frame);

  g_assert_cmpfloat_with_epsilon (spot->x, x, 1e-9);
  g_assert_cmpfloat_with_epsilon (spot->y, y, 1e-9);
  g_assert_cmpint (spot->source, ==, VENULE_SPOT_MANUAL);
}

/* The frame rate that was typed after a run is that of the next one. */
static void
test_times_are_those_of_the_run (Desk          *desk,
                                 gconstpointer  data)
{
  g_autoptr(VenuleSettings) settings = venule_settings_copy (venule_document_get_settings (desk->document));
  g_autoptr(GPtrArray) none = g_ptr_array_new ();
  g_autoptr(GError) error = NULL;
  g_autoptr(VenuleImport) import = NULL;
  double first = venule_document_get_time (desk->document, 0), last = venule_document_get_time (desk->document, 20);
  g_autofree char *text =
    g_strdup_printf ("track_id,frame,time_s,x_px,y_px\r\n3,0,%.6f,10.5,20\r\n3,20,%.6f,12.5,20\r\n", first, last);

  venule_document_begin_run (desk->document, settings);
  venule_document_finish_run (desk->document, none);
  settings->calibration.frame_rate = 10;
  settings->cell_diameter = 30;
  venule_document_set_settings (desk->document, settings);
  import = read_text (desk, text, &error);
  g_assert_no_error (error);
  g_assert_cmpfloat_with_epsilon (spot_of (import, 0, 20)->time, last, 1e-9);
  g_assert_cmpfloat (spot_of (import, 0, 20)->radius, ==, 10);
  g_assert_cmpfloat (import->clash.told, ==, 0);
}

static void
test_own_table (Desk          *desk,
                gconstpointer  data)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(VenuleImport) import = read_text (desk, "track_id,frame,time_s,x_px,y_px,radius_px\r\n"
                                                    "3,0,0.0,10.5,20,8\r\n3,1,0.04,12.5,20,8\r\n8,1,0.04,300,200,9\r\n",
                                                    &error);

  g_assert_no_error (error);
  g_assert_cmpuint (import->tracks->len, ==, 2);
  g_assert_cmpstr (g_ptr_array_index (import->names, 1), ==, "8");
  assert_at (import, 0, 1, 12.5, 20);
  g_assert_cmpfloat (spot_of (import, 1, 1)->radius, ==, 9);
  g_assert_cmpfloat_with_epsilon (spot_of (import, 1, 1)->time, venule_document_get_time (desk->document, 1), 1e-12);
  g_assert_cmpint (import->first_frame, ==, 0);
  g_assert_cmpuint (import->n_alone, ==, 0);
}

/* Here it has 0.5 µm. */
static void
test_another_pixel_size_is_told (Desk          *desk,
                                 gconstpointer  data)
{
  static const struct {
    const char *text;
    double      told;
  } files[] = {
    { "track_id,frame,x_px,y_px,x_um,y_um\n1,0,0,9,0,2.25\n1,1,100,9,25.001,2.25\n", 0.25 },
    { "track_id,frame,x_px,y_px,x_um,y_um\n1,0,0,9,0,4.5\n1,1,100,9,50.001,4.5\n", 0 },
    { "track_id,frame,x_px,y_px,x_um,y_um\n1,0,0,9,,\n1,1,100,9,,\n", 0 },
    { "track_id,frame,x_um,y_um\n1,0,0,9\n1,1,50,9\n", 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autoptr(GError) error = NULL;
      g_autoptr(VenuleImport) import = read_text (desk, files[i].text, &error);

      g_assert_no_error (error);
      g_assert_cmpfloat_with_epsilon (import->pixel_size_um, files[i].told, 1e-4);
      assert_at (import, 0, 1, 100, files[i].text[17] == 'u' ? 18 : 9);
    }
}

static void
assert_clash (Desk       *desk,
              const char *text,
              double      told,
              double      known)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(VenuleImport) import = read_text (desk, text, &error);

  g_assert_no_error (error);
  g_assert_cmpint (import->clash.last, ==, told > 0 ? 50 : 0);
  g_assert_cmpfloat_with_epsilon (import->clash.told, told, 1e-9);
  g_assert_cmpfloat_with_epsilon (import->clash.known, known, 1e-9);
}

/* The video's frames are 0.06 s apart. */
static void
test_other_times_are_told (Desk          *desk,
                           gconstpointer  data)
{
  assert_clash (desk, "track_id,frame,time_s,x,y\n1,0,7,9,9\n1,10,7.6,9,9\n1,50,10,9,9\n", 0, 0);
  assert_clash (desk, "track_id,frame,time_s,x,y\n1,0,7,9,9\n1,10,7.4,9,9\n1,50,9,9,9\n", 2, 3);
  assert_clash (desk, "track_id,frame,time_s,x,y\n1,1,,9,9\n1,50,2,9,9\n1,10,0.4,9,9\n1,0,0,9,9\n", 2, 3);
  assert_clash (desk, "track_id;frame;time_s;x;y\n1;0;0;9;9\n1;50;2,5;9;9\n", 2.5, 3);
  /* What is in no unit, or in frames, says nothing. */
  assert_clash (desk, "track_id,frame,time_s,x,y\n1,0,a,9,9\n1,50,b,9,9\n", 0, 0);
  assert_clash (desk, "track_id,frame,time_s,x,y\n1,0,0,9,9\n1,50,0,9,9\n", 0, 0);
  assert_clash (desk, "TRACK_ID,FRAME,POSITION_T,POSITION_X,POSITION_Y\n1,0,0,9,9\n1,50,50,9,9\n", 0, 0);
  assert_clash (desk, "TRACK_ID,FRAME,POSITION_T,POSITION_X,POSITION_Y\n,,(min),(pixel),(pixel)\n1,0,0,9,9\n"
                      "1,50,2,9,9\n", 0, 0);
  assert_clash (desk, "TRACK_ID,FRAME,POSITION_T,POSITION_X,POSITION_Y\n,,(sec),(pixel),(pixel)\n1,0,0,9,9\n"
                      "1,50,2,9,9\n", 2, 3);
  assert_clash (desk, "<Tracks spaceUnits=\"pixel\" frameInterval=\"0.04\" timeUnits=\"sec\"><particle><detection "
                      "t=\"0\" x=\"9\" y=\"9\"/><detection t=\"50\" x=\"9\" y=\"9\"/></particle></Tracks>", 2, 3);
}

static void
test_mtrackj (Desk          *desk,
              gconstpointer  data)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(VenuleImport) import = read_text (desk, "MTrackJ 1.5.1 Data File\nDisplaysettings true true\nAssembly "
                                                    "1\nCluster 1\nTrack 1\nPoint 1 111.3 126.1 1.0 1.0 1.0\nPoint 2 "
                                                    "132.5 116.2 1.0 2.0 1.0\nCluster 2\nTrack 1\nPoint 1 50 60 1 3 "
                                                    "1\nEnd of MTrackJ Data File\n", &error);

  g_assert_no_error (error);
  g_assert_cmpuint (import->tracks->len, ==, 2);
  assert_at (import, 0, 0, 111.3, 126.1);
  assert_at (import, 0, 1, 132.5, 116.2);
  assert_at (import, 1, 2, 50, 60);
}

static const char session[] =
  "<?xml version=\"1.0\" encoding=\"UTF-8\"?><TrackMate version=\"7.6.1\"><Model spatialunits=\"micron\" "
  "timeunits=\"sec\"><AllSpots nspots=\"4\"><SpotsInFrame frame=\"0\">"
  "<Spot ID=\"10\" name=\"a\" FRAME=\"0\" POSITION_X=\"25.0\" POSITION_Y=\"30.0\" RADIUS=\"2.5\"/>"
  "<Spot ID=\"11\" name=\"lonely\" FRAME=\"0\" POSITION_X=\"1.0\" POSITION_Y=\"1.0\" RADIUS=\"2.5\"/></SpotsInFrame>"
  "<SpotsInFrame frame=\"1\"><Spot ID=\"12\" name=\"b\" FRAME=\"1\" POSITION_X=\"26.0\" POSITION_Y=\"30.0\" "
  "RADIUS=\"2.5\"/><Spot ID=\"13\" name=\"c\" FRAME=\"1\" POSITION_X=\"50.0\" POSITION_Y=\"50.0\" "
  "RADIUS=\"2.5\"/></SpotsInFrame></AllSpots><AllTracks><Track name=\"Track_0\" TRACK_ID=\"0\"><Edge "
  "SPOT_SOURCE_ID=\"10\" SPOT_TARGET_ID=\"12\"/></Track><Track name=\"Track_1\" TRACK_ID=\"1\"><Edge "
  "SPOT_SOURCE_ID=\"11\" SPOT_TARGET_ID=\"13\"/></Track></AllTracks><FilteredTracks><TrackID "
  "TRACK_ID=\"0\"/></FilteredTracks></Model><Settings><ImageData pixelwidth=\"0.25\" "
  "pixelheight=\"0.25\"/></Settings></TrackMate>";

/* Its own size of a pixel counts, and tracks that its filter hides do not. */
static void
test_trackmate (Desk          *desk,
                gconstpointer  data)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(VenuleImport) import = read_text (desk, session, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (import->tracks->len, ==, 1);
  g_assert_true (import->in_um);
  g_assert_cmpfloat (import->pixel_size_um, ==, 0.25); /* and not 0.5 µm, as here */
  assert_at (import, 0, 0, 100, 120);
  assert_at (import, 0, 1, 104, 120);
  g_assert_cmpfloat (spot_of (import, 0, 0)->radius, ==, 10);
}

static void
test_trackmate_tracks_alone (Desk          *desk,
                             gconstpointer  data)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(VenuleImport) import = read_text (
    desk, "<?xml version=\"1.0\"?><Tracks nTracks=\"2\" spaceUnits=\"pixel\" frameInterval=\"0.04\" timeUnits=\"sec\">"
          "<particle nSpots=\"2\"><detection t=\"0\" x=\"5\" y=\"6\" z=\"0\"/><detection t=\"1\" x=\"7\" y=\"6\" "
          "z=\"0\"/></particle><particle nSpots=\"1\"><detection t=\"9\" x=\"50\" y=\"60\" "
          "z=\"0\"/></particle></Tracks>", &error);

  g_assert_no_error (error);
  g_assert_cmpuint (import->tracks->len, ==, 2);
  assert_at (import, 0, 1, 7, 6);
  assert_at (import, 1, 9, 50, 60);
}

/* Three rows of titles more; the unit stands in the last. */
static void
test_trackmate_table (Desk          *desk,
                      gconstpointer  data)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(VenuleImport) import = read_text (
    desk, "LABEL,ID,TRACK_ID,QUALITY,POSITION_X,POSITION_Y,FRAME\nLabel,Spot ID,Track ID,Quality,X,Y,Frame\n"
          "Label,Spot ID,Track ID,Quality,X,Y,Frame\n,,,(quality),(micron),(micron),\nID10,10,0,1,25.0,30.0,4\n",
          &error);

  g_assert_no_error (error);
  g_assert_cmpuint (import->tracks->len, ==, 1);
  assert_at (import, 0, 4, 50, 60);
  g_assert_true (import->said_unit);
}

static void
test_imagej_points (Desk          *desk,
                    gconstpointer  data)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(VenuleImport) points =
    read_text (desk, " ,X,Y,Slice,Counter,Count\n1,10,20,1,0,3\n2,30,40,1,0,3\n3,12,20,6,0,3\n",
                                              &error);
  g_autoptr(VenuleImport) cells = NULL;

  g_assert_no_error (error);
  g_assert_cmpuint (points->n_alone, >, 0);
  g_assert_cmpuint (points->tracks->len, ==, 3);
  assert_at (points, 2, 5, 12, 20);

  /* Who counts each cell by a counter of its own has tracks. Frame is 1 all along: the slices are the times. */
  cells = read_text (desk,
                     " \tX\tY\tSlice\tFrame\tCounter\n1\t10,5\t20\t1\t1\t0\n2\t30\t40\t1\t1\t1\n3\t12\t20\t6\t1\t0\n",
                     &error);
  g_assert_no_error (error);
  g_assert_cmpuint (cells->n_alone, ==, 0);
  g_assert_cmpuint (cells->tracks->len, ==, 2);
  assert_at (cells, 0, 0, 10.5, 20);
  assert_at (cells, 0, 5, 12, 20);
}

static void
test_spreadsheet (Desk          *desk,
                  gconstpointer  data)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(VenuleImport) import = read_text (desk, "\xef\xbb\xbf" "Cell;Frame;X [µm];Y [µm]\n\"a; "
                                                                   "b\";3;10,5;20,25\n\n\"a; b\";4;11;20\n"
                                                    "c;3;1;2\nc;3;5;5\n", &error);

  g_assert_no_error (error);
  g_assert_true (import->in_um);
  g_assert_cmpstr (g_ptr_array_index (import->names, 0), ==, "a; b");
  assert_at (import, 0, 3, 21, 40.5);
  g_assert_cmpuint (import->n_doubled, ==, 1);
}

static void
assert_refused (Desk       *desk,
                const char *text,
                const char *why)
{
  g_autoptr(GError) error = NULL;

  g_assert_null (read_text (desk, text, &error));
  g_assert_nonnull (error);
  g_assert_true (error->domain == VENULE_ERROR);
  if (strstr (error->message, why) == NULL)
    g_error ("“%s” says nothing of “%s”", error->message, why);
}

/* A file that was cut, merged or copied wrongly loses no spots without a word. */
static void
test_trackmate_spots_are_not_lost (Desk          *desk,
                                   gconstpointer  data)
{
  static const struct { const char *what, *by, *why; } cases[] = {
    { "ID=\"11\"", "ID=\"10\"", "the ID “10” a second time" },
    { "TRACK_ID=\"1\"", "TRACK_ID=\"0\"", "the TRACK_ID “0” a second time" },
    { "TARGET_ID=\"12\"", "TARGET_ID=\"99\"", "the file has no such spot" },
    { "SPOT_TARGET_ID=\"12\"", "", "the file has no such spot" },
    { "TARGET_ID=\"13\"", "TARGET_ID=\"12\"", "“12” in a second track" },
    { "pixelheight=\"0.25\"", "pixelheight=\"1\"", "0.25 wide and 1 high" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(GString) text = g_string_new (session);

      g_assert_cmpuint (g_string_replace (text, cases[i].what, cases[i].by, 1), ==, 1);
      assert_refused (desk, text->str, cases[i].why);
    }
}

/* TrackMate's positions are those in px times its size of a pixel, whatever its unit is called. */
static void
test_trackmate_pixels_of_a_size (Desk          *desk,
                                 gconstpointer  data)
{
  g_autoptr(GString) text = g_string_new (session);
  g_autoptr(GError) error = NULL;
  g_autoptr(VenuleImport) import = NULL;

  g_string_replace (text, "micron", "pixel", 1);
  import = read_text (desk, text->str, &error);
  g_assert_no_error (error);
  assert_at (import, 0, 0, 100, 120);
}

/* Spots of no track are no track. */
/* Ways of Excel. */
static void
test_other_line_ends (Desk          *desk,
                      gconstpointer  data)
{
  static const char *const texts[] = {
    "track_id,frame,x,y\r1,0,5.5,9\r1,1,6.5,9\r", "sep=;\r\ntrack_id;frame;x;y\r\n1;0;5,5;9\r\n1;1;6,5;9\r\n",
    "SEP=|\ntrack_id|frame|x|y\n1|0|5.5|9\n1|1|6.5|9\n", "sep=,\rtrack_id,frame,x,y\r1,0,5.5,9\r1,1,6.5,9",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr(GError) error = NULL;
      g_autoptr(VenuleImport) import = read_text (desk, texts[i], &error);

      g_assert_no_error (error);
      g_assert_cmpuint (import->tracks->len, ==, 1);
      assert_at (import, 0, 1, 6.5, 9);
    }
}

/* 1,010 beside 250 may be 1010; of three decimals, none is left out. */
static void
test_thousands_are_no_decimals (Desk          *desk,
                                gconstpointer  data)
{
  static const struct
  {
    const char *text;
    double      x; /* NAN: refused */
  } cases[] = {
    { "track_id\tframe\tx\ty\n1\t0\t250\t9\n1\t1\t1,010\t9\n", NAN },
    { "track_id;frame;x;y\n1;1;2;9\n1;1,000;3;9\n", NAN },
    { "track_id\tframe\tx\ty\n1\t0\t250,000\t9\n1\t1\t1,010\t9\n", 1.01 },
    { "track_id\tframe\tx\ty\n1\t0\t250\t9,5\n1\t1\t1,010\t9\n", 1.01 },
    { "track_id\tframe\tx\ty\n1\t0\t250\t9\n1\t1\t0,010\t9\n", 0.01 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(GError) error = NULL;
      g_autoptr(VenuleImport) import = read_text (desk, cases[i].text, &error);

      if (isnan (cases[i].x))
        {
          g_assert_error (error, VENULE_ERROR, VENULE_ERROR_INVALID);
          g_assert_nonnull (strstr (error->message, "thousands"));
          g_assert_nonnull (strstr (error->message, "line 3"));
          continue;
        }
      g_assert_no_error (error);
      assert_at (import, 0, 1, cases[i].x, 9);
    }
}

static void
test_no_track_has_many_names (Desk          *desk,
                              gconstpointer  data)
{
  g_autoptr(VenuleImport) import =
    read_text (desk, "track,frame,x,y\nNone,0,5,5\nNone,1,90,5\nnan,2,5,5\n7,0,9,9\n7,1,9,9\n", NULL);

  g_assert_nonnull (import);
  g_assert_cmpuint (import->n_alone, ==, 3);
  g_assert_cmpuint (import->tracks->len, ==, 4);
}

static void
test_what_is_wrong_is_said (Desk          *desk,
                            gconstpointer  data)
{
  g_autofree char *digits = g_strnfill (100000, '9');
  g_autofree char *endless = g_strconcat ("track_id,frame,x,y\n1,1,", digits, ",5\n", NULL);

  assert_refused (desk, "", "no column");
  assert_refused (desk, "a,b\n1,2\n", "no column “frame”");
  assert_refused (desk, "track_id,frame,x,y\n", "No cell is marked");
  assert_refused (desk, "track_id,frame,x,y\n1,0,5,5\n1,1,five,5\n", "Line 3");
  assert_refused (desk, "track_id,frame,x,y\n1,100,5,5\n", "the video has 100 frames");
  assert_refused (desk, "track_id,frame,x,y\n1,-1,5,5\n", "frame -1");
  assert_refused (desk, "track_id,frame,x,y\n1,1,5000,5\n", "outside of the frames of 640×480");
  assert_refused (desk, endless, "…");
  assert_refused (desk, "track_id,frame,x,y\n1,1,nan,5\n", "not a number");
  assert_refused (desk, "track_id,frame,x,y\n1,1e300,1,5\n", "not a number");
  assert_refused (desk, "track_id,frame,x,y\n1,1,0x10,5\n", "not a number");
  /* Two units in one table, decimal commas between commas, a cell larger than the picture. */
  assert_refused (desk, "track_id,frame,x_px,y_um\n1,0,5,5\n", "one unit");
  assert_refused (desk, "track_id,frame,radius_px,x_um,y_um\n1,0,5,5,5\n", "one unit");
  assert_refused (desk, "track,frame,x [px],y [mm]\n1,0,5,5\n", "one unit");
  assert_refused (desk, "track_id,frame,x_px,y_px\n1,0,88,3,79,7\n", "more fields");
  /* Two columns of one name, an unknown unit, a comma for thousands, rows without numbers, times for frames. */
  assert_refused (desk, "track_id,frame,x,X,y\n1,0,5,99,5\n", "two columns “x”");
  assert_refused (desk, "track_id,frame,x [Å],y [Å]\n1,0,5,5\n", "“Å”, a unit");
  assert_refused (desk, "TRACK_ID,FRAME,POSITION_X,POSITION_Y\n,,(ell),(ell)\n1,0,5,5\n", "“ell”, a unit");
  assert_refused (desk, "track_id\tframe\tx\ty\n1\t0\t1,010\t5.5\n", "with commas");
  assert_refused (desk, "track_id,frame,x,y\n1,,,\n1,0,5,5\n", "Line 2");
  assert_refused (desk, "<Tracks spaceUnits='px'><particle><detection t='0.033' x='1' y='1'/></particle></Tracks>",
                  "whole number");
  assert_refused (desk, "track_id,frame,x,y,radius\n1,0,20,60,641\n", "radius");
  assert_refused (desk, "track_id,frame,x,y,radius\n1,0,20,60,-1\n", "radius");
  assert_refused (desk, "track_id,frame,x_px,y_px,shift_x_px,shift_y_px\n1,0,20,60,1e6,0\n", "movement");
  assert_refused (desk, "<TrackMate><Model spatialunits='foo'><AllSpots><Spot ID='1' FRAME='0' POSITION_X='1' "
                        "POSITION_Y='1'/></AllSpots><AllTracks><Track TRACK_ID='0'><Edge SPOT_SOURCE_ID='1' "
                        "SPOT_TARGET_ID='1'/></Track></AllTracks></Model></TrackMate>", "does not know");
  assert_refused (desk, "MTrackJ 1.5.1 Data File\nPoint 1 1 1 1 1 1\n", "Line 2");
  assert_refused (desk, "MTrackJ 1.5.1 Data File\nTrack 1\nPoint 1 1 1 1 x 1\n", "Line 3");
  assert_refused (desk, "MTrackJ 1.5.1 Data File\nTrack 1\nPoint 1 20 60 1 1 1\nTrak 2\nPoint 1 80 60 1 2 1\n"
                        "End of MTrackJ Data File\n", "Line 4");
  assert_refused (desk, "MTrackJ 1.5.1 Data File\nTrack 1\nPoint 1 20 60 1 1 1\nEnd of MTrackJ Data File\n"
                        "MTrackJ 1.5.1 Data File\n", "Line 5");
  assert_refused (desk, "MTrackJ 1.5.1 Data File\nTrack 1\nPoint 1 0x10 1 1 1 1\n", "Line 3");
  assert_refused (desk, "MTrackJ 1.5.1 Data File\nTrack 1\nPoint 1 1e308 1 1 1 1\n", "Line 3");
  assert_refused (desk, "MTrackJ 1.5.1 Data File\nTrack 1\nPoint 1 20 60 1 1 1\n", "a part of it is missing");
  assert_refused (desk, "MTrackJ 1.5.1 Data File\nTrack 1\nPoint 1 20 60 1 1 1\nTrack 1\nPoint 1 80 60 1 2 1\n"
                        "End of MTrackJ Data File\n", "“1” a second time");
  assert_refused (desk, "track_id,frame,x_px,y_px,radius_px\n1,0,20,60,9\n1,1,21,6", "ends within line 3");
  assert_refused (desk, "<TrackMate><Model>", "damaged");
  assert_refused (desk, "<TrackMate><Model><AllSpots><Spot ID='1' FRAME='0' POSITION_X='0x10' POSITION_Y='1'/>",
                  "POSITION_X");
  assert_refused (desk, "<TrackMate><Model><AllSpots><Spot ID='1' FRAME='0' POSITION_X=' 5' POSITION_Y='1'/>",
                  "POSITION_X");
  assert_refused (desk, "<TrackMate><Model><AllSpots><Spot ID='1' FRAME='0' POSITION_X='q' POSITION_Y='1'/>",
                  "POSITION_X");
  g_unlink (desk->path);
  g_assert_null (venule_import_read (desk->path, desk->document, NULL, NULL));
}

/* Bytes taken out of good files, and put in: read or refused, never more. */
static void
test_damaged_files (Desk          *desk,
                    gconstpointer  data)
{
  for (guint i = 0; i < 2000; i++)
    {
      g_autoptr(GString) text = g_string_new (i % 2 ? session : "track_id,frame,x,y\n1,0,5,5\n\"2\",1,7,5\n");
      g_autoptr(VenuleImport) import = NULL;
      g_autoptr(GError) error = NULL;

      for (guint j = 0; j < 3; j++)
        text->str[g_test_rand_int_range (0, text->len)] = (char) g_test_rand_int_range (1, 256);
      import = read_text (desk, text->str, &error);
      g_assert_true ((import == NULL) == (error != NULL));
    }
}

#define ADD(name, function) g_test_add ("/import/" name, Desk, NULL, set_up, function, tear_down)

/* MTrackJ numbers clusters anew in each assembly. */
static void
test_mtrackj_assemblies (Desk          *desk,
                         gconstpointer  data)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(VenuleImport) import = read_text (desk,
                                              "MTrackJ 1.5.1 Data File\n"
                                              "Assembly 1\nCluster 1\nTrack 1\nPoint 1 20 60 1 1 1\n"
                                              "Assembly 2\nCluster 1\nTrack 1\nPoint 1 80 60 1 2 1\n"
                                              "End of MTrackJ Data File\n", &error);

  g_assert_no_error (error);
  g_assert_cmpuint (import->tracks->len, ==, 2);
  assert_at (import, 0, 0, 20, 60);
  assert_at (import, 1, 1, 80, 60);
}

/* An option says what the file does not. */
static void
test_the_unit_of_the_file_is_not_overruled (Desk          *desk,
                                            gconstpointer  data)
{
  const VenuleImportOptions px = { VENULE_IMPORT_UNIT_PX, -1 }, um = { VENULE_IMPORT_UNIT_UM, -1 };
  g_autoptr(GError) error = NULL;
  g_autoptr(VenuleImport) import = read_text (desk, "track,frame,x [um],y [um]\n1,0,30,30\n", &error);
  g_autoptr(VenuleImport) same = venule_import_read (desk->path, desk->document, &um, NULL);
  g_autoptr(VenuleImport) other = venule_import_read (desk->path, desk->document, &px, &error);

  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_INVALID);
  g_assert_nonnull (strstr (error->message, "µm"));
  g_assert_null (other);
  assert_at (import, 0, 0, 60, 60);
  assert_at (same, 0, 0, 60, 60);
}

/* Spreadsheets write TRUE, and sources with a capital letter. */
static void
test_a_spreadsheet_saved_our_table (Desk          *desk,
                                    gconstpointer  data)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(VenuleImport) import = read_text (desk, "track_id,frame,x_px,y_px,score,source,edited\n"
                                                    "1,0,20,30,0.5,Detected,TRUE\n", &error);

  g_assert_no_error (error);
  g_assert_true (venule_track_get_edited (g_ptr_array_index (import->tracks, 0)));
  g_assert_cmpint (spot_of (import, 0, 0)->source, ==, VENULE_SPOT_DETECTED);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  ADD ("times are those of the run", test_times_are_those_of_the_run);
  ADD ("own table", test_own_table);
  ADD ("another pixel size is told", test_another_pixel_size_is_told);
  ADD ("other times are told", test_other_times_are_told);
  ADD ("other line ends", test_other_line_ends);
  ADD ("thousands are no decimals", test_thousands_are_no_decimals);
  ADD ("mtrackj", test_mtrackj);
  ADD ("mtrackj, assemblies", test_mtrackj_assemblies);
  ADD ("the unit of the file is not overruled", test_the_unit_of_the_file_is_not_overruled);
  ADD ("a spreadsheet saved our table", test_a_spreadsheet_saved_our_table);
  ADD ("trackmate", test_trackmate);
  ADD ("trackmate, spots are not lost", test_trackmate_spots_are_not_lost);
  ADD ("trackmate, pixels of a size", test_trackmate_pixels_of_a_size);
  ADD ("trackmate, tracks alone", test_trackmate_tracks_alone);
  ADD ("trackmate, table", test_trackmate_table);
  ADD ("imagej points", test_imagej_points);
  ADD ("spreadsheet", test_spreadsheet);
  ADD ("no track has many names", test_no_track_has_many_names);
  ADD ("what is wrong is said", test_what_is_wrong_is_said);
  ADD ("damaged files", test_damaged_files);

  return g_test_run ();
}

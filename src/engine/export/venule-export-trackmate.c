/* venule-export-trackmate.c: trackmate.xml, a session of TrackMate
 *
 * The structure is that which TrackMate 7 writes and reads (Ershov et al. 2022, Nature Methods 19, 829;
 * https://imagej.net/plugins/trackmate): declarations of features, all spots by frame, tracks as edges between spots,
 * settings. Spots with a contour carry it, in units of length about their centre. A spot of its own is a spot without a
 * track there.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-export-private.h"

#include <math.h>

#include "venule-time.h"
#include "venule-velocity.h"
#include "venule-xml.h"

#define TRACKMATE_VERSION "7.11.1"

typedef struct {
  const char *feature, *name, *short_name, *dimension;
  gboolean    is_integer;
} Feature;

static const Feature spot_features[] = {
  { "QUALITY", "Quality", "Quality", "QUALITY", FALSE },   { "POSITION_X", "X", "X", "POSITION", FALSE },
  { "POSITION_Y", "Y", "Y", "POSITION", FALSE },           { "POSITION_Z", "Z", "Z", "POSITION", FALSE },
  { "POSITION_T", "T", "T", "TIME", FALSE },               { "FRAME", "Frame", "Frame", "NONE", TRUE },
  { "RADIUS", "Radius", "R", "LENGTH", FALSE },            { "VISIBILITY", "Visibility", "Visibility", "NONE", TRUE },
};

static const Feature edge_features[] = {
  { "SPOT_SOURCE_ID", "Source spot ID", "Source ID", "NONE", TRUE },
  { "SPOT_TARGET_ID", "Target spot ID", "Target ID", "NONE", TRUE },
  { "DISPLACEMENT", "Displacement", "Disp.", "LENGTH", FALSE },
  { "EDGE_TIME", "Edge time", "Edge T", "TIME", FALSE },
};

static const Feature track_features[] = {
  { "TRACK_ID", "Track ID", "ID", "NONE", TRUE },
  { "TRACK_INDEX", "Track index", "Index", "NONE", TRUE },
  { "NUMBER_SPOTS", "Number of spots in track", "N spots", "NONE", TRUE },
  { "TRACK_START", "Track start", "Track start", "TIME", FALSE },
  { "TRACK_STOP", "Track stop", "Track stop", "TIME", FALSE },
  { "TRACK_DURATION", "Duration of track", "Duration", "TIME", FALSE },
  { "VENULE_VELOCITY", "Velocity along the flow", "Velocity", "VELOCITY", FALSE },
  { "VENULE_CLASS", "Class: 0 rolling, 1 adherent, 2 free-flowing, 3 other", "Class", "NONE", TRUE },
  { "VENULE_QUALITY", "Quality of the track", "Quality", "QUALITY", FALSE },
};

/* A spot of a track, by frame. */
typedef struct {
  VenuleTrack       *track; /* borrowed */
  const VenulePlace *place;
  guint              index; /* in its track */
  guint              id;
} Entry;

typedef struct {
  GString             *text;
  const VenuleResults *results;
  double               unit; /* µm/px, or 1 */
  GArray              *entries;
} Writer;

/* ---- Text ---- */

static void
add_attribute (Writer     *self,
               const char *name,
               const char *value)
{
  g_autofree char *escaped = venule_xml_dup_escaped (value);

  g_string_append_printf (self->text, " %s=\"%s\"", name, escaped);
}

static void
add_integer (Writer     *self,
             const char *name,
             gint64      value)
{
  g_string_append_printf (self->text, " %s=\"%" G_GINT64_FORMAT "\"", name, value);
}

/* Java reads "NaN". */
static void
add_number (Writer     *self,
            const char *name,
            double      value)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append_printf (self->text, " %s=\"%s\"", name,
                          isfinite (value) ? g_ascii_formatd (digits, sizeof digits, "%.6f", value) : "NaN");
}

/* ---- Declarations ---- */

static void
declare (Writer        *self,
         const char    *element,
         const Feature *features,
         guint          n)
{
  g_string_append_printf (self->text, "      <%s>\n", element);
  for (guint i = 0; i < n; i++)
    {
      g_string_append (self->text, "        <Feature");
      add_attribute (self, "feature", features[i].feature);
      add_attribute (self, "name", features[i].name);
      add_attribute (self, "shortname", features[i].short_name);
      add_attribute (self, "dimension", features[i].dimension);
      add_attribute (self, "isint", features[i].is_integer ? "true" : "false");
      g_string_append (self->text, "/>\n");
    }
  g_string_append_printf (self->text, "      </%s>\n", element);
}

static void
declare_all (Writer *self)
{
  g_string_append (self->text, "    <FeatureDeclarations>\n");
  declare (self, "SpotFeatures", spot_features, G_N_ELEMENTS (spot_features));
  declare (self, "EdgeFeatures", edge_features, G_N_ELEMENTS (edge_features));
  declare (self, "TrackFeatures", track_features, G_N_ELEMENTS (track_features));
  g_string_append (self->text, "    </FeatureDeclarations>\n");
}

/* ---- Spots ---- */

static int
compare_entries (gconstpointer a,
                 gconstpointer b)
{
  const Entry *first = a, *second = b;

  if (first->place->frame != second->place->frame)
    return first->place->frame < second->place->frame ? -1 : 1;
  return first->id < second->id ? -1 : 1;
}

static void
collect_spots (Writer *self)
{
  guint n_tracks = g_list_model_get_n_items (self->results->tracks);
  guint id = 0;

  self->entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  for (guint i = 0; i < n_tracks; i++)
    {
      g_autoptr(VenuleTrack) track = g_list_model_get_item (self->results->tracks, i);
      guint n;
      const VenulePlace *places = venule_track_get_places (track, &n);

      for (guint j = 0; j < n; j++)
        {
          Entry entry = { track, &places[j], j, id++ };

          g_array_append_val (self->entries, entry);
        }
    }
  g_array_sort (self->entries, compare_entries);
}

/* Ends the element; its text is the outline, if it has one. */
static void
add_outline (Writer      *self,
             const Entry *entry)
{
  const float *radii = venule_track_get_contour (entry->track, entry->index);

  if (radii == NULL || radii[0] <= 0)
    {
      g_string_append (self->text, "/>\n");
      return;
    }

  add_integer (self, "ROI_N_POINTS", VENULE_CONTOUR_POINTS);
  g_string_append_c (self->text, '>');
  for (guint i = 0; i < VENULE_CONTOUR_POINTS; i++)
    {
      double angle = 2 * G_PI * i / VENULE_CONTOUR_POINTS;
      char x[G_ASCII_DTOSTR_BUF_SIZE], y[G_ASCII_DTOSTR_BUF_SIZE];

      g_string_append_printf (self->text, "%s%s %s", i > 0 ? " " : "",
                              g_ascii_formatd (x, sizeof x, "%.4f", (double) radii[i] * cos (angle) * self->unit),
                              g_ascii_formatd (y, sizeof y, "%.4f", (double) radii[i] * sin (angle) * self->unit));
    }
  g_string_append (self->text, "</Spot>\n");
}

static void
add_spot (Writer      *self,
          const Entry *entry)
{
  const VenulePlace *place = entry->place;

  g_string_append (self->text, "        <Spot");
  add_integer (self, "ID", entry->id);
  g_string_append_printf (self->text, " name=\"ID%u\"", entry->id);
  add_number (self, "QUALITY", (double) place->score);
  add_number (self, "POSITION_T", place->time);
  add_number (self, "POSITION_X", place->x * self->unit);
  add_number (self, "POSITION_Y", place->y * self->unit);
  add_number (self, "POSITION_Z", 0);
  add_integer (self, "FRAME", place->frame);
  add_number (self, "RADIUS", (double) place->radius * self->unit);
  add_integer (self, "VISIBILITY", 1);
  add_outline (self, entry);
}

static void
add_spots (Writer *self)
{
  GArray *entries = self->entries;

  g_string_append_printf (self->text, "    <AllSpots nspots=\"%u\">\n", entries->len);
  for (guint i = 0; i < entries->len;)
    {
      gint64 frame = g_array_index (entries, Entry, i).place->frame;

      g_string_append_printf (self->text, "      <SpotsInFrame frame=\"%" G_GINT64_FORMAT "\">\n", frame);
      for (; i < entries->len && g_array_index (entries, Entry, i).place->frame == frame; i++)
        add_spot (self, &g_array_index (entries, Entry, i));
      g_string_append (self->text, "      </SpotsInFrame>\n");
    }
  g_string_append (self->text, "    </AllSpots>\n");
}

/* ---- Tracks ---- */

static void
add_edge (Writer            *self,
          const VenulePlace *from,
          guint              id)
{
  const VenulePlace *to = from + 1;

  g_string_append (self->text, "        <Edge");
  add_integer (self, "SPOT_SOURCE_ID", id);
  add_integer (self, "SPOT_TARGET_ID", id + 1);
  add_number (self, "DISPLACEMENT", hypot (to->x - from->x, to->y - from->y) * self->unit);
  add_number (self, "EDGE_TIME", (from->time + to->time) / 2);
  g_string_append (self->text, "/>\n");
}

static void
add_track (Writer      *self,
           VenuleTrack *track,
           guint        index,
           guint        first_id)
{
  guint n;
  const VenulePlace *places = venule_track_get_places (track, &n);

  g_string_append_printf (self->text, "      <Track name=\"Track_%u\"", venule_track_get_id (track));
  add_integer (self, "TRACK_ID", venule_track_get_id (track));
  add_integer (self, "TRACK_INDEX", index);
  add_integer (self, "NUMBER_SPOTS", n);
  add_number (self, "TRACK_START", places[0].time);
  add_number (self, "TRACK_STOP", places[n - 1].time);
  add_number (self, "TRACK_DURATION", places[n - 1].time - places[0].time);
  add_number (self, "VENULE_VELOCITY", venule_track_mean_velocity (track, self->results->settings) * self->unit);
  add_integer (self, "VENULE_CLASS", venule_track_get_kind (track));
  add_number (self, "VENULE_QUALITY", venule_track_is_judged (track) ? venule_track_get_quality (track) : NAN);
  g_string_append (self->text, ">\n");
  for (guint i = 0; i + 1 < n; i++)
    add_edge (self, &places[i], first_id + i);
  g_string_append (self->text, "      </Track>\n");
}

static void
add_tracks (Writer *self)
{
  g_autoptr(GString) shown = g_string_new (NULL);
  guint n_tracks = g_list_model_get_n_items (self->results->tracks);
  guint id = 0, index = 0;

  g_string_append (self->text, "    <AllTracks>\n");
  for (guint i = 0; i < n_tracks; i++)
    {
      g_autoptr(VenuleTrack) track = g_list_model_get_item (self->results->tracks, i);

      if (venule_track_get_n_spots (track) > 1)
        {
          add_track (self, track, index++, id);
          if (!venule_track_get_hidden (track))
            g_string_append_printf (shown, "      <TrackID TRACK_ID=\"%u\"/>\n", venule_track_get_id (track));
        }
      id += venule_track_get_n_spots (track);
    }
  g_string_append_printf (self->text, "    </AllTracks>\n    <FilteredTracks>\n%s    </FilteredTracks>\n", shown->str);
}

/* ---- Settings ---- */

static void
add_image (Writer *self)
{
  VenuleSource *source = self->results->source;
  g_autofree char *path = g_canonicalize_filename (venule_source_get_path (source), NULL);
  g_autofree char *shown = g_filename_display_name (path);
  g_autofree char *folder = g_path_get_dirname (shown);
  g_autofree char *name = g_path_get_basename (shown);
  double rate = venule_time_get_frame_rate (source, &self->results->settings->calibration);

  g_string_append (self->text, "    <ImageData");
  add_attribute (self, "filename", name);
  add_attribute (self, "folder", folder);
  add_integer (self, "width", venule_source_get_width (source));
  add_integer (self, "height", venule_source_get_height (source));
  add_integer (self, "nslices", 1);
  add_integer (self, "nframes", venule_source_get_n_frames (source));
  add_number (self, "pixelwidth", self->unit);
  add_number (self, "pixelheight", self->unit);
  add_number (self, "voxeldepth", 1);
  add_number (self, "timeinterval", rate > 0 ? 1 / rate : 1);
  g_string_append (self->text, "/>\n");
}

static void
add_settings (Writer *self)
{
  VenuleSource *source = self->results->source;

  g_string_append (self->text, "  <Settings>\n");
  add_image (self);
  g_string_append (self->text, "    <BasicSettings xstart=\"0\"");
  add_integer (self, "xend", venule_source_get_width (source) - 1);
  add_integer (self, "ystart", 0);
  add_integer (self, "yend", venule_source_get_height (source) - 1);
  g_string_append (self->text, " zstart=\"0\" zend=\"0\"");
  add_integer (self, "tstart", self->results->first_frame);
  add_integer (self, "tend", self->results->last_frame);
  g_string_append (self->text, "/>\n    <DetectorSettings DETECTOR_NAME=\"MANUAL_DETECTOR\"");
  add_number (self, "RADIUS", self->results->settings->cell_diameter / 2 * self->unit);
  g_string_append (self->text,
                   "/>\n"
                   "    <InitialSpotFilter feature=\"QUALITY\" value=\"0.0\" isabove=\"true\"/>\n"
                   "    <SpotFilterCollection/>\n"
                   "    <TrackerSettings TRACKER_NAME=\"MANUAL_TRACKER\"/>\n"
                   "    <TrackFilterCollection/>\n"
                   "    <AnalyzerCollection>\n"
                   "      <SpotAnalyzers/>\n"
                   "      <EdgeAnalyzers/>\n"
                   "      <TrackAnalyzers/>\n"
                   "    </AnalyzerCollection>\n"
                   "  </Settings>\n"
                   "  <GUIState state=\"ConfigureViews\"/>\n");
}

GBytes *
venule_export_make_trackmate (const VenuleResults  *results,
                              GCancellable         *cancellable,
                              GError              **error)
{
  gboolean calibrated = venule_calibration_is_calibrated (&results->settings->calibration);
  Writer self = { g_string_new (NULL), results, calibrated ? results->settings->calibration.pixel_size_um : 1, NULL };

  g_string_append_printf (self.text,
                          "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<TrackMate version=\"%s\">\n"
                          "  <Log>Tracks of Venule %s</Log>\n"
                          "  <Model spatialunits=\"%s\" timeunits=\"sec\">\n",
                          TRACKMATE_VERSION, VENULE_VERSION, calibrated ? "micron" : "pixel");
  declare_all (&self);
  collect_spots (&self);
  add_spots (&self);
  add_tracks (&self);
  g_string_append (self.text, "  </Model>\n");
  add_settings (&self);
  g_string_append (self.text, "</TrackMate>\n");
  g_array_unref (self.entries);

  return g_string_free_to_bytes (self.text);
}

/* scene-description.c: what a made video shows
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "scene-description.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#define GROUP "scene"

G_DEFINE_QUARK (scene-error-quark, scene_error)

typedef enum {
  KEY_COUNT,       /* a whole number */
  KEY_NUMBER,
  KEY_LENGTH,      /* px; grows with the scale */
  KEY_PIXEL_COUNT, /* a whole number of px; grows with the scale */
  KEY_SPEED,       /* px/s, or with a unit: px/frame, um/s, µm/s; grows with the scale */
} KeyType;

typedef struct {
  const char *name;
  KeyType     type;
  gsize       offset;
  double      standard, low, high;
  const char *meaning;
} Key;

#define KEY(type, name, field, standard, low, high, meaning) \
  { name, KEY_##type, G_STRUCT_OFFSET (SceneDescription, field), standard, low, high, meaning }

/* In the order in which they are read: speeds in µm/s or px/frame need what stands above them. */
static const Key keys[] = {
  KEY (PIXEL_COUNT, "width", width, 640, 16, 8192, "width of the frame, px"),
  KEY (PIXEL_COUNT, "height", height, 480, 16, 8192, "height of the frame, px"),
  KEY (COUNT, "frames", frames, 300, 1, 1000000, "number of frames"),
  KEY (NUMBER, "frame-rate", frame_rate, 30, 0.1, 10000, "frames per second"),
  KEY (COUNT, "bit-depth", bit_depth, 8, 8, 16, "bits a sample"),
  KEY (NUMBER, "pixel-size", pixel_size, 0.363, 0.001, 100, "µm/px"),
  KEY (NUMBER, "scale", scale, 1, 0.25, 8, "everything larger by this factor, at a smaller pixel size"),
  KEY (NUMBER, "exposure", exposure, 0.3, 0, 1, "share of the frame's time during which light is gathered"),
  KEY (NUMBER, "vessel-angle", vessel_angle, 0, -180, 180, "direction of the vessel, degrees clockwise from x"),
  KEY (LENGTH, "vessel-bend", vessel_bend, 0, -500, 500, "how far a curved vessel leaves the line at half the width"),
  KEY (LENGTH, "vessel-offset", vessel_offset, -24, -4000, 4000, "distance of the vessel's axis from the frame's "
                                                                 "centre"),
  KEY (LENGTH, "lumen-width", lumen_width, 112, 10, 4000, "inner diameter of the vessel"),
  KEY (NUMBER, "flow", flow, 1, -1, 1, "1: along the vessel's direction; -1: against it"),
  KEY (COUNT, "cells", cells, 15, 0, 2000, "rolling and adherent cells in the frame at one time"),
  KEY (COUNT, "free-cells", free_cells, 0, 0, 500, "fast free cells in the frame at one time"),
  KEY (LENGTH, "radius-mean", radius_mean, 11, 2, 200, "mean radius of the cells"),
  KEY (LENGTH, "radius-sd", radius_sd, 1.3, 0, 50, "standard deviation of the radii"),
  KEY (NUMBER, "bright", bright, 0.25, 0, 1000, "weight of bright cells"),
  KEY (NUMBER, "dark", dark, 0.3, 0, 1000, "weight of dark cells"),
  KEY (NUMBER, "two-sided", two_sided, 0.35, 0, 1000, "weight of cells with a bright and a dark side"),
  KEY (NUMBER, "ring", ring, 0.1, 0, 1000, "weight of clear cells of which the rim alone shows"),
  KEY (NUMBER, "blurred", blurred, 0.2, 0, 1, "share of cells out of focus"),
  KEY (NUMBER, "cell-contrast", cell_contrast, 1, 0, 10, "contrast of the cells, 1 as in real video"),
  KEY (NUMBER, "asymmetry", asymmetry, 1, 0, 3, "how much one side of a cell differs from the other"),
  KEY (NUMBER, "variety", variety, 0, 0, 1, "how far each cell's look departs from the four above"),
  KEY (NUMBER, "lighting-angle", lighting_angle, 205, -360, 360, "direction of the bright side, degrees clockwise "
                                                                 "from x"),
  KEY (SPEED, "rolling-speed", rolling_speed, 60, 0, 1e6, "mean speed of rolling cells"),
  KEY (SPEED, "rolling-sd", rolling_sd, 25, 0, 1e6, "standard deviation of their mean speeds (log-normal)"),
  KEY (NUMBER, "speed-jitter", speed_jitter, 0.2, 0, 2, "relative standard deviation of one cell's speed over time"),
  KEY (LENGTH, "wobble", wobble, 0.8, 0, 50, "movement across the flow while rolling"),
  KEY (NUMBER, "stop-rate", stop_rate, 0, 0, 100, "stops per second of a rolling cell"),
  KEY (NUMBER, "stop-duration", stop_duration, 0.5, 0, 1000, "mean duration of a stop, s"),
  KEY (NUMBER, "adherent", adherent, 0.1, 0, 1, "share of cells that stay where they are"),
  KEY (SPEED, "free-speed", free_speed, 900, 0, 1e6, "mean speed of free cells"),
  KEY (SPEED, "free-sd", free_sd, 250, 0, 1e6, "standard deviation of the free cells' speeds"),
  KEY (NUMBER, "crossing", crossing, 0, 0, 1, "share of cells that pass over and under others"),
  KEY (NUMBER, "touching", touching, 0, 0, 1, "share of cells that travel in touch with another"),
  KEY (NUMBER, "gap", gap, 1.05, 0.3, 5, "least distance of cells that do not cross, in sums of their radii"),
  KEY (NUMBER, "squeeze", squeeze, 0.04, 0, 0.5, "how far cells are drawn out, more so in touch with others"),
  KEY (NUMBER, "opacity", opacity, 0, 0, 1, "how far a cell hides those that it passes over; 0: their light adds up"),
  KEY (NUMBER, "vessel-turn", vessel_turn, 0, -180, 180, "angle of an arc in the middle of the vessel, degrees "
                                                         "clockwise"),
  KEY (LENGTH, "vessel-turn-radius", vessel_turn_radius, 110, 10, 4000, "radius of that arc"),
  KEY (NUMBER, "branch-angle", branch_angle, 0, -180, 180, "direction of a side branch against the vessel's; 0: there "
                                                           "is none"),
  KEY (LENGTH, "branch-width", branch_width, 60, 5, 4000, "inner diameter of that branch"),
  KEY (NUMBER, "crawling", crawling, 0, 0, 1, "share of the rolling cells that crawl in any direction, rest and turn "
                                              "back"),
  KEY (SPEED, "crawl-speed", crawl_speed, 5, 0, 1e6, "mean speed of those"),
  KEY (NUMBER, "against", against, 0, 0, 1, "share of the rolling cells that go against the flow"),
  KEY (NUMBER, "red-cell-size", red_cell_size, 1, 0.2, 8, "size of the red cells, 1: radius of 2 to 3 px"),
  KEY (NUMBER, "red-cell-length", red_cell_length, 1, 1, 5, "length of the red cells over their breadth"),
  KEY (NUMBER, "red-cell-nucleus", red_cell_nucleus, 0, -100, 100, "how much darker their nucleus is, gray levels"),
  KEY (NUMBER, "plasma-gaps", plasma_gaps, 0, 0, 0.95, "share of the stream that is plasma without red cells"),
  KEY (NUMBER, "capped", capped, 0, 0, 1, "share of cells with a bright patch at one side"),
  KEY (NUMBER, "split", split, 0, 0, 1, "share of cells of which one side is bright and the other dark"),
  KEY (NUMBER, "crescent", crescent, 0, 0, 1, "share of cells with a dark sickle"),
  KEY (NUMBER, "soft", soft, 0, 0, 1, "share of cells near the focus, with a seam and without a line"),
  KEY (NUMBER, "phase", phase, 0, 0, 1, "share of cells in phase contrast, with a wide seam"),
  KEY (NUMBER, "rimmed", rimmed, 0, 0, 1, "share of cells that are a ring, stronger at one side"),
  KEY (NUMBER, "glowing", glowing, 0, 0, 1, "share of cells that glow, as in fluorescence"),
  KEY (NUMBER, "light-spread", light_spread, 30, 0, 180, "how far the bright side of such cells is off the lighting "
                                                         "angle at most, degrees"),
  KEY (NUMBER, "size-range", size_range, 1, 1, 3, "greatest cell over the mean and mean over the smallest; 1: as the "
                                                  "standard deviation says"),
  KEY (NUMBER, "elongation", elongation, 1, 1, 4, "greatest ratio of a cell's axes"),
  KEY (NUMBER, "irregularity", irregularity, 1, 0, 8, "how far outlines depart from an ellipse"),
  KEY (NUMBER, "typed-diameter", typed_diameter, 1, 0.3, 3, "diameter that the user types, over the mean one"),
  KEY (NUMBER, "typed-angle", typed_angle, 0, -180, 180, "by which the user's arrow is off the flow, degrees"),
  KEY (SPEED, "streak-speed", streak_speed, 700, 0, 1e6, "speed of the plasma streaks in the middle of the vessel"),
  KEY (NUMBER, "streak-contrast", streak_contrast, 8, 0, 100, "standard deviation of the streaks, gray levels"),
  KEY (NUMBER, "streak-length", streak_length, 1, 0.05, 5, "length of the streaks, 1: deviation of 9 to 42 px"),
  KEY (NUMBER, "clutter", clutter, 8, 0, 100, "standard deviation of the soft smudges far out of focus, gray levels"),
  KEY (NUMBER, "red-cells", red_cells, 0, 0, 100, "darkness of single red cells streaming around the others, gray "
                                                  "levels"),
  KEY (NUMBER, "red-cell-density", red_cell_density, 1, 0, 10, "how many of them there are, 1: one for 55 px² of the "
                                                               "lumen"),
  KEY (NUMBER, "wall-contrast", wall_contrast, 1, 0, 5, "contrast of the vessel's wall"),
  KEY (NUMBER, "tissue-contrast", tissue_contrast, 1, 0, 5, "contrast of the tissue and of the fibres out of focus"),
  KEY (NUMBER, "striation", striation, 1, 0, 5, "contrast of the muscle's striation"),
  KEY (NUMBER, "brightness", brightness, 1, 0.05, 3, "brightness of the whole picture"),
  KEY (NUMBER, "illumination-gradient", illumination_gradient, 0.1, 0, 1.5, "relative change of light across the "
                                                                            "frame"),
  KEY (NUMBER, "flicker", flicker, 0.5, 0, 50, "standard deviation of the lamp's brightness, per cent"),
  KEY (NUMBER, "flicker-frequency", flicker_frequency, 1.7, 0, 1e4, "of the regular two thirds of the flicker, Hz"),
  KEY (NUMBER, "light-step", light_step, 0, -0.95, 5, "by which the lamp jumps in the middle of the video, 0.2: to 1.2 "
                                                      "times its light"),
  KEY (NUMBER, "read-noise", read_noise, 2.2, 0, 100, "noise of the camera in the dark, gray levels"),
  KEY (NUMBER, "shot-noise", shot_noise, 0.05, 0, 20, "noise from the light: gray levels² per gray level"),
  KEY (NUMBER, "sensor-texture", sensor_texture, 0.8, 0, 50, "fixed fine pattern of the camera, gray levels"),
  KEY (NUMBER, "relief", relief, 0, 0, 1, "how far the picture is a relief, as in differential interference contrast"),
  KEY (NUMBER, "haze", haze, 0, -6, 6, "share of the cells' light that is spread around them; below 0: darkness is"),
  KEY (NUMBER, "haze-size", haze_size, 1, 0.1, 10, "how far it is spread, in mean radii"),
  KEY (NUMBER, "ground", ground, 0, 0, 200, "gray level of the dark ground of fluorescence; 0: bright field"),
  KEY (NUMBER, "autofluorescence", autofluorescence, 0, 0, 250, "light of the tissue on a dark ground, gray levels"),
  KEY (NUMBER, "tissue-haze", tissue_haze, 0.1, 0, 1, "share of that light that reaches into the vessel"),
  KEY (NUMBER, "plasma-light", plasma_light, 0, 0, 250, "light of the plasma on a dark ground, gray levels"),
  KEY (NUMBER, "platelets", platelets, 0, 0, 250, "light of small particles that stream with the plasma, gray levels"),
  KEY (COUNT, "platelet-number", platelet_number, 12, 0, 2000, "how many of them there are"),
  KEY (NUMBER, "bleaching", bleaching, 0, 0, 10, "share of the light that is lost each second"),
  KEY (NUMBER, "lamp-drift", lamp_drift, 0, 0, 0.9, "slow change of the lamp within tens of seconds, at most"),
  KEY (NUMBER, "photons", photons, 0, 0, 1e6, "photons of a pixel of gray level 100; 0: too many to make noise"),
  KEY (NUMBER, "banding", banding, 0, 0, 100, "standard deviation between the lines of a frame, gray levels"),
  KEY (NUMBER, "hot-pixels", hot_pixels, 0, 0, 1000, "pixels of 10 000 that are always bright"),
  KEY (COUNT, "smoothing", smoothing, 0, 0, 50, "how often the finished picture is smoothed"),
  KEY (COUNT, "text", text, 0, 0, 20, "burnt-in scale bars, times and marks"),
  KEY (LENGTH, "corner", corner, 0, 0, 8192, "width of a corner that is black since the picture was turned"),
  KEY (NUMBER, "gray-levels", gray_levels, 256, 2, 256, "of 256 gray levels, how many the camera uses"),
  KEY (NUMBER, "gray-base", gray_base, 0, 0, 254, "the lowest of them"),
  KEY (NUMBER, "compression", compression, 0, 0, 200, "strength of a compression with loss: step of the cosines, gray "
                                                      "levels"),
  KEY (LENGTH, "vibration", vibration, 0.05, 0, 50, "standard deviation of the shaking, px on each axis"),
  KEY (LENGTH, "breathing", breathing, 0.3, 0, 100, "amplitude of the breathing movement"),
  KEY (NUMBER, "breathing-period", breathing_period, 1.1, 0.01, 1000, "time of one breath, s"),
  KEY (SPEED, "drift-x", drift_x, 0, -100, 100, "speed at which the stage drifts to the right"),
  KEY (SPEED, "drift-y", drift_y, 0, -100, 100, "speed at which it drifts down"),
  KEY (NUMBER, "pulse", pulse, 0, 0, 3, "swing of the flow with the heartbeat, of its mean; above 1 it turns back"),
  KEY (NUMBER, "pulse-rate", pulse_rate, 2, 0.01, 100, "heartbeats per second"),
};

static void
key_store (const Key        *key,
           SceneDescription *self,
           double            value)
{
  if (key->type == KEY_COUNT || key->type == KEY_PIXEL_COUNT)
    G_STRUCT_MEMBER (int, self, key->offset) = (int) lround (value);
  else
    G_STRUCT_MEMBER (double, self, key->offset) = value;
}

static const Key *
key_find (const char *name)
{
  for (gsize i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      if (g_str_equal (keys[i].name, name))
        return &keys[i];
    }

  return NULL;
}

/* px/s that one of the unit stands for; 0 when it is no unit of speed. */
static double
speed_unit (const SceneDescription *self,
            const char             *unit)
{
  if (*unit == '\0' || g_str_equal (unit, "px/s"))
    return 1;
  if (g_str_equal (unit, "px/frame"))
    return self->frame_rate;
  if (g_str_equal (unit, "um/s") || g_str_equal (unit, "µm/s"))
    return 1 / self->pixel_size;

  return 0;
}

static gboolean
key_read (const Key         *key,
          SceneDescription  *self,
          const char        *text,
          GError           **error)
{
  g_autofree char *trimmed = g_strstrip (g_strdup (text));
  char *end;
  double value = g_ascii_strtod (trimmed, &end);
  double unit = 1;

  if (end == trimmed || !isfinite (value))
    {
      g_set_error (error, SCENE_ERROR, SCENE_ERROR_DESCRIPTION,
                   "The scene's “%s” is “%s”, which is not a number.", key->name, trimmed);
      return FALSE;
    }

  while (g_ascii_isspace (*end))
    end++;
  if (key->type == KEY_SPEED)
    unit = speed_unit (self, end);
  else if (*end != '\0')
    unit = 0;
  if (unit == 0)
    {
      g_set_error (error, SCENE_ERROR, SCENE_ERROR_DESCRIPTION,
                   key->type == KEY_SPEED ? "The scene's “%s” ends in “%s”; a speed is a number in px/s, px/frame "
                                            "or um/s."
                                          : "The scene's “%s” ends in “%s”; it must be a number alone.",
                   key->name, end);
      return FALSE;
    }

  value *= unit;
  if (value < key->low || value > key->high)
    {
      g_set_error (error, SCENE_ERROR, SCENE_ERROR_DESCRIPTION,
                   "The scene's “%s” is %g; it must lie between %g and %g.", key->name, value, key->low, key->high);
      return FALSE;
    }
  if ((key->type == KEY_COUNT || key->type == KEY_PIXEL_COUNT) && value != floor (value))
    {
      g_set_error (error, SCENE_ERROR, SCENE_ERROR_DESCRIPTION,
                   "The scene's “%s” is %g; it must be a whole number.", key->name, value);
      return FALSE;
    }

  key_store (key, self, value);
  return TRUE;
}

static gboolean
read_file (GHashTable  *texts,
           const char  *path,
           GError     **error)
{
  g_autoptr(GKeyFile) file = g_key_file_new ();
  g_autoptr(GError) local = NULL;
  g_auto(GStrv) names = NULL;

  if (!g_key_file_load_from_file (file, path, G_KEY_FILE_NONE, &local) ||
      (names = g_key_file_get_keys (file, GROUP, NULL, &local)) == NULL)
    {
      g_set_error (error, SCENE_ERROR, SCENE_ERROR_DESCRIPTION,
                   "The scene description “%s” could not be read: %s.", path, local->message);
      return FALSE;
    }

  for (char **name = names; *name != NULL; name++)
    {
      char *text = g_key_file_get_string (file, GROUP, *name, error);

      if (text == NULL)
        return FALSE;
      g_hash_table_insert (texts, g_strdup (*name), text);
    }

  return TRUE;
}

static gboolean
read_overrides (GHashTable          *texts,
                const char * const  *overrides,
                GError             **error)
{
  for (; overrides != NULL && *overrides != NULL; overrides++)
    {
      const char *equals = strchr (*overrides, '=');

      if (equals == NULL)
        {
          g_set_error (error, SCENE_ERROR, SCENE_ERROR_DESCRIPTION,
                       "“%s” is not of the form key=value.", *overrides);
          return FALSE;
        }
      g_hash_table_insert (texts, g_strstrip (g_strndup (*overrides, equals - *overrides)), g_strdup (equals + 1));
    }

  return TRUE;
}

static gboolean
check_names (GHashTable  *texts,
             GError     **error)
{
  GHashTableIter iter;
  const char *name;

  g_hash_table_iter_init (&iter, texts);
  while (g_hash_table_iter_next (&iter, (gpointer *) &name, NULL))
    {
      if (key_find (name) == NULL)
        {
          g_set_error (error, SCENE_ERROR, SCENE_ERROR_DESCRIPTION,
                       "A scene has no “%s”; venule-scene --keys lists what it has.", name);
          return FALSE;
        }
    }

  return TRUE;
}

static gboolean
check_whole (SceneDescription  *self,
             GError           **error)
{
  if (self->bright + self->dark + self->two_sided + self->ring <= 0)
    {
      g_set_error_literal (error, SCENE_ERROR, SCENE_ERROR_DESCRIPTION,
                           "All looks of cells have the weight 0; give bright, dark, two-sided or ring some weight.");
      return FALSE;
    }
  if (self->capped + self->split + self->crescent + self->soft + self->phase + self->rimmed + self->glowing > 1.000001)
    {
      g_set_error_literal (error, SCENE_ERROR, SCENE_ERROR_DESCRIPTION,
                           "The shares capped, split, crescent, soft, phase, rimmed and glowing are more than 1 "
                           "together.");
      return FALSE;
    }
  if (self->lumen_width < 2.4 * self->radius_mean)
    {
      g_set_error (error, SCENE_ERROR, SCENE_ERROR_DESCRIPTION,
                   "The vessel is %g px wide, too narrow for cells of radius %g px.",
                   self->lumen_width, self->radius_mean);
      return FALSE;
    }
  if (self->vessel_turn != 0 && self->vessel_turn_radius < 0.6 * self->lumen_width)
    {
      g_set_error (error, SCENE_ERROR, SCENE_ERROR_DESCRIPTION,
                   "A vessel %g px wide cannot turn with a radius of %g px; give vessel-turn-radius at least %g.",
                   self->lumen_width, self->vessel_turn_radius, 0.6 * self->lumen_width);
      return FALSE;
    }
  if (self->flow == 0)
    {
      g_set_error_literal (error, SCENE_ERROR, SCENE_ERROR_DESCRIPTION, "The scene's “flow” is 0; it must be 1 or -1.");
      return FALSE;
    }

  return TRUE;
}

static void
apply_scale (SceneDescription *self)
{
  for (gsize i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      if (keys[i].type == KEY_PIXEL_COUNT)
        G_STRUCT_MEMBER (int, self, keys[i].offset) *= self->scale;
      else if (keys[i].type == KEY_LENGTH || keys[i].type == KEY_SPEED)
        G_STRUCT_MEMBER (double, self, keys[i].offset) *= self->scale;
    }
  self->pixel_size /= self->scale;
}

void
scene_description_init (SceneDescription *self)
{
  for (gsize i = 0; i < G_N_ELEMENTS (keys); i++)
    key_store (&keys[i], self, keys[i].standard);
}

gboolean
scene_description_load (SceneDescription    *self,
                        const char          *path,
                        const char * const  *overrides,
                        GError             **error)
{
  g_autoptr(GHashTable) texts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);

  scene_description_init (self);
  if ((path != NULL && !read_file (texts, path, error)) ||
      !read_overrides (texts, overrides, error) ||
      !check_names (texts, error))
    return FALSE;

  for (gsize i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      const char *text = g_hash_table_lookup (texts, keys[i].name);

      if (text != NULL && !key_read (&keys[i], self, text, error))
        return FALSE;
    }

  if (!check_whole (self, error))
    return FALSE;

  self->flow = self->flow > 0 ? 1 : -1;
  apply_scale (self);
  return TRUE;
}

char *
scene_description_list_keys (void)
{
  GString *text = g_string_new ("[" GROUP "]\n");

  for (gsize i = 0; i < G_N_ELEMENTS (keys); i++)
    g_string_append_printf (text, "# %s (%g to %g)\n%s = %g\n",
                            keys[i].meaning, keys[i].low, keys[i].high, keys[i].name, keys[i].standard);

  return g_string_free (text, FALSE);
}

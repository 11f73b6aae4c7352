/* venule-ome-xml.c: the description in an OME-TIFF
 *
 * The OME data model of 2016-06 and its forerunners (https://docs.openmicroscopy.org/ome-model): an Image has Pixels
 * with sizes, an order of dimensions and physical sizes; TiffData says which pictures lie in which file from which page
 * on; Plane says when a picture was taken. The XML is read by GMarkup, which knows no entities but the five of XML and
 * loads nothing. Every number in it is taken as a claim: sizes are limited, and nothing is allocated by them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-ome-xml.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "venule-display-name.h"
#include "venule-error.h"
#include "venule-number.h"
#include "venule-remark.h"

/* Sizes that are believed along the axes of which there are never many. */
#define MAX_CHANNELS G_MAXUINT16
/* Pictures that one page may be: the samples of its pixels, told one by one. */
#define MAX_OF_PAGE 4

/* One TiffData element. −1: the attribute is missing. */
typedef struct {
  gint64 ifd;
  gint64 count;
  gint64 first_c;
  gint64 first_z;
  gint64 first_t;
  guint  file;
} Block;

/* One Plane element. */
typedef struct {
  gint64 c;
  gint64 z;
  gint64 t;
  double seconds;
} Plane;

typedef struct {
  VenuleStack *stack;
  const char  *file_name;
  int          wanted;       /* series, from 1 */
  int          n_images;
  gboolean     in_image;     /* in the wanted one */
  gboolean     in_block;
  gint64       size_c;
  gint64       size_z;
  gint64       size_t;
  gint64       samples;      /* of a pixel, in the first channel */
  GArray      *blocks;
  GArray      *planes;
  GHashTable  *files;        /* name → number + 1 */
  char        *companion;
  gboolean     found;
} Parser;

static const char *
find_attribute (const char **names,
                const char **values,
                const char  *name)
{
  for (guint i = 0; names[i] != NULL; i++)
    if (g_str_equal (names[i], name))
      return values[i];
  return NULL;
}

static gint64
read_integer (const char **names,
              const char **values,
              const char  *name,
              gint64       missing)
{
  const char *text = find_attribute (names, values, name);
  gint64 value;

  return text != NULL && g_ascii_string_to_signed (text, 10, 0, G_MAXINT32, &value, NULL) ? value : missing;
}

static double
read_number (const char **names,
             const char **values,
             const char  *name)
{
  const char *text = find_attribute (names, values, name);
  double value;

  return text != NULL && venule_number_read (text, -G_MAXDOUBLE, G_MAXDOUBLE, &value) ? value : 0;
}

static const char *
read_unit (const char **names,
           const char **values,
           const char  *name,
           const char  *missing)
{
  const char *text = find_attribute (names, values, name);

  return text != NULL ? text : missing;
}

static void
start_pixels (Parser      *self,
              const char **names,
              const char **values)
{
  VenuleStack *stack = self->stack;
  const char *order = find_attribute (names, values, "DimensionOrder");
  double interval = venule_stack_parse_time (read_number (names, values, "TimeIncrement"),
                                             read_unit (names, values, "TimeIncrementUnit", "s"));

  self->found = TRUE;
  self->size_c = read_integer (names, values, "SizeC", 1);
  self->size_z = read_integer (names, values, "SizeZ", 1);
  self->size_t = read_integer (names, values, "SizeT", 1);
  if (order != NULL && strlen (order) == 5 && g_str_has_prefix (order, "XY") && strchr (order + 2, 'C') != NULL &&
      strchr (order + 2, 'Z') != NULL && strchr (order + 2, 'T') != NULL)
    strcpy (stack->order, order + 2);
  if (interval >= 1e-7 && interval <= 1e6)
    stack->interval = interval;
  stack->significant_bits = (int) read_integer (names, values, "SignificantBits", 0);
  stack->pixel_width_um = venule_stack_parse_length (read_number (names, values, "PhysicalSizeX"),
                                                     read_unit (names, values, "PhysicalSizeXUnit", "µm"));
  stack->pixel_height_um = venule_stack_parse_length (read_number (names, values, "PhysicalSizeY"),
                                                      read_unit (names, values, "PhysicalSizeYUnit", "µm"));
  if (stack->pixel_width_um > 0)
    stack->slice_spacing = venule_stack_parse_length (read_number (names, values, "PhysicalSizeZ"),
                                                      read_unit (names, values, "PhysicalSizeZUnit", "µm")) /
                           stack->pixel_width_um;
}

static void
start_channel (Parser      *self,
               const char **names,
               const char **values)
{
  const char *name = find_attribute (names, values, "Name");

  if (self->stack->channel_names->len == 0)
    self->samples = MAX (read_integer (names, values, "SamplesPerPixel", 1), 1);
  if (self->stack->channel_names->len < MAX_CHANNELS)
    g_ptr_array_add (self->stack->channel_names, g_strdup (name != NULL ? name : ""));
}

static void
start_block (Parser      *self,
             const char **names,
             const char **values)
{
  Block block = {
    .ifd = read_integer (names, values, "IFD", -1),
    .count = read_integer (names, values, "PlaneCount", -1),
    .first_c = read_integer (names, values, "FirstC", 0),
    .first_z = read_integer (names, values, "FirstZ", 0),
    .first_t = read_integer (names, values, "FirstT", 0),
  };

  g_array_append_val (self->blocks, block);
  self->in_block = TRUE;
}

/* Only names of files beside the first one: a description must not make the program read others. */
static void
start_uuid (Parser      *self,
            const char **names,
            const char **values)
{
  const char *path = find_attribute (names, values, "FileName");
  Block *block = &g_array_index (self->blocks, Block, self->blocks->len - 1);
  g_autofree char *name = NULL;
  guint number;

  if (path == NULL || *path == '\0')
    return;

  name = g_path_get_basename (path);
  number = GPOINTER_TO_UINT (g_hash_table_lookup (self->files, name));
  if (number == 0)
    {
      gboolean own = g_str_equal (name, self->file_name);

      if (!own)
        g_ptr_array_add (self->stack->files, g_strdup (name));
      number = own ? 1 : self->stack->files->len;
      g_hash_table_insert (self->files, g_steal_pointer (&name), GUINT_TO_POINTER (number));
    }
  block->file = number - 1;
}

static void
start_plane (Parser      *self,
             const char **names,
             const char **values)
{
  Plane plane = {
    .c = read_integer (names, values, "TheC", 0),
    .z = read_integer (names, values, "TheZ", 0),
    .t = read_integer (names, values, "TheT", 0),
    .seconds = venule_stack_parse_time (read_number (names, values, "DeltaT"),
                                        read_unit (names, values, "DeltaTUnit", "s")),
  };

  if (find_attribute (names, values, "DeltaT") != NULL)
    g_array_append_val (self->planes, plane);
}

static void
start_element (GMarkupParseContext  *context,
               const char           *name,
               const char          **names,
               const char          **values,
               gpointer              data,
               GError              **error)
{
  Parser *self = data;
  const char *colon = strrchr (name, ':');

  name = colon != NULL ? colon + 1 : name;
  if (g_str_equal (name, "Image"))
    self->in_image = ++self->n_images == self->wanted;
  else if (g_str_equal (name, "BinaryOnly") && self->companion == NULL)
    self->companion = g_strdup (find_attribute (names, values, "MetadataFile"));
  else if (!self->in_image)
    return;
  else if (g_str_equal (name, "Pixels"))
    start_pixels (self, names, values);
  else if (g_str_equal (name, "Channel"))
    start_channel (self, names, values);
  else if (g_str_equal (name, "TiffData"))
    start_block (self, names, values);
  else if (g_str_equal (name, "UUID") && self->in_block)
    start_uuid (self, names, values);
  else if (g_str_equal (name, "Plane"))
    start_plane (self, names, values);
}

static void
end_element (GMarkupParseContext  *context,
             const char           *name,
             gpointer              data,
             GError              **error)
{
  Parser *self = data;

  if (g_str_has_suffix (name, "TiffData"))
    self->in_block = FALSE;
}

static void
set_sizes (Parser *self)
{
  VenuleStack *stack = self->stack;
  gint64 channels = CLAMP (self->size_c, 1, MAX_CHANNELS);

  /* The samples of a pixel count as channels in SizeC. Three of them are a colour, which is told by the page. */
  if (self->samples > 1 && channels % self->samples == 0)
    channels /= self->samples;
  stack->n_channels = (int) channels;
  stack->n_slices = (int) CLAMP (self->size_z, 1, G_MAXUINT16);
  stack->n_times = CLAMP (self->size_t, 1, VENULE_STACK_MAX);
  stack->told_times = self->size_t;
  if (stack->channel_names->len > channels)
    g_ptr_array_set_size (stack->channel_names, channels);
}

/* A file that was renamed still is the only one that its description speaks of. */
static void
find_renamed (Parser *self)
{
  if (self->stack->files->len != 2 || g_hash_table_size (self->files) != 1)
    return;

  g_ptr_array_set_size (self->stack->files, 1);
  for (guint i = 0; i < self->blocks->len; i++)
    g_array_index (self->blocks, Block, i).file = 0;
}

/* One element that names nothing: all pages, as they follow each other, however many there are. */
static gboolean
is_all_pages (Parser *self)
{
  const Block *block = &g_array_index (self->blocks, Block, 0);

  return block->file == 0 && block->ifd < 0 && block->count < 0 && block->first_c == 0 &&
         block->first_z == 0 && block->first_t == 0;
}

static void
set_ranges (Parser *self)
{
  VenuleStack *stack = self->stack;
  gint64 n_planes = venule_stack_get_n_planes (stack);

  if (self->blocks->len == 1 && is_all_pages (self))
    return;

  for (guint i = 0; i < self->blocks->len; i++)
    {
      const Block *block = &g_array_index (self->blocks, Block, i);
      gint64 channel = MIN (block->first_c / MAX (self->samples, 1), stack->n_channels - 1);
      gint64 first;
      gint64 count;

      if (block->first_z >= stack->n_slices || block->first_t >= stack->n_times)
        continue;
      first = venule_stack_get_plane (stack, (int) channel, (int) block->first_z, block->first_t);
      /* Without a count: one page where a page is named, else all that follow. */
      count = block->count >= 0 ? block->count : block->ifd >= 0 ? 1 : n_planes - first;
      venule_stack_add_range (stack, first, MIN (count, n_planes - first), block->file, MAX (block->ifd, 0));
    }
  venule_stack_sort_ranges (stack);
}

/* Where pictures begin (@change 1) and end (−1) that lie on pages one after the other. */
typedef struct {
  guint  file;
  gint64 page;
  int    change;
} Edge;

static int
compare_edges (const void *a,
               const void *b)
{
  const Edge *first = a, *second = b;

  if (first->file != second->file)
    return first->file < second->file ? -1 : 1;
  if (first->page != second->page)
    return first->page < second->page ? -1 : 1;
  return first->change - second->change;
}

/* A small file must not be read for as long as a description of a line for each picture says. */
static gboolean
check_ranges (Parser  *self,
              GError **error)
{
  const GArray *ranges = self->stack->ranges;
  g_autoptr (GArray) edges = g_array_new (FALSE, FALSE, sizeof (Edge));
  g_autofree char *name = venule_display_name_dup (self->file_name);
  int depth = 0;

  for (guint i = 0; i < ranges->len; i++)
    {
      const VenuleStackRange *range = &g_array_index (ranges, VenuleStackRange, i);
      gint64 count = i + 1 < ranges->len ? MIN (range->count, range[1].first - range->first) : range->count;
      Edge begin = { range->file, range->page, 1 }, end = { range->file, range->page + count, -1 };

      if (count <= 0)
        continue;
      g_array_append_val (edges, begin);
      g_array_append_val (edges, end);
    }
  g_array_sort (edges, compare_edges);
  for (guint i = 0; i < edges->len; i++)
    {
      depth += g_array_index (edges, Edge, i).change;
      if (depth <= MAX_OF_PAGE)
        continue;
      g_set_error (error, VENULE_ERROR, VENULE_ERROR_DAMAGED,
                   _("The OME description in “%s” gives one page for more than %d pictures. Save the stack again, or "
                     "convert it to a plain TIFF."), name, MAX_OF_PAGE);
      return FALSE;
    }
  return TRUE;
}

static void
set_times (Parser *self)
{
  VenuleStack *stack = self->stack;

  for (guint i = 0; i < self->planes->len; i++)
    {
      const Plane *plane = &g_array_index (self->planes, Plane, i);
      VenuleStackTime time = { .seconds = plane->seconds };

      if (plane->c >= stack->n_channels || plane->z >= stack->n_slices || plane->t >= stack->n_times)
        continue;
      time.plane = venule_stack_get_plane (stack, (int) plane->c, (int) plane->z, plane->t);
      g_array_append_val (stack->times, time);
    }
}

static char *
dup_utf8 (const char *xml)
{
  return g_utf8_validate (xml, -1, NULL) ? g_strdup (xml)
                                         : g_convert (xml, -1, "UTF-8", "ISO-8859-1", NULL, NULL, NULL);
}

static gboolean
parse (Parser      *self,
       const char  *xml,
       GError     **error)
{
  const GMarkupParser parser = { .start_element = start_element, .end_element = end_element };
  g_autoptr (GMarkupParseContext) context = g_markup_parse_context_new (&parser, 0, self, NULL);
  g_autofree char *text = dup_utf8 (xml);
  g_autofree char *name = venule_display_name_dup (self->file_name);
  g_autofree char *reason = NULL;
  g_autoptr (GError) local_error = NULL;

  if (text != NULL && g_markup_parse_context_parse (context, text, -1, &local_error) &&
      g_markup_parse_context_end_parse (context, &local_error))
    return TRUE;

  /* GMarkup quotes single bytes of what it does not understand. */
  reason = g_utf8_make_valid (local_error != NULL ? local_error->message : _("no reason given"), -1);
  g_set_error (error, VENULE_ERROR, VENULE_ERROR_DAMAGED,
               _("The OME description in “%s” is damaged (%s). Save the stack again, or convert it to a plain TIFF."),
               name, reason);
  return FALSE;
}

/**
 * venule_ome_xml_is:
 * @description: (nullable): the description of a page
 *
 * Returns: whether it is OME-XML
 */
gboolean
venule_ome_xml_is (const char *description)
{
  return description != NULL && strchr (description, '<') != NULL && strstr (description, "OME") != NULL &&
         (strstr (description, "<OME") != NULL || strstr (description, ":OME") != NULL);
}

/**
 * venule_ome_xml_read:
 * @stack: a stack of which nothing is known yet
 * @xml: the description
 * @file_name: name of the file that it is in, without folder
 * @series: which of its images, from 1
 * @companion: (out) (nullable): name of the file that holds the description instead, without folder
 * @error: return location
 *
 * Errors: %VENULE_ERROR_DAMAGED.
 *
 * Returns: whether the XML could be read
 */
gboolean
venule_ome_xml_read (VenuleStack  *stack,
                     const char   *xml,
                     const char   *file_name,
                     int           series,
                     char        **companion,
                     GError      **error)
{
  Parser self = { .stack = stack, .file_name = file_name, .wanted = series, .samples = 1 };
  gboolean done;

  self.blocks = g_array_new (FALSE, FALSE, sizeof (Block));
  self.planes = g_array_new (FALSE, FALSE, sizeof (Plane));
  self.files = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  done = parse (&self, xml, error);
  *companion = NULL;
  if (done && self.found)
    {
      stack->kind = "OME-TIFF";
      stack->n_series = self.n_images;
      set_sizes (&self);
      find_renamed (&self);
      set_ranges (&self);
      done = check_ranges (&self, error);
      set_times (&self);
      if (stack->pixel_width_um > 0 && stack->pixel_height_um > 0)
        stack->scale_origin = venule_remark_new (&(VenuleRemark){ .kind = VENULE_REMARK_SCALE_OME });
    }
  else if (done && self.companion != NULL)
    *companion = g_path_get_basename (self.companion);

  g_free (self.companion);
  g_array_unref (self.blocks);
  g_array_unref (self.planes);
  g_hash_table_unref (self.files);
  return done;
}

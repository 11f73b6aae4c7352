/* venule-network.c: the table of numbers with which cells are found
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-network.h"

#include <gio/gio.h>
#include <math.h>
#include <string.h>

#include "venule-error.h"
#include "venule-network-resources.h"

#define MAX_LAYERS 64
#define MAX_CHANNELS 256
#define MAX_KERNEL 7
#define VERSION_DIGITS 8

/* Words between white space, comments left out. */
typedef struct {
  const char *at;
} Reader;

static void
skip (Reader *reader)
{
  for (;;)
    {
      while (g_ascii_isspace (*reader->at))
        reader->at++;
      if (*reader->at != '#')
        return;
      while (*reader->at != '\0' && *reader->at != '\n')
        reader->at++;
    }
}

static gboolean
read_word (Reader     *reader,
           const char *word)
{
  gsize length = strlen (word);

  skip (reader);
  if (strncmp (reader->at, word, length) != 0)
    return FALSE;
  reader->at += length;

  return TRUE;
}

static gboolean
read_number (Reader *reader,
             double *number)
{
  char *end;

  skip (reader);
  *number = g_ascii_strtod (reader->at, &end);
  if (end == reader->at || !isfinite (*number))
    return FALSE;
  reader->at = end;

  return TRUE;
}

static gboolean
read_whole (Reader *reader,
            int     low,
            int     high,
            int    *whole)
{
  double number;

  if (!read_number (reader, &number) || number < low || number > high || number != floor (number))
    return FALSE;
  *whole = (int) number;

  return TRUE;
}

static float *
read_table (VenuleNetwork *self,
            Reader        *reader,
            gsize          n)
{
  float *table = g_new (float, n);

  g_ptr_array_add (self->tables, table);
  for (gsize i = 0; i < n; i++)
    {
      double number;

      if (!read_number (reader, &number))
        return NULL;
      table[i] = (float) number;
    }

  return table;
}

static gboolean
read_layer (VenuleNetwork *self,
            Reader        *reader,
            int            index)
{
  vnk_layer *layer = &self->layers[index];
  int relu;

  if (!read_word (reader, "layer") ||
      !read_whole (reader, -1, index - 1, &layer->from) ||
      !read_whole (reader, -1, index - 1, &layer->add) ||
      !read_whole (reader, 1, MAX_KERNEL, &layer->kernel) ||
      !read_whole (reader, 1, 2, &layer->stride) ||
      !read_whole (reader, 1, 8, &layer->dilation) ||
      !read_whole (reader, 1, MAX_CHANNELS, &layer->in_channels) ||
      !read_whole (reader, 1, MAX_CHANNELS, &layer->out_channels) ||
      !read_whole (reader, 0, 1, &relu))
    return FALSE;

  layer->relu = relu;
  layer->weights = read_table (self, reader, (gsize) layer->out_channels * layer->in_channels * layer->kernel *
                               layer->kernel);
  layer->bias = layer->weights != NULL ? read_table (self, reader, layer->out_channels) : NULL;

  return layer->bias != NULL;
}

static gboolean
read_network (VenuleNetwork *self,
              Reader        *reader)
{
  int version;

  if (!read_word (reader, "venule-network") ||
      !read_whole (reader, 1, 1, &version) ||
      !read_whole (reader, 1, MAX_CHANNELS, &self->net.n_inputs) ||
      !read_whole (reader, 1, MAX_LAYERS, &self->net.n_layers))
    return FALSE;

  self->layers = g_new0 (vnk_layer, self->net.n_layers);
  self->net.layers = self->layers;
  for (int i = 0; i < self->net.n_layers; i++)
    {
      if (!read_layer (self, reader, i))
        return FALSE;
    }
  self->n_outputs = self->layers[self->net.n_layers - 1].out_channels;
  skip (reader);

  return *reader->at == '\0';
}

/**
 * venule_network_parse:
 * @text: the table
 * @error: return location
 *
 * Returns: (transfer full) (nullable): the network, or %NULL with %VENULE_ERROR_INVALID
 */
VenuleNetwork *
venule_network_parse (const char  *text,
                      GError     **error)
{
  g_autoptr(VenuleNetwork) self = g_new0 (VenuleNetwork, 1);
  Reader reader = { text };

  self->tables = g_ptr_array_new_with_free_func (g_free);
  if (!read_network (self, &reader))
    {
      g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID, "The network's table is damaged at byte %zu.",
                   (gsize) (reader.at - text));
      return NULL;
    }

  return g_steal_pointer (&self);
}

/* GLib registers the resource when it is first asked for, and of several threads that ask at that moment all but one
 * get none (as of 2.74). */
static GBytes *
look_up_table (void)
{
  static gsize resource = 0;
  g_autoptr(GError) error = NULL;
  GBytes *bytes;

  if (g_once_init_enter (&resource))
    g_once_init_leave (&resource, (gsize) venule_network_get_resource ());
  bytes = g_resource_lookup_data ((GResource *) resource, "/org/venule/network/cells.network",
                                  G_RESOURCE_LOOKUP_FLAGS_NONE, &error);
  g_assert_no_error (error);
  return bytes;
}

char *
venule_network_dup_version (void)
{
  g_autoptr(GBytes) bytes = look_up_table ();
  g_autofree char *sum = g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, bytes);

  return g_strndup (sum, VERSION_DIGITS);
}

VenuleNetwork *
venule_network_of_cells (void)
{
  g_autoptr(GBytes) bytes = look_up_table ();
  g_autoptr(GError) error = NULL;
  VenuleNetwork *self;

  /* A resource ends in a zero that is not counted. */
  self = venule_network_parse (g_bytes_get_data (bytes, NULL), &error);
  g_assert_no_error (error);

  return self;
}

void
venule_network_free (VenuleNetwork *self)
{
  if (self == NULL)
    return;

  g_free (self->layers);
  g_ptr_array_unref (self->tables);
  g_free (self);
}

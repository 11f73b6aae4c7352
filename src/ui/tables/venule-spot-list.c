/* venule-spot-list.c: the spots of tracks as one list
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-spot-list.h"

#include "venule-order.h"

struct _VenuleSpotRow
{
  GObject            parent_instance;

  guint              track_id;
  VenulePlace        spot;
  VenuleCalibration  calibration;
};

G_DEFINE_FINAL_TYPE (VenuleSpotRow, venule_spot_row, G_TYPE_OBJECT)

static void
venule_spot_row_class_init (VenuleSpotRowClass *klass)
{
}

static void
venule_spot_row_init (VenuleSpotRow *self)
{
}

guint
venule_spot_row_get_track_id (VenuleSpotRow *self)
{
  return self->track_id;
}

const VenulePlace *
venule_spot_row_get_spot (VenuleSpotRow *self)
{
  return &self->spot;
}

const VenuleCalibration *
venule_spot_row_get_calibration (VenuleSpotRow *self)
{
  return &self->calibration;
}

struct _VenuleSpotList
{
  GObject            parent_instance;

  VenuleCalibration  calibration;
  GPtrArray         *tracks;  /* of VenuleTrack, those with spots */
  GArray            *starts;  /* guint: number of the first row of each track */
  guint              n_rows;
};

static void list_model_iface_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (VenuleSpotList, venule_spot_list, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_iface_init))

static GType
get_item_type (GListModel *model)
{
  return VENULE_TYPE_SPOT_ROW;
}

static guint
get_n_items (GListModel *model)
{
  return VENULE_SPOT_LIST (model)->n_rows;
}

/* The track that row @position is of: the last one that does not start after it. */
static guint
find_track (VenuleSpotList *self,
            guint           position)
{
  return (guint) venule_bisect (1, self->starts->len, i, g_array_index (self->starts, guint, i) <= position) - 1;
}

static gpointer
get_item (GListModel *model,
          guint       position)
{
  VenuleSpotList *self = VENULE_SPOT_LIST (model);
  VenuleSpotRow *row;
  VenuleTrack *track;
  const VenulePlace *spots;
  guint index, n_spots;

  if (position >= self->n_rows)
    return NULL;

  index = find_track (self, position);
  track = g_ptr_array_index (self->tracks, index);
  spots = venule_track_get_places (track, &n_spots);
  position -= g_array_index (self->starts, guint, index);

  row = g_object_new (VENULE_TYPE_SPOT_ROW, NULL);
  row->track_id = venule_track_get_id (track);
  /* A track only ever grows between two fills. */
  row->spot = spots[MIN (position, n_spots - 1)];
  row->calibration = self->calibration;
  return row;
}

static void
list_model_iface_init (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

static void
venule_spot_list_finalize (GObject *object)
{
  VenuleSpotList *self = VENULE_SPOT_LIST (object);

  g_ptr_array_unref (self->tracks);
  g_array_unref (self->starts);

  G_OBJECT_CLASS (venule_spot_list_parent_class)->finalize (object);
}

static void
venule_spot_list_class_init (VenuleSpotListClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = venule_spot_list_finalize;
}

static void
venule_spot_list_init (VenuleSpotList *self)
{
  self->tracks = g_ptr_array_new_with_free_func (g_object_unref);
  self->starts = g_array_new (FALSE, FALSE, sizeof (guint));
}

VenuleSpotList *
venule_spot_list_new (void)
{
  return g_object_new (VENULE_TYPE_SPOT_LIST, NULL);
}

static void
append_track (VenuleSpotList *self,
              VenuleTrack    *track)
{
  if (venule_track_get_n_spots (track) == 0)
    return;

  g_ptr_array_add (self->tracks, g_object_ref (track));
  g_array_append_val (self->starts, self->n_rows);
  self->n_rows += venule_track_get_n_spots (track);
}

/**
 * venule_spot_list_fill:
 * @self: a #VenuleSpotList
 * @document: (nullable): the analysis; %NULL empties the list
 * @ids: (nullable) (element-type guint): whose spots; %NULL: those of all tracks
 */
void
venule_spot_list_fill (VenuleSpotList *self,
                       VenuleDocument *document,
                       GArray         *ids)
{
  guint before;

  g_return_if_fail (VENULE_IS_SPOT_LIST (self));

  before = self->n_rows;
  self->n_rows = 0;
  g_ptr_array_set_size (self->tracks, 0);
  g_array_set_size (self->starts, 0);
  if (document)
    self->calibration = venule_document_get_shown_settings (document)->calibration;

  if (document && ids)
    for (guint i = 0; i < ids->len; i++)
      {
        VenuleTrack *track = venule_document_get_track (document, g_array_index (ids, guint, i));

        if (track)
          append_track (self, track);
      }
  else if (document)
    for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (document)); i++)
      {
        g_autoptr (VenuleTrack) track = g_list_model_get_item (G_LIST_MODEL (document), i);

        append_track (self, track);
      }

  g_list_model_items_changed (G_LIST_MODEL (self), 0, before, self->n_rows);
}

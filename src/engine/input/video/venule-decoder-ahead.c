/* venule-decoder-ahead.c: packets that are decoded by several threads before they are asked for
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-decoder-ahead.h"

#include "venule-thread.h"

#define MOST_ENTRIES 512
#define LEAST_ENTRIES 4
#define MOST_BYTES (G_GUINT64_CONSTANT (256) << 20) /* of packets and pictures */

typedef struct {
  AVPacket        *packet;
  AVFrame         *picture;
  VenuleFfv1Fields fields;
  VenuleDecoderTry tried;
  int              result;
  gboolean         done; /* nobody is at work on it any more */
} Entry;

typedef struct {
  VenuleDecoderAhead *ahead;
  VenuleFfv1         *ffv1;
  GThread            *thread;
} Worker;

/* Entries are counted from the first packet on; entry n is at n % n_entries. */
struct _VenuleDecoderAhead
{
  int      width, height;
  Entry   *entries;
  guint    n_entries;
  Worker  *workers;
  guint    n_workers;
  GMutex   lock;
  GCond    given, done;
  guint64  n_put, n_begun, n_taken;
  gboolean ended;   /* reading; asked for by who puts alone */
  gboolean stopped;
};

static Entry *
entry_at (VenuleDecoderAhead *self,
          guint64             n)
{
  return &self->entries[n % self->n_entries];
}

static gboolean
make_room (VenuleDecoderAhead *self,
           AVFrame            *picture)
{
  if (picture->buf[0] != NULL && av_frame_is_writable (picture))
    return TRUE;

  av_frame_unref (picture);
  picture->format = AV_PIX_FMT_GRAY8;
  picture->width = self->width;
  picture->height = self->height;
  return av_frame_get_buffer (picture, 0) >= 0;
}

static void
decode (Worker *worker,
        Entry  *entry)
{
  AVFrame *picture = entry->picture;

  entry->tried = make_room (worker->ahead, picture) &&
                 venule_ffv1_decode (worker->ffv1, entry->packet->data, (gsize) entry->packet->size, picture->data[0],
                                     (gsize) picture->linesize[0], &entry->fields)
                   ? VENULE_DECODER_TRY_DONE
                   : VENULE_DECODER_TRY_ODD;
}

/* The next one that nobody is at work on; NULL: nobody wants more. Under the lock. */
static Entry *
begin (VenuleDecoderAhead *self)
{
  while (!self->stopped)
    {
      Entry *entry;

      if (self->n_begun == self->n_put)
        {
          g_cond_wait (&self->given, &self->lock);
          continue;
        }
      entry = entry_at (self, self->n_begun++);
      if (!entry->done)
        return entry;
    }
  return NULL;
}

static gpointer
work (gpointer data)
{
  Worker *worker = data;
  VenuleDecoderAhead *self = worker->ahead;
  Entry *entry;

  g_mutex_lock (&self->lock);
  while ((entry = begin (self)) != NULL)
    {
      g_mutex_unlock (&self->lock);
      decode (worker, entry);
      g_mutex_lock (&self->lock);
      entry->done = TRUE;
      g_cond_signal (&self->done);
    }
  g_mutex_unlock (&self->lock);
  return NULL;
}

VenuleDecoderAhead *
venule_decoder_ahead_new (const AVCodecContext *codec,
                          guint                 n_threads)
{
  g_autoptr (VenuleDecoderAhead) self = g_new0 (VenuleDecoderAhead, 1);
  guint64 bytes = 2 * (guint64) MAX (codec->width, 1) * (guint64) MAX (codec->height, 1);

  g_mutex_init (&self->lock);
  g_cond_init (&self->given);
  g_cond_init (&self->done);
  self->width = codec->width;
  self->height = codec->height;
  self->n_entries = (guint) CLAMP (MOST_BYTES / bytes, LEAST_ENTRIES, MOST_ENTRIES);
  self->entries = g_new0 (Entry, self->n_entries);
  for (guint i = 0; i < self->n_entries; i++)
    {
      self->entries[i].packet = av_packet_alloc ();
      self->entries[i].picture = av_frame_alloc ();
    }

  self->workers = g_new0 (Worker, n_threads);
  self->n_workers = n_threads;
  for (guint i = 0; i < n_threads; i++)
    {
      Worker *worker = &self->workers[i];

      worker->ahead = self;
      worker->ffv1 = venule_ffv1_new (codec->extradata, (gsize) codec->extradata_size, codec->width, codec->height);
      if (worker->ffv1 == NULL)
        return NULL;
      worker->thread = venule_thread_new ("venule-decode-ahead", work, worker, NULL);
      if (worker->thread == NULL)
        return NULL;
    }
  return g_steal_pointer (&self);
}

void
venule_decoder_ahead_free (VenuleDecoderAhead *self)
{
  if (self == NULL)
    return;

  g_mutex_lock (&self->lock);
  self->stopped = TRUE;
  g_cond_broadcast (&self->given);
  g_mutex_unlock (&self->lock);
  for (guint i = 0; i < self->n_workers; i++)
    {
      g_clear_pointer (&self->workers[i].thread, g_thread_join);
      g_clear_pointer (&self->workers[i].ffv1, venule_ffv1_free);
    }
  for (guint i = 0; i < self->n_entries; i++)
    {
      av_packet_free (&self->entries[i].packet);
      av_frame_free (&self->entries[i].picture);
    }
  g_free (self->workers);
  g_free (self->entries);
  g_cond_clear (&self->done);
  g_cond_clear (&self->given);
  g_mutex_clear (&self->lock);
  g_free (self);
}

gboolean
venule_decoder_ahead_asks (VenuleDecoderAhead *self)
{
  guint64 n_waiting = self->n_put - self->n_taken;
  gboolean ready;

  g_mutex_lock (&self->lock);
  ready = n_waiting > 0 && entry_at (self, self->n_taken)->done;
  g_mutex_unlock (&self->lock);
  return !self->ended && !ready && n_waiting < self->n_entries;
}

void
venule_decoder_ahead_put (VenuleDecoderAhead *self,
                          AVPacket           *packet,
                          int                 result,
                          gboolean            alone)
{
  Entry *entry;

  self->ended = result < 0;
  g_mutex_lock (&self->lock);
  entry = entry_at (self, self->n_put++);
  av_packet_move_ref (entry->packet, packet);
  entry->result = result;
  entry->tried = VENULE_DECODER_TRY_NONE;
  entry->done = !alone;
  g_cond_signal (&self->given);
  g_mutex_unlock (&self->lock);
}

int
venule_decoder_ahead_take (VenuleDecoderAhead  *self,
                           AVPacket            *packet,
                           VenuleDecoderTry    *tried,
                           AVFrame            **picture,
                           VenuleFfv1Fields    *fields)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);
  Entry *entry = entry_at (self, self->n_taken);

  while (!entry->done)
    g_cond_wait (&self->done, &self->lock);
  self->n_taken++;
  /* Of those that are not decoded nobody may have noticed that. */
  self->n_begun = MAX (self->n_begun, self->n_taken);
  av_packet_move_ref (packet, entry->packet);
  *tried = entry->tried;
  *fields = entry->fields;
  if (entry->tried == VENULE_DECODER_TRY_DONE)
    {
      AVFrame *decoded = entry->picture;

      entry->picture = *picture;
      *picture = decoded;
    }
  return entry->result;
}

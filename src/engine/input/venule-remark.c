/* venule-remark.c: remarks about a video, stored without a language
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-remark.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "venule-enum-names.h"
#include "venule-locale.h"

/* Begins a line that is no text. */
#define MARK '@'

/* A domain without a catalogue: its texts stay as they are written here. */
#define ENGLISH GETTEXT_PACKAGE "-english"

/* That counts as a whole number, and of a name from a file, in characters. */
#define MAX_NUMBER 9e18
#define MAX_TEXT 200

/* In the order of the enumeration. */
VENULE_DEFINE_ENUM_NAMES (VenuleRemarkKind, venule_remark_kind,
                          "rate-none", "rate-header", "rate-timestamps", "rate-stack-times", "rate-stack-interval",
                          "scale-field", "scale-per-inch", "scale-per-cm", "scale-tiff", "scale-imagej", "scale-ome",
                          "combed", "combs-none", "combs-unseen", "split", "split-unseen", "split-other-order",
                          "damaged", "misfits", "bad-packets", "empty-packets", "bad-picture", "left-out",
                          "other-count", "cut-off", "cut-off-about", "end-missing", "index-counts", "index-times",
                          "pages-break-off", "pages-left-out", "no-numbers", "numbers-missing",
                          "frames-missing", "rate-varies", "rate-contradicted", "odd-timestamps", "times-by-rate",
                          "times-none",
                          "times-none-stack", "times-none-pictures",
                          "oblong", "oblong-um", "turned", "turned-stack", "videos", "imagej-counts")

/* ---- As a line ---- */

char *
venule_remark_new (const VenuleRemark *self)
{
  GString *line = g_string_new (NULL);
  int n = G_N_ELEMENTS (self->numbers);
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append_printf (line, "%c%s", MARK, venule_remark_kind_to_string (self->kind));
  while (n > 0 && self->numbers[n - 1] == 0)
    n--;
  for (int i = 0; i < n; i++)
    g_string_append_printf (line, " %s",
                            g_ascii_dtostr (number, sizeof number,
                                            isnan (self->numbers[i]) ? 0 : CLAMP (self->numbers[i], -MAX_NUMBER,
                                                                                  MAX_NUMBER)));
  if (self->text != NULL)
    {
      g_autofree char *valid = g_utf8_make_valid (self->text, -1);
      g_autofree char *text = g_utf8_substring (valid, 0, MIN (g_utf8_strlen (valid, -1), MAX_TEXT));

      g_string_append_printf (line, "|%s", text);
    }
  return g_string_free (line, FALSE);
}

/* Whether @line is a remark; @self->text points into it. */
static gboolean
parse (VenuleRemark *self,
       const char   *line)
{
  gsize length = strcspn (line, " |");
  const char *rest = line + length;
  g_autofree char *name = NULL;

  *self = (VenuleRemark){ .text = "" };
  if (*line != MARK)
    return FALSE;
  name = g_strndup (line + 1, length - 1);
  if (!venule_remark_kind_from_string (name, &self->kind))
    return FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (self->numbers) && *rest == ' '; i++)
    {
      char *end;

      self->numbers[i] = g_ascii_strtod (rest, &end);
      if (end == rest || !(fabs (self->numbers[i]) <= MAX_NUMBER))
        return FALSE;
      rest = end;
    }
  if (*rest == '|')
    self->text = rest + 1;
  return *rest == '|' || *rest == '\0';
}

/* ---- In words ---- */

/* What a sentence is filled with: the text, or the first numbers as integers or as they are. */
typedef enum {
  FILL_NONE,
  FILL_TEXT,
  FILL_UNSIGNED,
  FILL_INTS,
  FILL_WHOLE,
  FILL_REAL,
} Filling;

typedef struct {
  const char *sentence;
  Filling     filling;
} Words;

static const Words WORDS[] = {
  [VENULE_REMARK_RATE_NONE] = { N_("not in the file"), FILL_NONE },
  [VENULE_REMARK_RATE_HEADER] = { N_("header of the file"), FILL_NONE },
  [VENULE_REMARK_RATE_STACK_TIMES] = { N_("times of %u pictures in the description of the stack"), FILL_UNSIGNED },
  [VENULE_REMARK_RATE_STACK_INTERVAL] = { N_("interval in the description of the stack"), FILL_NONE },
  /* Translators: %s is the name of a field in a video file, such as "comment" */
  [VENULE_REMARK_SCALE_FIELD] = { N_("“%s” in the file"), FILL_TEXT },
  [VENULE_REMARK_SCALE_PER_INCH] = { N_("resolution tag of the TIFF, %g pixels per inch"), FILL_REAL },
  [VENULE_REMARK_SCALE_PER_CM] = { N_("resolution tag of the TIFF, %g pixels per cm"), FILL_REAL },
  [VENULE_REMARK_SCALE_TIFF] = { N_("description of the TIFF"), FILL_NONE },
  [VENULE_REMARK_SCALE_IMAGEJ] = { N_("ImageJ’s description of the stack"), FILL_NONE },
  [VENULE_REMARK_SCALE_OME] = { N_("OME description of the stack"), FILL_NONE },

  [VENULE_REMARK_COMBS_NONE] = {
    N_("The file says that the video is interlaced, but moving cells show no combs: its frames are whole pictures, "
       "and are best left so."), FILL_NONE },
  [VENULE_REMARK_COMBS_UNSEEN] = {
    N_("The file says that the video is interlaced; what moves in it does not show whether that is "
       "true."), FILL_NONE },
  [VENULE_REMARK_SPLIT_UNSEEN] = {
    N_("Nothing shows that these frames are interlaced: no combs are seen, and the file does not say "
       "so. If they are not, open them as whole frames: half of each picture is filled in, and times "
       "and velocities are wrong."), FILL_NONE },
  [VENULE_REMARK_SPLIT_OTHER_ORDER] = {
    N_("The other order of fields fits the movement better: cells seem to go to and fro."), FILL_NONE },
  [VENULE_REMARK_BAD_PICTURE] = { N_("“%s” is damaged, or is no picture: its frame is black."), FILL_TEXT },
  [VENULE_REMARK_CUT_OFF_ABOUT] = {
    N_("The header promises about %lld frames, %lld can be decoded: the file may have been cut off."), FILL_WHOLE },
  [VENULE_REMARK_END_MISSING] = {
    N_("The end of the file is missing: the file was cut off, and frames may be missing. Copy it again from the "
       "microscope."), FILL_NONE },
  [VENULE_REMARK_INDEX_COUNTS] = {
    N_("The index of the file contradicts itself (frames with a time: %lld, with a size: %lld). The file is damaged: "
       "frames may be missing or have wrong times. Copy it again from the microscope."), FILL_WHOLE },
  [VENULE_REMARK_INDEX_TIMES] = {
    N_("The index of the file contradicts itself (its frames last %.4g s together, the video %.4g s). The file is "
       "damaged: frames may be missing or have wrong times. Copy it again from the microscope."), FILL_REAL },
  [VENULE_REMARK_NUMBERS_MISSING] = {
    N_("Numbers are missing in the names of the pictures after frame %s. Each picture is taken as "
       "the next frame."), FILL_TEXT },
  [VENULE_REMARK_FRAMES_MISSING] = {
    N_("Frames are missing in the recording after frame %s; the times of the others allow for it."), FILL_TEXT },
  [VENULE_REMARK_RATE_VARIES] = {
    N_("The frame rate varies: frames come %.4g to %.4g ms apart. Velocities use the real times, unless a frame rate "
       "is stated."), FILL_REAL },
  [VENULE_REMARK_RATE_CONTRADICTED] = {
    N_("By its timestamps the video has %.4g frames/s, by its header %.4g. Velocities use the timestamps: if they are "
       "wrong, state the frame rate."), FILL_REAL },
  [VENULE_REMARK_TIMES_BY_RATE] = {
    N_("The timestamps in the file are missing or out of order; times are worked out from the frame rate in the "
       "header, unless another one is stated."), FILL_NONE },
  [VENULE_REMARK_TIMES_NONE] = { N_("The file has no usable timestamps and no frame rate."), FILL_NONE },
  [VENULE_REMARK_TIMES_NONE_STACK] = {
    N_("The stack does not say how much time lies between its frames."), FILL_NONE },
  [VENULE_REMARK_TIMES_NONE_PICTURES] = { N_("Pictures do not say how much time lies between them."), FILL_NONE },
  [VENULE_REMARK_OBLONG] = { N_("Pixels are not square (%d : %d): lengths along x and y differ."), FILL_INTS },
  [VENULE_REMARK_OBLONG_UM] = {
    N_("Pixels are not square (%.4g × %.4g µm): lengths along x and y differ."), FILL_REAL },
  [VENULE_REMARK_TURNED] = {
    N_("The file asks players to turn its pictures by %d° clockwise. They are read, shown and analyzed as they are "
       "stored."), FILL_INTS },
  [VENULE_REMARK_TURNED_STACK] = {
    N_("The file asks to have its pictures turned or mirrored. They are read, shown and analyzed as "
       "they are stored."), FILL_NONE },
  [VENULE_REMARK_VIDEOS] = {
    N_("The file holds %d videos; this is one of them. The others have to be taken out with a video "
       "program."), FILL_INTS },
  [VENULE_REMARK_IMAGEJ_COUNTS] = {
    N_("ImageJ’s description speaks of %lld pictures but of %lld channels × %lld slices × %lld frames: every picture "
       "is taken as a frame."), FILL_WHOLE },
};

static long long
whole (const VenuleRemark *self,
       guint               i)
{
  return (long long) self->numbers[i];
}

/* The filling of each sentence is checked by test-remark. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"

static char *
fill (const VenuleRemark *self,
      const char         *domain)
{
  const char *sentence = g_dgettext (domain, WORDS[self->kind].sentence);

  switch (WORDS[self->kind].filling)
    {
    case FILL_TEXT:
      return g_strdup_printf (sentence, self->text);
    case FILL_UNSIGNED:
      return g_strdup_printf (sentence, (guint) whole (self, 0));
    case FILL_INTS:
      return g_strdup_printf (sentence, (int) whole (self, 0), (int) whole (self, 1));
    case FILL_WHOLE:
      return g_strdup_printf (sentence, whole (self, 0), whole (self, 1), whole (self, 2), whole (self, 3));
    case FILL_REAL:
      return g_strdup_printf (sentence, self->numbers[0], self->numbers[1]);
    case FILL_NONE:
    default:
      return g_strdup (sentence);
    }
}

#pragma GCC diagnostic pop

static char *
say_combed (const VenuleRemark *self,
            const char         *domain)
{
  const char *lines =
    self->numbers[0] != 0 ? g_dgettext (domain, N_("lower lines")) : g_dgettext (domain, N_("upper lines"));

  if (self->numbers[1] != 0)
    return g_strdup_printf (
      g_dgettext (domain,
                  N_("The video is interlaced, %s first: each frame shows two times, and the edges of moving cells "
                     "look like combs. It can be split into its fields, for twice the frame rate.")),
      lines);
  return g_strdup_printf (
    g_dgettext (domain,
                N_("The video is interlaced, %s first, though the file does not say so: the edges of moving cells "
                   "look like combs. It can be split into its fields, for twice the frame rate.")),
    lines);
}

static char *
say (const char *line,
     const char *domain)
{
  VenuleRemark remark;
  const VenuleRemark *self = &remark;
  gulong n;

  if (line == NULL || !parse (&remark, line))
    return g_strdup (line);

  n = (gulong) MAX (whole (self, 0), 0);
  switch ((int) self->kind)
    {
    case VENULE_REMARK_RATE_TIMESTAMPS:
      return self->numbers[1] > 0
               ? g_strdup_printf (g_dgettext (domain, N_("timestamps of %u frames; the header says %.4g frames/s")),
                                  (guint) whole (self, 0), self->numbers[1])
               : g_strdup_printf (g_dgettext (domain, N_("timestamps of %u frames")), (guint) whole (self, 0));
    case VENULE_REMARK_OTHER_COUNT:
      return g_strdup_printf (g_dngettext (domain, "The header says %lld frame, %lld can be decoded.",
                                           "The header says %lld frames, %lld can be decoded.", n),
                              whole (self, 0), whole (self, 1));
    case VENULE_REMARK_CUT_OFF:
      return g_strdup_printf (
        g_dngettext (domain, "The header says %lld frame, %lld can be decoded: the file may have been cut off.",
                     "The header says %lld frames, %lld can be decoded: the file may have been cut off.", n),
        whole (self, 0), whole (self, 1));
    case VENULE_REMARK_PAGES_BREAK_OFF:
      return g_strdup_printf (
        g_dngettext (domain, "The list of pages breaks off after %lld page: the file may have been cut off.",
                     "The list of pages breaks off after %lld pages: the file may have been cut off.", n),
        whole (self, 0));
    case VENULE_REMARK_PAGES_LEFT_OUT:
      return g_strdup_printf (
        g_dngettext (domain,
                     "The description of the stack tells of %lld picture. The file has more, which are not read.",
                     "The description of the stack tells of %lld pictures. The file has more, which are not read.", n),
        whole (self, 0));
    case VENULE_REMARK_COMBED:
      return say_combed (self, domain);
    case VENULE_REMARK_SPLIT:
      return g_strdup (
        self->numbers[0] != 0
          ? g_dgettext (domain, N_("Each frame is split into its fields, lower lines first; lines between are filled "
                                   "in."))
          : g_dgettext (domain, N_("Each frame is split into its fields, upper lines first; lines between are filled "
                                   "in.")));
    case VENULE_REMARK_DAMAGED:
      return g_strdup_printf (g_dngettext (domain, "%u frame is damaged: %s.", "%u frames are damaged: %s.", n),
                              (guint) n, self->text);
    case VENULE_REMARK_ODD_TIMESTAMPS:
      return g_strdup_printf (
        g_dngettext (domain,
                     "The timestamp of frame %s is missing, comes twice or goes back; its time is taken "
                     "from its neighbours.",
                     "The timestamps of frames %s are missing, come twice or go back; their times are taken "
                     "from their neighbours.", n),
        self->text);
    case VENULE_REMARK_MISFITS:
      return g_strdup_printf (
        g_dngettext (domain, "%lld of the damaged frames has another size or format than the first one.",
                     "%lld of the damaged frames have another size or format than the first one.", n),
        whole (self, 0));
    case VENULE_REMARK_BAD_PACKETS:
      return g_strdup_printf (g_dngettext (domain, "%lld piece of the file could not be decoded and gave no frame.",
                                           "%lld pieces of the file could not be decoded and gave no frame.", n),
                              whole (self, 0));
    case VENULE_REMARK_EMPTY_PACKETS:
      return g_strdup_printf (g_dngettext (domain, "%lld frame is empty in the file: the camera dropped it.",
                                           "%lld frames are empty in the file: the camera dropped them.", n),
                              whole (self, 0));
    case VENULE_REMARK_LEFT_OUT:
      return g_strdup_printf (g_dngettext (domain, "%lld of the frames in the file is left out, as its edit list says.",
                                           "%lld of the frames in the file are left out, as its edit list says.", n),
                              whole (self, 0));
    case VENULE_REMARK_NO_NUMBERS:
      return g_strdup_printf (
        g_dngettext (domain, "%lld pixel holds no number (NaN or infinite) and is black or white.",
                     "%lld pixels hold no number (NaN or infinite) and are black or white.", n),
        whole (self, 0));
    default:
      return fill (self, domain);
    }
}

char *
venule_remark_dup_shown (const char *line)
{
  return say (line, GETTEXT_PACKAGE);
}

char *
venule_remark_dup_english (const char *line)
{
  locale_t before = venule_locale_begin_plain_numbers ();
  char *words = say (line, ENGLISH);

  venule_locale_end_plain_numbers (before);
  return words;
}

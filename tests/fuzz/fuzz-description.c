/* fuzz-description.c: whatever an OME or ImageJ description says, it gives sizes in bounds or a sentence
 *
 * The same for free text with a pixel size in it. Without the TIFF file around it, so thousands of times a second.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include <math.h>

#include "fuzz-check.h"
#include "venule-imagej.h"
#include "venule-ome-xml.h"
#include "venule-scale-text.h"

static void
demand_length (double um)
{
  demand (isfinite (um) && um >= 0, "the size of a pixel is a number");
}

static void
demand_text (const char *text)
{
  demand (text == NULL || g_utf8_validate (text, -1, NULL), "what is told of a stack is UTF-8");
}

static void
check_planes (VenuleStack              *stack,
              const VenuleInputOptions *options)
{
  gint64 n = venule_stack_get_n_frames (stack, options);
  gint64 n_planes = venule_stack_get_n_planes (stack);
  g_autoptr (GArray) times = venule_stack_dup_times (stack, options);

  demand (n >= 0 && n_planes >= 0, "sizes are not below 0");
  for (gint64 i = 0; i < MIN (n, 8); i++)
    {
      gint64 plane = venule_stack_get_frame (stack, options, i % 2 == 0 ? i : n - i);
      guint file = 0;
      gint64 page = 0;

      demand (plane >= 0, "a plane has a number");
      if (venule_stack_find (stack, plane, &file, &page))
        demand (page >= 0 && (stack->files == NULL || file < MAX (stack->files->len, 1)), "a page is in a file");
    }
}

static void
check_stack (VenuleStack *stack)
{
  static const VenuleInputOptions choices[] = {
    { 0 },
    { .axis = VENULE_AXIS_SLICE, .channel = 1 },
    { .axis = VENULE_AXIS_TIME, .channel = 1, .slice = 1 },
    { .axis = VENULE_AXIS_CHANNEL, .slice = 1 },
    { .axis = VENULE_AXIS_TIME, .channel = 2, .slice = 3, .series = 1 },
  };

  demand_length (stack->pixel_width_um);
  demand_length (stack->pixel_height_um);
  demand_text (stack->scale_origin);
  for (guint i = 0; i < stack->doubts->len; i++)
    demand_text (g_ptr_array_index (stack->doubts, i));
  demand (stack->interval >= 0 && isfinite (stack->interval), "an interval is a number");
  demand (stack->n_channels >= 1 && stack->n_slices >= 1 && stack->n_times >= 0 &&
          stack->n_channels <= VENULE_STACK_MAX &&
            stack->n_slices <= VENULE_STACK_MAX,
          "sizes are in bounds");
  for (guint i = 0; i < G_N_ELEMENTS (choices); i++)
    {
      g_autoptr (GError) error = NULL;
      VenuleInputOptions chosen = { 0 };

      if (venule_stack_choose (stack, "fuzz", &choices[i], &chosen, &error))
        check_planes (stack, &chosen);
      else
        demand_sentence (error);
    }
}

int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  g_autofree char *text = g_strndup ((const char *) data, size);
  g_autoptr (VenuleStack) ome = venule_stack_new ();
  g_autoptr (VenuleStack) imagej = venule_stack_new ();
  g_autoptr (GError) error = NULL;
  g_autofree char *companion = NULL;

  demand_length (venule_scale_find_in_text (text));
  if (venule_imagej_read (imagej, text, 2.5, 2.5))
    check_stack (imagej);
  if (!venule_ome_xml_is (text))
    return 0;
  if (!venule_ome_xml_read (ome, text, "fuzz.tif", 1 + (int) (size % 2), &companion, &error))
    demand_sentence (error);
  else if (companion == NULL)
    check_stack (ome);
  else
    demand (strchr (companion, '/') == NULL, "a companion is in the same folder");
  return 0;
}

/* venule-scale.c: whether a pixel size that a file claims can be right
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-scale.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "venule-remark.h"

VenuleScaleVerdict
venule_scale_judge (VenuleSource  *source,
                    double         cell_diameter,
                    double        *pixel_size_um,
                    char         **sentence)
{
  double height_um;
  const char *remark = venule_source_get_scale (source, pixel_size_um, &height_um);
  g_autofree char *origin = venule_remark_dup_shown (remark);
  double cell_um = cell_diameter * *pixel_size_um;

  *sentence = NULL;
  if (origin == NULL || !(*pixel_size_um > 0))
    {
      *pixel_size_um = 0;
      return VENULE_SCALE_NONE;
    }

  if (fabs (height_um / *pixel_size_um - 1) > VENULE_SCALE_SQUARE)
    {
      *sentence =
        g_strdup_printf (_("The file says that a pixel is %.4g µm wide and %.4g µm high (%s). Venule needs square "
                           "pixels, so this is not used."),
                         *pixel_size_um, height_um, origin);
      return VENULE_SCALE_ABSURD;
    }
  if (cell_um < VENULE_MIN_CELL_UM || cell_um > VENULE_MAX_CELL_UM)
    {
      *sentence =
        g_strdup_printf (_("The file says that a pixel is %.4g µm (%s). A cell of %.3g px would then be %.4g µm "
                           "across, which cannot be right: it is probably a print resolution, or in the wrong "
                           "unit. It is not used."),
                         *pixel_size_um, origin, cell_diameter, cell_um);
      return VENULE_SCALE_ABSURD;
    }
  *sentence =
    g_strdup_printf (_("The file says that a pixel is %.4g µm (%s). A cell of %.3g px would then be %.4g µm across."),
                     *pixel_size_um, origin, cell_diameter, cell_um);
  return VENULE_SCALE_PLAUSIBLE;
}

/* scene-look.h: the gray levels that make a cell
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "scene-cells.h"

/**
 * SceneLookTable:
 * @body: gray levels of the inside
 * @dome: of them, what is lost from the centre to the outline
 * @edge: of a thin line on the outline
 * @halo: of a second line outside it
 * @tilt: by which the inside is brighter at the bright side and darker opposite
 * @halo_tilt: by which the halo is
 * @spot: of a blurred bright spot towards the bright side
 * @grain: of the texture that turns with the cell
 * @shape: factor on the cell's bumps
 * @softness: of the inside's border, px at a radius of 11
 * @edge_at: where the line lies outside of the outline, px at a radius of 11
 * @edge_width: its standard deviation, likewise
 * @halo_at: the same of the second line
 * @halo_width: the same
 * @spot_at: distance of the spot from the centre in radii
 * @spot_size: its standard deviation in radii
 * @grain_size: how many grains a radius holds
 */
typedef struct {
  double body, dome, edge, halo, tilt, halo_tilt, spot, grain;
  double shape, softness, edge_at, edge_width, halo_at, halo_width;
  double spot_at, spot_size, grain_size;
} SceneLookTable;

/* How this cell looks: the table of its kind, and as far from it as the description's variety lets it be. */
SceneLookTable scene_look_of (const SceneCell        *cell,
                              const SceneDescription *description,
                              guint64                 seed);
/* All its gray levels times @factor, but for the texture's. */
void           scene_look_strengthen (SceneLookTable *look,
                                      double          factor);

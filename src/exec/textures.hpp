#pragma once
// Textures and surfaces. op::a holds the handle, op::list the coordinates, op::results what a fetch gives; of surface stores op::list the coordinates, then the data.
#include "handlers.hpp"

namespace fpcheck::exec {

/// Fetches, gathers and queries; loads and stores of surfaces. nullptr for what is not modelled.
handler bind_texture(const ptx::instruction& i, op& o);

struct filtered_fetch;
/// Fetches, with what works out the numbers of a domain into words that are 32 apart; without where there is none.
void fetch_texels(warp& w, const op& o, void (*interpolate)(const filtered_fetch& f, std::uint64_t* to));

/// Dimensions that an instruction names: 1 to 3; 0 for a cube's or multisampled ones. `layered`: a layer's.
struct texture_geometry {
  int dimensions = 0;
  bool layered = false;
};
texture_geometry geometry_of(const ptx::instruction& i);

} // namespace fpcheck::exec

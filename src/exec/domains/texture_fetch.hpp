#pragma once
// The numbers that fetches from textures give.
#include "../textures.hpp"
#include "table.hpp"

#include <fpcheck/exec/filtered_fetch.hpp>

namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL {

/// The number of a fetch, into words that are 32 apart.
template <class D>
void interpolate(const filtered_fetch& f, std::uint64_t* to) {
  using value = typename D::value;
  value texels[8];
  for (int k = 0; k < 1 << f.dimensions; ++k) {
    const filtered_fetch::texel& t = f.texels[static_cast<std::size_t>(k)];
    texels[k] = t.where == nullptr ? D::exact(t.value) : number_in_cell<D>(*t.where, t.offset, t.format == number::f16 ? static_cast<int>(t.offset & 2) / 2 : 0, t.value, number::f32);
    if (f.divisor != 1) texels[k] = D::div(texels[k], D::exact(f.divisor));
  }
  double q[D::planes * warp_size];
  for (int n = 0; n < f.dimensions; ++n) {
    const filtered_fetch::axis& x = f.axes[static_cast<std::size_t>(n)];
    value weight = D::exact(x.weight);
    if (x.number != nullptr) {
      for (int p = 0; p < D::planes; ++p) q[p * warp_size] = bit_cast<double>(x.number[p * warp_size]);
      weight = D::add(weight, D::mul(D::exact(x.scale), D::sub(D::load(q), D::exact(x.computed))));
    }
    const value rest = D::sub(D::exact(1.0), weight);
    for (int k = 0; k < 1 << (f.dimensions - n - 1); ++k) texels[k] = D::add(D::mul(rest, texels[2 * k]), D::mul(weight, texels[2 * k + 1]));
  }
  D::store(q, widened<D>(texels[0], f.unknown)); // by what is not known of the device's own rounding
  for (int p = 0; p < D::planes; ++p) to[p * warp_size] = bits_of(q[p * warp_size]);
}

template <class D>
void texture_fetch(warp& w, const op& o) { fetch_texels(w, o, &interpolate<D>); }

} // namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL

#pragma once
#include <fpcheck/exec/memory.hpp>
#include <fpcheck/exec/program.hpp>

#include <array>

namespace fpcheck::exec {

/// A fetch that is an average of neighbouring texels, as a domain computes its number: along each dimension (1 - a) t0 + a t1 with the device's weight a,
/// moved by what the coordinate's exact value is away from the computed one.
struct filtered_fetch {
  struct texel {
    const region* where = nullptr; ///< none: `value` is the number
    std::uint64_t offset = 0;
    number format = number::f32;
    double value = 0;              ///< of the code
  };
  struct axis {
    double weight = 0;
    double computed = 0;                   ///< the coordinate
    double scale = 1;                      ///< texels for each unit of it
    const std::uint64_t* number = nullptr; ///< its number's words, 32 apart; none where it is exact
  };
  std::array<texel, 8> texels;  ///< bit k of the index: the upper neighbour along dimension k
  std::array<axis, 3> axes;
  int dimensions = 0;           ///< 0: one texel
  double divisor = 1;           ///< of codes that are read as fractions
  double unknown = 0;           ///< how far the device's result may be from the one that was computed
};

} // namespace fpcheck::exec

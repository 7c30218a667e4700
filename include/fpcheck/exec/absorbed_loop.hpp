#pragma once
#include <cstdint>

namespace fpcheck::exec {

/// A loop that does not go on: the number that decides its end stays what it is, however often the step is added.
struct absorbed_loop {
  std::uint32_t pc = 0; ///< the addition
  std::uint32_t launch = 0, cta[3] = {}, thread[3] = {};
  double value = 0, step = 0;
};

} // namespace fpcheck::exec

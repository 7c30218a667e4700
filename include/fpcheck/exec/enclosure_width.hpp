#pragma once
#include <cstdint>

namespace fpcheck::exec {

/// Where the enclosure of a result first became too wide to tell anything, of operands whose own told something.
struct opened_enclosure {
  std::uint32_t pc = 0;
  std::uint32_t cta[3] = {}, thread[3] = {};
  bool of_underflow = false; ///< an operand is zero in the machine, and is not in exact arithmetic
};

} // namespace fpcheck::exec

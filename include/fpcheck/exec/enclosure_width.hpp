#pragma once
#include <cstdint>

namespace fpcheck::exec {

/// Where the enclosure of a result first became too wide to tell anything, of operands whose own told something.
struct opened_enclosure {
  std::uint32_t pc = 0;
};

} // namespace fpcheck::exec

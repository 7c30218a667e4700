#pragma once
#include <fpcheck/formats/text.hpp>

#include <ostream>

namespace fpcheck {

/// Writes the shortest decimal that reads back as `x`; the exact hex float if the stream is set to std::hexfloat.
template <class Tag>
std::ostream& operator<<(std::ostream& out, basic_float<Tag> x) {
  const auto flags = out.flags() & std::ios_base::floatfield;
  return out << to_string(x, flags == (std::ios_base::fixed | std::ios_base::scientific) ? notation::hex
                                                                                         : notation::shortest);
}

} // namespace fpcheck

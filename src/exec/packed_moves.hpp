#pragma once
// mov between a register and the elements it is made of.
#include <fpcheck/exec/machine.hpp>

namespace fpcheck::exec {

/// mov.b32 d, {a, b} and its kin: `width` is the element's width in bits, `list` the elements from the lowest.
void pack(warp& w, const op& o);
/// mov.b32 {a, b}, d and its kin.
void unpack(warp& w, const op& o);

} // namespace fpcheck::exec

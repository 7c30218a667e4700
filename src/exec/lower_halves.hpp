#pragma once
#include "def_use.hpp"

namespace fpcheck::exec {

/// Whether an operation in binary32 adds 2^k or 1.5 * 2^k: the lower digits of such a sum are an integer, or a fraction in fixed point.
bool adds_offset(const def_use& g, const op& o);

} // namespace fpcheck::exec

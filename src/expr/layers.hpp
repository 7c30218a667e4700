#pragma once
#include "elaborator.hpp"

namespace fpcheck::expr {

/// The functions whose text depends on the rank of a tensor.
std::vector<builtin> layers();

} // namespace fpcheck::expr

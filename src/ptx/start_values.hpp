#pragma once
#include "joint_edits.hpp"

namespace fpcheck::ptx {

/// What a maximum or minimum over many starts from, at every place where the compiler put that literal: before a loop, where the loop has no turn, in
/// lanes without an element.
void change_start_values(index function, const std::vector<numbered_statement>& all, std::vector<edit>& out);

} // namespace fpcheck::ptx

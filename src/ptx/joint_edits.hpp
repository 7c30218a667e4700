#pragma once
#include "edit_kinds.hpp"

namespace fpcheck::ptx {

/// An instruction of a function in words, with its number.
struct numbered_statement {
  index at = 0;
  std::string place; ///< of the source, as text
  statement what;
};

/// Changes of several instructions that belong together: a step more of a reduction by shuffles, a number that is not rounded on its way through
/// another format, keys of negative numbers.
std::vector<edit> joint_edits(index function, const std::vector<numbered_statement>& all);

} // namespace fpcheck::ptx

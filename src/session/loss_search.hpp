#pragma once
#include "bare_runs.hpp"

#include <fpcheck/analysis/finding.hpp>

#include <optional>
#include <string>
#include <vector>

namespace fpcheck::session {

/// A step of integer code that loses what the outputs need.
struct located_loss {
  std::uint32_t pc = 0;
  std::vector<analysis::frame> stack; ///< the innermost place first
  std::string text;                   ///< what is lost there, and how it shows: a part of a sentence
  bool calculates = false;            ///< a calculation is beyond its width, with a sign or without, and what does not depend on it is right
  bool cuts = false;                  ///< bits are masked or shifted out
  bool mends = false;                 ///< and every output meets its reference where it is not
};

/// Looks for one line whose integers are beyond their width, or whose results no longer tell operands apart, and which explains what is wrong with the
/// outputs: where that line does otherwise (clamps; keeps the order of all operands) every output meets its reference, or the elements that become others
/// are those that are wrong and no more. Where inputs are generated at random it has to do for those of another seed too. Runs the launches bare.
std::optional<located_loss> find_loss(const mismatched_run& what, const time_left& time);

} // namespace fpcheck::session

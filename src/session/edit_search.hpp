#pragma once
#include <fpcheck/session/kernel_file.hpp>
#include <fpcheck/session/reference.hpp>

#include <functional>
#include <optional>
#include <vector>

namespace fpcheck::session {

/// Inputs of a case with the references that go with them.
struct compared_inputs {
  exec::run_request request; ///< as it is before the launches
  std::vector<prepared_reference> references;
};

/// A run whose outputs differ from their references.
struct mismatched_run {
  const compiled& code;
  const exec::run_request& before;
  const std::vector<prepared_reference>& references;
  /// The same case with another seed, nothing where that cannot be had.
  std::function<std::optional<compared_inputs>()> reseeded;
  /// A line of a source file that the line table names, where it may be read.
  std::function<std::optional<std::string>(const std::string& file, std::uint32_t line)> lines;
};

/// Looks for one small change of the program with which every compared output meets its reference: the launches are run bare with each of a list of
/// changes, within a number of instructions that the case is small enough for. Where the change's place can be told from others, the mismatches of `run`
/// get it for their first place, and say so; what stored the output follows. Else the place where integers are lost (loss_search.hpp).
/// Where inputs are generated at random it has to do for those of another seed too.
void locate_by_edits(const mismatched_run& what, analysis::run_result& run);

} // namespace fpcheck::session

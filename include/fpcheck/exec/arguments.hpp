#pragma once
#include <fpcheck/exec/launch.hpp>
#include <fpcheck/exec/launch/case.hpp>
#include <fpcheck/exec/launch/signature.hpp>
#include <fpcheck/ptx/module.hpp>

#include <string>

namespace fpcheck::exec {

/// Everything besides its words that a case is bound against.
struct binding {
  const ptx::module& module;
  const source_signatures& signatures; ///< empty where there is no source: parameters are then told by position
  std::string directory;               ///< `@path` of a source comment is relative to it; empty: the working directory
  std::uint64_t seed = 0;              ///< of generated inputs
};

/// The request that a case asks for: buffers filled, arguments laid out as the kernel's .param space wants them.
/// Options of the case are not looked at.
/// Error: whatever is wrong with the words, with file, line, column and, where one is near, a suggestion.
result<run_request> bind_arguments(const case_text& text, const binding& context);

} // namespace fpcheck::exec

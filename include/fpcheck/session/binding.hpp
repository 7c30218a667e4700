#pragma once
#include <fpcheck/exec/launch.hpp>
#include <fpcheck/launch/case.hpp>
#include <fpcheck/launch/exec_names.hpp>
#include <fpcheck/launch/signature.hpp>
#include <fpcheck/ptx/module.hpp>
#include <fpcheck/tensor/file.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace fpcheck::session {

/// The tensor of that name, or nullptr; of no archive there is none.
inline const tensor::array* find_given(const tensor::archive* tensors, const std::string& name) {
  if (tensors == nullptr) return nullptr;
  const auto at = tensors->find(name);
  return at == tensors->end() ? nullptr : &at->second;
}

/// Everything besides its words that a case is bound against.
struct binding {
  const ptx::module& module;
  const launch::source_signatures& signatures; ///< empty where there is no source: parameters are then told by position
  std::string directory;               ///< `@path` of a source comment is relative to it; empty: the working directory
  std::uint64_t seed = 0;              ///< of generated inputs
  const tensor::archive* given = nullptr; ///< tensors in memory: what `@name` means before a file is looked for
  std::vector<std::string> references = {}; ///< expressions: values that only they name are bound as well, and no kernel gets them
};

/// The request that a case asks for: buffers filled, arguments laid out as the kernel's .param space wants them.
/// Options of the case are not looked at.
/// Error: whatever is wrong with the words, with file, line, column and, where one is near, a suggestion.
result<exec::run_request> bind_arguments(const launch::case_text& text, const binding& context);

/// What `NAME=VALUE` words give where no kernel says what they are for.
struct named_values {
  std::vector<exec::buffer> buffers;
  std::map<std::string, std::vector<std::string>> extents; ///< of a buffer, as written: {"N", "C"}
  std::map<std::string, std::int64_t> dimensions;          ///< integers
  std::map<std::string, std::string> scalars;              ///< all numbers, exactly as written
};

/// Which of the words are read: numbers only, or tensors too.
enum class named_kinds : std::uint8_t { numbers, all };

/// Reads words of `eval`, `grad` and of references. `@path` is as in `binding`.
/// Error: a malformed value, at its place.
result<named_values> read_values(const std::vector<launch::assignment>& words, const std::string& directory, std::uint64_t seed,
                                 named_kinds kinds);

} // namespace fpcheck::session

namespace fpcheck::exec {

using fpcheck::session::bind_arguments; // gone with <fpcheck/launch/exec_names.hpp>

} // namespace fpcheck::exec

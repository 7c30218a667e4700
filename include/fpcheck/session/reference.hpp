#pragma once
#include <fpcheck/analysis/check.hpp>
#include <fpcheck/expr/commands.hpp>
#include <fpcheck/launch/signature.hpp>
#include <fpcheck/session/conditioning.hpp>
#include <fpcheck/session/settings.hpp>
#include <fpcheck/tensor/array.hpp>
#include <fpcheck/tensor/file.hpp>
#include <fpcheck/tolerance/judge.hpp>
#include <fpcheck/verdict/comparison.hpp>

#include <vector>

namespace fpcheck::session {

/// A reference with everything it needs: read before the run, so that a missing file costs no run.
struct prepared_reference {
  /// Where everything that is given is zero, an output like its reference says little.
  enum class inputs : std::uint8_t { data, zeros };
  std::uint32_t buffer = 0; ///< index into run_request::buffers
  std::string text;         ///< as written
  tolerance::reference expected;
  tolerance::tolerance allowed;
  std::string declared; ///< the arithmetic that an expression's bound is for, or empty
  std::optional<formula> expression; ///< what `expected` is the value of, where it is no file
  inputs of = inputs::data;
};

/// A run that was made: its code, the buffers before and after it, and what is certified of some outputs.
struct finished_run {
  const exec::program& code;
  const exec::run_request* before; ///< null: a mismatch is not traced to the line that stored it
  const exec::run_request& after;
  const std::vector<analysis::element_bounds>& bounds;
  const std::vector<std::uint64_t>& blocks; ///< that alone were run; empty: all
  bool in_part = false;                     ///< no other block has run, on a card neither: what they would have written is not compared
};

/// What a case's words mean in its references.
struct reference_context {
  const launch::case_text& text;
  const exec::run_request& request;
  const launch::source_signatures& signatures;
  std::string directory; ///< `@path` of a source comment is relative to it
  const tensor::archive* given = nullptr; ///< tensors in memory: what `@name` means before a file is looked for
};

/// What the names in a reference stand for: buffers as they are before the first launch, and the case's numbers.
/// Error: a malformed value.
result<expr::named_inputs> reference_inputs(const settings& s, const reference_context& context);
/// The arithmetic that a case declares for an output of type `output`.
tolerance::declaration declaration_of(const settings& s, tensor::dtype output);

/// Evaluates or reads the references of a case. Error: an unknown output (with a suggestion), a malformed expression, a
/// file that cannot be read or has another shape, a tolerance that cannot be derived.
result<std::vector<prepared_reference>> prepare_references(const settings& s, const reference_context& context);

/// Judges the outputs by their references; a mismatch and a vacuous tolerance become findings of `run`, what cannot be
/// decided is noted as incomplete. Outputs that `done.bounds` tells of have their error split.
std::vector<verdict::comparison> compare_outputs(const std::vector<prepared_reference>& references,
                                                const finished_run& done, analysis::run_result& run);

/// What the references of an output say of it with these contents.
analysis::reference_word word_of(const std::vector<prepared_reference>& references, const exec::run_request& request, std::uint32_t buffer,
                                 std::span<const std::byte> data);

/// A copy of a buffer's elements.
tensor::array array_of(const exec::buffer& b);

/// The buffer called `name`, or by its position among the buffers. Error: none, with a suggestion.
result<std::uint32_t> find_buffer(const exec::run_request& request, const std::string& name);

} // namespace fpcheck::session

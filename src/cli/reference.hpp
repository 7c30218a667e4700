#pragma once
#include "settings.hpp"

#include <fpcheck/report/document.hpp>
#include <fpcheck/tensor/array.hpp>

#include <vector>

namespace fpcheck::cli {

/// A reference with everything it needs: read before the run, so that a missing file costs no run.
struct prepared_reference {
  std::uint32_t buffer = 0; ///< index into run_request::buffers
  std::string text;         ///< as written
  tensor::array expected;
  tensor::tolerance tolerance;
};

/// Reads the references of a case. Error: an unknown output (with a suggestion), a file that cannot be read or has
/// another shape, a tolerance that cannot be derived.
result<std::vector<prepared_reference>> prepare_references(const settings& s, const exec::run_request& request, const std::string& directory);

/// Compares the outputs with their references; a mismatch and a vacuous tolerance become findings of `run`.
std::vector<report::comparison> compare_outputs(const std::vector<prepared_reference>& references, const exec::run_request& request, analysis::run_result& run);

/// The buffer called `name`, or by its position among the buffers. Error: none, with a suggestion.
result<std::uint32_t> find_buffer(const exec::run_request& request, const std::string& name);

} // namespace fpcheck::cli

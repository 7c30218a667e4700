#pragma once
// What the buffers of a chain are called and what their elements are. A program's memory says neither.
#include <fpcheck/analysis/finding.hpp>
#include <fpcheck/exec/run.hpp>
#include <fpcheck/launch/case.hpp>
#include <fpcheck/launch/signature.hpp>
#include <fpcheck/tensor/dtype.hpp>

#include "chain.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace fpcheck::runtime {

/// What the sources tell that line tables name; each file is read once.
class program_sources {
public:
  /// That of the kernel, from its source or else from its mangled name; parameters without names then.
  std::vector<launch::kernel_parameter> parameters_of(const ptx::module& m, const ptx::function& kernel);
  /// Marks the findings that comments of the module's sources excuse.
  void suppress(const ptx::module& m, analysis::run_result& run);

private:
  struct scanned_file {
    launch::source_signatures signatures;
    std::vector<launch::suppression> suppressions;
  };
  const scanned_file& scanned(const std::string& file);
  std::map<std::string, scanned_file> files_;
};

/// A buffer as a report names it; the type where it is known.
struct described_buffer {
  std::string name;
  std::optional<tensor::dtype> type;
};
/// For each buffer of `c`, by what the kernels say that point to it: the first one gives the name, all must agree on the type.
std::vector<described_buffer> describe(const chain& c, program_sources& sources);

} // namespace fpcheck::runtime

#pragma once
// A first case for a kernel, from its signature and its body.
#include <fpcheck/launch/signature.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace fpcheck::cli {

/// A buffer of a guessed case.
struct guessed_buffer {
  std::string name;
  std::string content;       ///< "randn", "empty", "inout:zeros"
  std::string shape;         ///< "n", "RxC"
  std::uint32_t lanes = 1;   ///< of a vector type: another extent
  bool is_output = false;
  std::uint64_t allocated = 0; ///< elements that the host code allocates for it; 0: it does not say
  bool is_zeroed = false;      ///< by the host code, which copies nothing into it
};

/// A guessed case: what stands in its comment.
struct guessed_case {
  std::string kernel;                                      ///< with template arguments
  std::string instantiated;                                ///< for --instantiate; empty where the file does so itself
  std::string grid, block, shared;                         ///< of <<<..>>>; `shared` may be empty
  std::vector<std::pair<std::string, std::string>> values; ///< dimensions of its own, then scalars
  std::vector<guessed_buffer> buffers;
  std::vector<std::pair<bool, std::size_t>> order;         ///< of the parameters: whether a buffer, and its index
  std::string nvcc{};                                      ///< flags for the compiler
  std::map<std::string, std::int64_t> at_host{};           ///< integers as the host code gives them, before they were made smaller
  std::string scope{};                                     ///< the namespaces of the kernel: "a::b::"
  bool shared_of_host = false;                             ///< the host code says how much dynamic shared memory there is
  bool is_whole = false;                                   ///< the launch is the host code's, in its own sizes
  std::vector<std::int64_t> constants{};                   ///< numbers that the kernel has by names which are no parameters: sizes, often

  /// Grid and block that could stand for the first ones, where no host code launches the kernel.
  struct other_launch {
    std::string grid, block;
  };
  std::vector<other_launch> others{};

  /// A dimension of the case's own, before the others.
  void add_dimension(const std::string& name, const std::string& value);
  /// The words of the case. Dimensions of its own that nothing uses are left out.
  std::string text() const;
  /// The integer dimensions with their values.
  std::vector<std::pair<std::string, std::int64_t>> dimensions() const;
};

/// Guesses a case: bounds and index expressions say which parameter is an extent and where rows lie, blockIdx.y a grid of two
/// dimensions, `extern __shared__` dynamic memory, and what is stored to an output. `source` is the whole file, `around` what stands around it:
/// headers with constants, and host code that launches its kernels.
guessed_case guess_case(const launch::kernel_signature& kernel, const launch::source_signatures& all, const std::string& source, const std::string& around);

/// The smallest of the case's dimensions, 16 at the most: what an index may be, whatever it is an index of.
std::int64_t least_extent(const guessed_case& c);

} // namespace fpcheck::cli

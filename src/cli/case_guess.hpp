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

  /// The words of the case. Dimensions of its own that nothing uses are left out.
  std::string text() const;
  /// The integer dimensions with their values.
  std::vector<std::pair<std::string, std::int64_t>> dimensions() const;
};

/// Guesses a case: bounds and index expressions say which parameter is an extent and where rows lie, blockIdx.y a grid of two
/// dimensions, `extern __shared__` dynamic memory, and what is stored to an output. `source` is the whole file.
guessed_case guess_case(const launch::kernel_signature& kernel, const launch::source_signatures& all, const std::string& source);

/// The smallest of the case's dimensions, 16 at the most: what an index may be, whatever it is an index of.
std::int64_t least_extent(const guessed_case& c);

/// The lines of a source from where a kernel begins to where the next one does, without comments.
std::string body_of(const launch::kernel_signature& kernel, const launch::source_signatures& all, const std::string& source);

} // namespace fpcheck::cli

#pragma once
#include <fpcheck/base/diagnostic.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace fpcheck::session {

/// What to compile and how.
struct compilation {
  std::string file;                        ///< the .cu
  std::vector<std::string> flags;          ///< after `-ptx -lineinfo`; an -arch among them replaces sm_90, or sm_90a where the code needs it
  std::vector<std::string> instantiations; ///< "k<float, 128>"
  /// Whether errors repeat lines of files that are neither under the source's directory nor the toolkit's.
  enum class messages : std::uint8_t { of_own_files, of_all_files } quoted = messages::of_own_files;

  bool operator==(const compilation&) const = default;
};

/// The compiler: $FPCHECK_NVCC, $CUDA_PATH/bin/nvcc, nvcc in $PATH, /usr/local/cuda/bin/nvcc; or empty. Setting
/// FPCHECK_NVCC to the empty string means that there is none.
std::string find_nvcc();

/// Lines at the beginning of PTX that tell how it was got.
inline constexpr std::string_view compiler_note = "// fpcheck note: ";

/// The PTX of a CUDA source file, whose line table names files relative to the source's directory. The same source with the same files
/// included comes from a cache the second time ($XDG_CACHE_HOME/fpcheck; FPCHECK_CACHE=off turns it off). Headers are looked for around the
/// source too, and host code that the compiler cannot take is left out: lines of `compiler_note` say so.
/// Error: no compiler (exit 2, with a way out), or what the compiler complained of.
result<std::string> compile(const compilation& what);

/// Splits flags as a shell would: blanks separate, quotes keep together.
result<std::vector<std::string>> split_flags(const std::string& text);

} // namespace fpcheck::session

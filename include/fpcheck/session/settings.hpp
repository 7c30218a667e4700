#pragma once
#include <fpcheck/analysis/check.hpp>
#include <fpcheck/exec/launch.hpp>
#include <fpcheck/launch/exec_names.hpp>
#include <fpcheck/tensor/array.hpp>

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace fpcheck::session {

/// Whether multiplications are fused into additions: as the flags, or what lies beside a .ptx, say; or as asked for.
enum class fusing : std::uint8_t { as_compiled, on, off };

/// A reference: what an output is compared with.
struct reference {
  std::string output; ///< empty: the only output
  exec::word value;   ///< "@ref.npy" or an expression
};

/// A file that a buffer is written to.
struct saved_file {
  std::string buffer, path;
  /// `created`: asked for by a file's own words, which replace nothing.
  enum class way : std::uint8_t { replaced, created } how = way::replaced;
};

/// Writes a tensor to its file. Error: it cannot be written, or is there and must not be replaced.
result<void> save(const saved_file& to, const tensor::array& a);

/// A card that runs the case first (`--on gpu:N,f64`).
struct card_choice {
  std::uint32_t number = 0;
  enum class shadow : std::uint8_t { ball, f64 } beside = shadow::ball;
};

/// How one case is compiled, run and judged.
struct settings {
  std::vector<reference> references;
  std::optional<exec::word> tolerance;
  std::string accumulator;                    ///< formats of a reference's bound; empty: f64 for outputs in f64, else f32
  std::string output_format;                  ///< empty: the output's own
  std::map<std::string, std::string> rounded; ///< let-bound names of references that are stored in a format
  exec::shadow_kind shadow = exec::shadow_kind::ball;
  analysis::shadow_choice shadow_choice = analysis::shadow_choice::automatic; ///< `--shadow` was given, or not
  std::uint32_t shadow_parameter = 0;
  std::vector<analysis::range_check> ranges;
  std::vector<saved_file> saves;
  std::vector<std::pair<std::string, std::string>> along; ///< buffer, file of its direction or empty: for the dual shadow
  std::vector<saved_file> derivative_saves, shadow_saves;
  bool trusts_files = false; ///< --trust: a file's words may do what the command line's may
  std::uint64_t seed = 0;
  std::uint64_t seeds = 0, shapes = 0; ///< how many of each are tried; 0: the one given
  std::uint64_t search = 0;            ///< inputs among which those with the largest error are looked for; 0: none
  bool search_climbs = true;           ///< by changing the worst so far; or all at random
  std::vector<std::string> instantiations;
  std::vector<std::string> nvcc_flags;
  std::uint32_t sample_blocks = 0;
  std::vector<std::uint64_t> blocks; ///< that alone are run; empty: all, or a sample
  std::optional<card_choice> card;
  std::optional<exec::dim3> cluster;
  std::uint32_t threads = 0;
  std::uint32_t orders = 1;
  double time_budget = 300;
  std::optional<std::uint64_t> instruction_budget;
  fusing fuse = fusing::as_compiled; ///< of multiplications and additions
  std::vector<exec::word> variants;  ///< of --what-if
  std::vector<std::string> expected; ///< rules that `fpcheck test` wants to see; "clean" for none
  bool suppressions = true;
  bool lines = true; ///< errors by source line, in reports that are kept
};

/// One option of a case, the same on the command line, in a source comment and as a key of fpcheck.toml.
struct option_row {
  const char* name;        ///< without its dashes
  const char* placeholder; ///< of its value; empty for a switch
  const char* help;
  bool repeats;
  std::function<result<void>(settings&, const exec::word&)> apply;
};
const std::vector<option_row>& case_options();
/// The names of the shadow domains.
const std::vector<std::string>& shadow_names();

/// Applies options to `s`. Error: an unknown option (with a suggestion), a malformed value, or what the words of a file may
/// not ask for, at its place.
result<void> apply_options(settings& s, const std::vector<exec::option_text>& options);

} // namespace fpcheck::session

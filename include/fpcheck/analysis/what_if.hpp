#pragma once
// The third question: what another format, rounding or accumulation would have done to the outputs of a launch.
#include <fpcheck/analysis/finding.hpp>
#include <fpcheck/exec/launch.hpp>
#include <fpcheck/exec/program.hpp>
#include <fpcheck/exec/variant.hpp>

#include <atomic>
#include <functional>
#include <string>
#include <vector>

namespace fpcheck::analysis {

/// One run with something changed.
struct variation {
  std::string text;                     ///< as it was asked for
  exec::variant_plan plan;              ///< what instructions do
  std::vector<exec::buffer> replaced;   ///< inputs with other contents, by name; types and shapes as they were
  std::uint32_t repeats = 1;            ///< runs with other seeds: of what is random
  bool shuffles = false;                ///< and with the CTAs and atomics of each in another order
};

/// How far an output is from its exact value, which is that of the machine's own path on the inputs as they are.
struct output_error {
  std::string output;
  std::uint64_t elements = 0;   ///< compared: written, with a finite exact value
  std::uint64_t nonfinite = 0;  ///< of these, NaN or infinite
  std::uint64_t changed = 0;    ///< elements whose bits are not those of the launch as it is
  double largest = 0;           ///< |output - exact|, over the finite ones
  double rms = 0;               ///< root mean square of the same
  double largest_ulps = 0;      ///< largest error in ulps of the output's type at the exact value
  std::uint64_t worst = 0;      ///< index of that element
};

/// What one variation comes to. Integer outputs have their count of changed elements only.
struct variation_result {
  std::string text;
  std::vector<output_error> outputs;
  std::uint64_t operations = 0, changed = 0; ///< floating-point operations of threads, and those that compute otherwise
  std::string failure;                       ///< why there is no result: the launch went another way and did not come to its end
};

/// Runs the launches as they are, then each variation; the first result is that of the launch as it is. `request` keeps its
/// buffers. Results of random variations are over all repeats.
/// Error: a launch that cannot be made, or that does not come to its end as it is.
result<std::vector<variation_result>> what_if(const exec::program& code, const exec::run_request& request, const std::vector<variation>& variations, std::atomic<bool>* interrupt);

/// The instructions, by pc, that give numbers and have a frame of their source stack in lines `first` to `last` of a file
/// that `is_meant`, by its name in the line table.
std::vector<std::uint32_t> operations_at(const exec::program& code, const std::function<bool(const std::string&)>& is_meant, std::uint32_t first, std::uint32_t last);
/// Of lines that assign to a variable, which start in `lines`: the instructions whose results are the variable's, and the partial sums of
/// such. The others work out what is assigned.
std::vector<std::uint32_t> values_of_variable(const exec::program& code, const std::function<bool(const std::string&)>& is_meant, const std::vector<std::uint32_t>& lines);
/// The source stack of an instruction, innermost frame first.
std::vector<frame> source_stack(const exec::program& code, std::uint32_t pc);
/// All instructions that give numbers.
std::vector<std::uint32_t> all_operations(const exec::program& code);

} // namespace fpcheck::analysis

#pragma once
#include <fpcheck/base/diagnostic.hpp>
#include <fpcheck/sweep/library_tally.hpp>
#include <fpcheck/sweep/reference_definition.hpp>

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

/// Sweeps of CUDA's binary32 math library.
namespace fpcheck::sweep {

/// A row of library.def.
struct library_function {
  std::string_view id, name, reference;
  subnormals treatment = subnormals::kept;
  int stated = -1; ///< the guide's bound in numbers of the format, or -1
};
const std::vector<library_function>& library_functions();
/// The rows of these names or ids, all of them for none, in the table's order.
/// Error: a name that is none, with the nearest one.
result<std::vector<const library_function*>> library_functions_named(const std::vector<std::string>& names);
/// The toolkit that compiled the functions: "CUDA 13.0, V13.0.88".
std::string library_toolkit();

/// The results of a function for a range of inputs, as codes.
using result_source = std::function<result<std::vector<std::uint32_t>>(const code_range&)>;
/// The function on the emulated device, bit for bit as a card computes it.
result<result_source> on_the_engine(const library_function& f);

/// How many inputs make a block: what is handed out, journaled and merged as one.
inline constexpr std::uint64_t block_inputs = std::uint64_t{1} << 20;
/// The blocks of a range.
std::uint64_t blocks_of(const code_range& range);
/// Block number i of a range.
code_range block_of(const code_range& range, std::uint64_t i);

/// Judges the results for a block; what the tables leave open is decided by MPFR. The input before the block's first one is looked at
/// for monotonicity, so that blocks of any size together find the same. Error: as the source's.
result<library_tally> sweep_block(const library_function& f, const reference_tables& reference, const code_range& block, bool is_first,
                                  const result_source& source);
/// Decides an input by MPFR and adds it to what `judge` left of it.
void settle(library_tally& t, const library_function& f, const reference_tables& reference, open_input open);

} // namespace fpcheck::sweep

#pragma once
#include <fpcheck/base/diagnostic.hpp>
#include <fpcheck/base/judgement.hpp>
#include <fpcheck/exec/absorbed_count.hpp>
#include <fpcheck/exec/absorbed_loop.hpp>
#include <fpcheck/exec/atomic_sum.hpp>
#include <fpcheck/exec/bit_conversion.hpp>
#include <fpcheck/exec/bit_order.hpp>
#include <fpcheck/exec/enclosure_width.hpp>
#include <fpcheck/exec/integer_range.hpp>
#include <fpcheck/exec/lineage.hpp>
#include <fpcheck/exec/lossy_step.hpp>
#include <fpcheck/exec/machine.hpp>
#include <fpcheck/exec/trails.hpp>
#include <fpcheck/exec/variant.hpp>

#include <memory>
#include <optional>
#include <vector>

namespace fpcheck::exec {

/// What one run of a sequence of launches left behind. Regions of inputs look at the request's bytes, which outlive the record.
struct run_record {
  std::unique_ptr<global_memory> memory;      ///< with every shadow; buffers are found by region::buffer
  std::vector<region*> buffers;               ///< region of each buffer of the request
  std::vector<fault_record> faults;
  std::vector<flip_record> flips, ties;
  std::vector<flip_record> meetings;          ///< decisions taken otherwise, where the plan lets meetings decide
  std::vector<event_record> events;
  std::vector<end_record> ends;               ///< of lineages, where the plan watches them
  std::vector<range_record> ranges;           ///< of integers that were lost, where it does
  std::vector<bit_order> bit_orders;          ///< of numbers that integer code orders, where the plan watches ends or follows codes
  std::vector<bit_conversion> bit_conversions; ///< where the plan watches them
  std::vector<absorbed_count> absorbed_counts; ///< where the plan watches ends
  std::optional<opened_enclosure> opens;      ///< where the plan watches widths
  std::vector<std::uint32_t> idle_terms;      ///< error terms that came out as 0 at every of many turns, where the plan keeps them
  std::vector<std::uint32_t> missed_terms;    ///< and those that missed a part of what their sum lost
  std::vector<atomic_addend> addends;         ///< of atomic sums in buffers, where the plan asks for them
  std::optional<absorbed_loop> absorbed;      ///< ended the run, where the plan watches ends
  std::vector<std::uint32_t> parting_branches; ///< that lanes of one warp went both ways, where the plan watches ends
  std::vector<std::uint32_t> halved_barriers;  ///< aligned barriers at which part of a warp waited, the rest having ended
  std::optional<consumed_number> consumed;    ///< what the plan asks for
  std::vector<incomplete_record> incomplete;
  std::vector<std::string> printed;
  run_counts counts;
  std::uint64_t ctas_total = 0;
  int planes = 0;
  number_layout layout = number_layout::ball;
  const char* domain = "none";
  bool interrupted = false;
  std::uint64_t changed = 0;                  ///< operations of lanes that the plan's variant computed otherwise
  std::uint32_t writer = nobody;              ///< of the watched element: the instruction that wrote it last
  undefined_trail undefined;                  ///< where the plan follows undefined values
  race_trail races;                           ///< where it has places of races
  nan_trail nans;                             ///< where it follows NaNs
  std::vector<loss_record> losses;            ///< of integer code, where the plan watches them
};

/// Where a dual run starts, and which way it goes: element i of a buffer stands for the exact number stored + shift[i] and
/// moves with the velocity tangent[i]. The machine's bits, and with them the path, stay as they are.
struct direction {
  std::uint32_t buffer = 0; ///< index into run_request::buffers, of a real type
  std::vector<double> tangent;
  std::vector<double> shift; ///< empty for none
};

/// How a run differs from the request it is made from.
struct run_plan {
  domain_table domain;
  std::vector<std::vector<std::uint64_t>> ctas; ///< of each launch; empty for all, or for the request's sample
  std::atomic<bool>* interrupt = nullptr;
  bool tracks_races = true;
  double more_time = 1;                         ///< factor of the request's time budget
  std::uint64_t more_instructions = 1;          ///< factor of its instruction budget
  std::vector<direction> directions; ///< for the dual domain
  std::optional<element_place> watched;         ///< whose last writer is wanted
  std::vector<std::uint32_t> unforgiven;        ///< range reductions and trigonometric functions whose argument must not be off
  std::vector<std::uint32_t> decided_exactly;   ///< comparisons and roundings to integers whose ties exact arithmetic decides
  std::vector<std::uint32_t> poles;             ///< selections whose literal infinity is a function's value
  bool watches_ends = false;                    ///< records where lineages of inexact numbers end, and where integers leave their range
  std::optional<range_probe> leaves_range;      ///< an instruction whose lanes beyond the range get another result
  std::optional<consumed_number> consumes;      ///< instruction and thread of which the number consumed is wanted
  std::optional<std::uint32_t> lets_nans_through; ///< an extreme whose swallowed NaNs go on instead
  std::optional<std::uint32_t> lifts_clamp;     ///< a clamp to an end of its format's range: with `exact` the numbers go on that it takes away, else infinities
  bool follows_codes = false;                   ///< tells the bits of numbers from other integers: of binary32 data and of results, wherever they are moved
  std::optional<std::uint32_t> orders_numbers;  ///< an integer instruction that orders the numbers whose bits it is given
  bool watches_conversions = false;             ///< records what integer code makes of numbers where narrower ones are stored
  bool watches_widths = false;                  ///< records where enclosures become too wide
  bool records_sums = false;                    ///< keeps the addends of atomic sums
  bool settles_residuals = true;                ///< residuals that vanish, and steps of iterations, are the machine's; off where machines are compared
  bool keeps_error_terms = false;               ///< the rounding errors that the program works out (R4) are what the machine makes of them
  std::optional<meeting_plan> meetings;         ///< operands that meet decide so
  std::optional<exact_plan> exact;              ///< exact values stand in the place of the machine's
  std::vector<bool> given_between;              ///< by buffer: what it holds between launches is the next one's input, whatever made it
  bool moves_decimals = false;                  ///< literals of few digits move as inputs do, in the perturbed domains
  bool follows_undefined = false;               ///< records where undefined values come from; for one thread, with a shadow domain
  std::vector<std::uint64_t> race_addresses;    ///< of cells whose accesses are recorded, as faults of races have them; for one thread
  bool follows_nans = false;                    ///< records what takes NaNs away that nobody asked for; for one thread, with a watched element
  std::optional<std::uint32_t> inverts_nans;    ///< a comparison that comes out the other way where one of its operands is a NaN
  bool watches_losses = false;                  ///< records what integer code loses; without a shadow
  std::vector<loss_change> loses_otherwise;     ///< what it does instead, at instructions of which each is named once; the same
  judgement judged;                             ///< what is let pass
  std::optional<variant_plan> variant;          ///< some instructions compute otherwise; with the double-double domain, not with `exact`
};

/// Runs the launches of `request` one after the other on `code`.
/// Error: a kernel that is not in the module, arguments that do not fit its parameters, a bad geometry, a direction that does not
/// fit its buffer or that the domain cannot follow.
result<run_record> run(const program& code, const run_request& request, const run_plan& plan);

/// The instruction set level that the engine runs at: "generic", "avx2" or "avx512".
const char* engine_level();

/// The domain of plain bit-exact emulation.
domain_table no_shadow();
/// The default domain: midpoint and radius in binary64. Word 0 is the midpoint, word 1 the radius.
domain_table ball_shadow();
/// The same in double-double, for kernels that compute in binary64: leading word, radius, low word.
domain_table wide_shadow();
/// Midpoint and radius of the value, then of its derivative along the plan's directions, in binary64.
domain_table dual_shadow();
/// Midpoint, radius, lower and upper bound, by outward-rounded intervals.
domain_table interval_shadow();
/// Midpoints of `bits` bits with a radius, in words as double-double has them.
/// Requires: least_mpfr_bits <= bits <= most_mpfr_bits.
domain_table mpfr_shadow(std::uint32_t bits);
inline constexpr std::uint32_t least_mpfr_bits = 24, most_mpfr_bits = 512;
/// How many copies one perturbed run carries.
inline constexpr std::uint32_t perturbed_copies = 8;
/// Midpoint, depth, eight deviations of perturbed copies (the first four also at intended narrowings). Runs with other
/// `first_copy` are perturbed independently.
domain_table perturbed_shadow(std::uint32_t first_copy = 0);
/// The same with midpoints in double-double; the low word comes last.
domain_table perturbed_wide_shadow(std::uint32_t first_copy = 0);
/// Midpoint, carried error, four (instruction, contribution) pairs, the worst cancellation (instruction, error let through,
/// growth), the instruction at which a NaN or infinity was born.
domain_table blame_shadow();

} // namespace fpcheck::exec

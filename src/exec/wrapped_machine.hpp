#pragma once
// A device whose instructions have something done around them: looked at, or replaced.
#include "bit_conversion_sites.hpp"
#include "exponent_sums.hpp"
#include "overflowed_integers.hpp"
#include "integer_origins.hpp"
#include "missed_rests.hpp"
#include "warp_intervals.hpp"

#include <fpcheck/base/judgement.hpp>
#include <fpcheck/exec/absorbed_count.hpp>
#include <fpcheck/exec/absorbed_loop.hpp>
#include <fpcheck/exec/bit_conversion.hpp>
#include <fpcheck/exec/bit_order.hpp>
#include <fpcheck/exec/atomic_sum.hpp>
#include <fpcheck/exec/enclosure_width.hpp>
#include <fpcheck/exec/integer_range.hpp>
#include <fpcheck/exec/launch.hpp>
#include <fpcheck/exec/lineage.hpp>
#include <fpcheck/exec/lossy_step.hpp>
#include <fpcheck/exec/machine.hpp>
#include <fpcheck/exec/trails.hpp>
#include <fpcheck/exec/variant.hpp>

#include <array>
#include <atomic>
#include <map>
#include <memory>
#include <optional>

namespace fpcheck::exec {

/// What a difference is to a solution.
enum class residual_kind : std::uint8_t {
  none,
  vanishing ///< a residual that a solution makes vanish: what rounding leaves of it is all that can be left
};

/// Where warps part, and the barriers that the rest waits at. Set by several workers at once.
class warp_partings {
public:
  explicit warp_partings(std::size_t ops) : branches_(ops), barriers_(ops) {}
  void note_branch(std::uint32_t pc) { branches_[pc].store(true, std::memory_order_relaxed); }
  void note_barrier(std::uint32_t pc) { barriers_[pc].store(true, std::memory_order_relaxed); }
  std::vector<std::uint32_t> branches() const { return set_in(branches_); }
  std::vector<std::uint32_t> barriers() const { return set_in(barriers_); }

private:
  static std::vector<std::uint32_t> set_in(const std::vector<std::atomic<bool>>& all) {
    std::vector<std::uint32_t> out;
    for (std::size_t k = 0; k < all.size(); ++k)
      if (all[k].load()) out.push_back(static_cast<std::uint32_t>(k));
    return out;
  }
  std::vector<std::atomic<bool>> branches_, barriers_;
};

class undefined_origins;
class wide_integers;

/// Every run's machine. `inner` holds what the dispatcher would call where a wrapper stands.
struct wrapped_machine : machine {
  judgement judged;                         ///< of the plan: what is let pass
  std::vector<handler> inner;               ///< by pc; empty where nothing is wrapped
  std::vector<handler> meant;               ///< by pc: what a role's meaning stands around; empty where none does
  bool keeps_error_terms = false;           ///< of the plan
  exact_plan exact;                         ///< of a run with exact values
  std::uint32_t lifted_clamp = nobody;      ///< the clamp whose exact numbers go on, of a run with exact values that asks what becomes of them
  std::uint32_t lets_through = nobody;      ///< the instruction whose swallowed NaNs go on, of a run that asks what becomes of them
  std::vector<bool> anchored;               ///< by pc: what it consumes is a rounding error computed on purpose
  std::vector<bool> fixed_point;            ///< by pc: it converts numbers in binary32 that are added up in fixed point
  variant_plan variant;                     ///< of a run in which something is computed otherwise
  std::vector<bool> consumed_narrow;        ///< by pc: a conversion to binary64 of what binary32 arithmetic takes too
  std::vector<std::int32_t> change_of;      ///< by pc: index into variant.changes, or -1
  std::atomic<std::uint64_t> changed = 0;   ///< operations of lanes that the variant changed
  consumed_number consumed;                 ///< of the instruction and thread that it names, guarded by `lock`
  double consumed_error = -1;
  std::map<std::uint32_t, end_record> ends; ///< by pc, guarded by `lock`
  std::vector<handler> within;              ///< by pc: what looks at integers' ranges calls, inside of `inner`
  integer_origins origins;                  ///< by pc
  std::vector<exponent_operand> exponent_sums; ///< by pc
  std::vector<counted_as> counted;             ///< by pc
  struct standing_loop {
    int lane = -1;
    double value = 0, step = 0;
    std::uint32_t turns = 0;
  };
  std::map<std::pair<const warp*, std::uint32_t>, standing_loop> standing; ///< loop variables that stand still, guarded by `lock`
  std::optional<absorbed_loop> absorbed;                                   ///< the one that ended the launch
  /// An error term: how often it was worked out, how often it came out as other than 0, and how often it missed a part of what its sum lost.
  struct term_count {
    std::uint64_t made = 0, other = 0, missed = 0;
  };
  std::map<std::uint32_t, term_count> error_terms; ///< by pc, where they are kept, guarded by `lock`
  rest_parts rests;                                ///< of the program, where error terms are kept
  std::map<std::pair<const warp*, std::uint32_t>, std::uint32_t> inexact; ///< lanes in which a sum or difference rounded, as it was last executed; by its pc, guarded by `lock`
  meeting_of meeting{};                     ///< of a run in which operands that meet decide so
  std::map<std::uint32_t, flip_record> meetings; ///< what is then decided otherwise, by pc, guarded by `lock`
  std::map<std::uint32_t, bit_order> bit_orders; ///< by pc, guarded by `lock`
  bool follows_codes = false;               ///< inputs' marks stay with equal bits only
  std::unique_ptr<warp_partings> partings;  ///< where the plan watches ends
  warp_intervals intervals;                 ///< of volatile accesses of shared memory
  std::optional<opened_enclosure> opens;    ///< the first, guarded by `lock`
  bool records_sums = false;                ///< atomic sums are recorded, as the plan asks
  std::vector<atomic_addend> addends;       ///< guarded by `lock`
  std::map<const cta*, std::uint32_t> barriers_passed; ///< of CTAs that add, guarded by `lock`
  std::vector<residual_kind> residuals;     ///< by pc; empty where there are none
  std::map<std::pair<const warp*, std::uint32_t>, std::array<double, warp_size>> largest_terms; ///< of sums that vanish, by their register, guarded by `lock`
  conversion_sites conversions;             ///< of a run that watches them
  /// Numbers of a source, as a warp met them last.
  struct numbers_of_warp {
    std::uint32_t known = 0;
    double value[warp_size] = {};
  };
  std::map<std::pair<const warp*, std::uint32_t>, numbers_of_warp> numbers_seen; ///< by index of the source, guarded by `lock`
  std::map<std::pair<std::uint32_t, std::uint32_t>, bit_conversion> bit_conversions; ///< by store and register, guarded by `lock`
  std::map<std::pair<std::uint32_t, bool>, std::uint32_t> signs_kept; ///< by store and sign: 1 where it was kept, 2 where it was not
  /// Updates in a row that changed nothing.
  struct standing_counter {
    std::uint64_t turns = 0, alike = 0; ///< of these the last so many added the same
    std::uint64_t addend = 0;           ///< its code
    bool told = false;
  };
  std::map<std::pair<const region*, std::uint64_t>, standing_counter> counters; ///< by place, guarded by `lock`
  std::map<std::uint32_t, absorbed_count> absorbed_counts; ///< by pc, guarded by `lock`
  range_probe probe;                        ///< of a run that leaves a range otherwise
  undefined_origins* undefined = nullptr;   ///< of a run that follows undefined values
  std::vector<handler> followed;            ///< by pc: what it executes
  race_trail* races = nullptr;              ///< of a run that records accesses of these places
  const std::vector<std::uint64_t>* race_addresses = nullptr;
  nan_trail* nans = nullptr;                ///< of a run that follows NaNs
  const std::vector<buffer>* buffers = nullptr;
  std::map<std::pair<std::uint32_t, range_kind>, range_record> ranges; ///< guarded by `lock`
  std::map<std::uint32_t, loss_record> losses; ///< by pc, of a run that watches them, guarded by `lock`
  std::map<std::uint32_t, std::map<std::uint64_t, std::uint64_t>> merged; ///< by pc: results by operand, guarded by `lock`
  std::map<std::uint32_t, loss_change> loss_changes; ///< by pc
  wide_integers* wide = nullptr;            ///< of a run that keeps integers whole
};

/// The machine of a running warp.
inline wrapped_machine& wrapped(const warp& w) { return static_cast<wrapped_machine&>(*w.host); }
/// What the instruction does without its wrapper.
inline void run_inner(warp& w, const op& o) { wrapped(w).inner[o.pc](w, o); }

/// Puts `outer` around the handler of `o`.
inline void wrap(wrapped_machine& m, op& o, handler outer) {
  m.inner.resize(m.ops.size());
  m.inner[o.pc] = o.fn;
  o.fn = outer;
}

} // namespace fpcheck::exec

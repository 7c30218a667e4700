#pragma once
#include <fpcheck/exec/memory.hpp>
#include <fpcheck/exec/program.hpp>

#include <array>
#include <bit>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace fpcheck::exec {

struct cta;
struct machine;

/// Shadow state of one 32-bit register slot: what its lanes hold, and which lanes hold it.
struct slot_shadow {
  std::uint32_t live = 0;            ///< lanes with a shadow under `tag`
  std::uint32_t input = 0;           ///< lanes holding untouched input data
  std::uint32_t born = 0;            ///< lanes tainted by a born NaN or infinity
  std::uint32_t cut = 0;             ///< lanes whose lineage was lost with an error that matters
  std::uint32_t poison = 0;          ///< lanes holding undefined data
  std::uint32_t stray = 0;           ///< lanes read from an inactive lane
  std::uint32_t extra = 0xffffffffu; ///< index into frame::extra for parts 1..3 and `source`, if any
  shadow_tag tag = shadow_tag::none; ///< one tag a slot; lanes of another tag are dropped on a mixed write

  std::uint32_t any() const { return live | input | born | cut | poison | stray; }
  /// What a value carries besides its number.
  std::uint32_t taints() const { return born | cut | poison | stray; }
};

/// Parts 1 to 3 of packed slots, and the original codes of derived ones.
struct extra_shadow {
  std::vector<std::uint64_t> words;           ///< 3 * planes * 32
  std::array<std::uint32_t, warp_size> source{};
};

/// Registers of one activation of a function. All lanes of a warp share it; a lane sees its own column.
struct frame {
  const function_code* function = nullptr;
  std::vector<std::byte> registers;           ///< 64-byte aligned through `base`
  std::byte* base = nullptr;
  std::vector<std::uint32_t> predicates;
  std::vector<std::uint32_t> predicate_poison;
  std::vector<slot_shadow> shadows;           ///< empty without a shadow domain
  std::unique_ptr<std::uint64_t[]> planes;    ///< slots * planes * 32 words; a slot's mean something for its live lanes
  std::uint64_t* plane_base = nullptr;        ///< 64-byte aligned
  std::vector<extra_shadow> extra;
  std::uint64_t local_base = 0;               ///< of this activation, in each lane's local memory
  std::uint64_t local_taken = 0;              ///< by alloca, behind the function's variables
  std::uint64_t local_end() const { return local_base + function->local_bytes + local_taken; }
  std::shared_ptr<frame> caller;
  std::uint32_t return_pc = 0;
  const op* call = nullptr;
};

/// Lanes that are at one place together.
struct group {
  std::uint32_t mask = 0;
  std::uint32_t pc = 0;
  std::shared_ptr<exec::frame> frame;
  bool waiting = false;                       ///< parked at a warp-synchronous instruction
  bool at_barrier = false;                    ///< parked at a CTA barrier
  std::uint32_t barrier_id = 0, barrier_count = 0;
  std::uint64_t parked = 0;                   ///< waits for an event of the cluster after this one; 0: does not
};

/// Special registers that differ between lanes or change, as 32-lane arrays (offset of each in the special pool).
enum special_slot : std::uint32_t { sp_tid_x, sp_tid_y, sp_tid_z, sp_laneid, sp_lanemask_eq, sp_lanemask_le, sp_lanemask_lt,
  sp_lanemask_ge, sp_lanemask_gt, sp_ntid_x, sp_ntid_y, sp_ntid_z, sp_ctaid_x, sp_ctaid_y, sp_ctaid_z, sp_nctaid_x, sp_nctaid_y,
  sp_nctaid_z, sp_warpid, sp_nwarpid, sp_smid, sp_nsmid, sp_gridid, sp_gridid_high, sp_zero, sp_zero_high, sp_one, sp_dynamic_smem, sp_total_smem,
  sp_clusterid_x, sp_clusterid_y, sp_clusterid_z, sp_nclusterid_x, sp_nclusterid_y, sp_nclusterid_z, sp_cluster_ctaid_x, sp_cluster_ctaid_y,
  sp_cluster_ctaid_z, sp_cluster_nctaid_x, sp_cluster_nctaid_y, sp_cluster_nctaid_z, sp_cluster_ctarank, sp_cluster_nctarank,
  sp_is_explicit_cluster, sp_count };

/// A group of asynchronous copies: the lanes that committed it, and the copy unit's clock then.
struct copy_group {
  std::uint32_t lanes = 0, clock = 0;
};

/// 16 words of read-only memory for each lane, word by word: what the lanes of a warp read that walk a row of a matrix each.
struct row_tile {
  static constexpr unsigned words = 16;
  alignas(64) std::array<std::uint64_t, warp_size> first{}; ///< address of each lane's word 0
  alignas(64) std::array<std::array<std::uint32_t, warp_size>, words> word{};
};

/// A warp: its groups of lanes, its registers and its place in the launch.
struct warp {
  std::uint32_t exec = 0;                     ///< lanes executing the current instruction
  std::byte* base[4] = {};                    ///< operand pools: none, frame, constant, special
  frame* top = nullptr;                       ///< frame of the running group
  int planes = 0;                             ///< words a number of the shadow domain, 0 without one
  const std::uint64_t* constant_numbers = nullptr; ///< of the constant at offset k, from word k / 4 * planes on
  cta* block = nullptr;
  machine* host = nullptr;
  std::uint32_t index = 0;                    ///< within the CTA
  std::uint32_t alive = 0;                    ///< lanes that have not exited
  std::vector<group> groups;
  std::size_t current = 0;                    ///< the running group
  std::uint32_t carry = 0;                    ///< the carry flag, one bit a lane
  std::uint64_t executed = 0;                 ///< lane-instructions
  std::uint64_t fp_executed = 0, counted = 0;
  std::uint64_t fp_shadowed = 0, cuts = 0, near_ties = 0;
  std::uint64_t steps = 0;                    ///< turns of loops that look for other threads' values, since the last rotation
  std::uint64_t turns = 0;                    ///< turns of any loop since then
  bool yielded = false;                       ///< sleeps, or waits for others: its turn is over
  bool looked = false;                        ///< an atomic or volatile access since the last turn of a loop
  bool stop = false;                          ///< a fault ended the launch
  bool parks = false;                         ///< what the instruction waits for has not happened
  std::uint32_t cluster_arrived = 0;          ///< lanes that the cluster's barrier counts in this phase
  std::uint32_t cluster_owes = 0;             ///< lanes that have arrived there and not waited
  std::vector<copy_group> copy_groups[2];     ///< that lanes have committed, of small copies and of bulk copies
  bool tainted = false;                       ///< domain none: some register holds a tainted value
  bool tracks_input = false;                  ///< the domain wants to know which values are untouched input
  std::array<region*, 4> recent{};            ///< buffers that loads and stores met last, by instruction
  std::array<std::uint64_t, 32> walked{};     ///< offsets that loads of long arrays met last, by instruction
  std::array<std::unique_ptr<row_tile>, 4> tiles; ///< made when met, by the register that holds the addresses
  alignas(64) std::array<std::uint32_t, sp_count * warp_size> special{};
  std::vector<region> local;                  ///< one a lane
  std::uint64_t local_top = 0;

  template <class T>
  T* lanes(const ref& r) {
    return reinterpret_cast<T*>(base[static_cast<int>(r.where)] + r.offset);
  }
  /// The lanes for which a predicate operand holds.
  std::uint32_t predicate(const predicate_ref& p) const {
    const std::uint32_t m = top->predicates[p.index];
    return p.negated ? ~m : m;
  }
  slot_shadow& shadow(const ref& r) { return top->shadows[r.slot()]; }
  /// Words of plane 0 of a slot; plane k starts 32 words later each.
  std::uint64_t* plane(const ref& r) { return top->plane_base + static_cast<std::size_t>(r.slot()) * static_cast<std::size_t>(planes) * warp_size; }
  double* reals(const ref& r) { return reinterpret_cast<double*>(plane(r)); }
  extra_shadow& extra(const ref& r) {
    slot_shadow& s = shadow(r);
    if (s.extra == 0xffffffffu) {
      s.extra = static_cast<std::uint32_t>(top->extra.size());
      top->extra.emplace_back();
      top->extra.back().words.resize(static_cast<std::size_t>(planes) * 3 * warp_size);
    }
    return top->extra[s.extra];
  }
};

/// Calls `f(lane)` for each set bit of `mask`.
template <class F>
inline void for_each_lane(std::uint32_t mask, F&& f) {
  while (mask != 0) {
    f(std::countr_zero(mask));
    mask &= mask - 1;
  }
}

} // namespace fpcheck::exec

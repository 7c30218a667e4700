#pragma once
// A device whose instructions have something done around them: looked at, or replaced.
#include <fpcheck/exec/lineage.hpp>
#include <fpcheck/exec/machine.hpp>
#include <fpcheck/exec/variant.hpp>

#include <map>

namespace fpcheck::exec {

/// Every run's machine. `inner` holds what the dispatcher would call where a wrapper stands.
struct wrapped_machine : machine {
  std::vector<handler> inner;               ///< by pc; empty where nothing is wrapped
  std::vector<handler> meant;               ///< by pc: what a role's meaning stands around; empty where none does
  exact_plan exact;                         ///< of a run with exact values
  std::vector<bool> anchored;               ///< by pc: what it consumes is a rounding error computed on purpose
  variant_plan variant;                     ///< of a run in which something is computed otherwise
  std::vector<std::int32_t> change_of;      ///< by pc: index into variant.changes, or -1
  std::atomic<std::uint64_t> changed = 0;   ///< operations of lanes that the variant changed
  consumed_number consumed;                 ///< of the instruction and thread that it names, guarded by `lock`
  double consumed_error = -1;
  std::map<std::uint32_t, end_record> ends; ///< by pc, guarded by `lock`
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

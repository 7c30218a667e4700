#pragma once
// Where undefined values come from: each lane of a register that holds one remembers the instruction that first read what nothing had written,
// and so does each cell of memory that such a value was stored to. Of shared memory it is told which store left it unwritten.
#include "shared_fills.hpp"
#include "wrapped_machine.hpp"

#include <array>

namespace fpcheck::exec {

class undefined_origins {
public:
  explicit undefined_origins(undefined_trail& found) : found_(found) {}

  /// Executes `o` with `inner`, and remembers where what is undefined in its results came from.
  void follow(warp& w, const op& o, handler inner);
  /// An undefined value decides something for `o`, in the lanes `lanes`.
  void note_use(warp& w, const op& o, std::uint32_t lanes);
  /// A slot of one activation becomes one of another.
  void hand_on(const frame& to, const ref& d, const frame& from, const ref& a, std::uint32_t mask);

private:
  using lane_origins = std::array<std::uint32_t, warp_size>;
  struct inflow; ///< what is undefined in the sources of an instruction

  using place = std::pair<const frame*, std::uint32_t>; ///< a slot, or a predicate behind the last slot
  void add_known(const place& at, std::uint32_t lanes, inflow& to) const;
  void add_register(warp& w, const ref& r, int bits, inflow& to) const;
  void add_predicate(const warp& w, const predicate_ref& p, inflow& to) const;
  inflow sources_of(warp& w, const op& o) const;
  void add_cells(const accessed_places& at, inflow& to) const;
  void keep_cell(const std::pair<const region*, std::uint64_t>& at, std::uint32_t origin);
  void keep_cells(const accessed_places& at, const op& o, const inflow& from);
  void keep_results(warp& w, const op& o, const inflow& from);
  void keep_slot(warp& w, const op& o, const ref& r, const inflow& from);

  void note_fill(const warp& w, const op& o, const accessed_places& at);

  undefined_trail& found_;
  shared_fills fills_;
  std::map<place, lane_origins> registers_;
};

/// Follows the undefined values of a run. Requires: handlers are bound, with a shadow domain; one thread.
void follow_undefined(wrapped_machine& m, undefined_origins& origins);

} // namespace fpcheck::exec

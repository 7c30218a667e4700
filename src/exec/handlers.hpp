#pragma once
// Handlers that are compiled once, whatever the instruction set: memory, control, warp and CTA operations.
#include <fpcheck/exec/machine.hpp>

namespace fpcheck::exec {

enum class memory_kind : std::uint8_t { load, store, atomic, atomic_whole };
handler memory_handler(memory_kind k);

/// Reports that nothing of `bytes` bytes lies at an address.
void report_bad_address(warp& w, const op& o, space where, int lane, std::uint64_t address, std::uint64_t bytes);
/// The byte offset of an address in the region that `resolve` found for it.
std::uint64_t offset_in(const region& r, space s, std::uint64_t address);

/// What an atomic does.
enum class atomic_kind : std::uint8_t { add, min, max, inc, dec, and_, or_, xor_, exch, cas, add_float };

/// op::choice of loads, stores and atomics.
struct access_choice {
  atomic_kind kind = atomic_kind::add;
  bool is_signed = false;     ///< a narrow integer is extended by its sign; an atomic compares so
  bool beyond_block = false;  ///< an atomic that may be of global memory
  bool is_packed = false;     ///< an atomic on two halves
};
inline bool is_signed(const op& o) { return o.choice.as<access_choice>().is_signed; }
inline atomic_kind kind_of(const op& o) { return o.choice.as<access_choice>().kind; }

/// The sum that a floating-point atomic stores; `op::format` names the type, and global binary32 flushes subnormals.
std::uint64_t float_atomic_add(const op& o, std::uint64_t old, std::uint64_t addend);

/// Cells on their way from memory to a register.
struct shadow_snapshot {
  std::array<shadow_cell, 2> cells{};
  std::array<std::vector<std::uint64_t>, 2> words; ///< four parts of planes words
  int count = 0;
};
shadow_snapshot take_cells(warp& w, const region& r, std::uint64_t offset, unsigned bytes);
void give_cells(warp& w, const shadow_snapshot& s, const ref& d, int lane, unsigned bytes);

/// Binds the handler of a form that is compiled once; nullptr if it is not modelled.
handler bind_common(const ptx::instruction& i, op& o);
/// Whether `bind_common` knows the form.
bool has_common(ptx::form form);

} // namespace fpcheck::exec

#include "local_stack.hpp"

#include "scheduler.hpp"
#include "shadow_move.hpp"

#include <fpcheck/base/bits.hpp>

#include <algorithm>

namespace fpcheck::exec {
namespace {

std::uint64_t operand(warp& w, const ref& r, int bits, int lane) {
  return bits == 64 ? w.lanes<std::uint64_t>(r)[lane] : w.lanes<std::uint32_t>(r)[lane];
}
void give_address(warp& w, const op& o, std::uint64_t at) {
  for_each_lane(w.exec, [&](int i) {
    if (o.d_bits == 64) w.lanes<std::uint64_t>(o.d)[i] = at;
    else w.lanes<std::uint32_t>(o.d)[i] = static_cast<std::uint32_t>(at);
  });
  drop_shadow(w, o.d, w.exec);
  if (o.d_bits == 64) drop_shadow(w, following(o.d, 1), w.exec);
}

/// The place is the same in all lanes, and as large as the largest of them asks for.
void allocate(warp& w, const op& o) {
  const std::uint64_t alignment = std::clamp<std::uint64_t>(w.lanes<std::uint32_t>(o.b)[0], 16, 4096);
  std::uint64_t bytes = 0;
  for_each_lane(w.exec, [&](int i) { bytes = std::max(bytes, operand(w, o.a, o.a_bits, i)); });
  const std::uint64_t at = (w.top->local_end() + alignment - 1) / alignment * alignment;
  if (bytes > most_local_bytes || at + bytes > most_local_bytes) {
    record_incomplete(*w.host, o.pc, "alloca takes more local memory than " + std::to_string(most_local_bytes >> 10) + " KiB a thread");
    w.host->stop = w.stop = true;
    return;
  }
  grow_local(w, at + bytes);
  w.top->local_taken = at + bytes - w.top->local_base - w.top->function->local_bytes;
  give_address(w, o, at);
}
void save(warp& w, const op& o) { give_address(w, o, w.top->local_end()); }
void restore(warp& w, const op& o) {
  std::uint64_t top = 0;
  for_each_lane(w.exec, [&](int i) { top = std::max(top, operand(w, o.a, o.a_bits, i)); });
  const std::uint64_t fixed = w.top->local_base + w.top->function->local_bytes;
  w.top->local_taken = std::min(std::max(top, fixed) - fixed, w.top->local_taken);
}

/// An inlined call begins: its variables are as undefined as those of a fresh activation.
void forget_variable(warp& w, const op& o) {
  forget_local(w, w.top->local_base + static_cast<std::uint64_t>(o.displacement), o.target);
}

} // namespace

void forget_local(warp& w, std::uint64_t at, std::uint32_t bytes) {
  if (bytes != 0) for_each_lane(w.exec, [&](int i) { w.local[static_cast<std::size_t>(i)].write(at, bytes, true); });
}

void grow_local(warp& w, std::uint64_t bytes) {
  if (bytes != 0 && w.local.empty()) {
    w.local.resize(warp_size);
    for (region& r : w.local) r.name = "local memory";
  }
  for (region& r : w.local) {
    if (r.data.size() >= bytes) continue;
    const std::uint64_t before = r.cells();
    r.data.resize(bytes);
    r.state.resize(r.cells(), 0x0f);
    // Growing keeps the cells that were written: calls nest, and their callers' data stays.
    if (before != r.cells() || r.shadow.planes() != w.planes) r.shadow.grow(r.cells(), w.planes);
  }
}

handler stack_handler(ptx::form form) {
  switch (form) {
  case ptx::form::alloca: return &allocate;
  case ptx::form::stacksave: return &save;
  case ptx::form::stackrestore: return &restore;
  case ptx::form::discard: return &forget_variable;
  default: return nullptr;
  }
}

} // namespace fpcheck::exec

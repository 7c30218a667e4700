#include "reread_places.hpp"

#include <algorithm>

namespace fpcheck::exec {
namespace {

bool writes_memory(const op& o) {
  const bool elsewhere = o.addressing == addressing::slots || o.space == space::param || o.space == space::constant;
  return !elsewhere && o.meaning.access != ptx::access::none && o.meaning.access != ptx::access::load;
}
/// What other threads have written is seen from here on, or a called function may write.
bool lets_others_write(const op& o) { return o.flow == control::barrier || o.flow == control::warp_sync || o.flow == control::await || o.flow == control::call; }

} // namespace

void reread_places::find_writes() {
  flow_ = std::make_unique<memory_flow>(p_, code_, g_.constants());
  for (std::uint32_t pc = code_.first; pc < code_.first + code_.count; ++pc) {
    const op& o = p_.ops[pc];
    const bool names_places = o.meaning.access == ptx::access::store || o.meaning.access == ptx::access::atomic;
    if (writes_memory(o)) writes_.push_back({pc, names_places ? flow_->arrays(o) : array_set()});
  }
}

bool reread_places::may_write(const write& w, const array_set& arrays) const {
  return w.arrays.empty() || arrays.empty() || std::any_of(w.arrays.begin(), w.arrays.end(), [&](const array_key& a) { return arrays.contains(a); });
}

std::uint64_t reread_places::content_at(const op& load) {
  if (load.addressing == addressing::slots || load.space == space::param || load.space == space::constant) return 0;
  if (flow_ == nullptr) find_writes();
  const array_set arrays = flow_->arrays(load);
  std::uint32_t last = 0;
  bool written = false;
  for (const write& w : writes_) {
    if (!may_write(w, arrays)) continue;
    written = true;
    if (w.pc < load.pc && p_.ops[w.pc].block == load.block) last = w.pc + 1;
  }
  if (!written) return 0;
  for (std::uint32_t pc = load.pc; pc-- > std::max(code_.first, last) && p_.ops[pc].block == load.block;)
    if (lets_others_write(p_.ops[pc])) return pc + 1;
  return last != 0 ? last : std::uint64_t{1} << 32 | load.block;
}

} // namespace fpcheck::exec

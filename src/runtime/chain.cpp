#include "chain.hpp"

#include <algorithm>
#include <cstring>

namespace fpcheck::runtime {
namespace {

/// A region of the memory that is not captured yet.
exec::region* new_region(chain& c, device_memory& memory, std::uint64_t address) {
  if (!memory.contains(address)) return nullptr;
  exec::region* const r = memory.region_of(address, 1);
  return r == nullptr || c.find(address) != nullptr ? nullptr : r;
}

const captured_buffer& add(chain& c, device_memory& memory, exec::region& r) {
  captured_buffer b;
  b.base = r.base;
  const allocation* const known = memory.find(r.base);
  b.kind = known != nullptr ? known->kind : memory_kind::device;
  b.name = r.name;
  b.bytes.assign(r.data.data(), r.data.data() + r.size());
  bool undefined = false;
  for (std::uint8_t& s : r.state) s &= 0x0f, undefined |= s != 0; // who wrote it is counted from here
  if (undefined) b.undefined = r.state;
  const auto at = std::upper_bound(c.buffers.begin(), c.buffers.end(), b.base, [](std::uint64_t a, const captured_buffer& x) { return a < x.base; });
  return *c.buffers.insert(at, std::move(b));
}

/// The aligned words of some bytes that may be addresses of device memory.
template <class Visit>
void for_each_address(const device_memory& memory, const std::vector<std::byte>& bytes, Visit visit) {
  for (std::size_t k = 0; k + 8 <= bytes.size(); k += 8) {
    std::uint64_t word;
    std::memcpy(&word, bytes.data() + k, 8);
    if (memory.contains(word)) visit(word);
  }
}

void follow(chain& c, device_memory& memory, std::vector<std::uint64_t> open) {
  while (!open.empty()) {
    const std::uint64_t address = open.back();
    open.pop_back();
    exec::region* const r = new_region(c, memory, address);
    if (r == nullptr) continue;
    for_each_address(memory, add(c, memory, *r).bytes, [&](std::uint64_t word) { open.push_back(word); });
  }
}

} // namespace

std::uint64_t chain::bytes() const {
  std::uint64_t sum = 0;
  for (const captured_buffer& b : buffers) sum += b.bytes.size();
  return sum;
}

captured_buffer* chain::find(std::uint64_t address) {
  auto it = std::upper_bound(buffers.begin(), buffers.end(), address, [](std::uint64_t a, const captured_buffer& x) { return a < x.base; });
  if (it == buffers.begin()) return nullptr;
  --it;
  return address - it->base < std::max<std::uint64_t>(it->bytes.size(), 1) ? &*it : nullptr;
}

void capture(chain& c, device_memory& memory, const std::vector<exec::argument>& arguments) {
  std::vector<std::uint64_t> open;
  for (const exec::argument& a : arguments) for_each_address(memory, a.bytes, [&](std::uint64_t word) { open.push_back(word); });
  for (const std::string& name : c.module->shared_variables)
    if (const ptx::variable* v = c.module->variable(name); v != nullptr && v->space == ptx::state_space::global) open.push_back(c.module->address_of(*v));
  follow(c, memory, std::move(open));
}

void capture(chain& c, device_memory& memory, std::uint64_t address) { follow(c, memory, {address}); }

void note_writes(chain& c, device_memory& memory) {
  for (captured_buffer& b : c.buffers) {
    const exec::region* const r = memory.region_of(b.base, 1);
    if (r == nullptr || r->state.empty()) continue;
    std::uint64_t touched = 0, unknown = 0;
    for (const std::uint8_t s : r->state) {
      touched += (s & 0xf0) != 0 ? 1 : 0;
      unknown += (s & 0xf0) != 0 && ((s >> 4) & s) != 0 ? 1 : 0;
    }
    b.written |= touched != 0;
    b.filled |= touched == r->state.size();
    b.unknown = std::max(b.unknown, unknown);
  }
}

} // namespace fpcheck::runtime

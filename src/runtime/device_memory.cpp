#include "device_memory.hpp"

#include <fpcheck/exec/placement.hpp>

#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace fpcheck::runtime {
namespace {

constexpr std::uint64_t stretch = std::uint64_t{1} << 37, device_heap = std::uint64_t{1} << 30;
/// Low words of addresses begin here, so that no array of small integers looks like one of addresses.
constexpr std::uint64_t unlikely = 0x5a5a'0000u;
/// Nothing lies in the room behind an allocation, so that an index that runs over meets nobody.
constexpr std::uint64_t step = 0x10000;

std::uint64_t room_of(std::uint64_t bytes) { return (bytes + step - 1) / step * step + step; }

/// As exec::global_memory::allocate, at an address of its own.
exec::region& place_region(exec::global_memory& memory, std::string name, std::uint64_t address, std::span<const std::byte> bytes) {
  auto r = std::make_unique<exec::region>();
  r->name = std::move(name);
  r->base = address;
  r->data = exec::region_bytes::view_of(bytes);
  auto& all = memory.regions();
  const auto at = std::upper_bound(all.begin(), all.end(), address, [](std::uint64_t a, const auto& x) { return a < x->base; });
  return **all.insert(at, std::move(r));
}

std::byte* bytes_at(std::uint64_t address) { return reinterpret_cast<std::byte*>(address); }

} // namespace

result<std::unique_ptr<device_memory>> device_memory::reserve() {
  // The engine's windows lie below global_base; what the loader mapped lies anywhere above.
  for (std::uint64_t at = exec::global_base + unlikely; at + stretch < 0x7fff'0000'0000u; at += std::uint64_t{1} << 36) {
    void* const wanted = reinterpret_cast<void*>(at);
    void* const got = mmap(wanted, stretch, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    if (got == wanted) return std::unique_ptr<device_memory>(new device_memory(at, stretch));
    if (got != MAP_FAILED) munmap(got, stretch);
  }
  return fail("no 128 GiB of address space are free for device memory", {}, "lift the limit: ulimit -v unlimited, and vm.overcommit_memory other than 2");
}

device_memory::device_memory(std::uint64_t base, std::uint64_t bytes) : base_(base), heap_(base + bytes - device_heap), end_(base + bytes), next_(base) {
  // What kernels take with malloc follows whatever was allocated: something behind which the heap begins.
  regions_.allocate({}, exec::region_bytes::view_of({bytes_at(exec::global_base), heap_ - exec::wide_room - exec::global_base}));
  regions_.regions().clear();
}

device_memory::~device_memory() { munmap(bytes_at(base_), end_ - base_); }

std::uint64_t device_memory::take_room(std::uint64_t bytes) {
  if (bytes > heap_ - base_) return 0;
  const std::uint64_t room = room_of(bytes);
  if (auto& s = spare_[room]; !s.empty()) {
    const std::uint64_t at = s.back();
    s.pop_back();
    return at;
  }
  if (room > heap_ - next_) return 0;
  return std::exchange(next_, next_ + room);
}

allocation* device_memory::allocate(std::uint64_t bytes, memory_kind kind, std::string name) {
  const std::uint64_t at = take_room(bytes);
  if (at == 0) return nullptr;
  exec::region& r = place_region(regions_, std::move(name), at, {bytes_at(at), bytes});
  if (kind == memory_kind::device) r.undefine_all();
  else r.track_all();
  in_use_ += bytes;
  return &(live_[at] = {at, bytes, kind, ++made_});
}

void device_memory::place(std::string name, std::uint64_t address, std::span<const std::byte> bytes) {
  std::memcpy(bytes_at(address), bytes.data(), bytes.size());
  exec::region& r = place_region(regions_, std::move(name), address, {bytes_at(address), bytes.size()});
  r.track_all();
  live_[address] = {address, bytes.size(), memory_kind::variable, ++made_};
}

void device_memory::share(std::uint64_t address) {
  if (const auto it = live_.find(address); it != live_.end()) it->second.kind = memory_kind::shared_variable;
}

bool device_memory::release(std::uint64_t base) {
  const auto it = live_.find(base);
  if (it == live_.end() || is_variable(it->second.kind)) return false;
  auto& regions = regions_.regions();
  const auto r = std::find_if(regions.begin(), regions.end(), [&](const auto& x) { return x->base == base; });
  freed_.push_back(std::move(*r));
  regions.erase(r);
  in_use_ -= it->second.bytes;
  live_.erase(it);
  return true;
}

void device_memory::forget_freed() {
  for (const auto& r : freed_) {
    const std::uint64_t room = room_of(r->size());
    madvise(bytes_at(r->base), room, MADV_DONTNEED);
    spare_[room].push_back(r->base);
  }
  freed_.clear();
}

const allocation* device_memory::find(std::uint64_t address) const {
  auto it = live_.upper_bound(address);
  if (it == live_.begin()) return nullptr;
  --it;
  return address - it->first < std::max<std::uint64_t>(it->second.bytes, 1) ? &it->second : nullptr;
}

exec::region* device_memory::region_of(std::uint64_t address, std::uint64_t bytes) {
  if (!contains(address)) return nullptr;
  if (exec::region* const r = regions_.find(address, bytes); r != nullptr) return r;
  for (const auto& r : freed_)
    if (r->contains(address, bytes)) return r.get();
  return nullptr;
}

void device_memory::define(std::uint64_t address, std::uint64_t bytes) {
  exec::region* const r = region_of(address, bytes);
  if (r == nullptr || r->state.empty()) return;
  for (std::uint64_t o = address - r->base, end = o + bytes; o < end;) {
    if (o % 4 == 0 && end - o >= 4) {
      r->state[o / 4] &= 0xf0, o += 4;
      continue;
    }
    r->state[o / 4] &= static_cast<std::uint8_t>(~(1u << (o % 4))), ++o;
  }
}

void device_memory::copy_definedness(std::uint64_t to, std::uint64_t from, std::uint64_t bytes) {
  exec::region *const a = region_of(to, bytes), *const b = region_of(from, bytes);
  if (a == nullptr || a->state.empty()) return;
  if (b == nullptr || b->state.empty()) return define(to, bytes);
  for (std::uint64_t k = 0; k < bytes; ++k) {
    const std::uint64_t t = to - a->base + k, f = from - b->base + k;
    const std::uint8_t undefined = (b->state[f / 4] >> (f % 4)) & 1u;
    a->state[t / 4] = static_cast<std::uint8_t>((a->state[t / 4] & ~(1u << (t % 4))) | undefined << (t % 4));
  }
}

} // namespace fpcheck::runtime

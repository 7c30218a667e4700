#pragma once
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace fpcheck::exec {

/// What a shadow cell or register slot holds: how the bits are divided into numbers.
enum class shadow_tag : std::uint8_t {
  none,      ///< no shadow: the bits mean exactly themselves
  f32,       ///< one number in 4 bytes
  f64,       ///< one number in 8 bytes (first of two slots or cells)
  f64_high,  ///< its second cell
  half,      ///< one 16-bit number in the low half
  half2,     ///< two 16-bit numbers
  byte,      ///< one 8-bit number in the low byte
  bytes2,    ///< two 8-bit numbers in the low half
  bytes4,    ///< four 8-bit numbers
  derived    ///< integer bits computed from the bits of one f32: `source` holds the original code
};

/// The number of numbers a tag holds.
constexpr int parts(shadow_tag t) {
  switch (t) {
  case shadow_tag::none:
  case shadow_tag::f64_high: return 0;
  case shadow_tag::half2:
  case shadow_tag::bytes2: return 2;
  case shadow_tag::bytes4: return 4;
  default: return 1;
  }
}

/// Facts about a value that travel with it in every domain.
enum taint : std::uint8_t {
  taint_none = 0,
  taint_input = 1,      ///< data of an input buffer, untouched by arithmetic
  taint_born = 2,       ///< a NaN or infinity that an operation on numbers made, or computed from one
  taint_cut = 4,        ///< its shadow was lost where the value carried an error that matters
  taint_lane = 8,       ///< read from a lane that did not take part
};

/// Shadow of one aligned 4-byte cell of memory. `words` are the domain's planes, `parts(tag)` times `planes` of them.
struct shadow_cell {
  shadow_tag tag = shadow_tag::none;
  std::uint8_t taints = taint_none;
  std::uint32_t source = 0; ///< for `derived`: the original code
};

static_assert(sizeof(shadow_cell) == 8 && alignof(shadow_cell) <= 8);

/// Shadow cells of a region, allocated in pages on first write. Pages may be touched by several threads at once; a cell
/// belongs to the thread that runs the CTA writing it.
class shadow_memory {
public:
  static constexpr std::uint64_t page_cells = 1024;
  /// The most words a number that any domain has.
  static constexpr int max_planes = 32;

  shadow_memory() = default;
  shadow_memory(shadow_memory&& other) noexcept
      : pages_(std::move(other.pages_)), planes_(other.planes_), live_(other.live_.load()) {}
  shadow_memory& operator=(shadow_memory&& other) noexcept {
    clear();
    pages_ = std::move(other.pages_);
    planes_ = other.planes_;
    live_.store(other.live_.load());
    return *this;
  }
  ~shadow_memory() { clear(); }

  /// For a region of `cells` cells and a domain of `planes` 8-byte words a number.
  void reset(std::uint64_t cells, int planes) {
    clear();
    planes_ = planes;
    pages_ = std::vector<std::atomic<page*>>((cells + page_cells - 1) / page_cells);
  }
  /// Makes room for `cells` cells and keeps what is there. Not for several threads at once.
  void grow(std::uint64_t cells, int planes) {
    planes_ = planes;
    std::vector<std::atomic<page*>> more((cells + page_cells - 1) / page_cells);
    for (std::size_t k = 0; k < pages_.size() && k < more.size(); ++k) more[k] = pages_[k].load();
    pages_ = std::move(more);
  }
  /// Whether no cell was ever written.
  bool empty() const { return !live_.load(std::memory_order_relaxed); }
  int planes() const { return planes_; }

  /// The cell, or nullptr where none of its page was ever written.
  shadow_cell* find(std::uint64_t cell) const {
    if (empty()) return nullptr;
    page* p = pages_[cell / page_cells].load(std::memory_order_acquire);
    return p != nullptr ? cell_of(p, cell, stride()) : nullptr;
  }
  /// The cell, made if need be.
  shadow_cell& touch(std::uint64_t cell) { return *cell_of(page_of(cell), cell, stride()); }
  /// The same for a domain of `Planes` words a number, whose addresses are cheaper. Requires: planes() == Planes.
  template <int Planes>
  shadow_cell& touch(std::uint64_t cell) { return *cell_of(page_of(cell), cell, sizeof(shadow_cell) + std::size_t{Planes} * 8); }
  /// The planes of part 0 of a cell of this memory.
  static std::uint64_t* words(shadow_cell& cell) { return reinterpret_cast<std::uint64_t*>(&cell + 1); }
  /// The planes of part 0 of a cell that exists.
  std::uint64_t* words(std::uint64_t cell) const {
    return words(*cell_of(pages_[cell / page_cells].load(std::memory_order_acquire), cell, stride()));
  }
  /// The planes of part 0, 1, 2 or 3 of a cell that exists.
  std::uint64_t* words(std::uint64_t cell, int part) {
    if (part == 0) return words(cell);
    page& p = *pages_[cell / page_cells].load(std::memory_order_acquire);
    std::uint64_t* extra = p.extra.load(std::memory_order_acquire);
    if (extra == nullptr) {
      auto fresh = std::make_unique<std::uint64_t[]>(page_cells * static_cast<std::uint64_t>(planes_) * 3);
      if (p.extra.compare_exchange_strong(extra, fresh.get())) extra = fresh.release();
    }
    return extra + extra_index(cell, part);
  }
  /// The same to read; zeros where no such part of any cell of its page was ever written.
  const std::uint64_t* words(std::uint64_t cell, int part) const {
    static constexpr std::uint64_t unwritten[max_planes] = {};
    if (part == 0) return words(cell);
    const std::uint64_t* const extra = pages_[cell / page_cells].load(std::memory_order_acquire)->extra.load(std::memory_order_acquire);
    return extra == nullptr ? unwritten : extra + extra_index(cell, part);
  }

private:
  /// The head of a page; its cells follow, each with the planes of its part 0 behind it: they are met together.
  struct page {
    std::atomic<std::uint64_t*> extra{nullptr}; ///< parts 1 to 3, made when a cell needs them
  };
  std::uint64_t extra_index(std::uint64_t cell, int part) const {
    return ((cell % page_cells) * 3 + static_cast<std::uint64_t>(part) - 1) * static_cast<std::uint64_t>(planes_);
  }
  std::size_t stride() const { return sizeof(shadow_cell) + static_cast<std::size_t>(planes_) * 8; }
  static shadow_cell* cell_of(page* p, std::uint64_t cell, std::size_t stride) {
    return std::launder(reinterpret_cast<shadow_cell*>(reinterpret_cast<std::byte*>(p + 1) + cell % page_cells * stride));
  }
  page* page_of(std::uint64_t cell) {
    page* p = pages_[cell / page_cells].load(std::memory_order_acquire);
    return p != nullptr ? p : make(cell / page_cells);
  }
  page* make(std::uint64_t index) {
    auto* const fresh = new (::operator new(sizeof(page) + page_cells * stride())) page;
    for (std::uint64_t k = 0; k < page_cells; ++k) new (cell_of(fresh, k, stride())) shadow_cell{};
    page* expected = nullptr;
    if (!pages_[index].compare_exchange_strong(expected, fresh)) {
      ::operator delete(fresh);
      return expected;
    }
    live_.store(true);
    return fresh;
  }
  void clear() {
    for (auto& p : pages_) {
      if (page* const old = p.load(); old != nullptr) {
        delete[] old->extra.load();
        ::operator delete(old);
      }
    }
    pages_.clear();
    live_.store(false);
  }
  std::vector<std::atomic<page*>> pages_;
  int planes_ = 0;
  std::atomic<bool> live_{false};
};

/// Who touched a 4-byte cell last, for races. A thread is 1 + its index in the CTA for shared memory, a CTA 1 + its index
/// for global memory; the clock is that owner's at the access.
struct access_record {
  std::uint32_t writer = 0, write_clock = 0;
  std::uint32_t reader = 0, read_clock = 0;             ///< the last reader
  std::uint32_t other_reader = 0, other_read_clock = 0; ///< the last reader of another warp
  std::uint8_t write_bytes = 0, read_bytes = 0;         ///< which of the 4 bytes
  bool atomic = false;                                  ///< the last write was an atomic
  std::uint32_t value = 0;                              ///< what the last write stored: the same value again is no race
};

/// What is remembered of a cell of global memory.
struct global_access {
  access_record last; ///< of CTAs
  access_record own;  ///< of the threads of the CTA that touched it last
};

/// Records of accesses to a region of global memory, made in pages of 4 KiB where something is touched. Of a large memory every so
/// many-th page is looked at. Pages may be touched by several threads at once.
class access_pages {
public:
  static constexpr std::uint64_t page_cells = 1024;

  access_pages() = default;
  access_pages(access_pages&& other) noexcept : pages_(std::move(other.pages_)), step_(other.step_) {}
  ~access_pages() { clear(); }

  /// For a region of `cells` cells. Not for several threads at once. Requires: step >= 1.
  void reset(std::uint64_t cells, std::uint64_t step) {
    clear();
    step_ = step;
    pages_ = std::vector<std::atomic<global_access*>>((cells + page_cells * step - 1) / (page_cells * step));
  }
  void clear() {
    for (auto& p : pages_) delete[] p.load();
    pages_.clear();
  }
  /// Whether nothing is looked at.
  bool empty() const { return pages_.empty(); }
  /// What is known of a cell; nullptr where it was not touched or is not looked at.
  const global_access* find(std::uint64_t cell) const {
    const std::uint64_t page = cell / page_cells;
    if (empty() || page % step_ != 0) return nullptr;
    const global_access* const p = pages_[page / step_].load(std::memory_order_acquire);
    return p != nullptr ? p + cell % page_cells : nullptr;
  }
  /// The record of a cell, made if need be; nullptr where it is not looked at.
  global_access* touch(std::uint64_t cell) {
    const std::uint64_t page = cell / page_cells;
    if (empty() || (step_ != 1 && page % step_ != 0)) return nullptr;
    std::atomic<global_access*>& slot = pages_[step_ == 1 ? page : page / step_];
    global_access* const p = slot.load(std::memory_order_acquire);
    return (p != nullptr ? p : make(slot)) + cell % page_cells;
  }

private:
  static global_access* make(std::atomic<global_access*>& slot) {
    auto fresh = std::make_unique<global_access[]>(page_cells);
    global_access* expected = nullptr;
    return slot.compare_exchange_strong(expected, fresh.get()) ? fresh.release() : expected;
  }
  std::vector<std::atomic<global_access*>> pages_;
  std::uint64_t step_ = 1;
};

/// The bytes of a region: its own, or somebody else's that nobody writes.
class region_bytes {
public:
  region_bytes() = default;
  /// Looks at `bytes`, which outlive this.
  static region_bytes view_of(std::span<const std::byte> bytes) {
    region_bytes out;
    out.first_ = const_cast<std::byte*>(bytes.data());
    out.size_ = bytes.size();
    return out;
  }
  /// Its own copy.
  static region_bytes copy_of(std::span<const std::byte> bytes) {
    region_bytes out;
    out.own_ = std::make_unique_for_overwrite<std::byte[]>(bytes.size());
    out.first_ = out.own_.get();
    out.size_ = bytes.size();
    if (!bytes.empty()) std::memcpy(out.first_, bytes.data(), bytes.size());
    return out;
  }
  region_bytes(region_bytes&& other) noexcept { *this = std::move(other); }
  region_bytes& operator=(region_bytes&& other) noexcept {
    own_ = std::move(other.own_);
    first_ = std::exchange(other.first_, nullptr);
    size_ = std::exchange(other.size_, 0);
    return *this;
  }
  std::byte* data() { return first_; }
  const std::byte* data() const { return first_; }
  std::uint64_t size() const { return size_; }
  std::byte* begin() { return first_; }
  const std::byte* begin() const { return first_; }
  const std::byte* end() const { return first_ + size_; }
  std::byte& operator[](std::uint64_t k) { return first_[k]; }
  /// Makes it its own `bytes` bytes: what was there, then zeros.
  void resize(std::uint64_t bytes) {
    auto more = std::make_unique_for_overwrite<std::byte[]>(bytes);
    const std::uint64_t kept = std::min(bytes, size_);
    if (kept != 0) std::memcpy(more.get(), first_, kept);
    std::memset(more.get() + kept, 0, bytes - kept);
    own_ = std::move(more);
    first_ = own_.get();
    size_ = bytes;
  }

private:
  std::unique_ptr<std::byte[]> own_;
  std::byte* first_ = nullptr;
  std::uint64_t size_ = 0;
};

/// A stretch of device memory with everything known about its bytes.
struct region {
  std::string name;
  std::uint64_t base = 0;              ///< address of byte 0 in its own space
  region_bytes data;
  std::vector<std::uint8_t> state;     ///< one byte a 4-byte cell: bits 0..3 undefined, bits 4..7 written; empty: all defined
  shadow_memory shadow;
  std::vector<access_record> accesses; ///< of shared memory, one a cell; empty: races are not tracked
  access_pages touched;                ///< of global memory
  bool input = false;                  ///< loads yield input data until overwritten
  bool writable = true;
  std::uint32_t buffer = 0xffffffffu;  ///< index into run_request::buffers

  std::uint64_t size() const { return data.size(); }
  bool tracks_races() const { return !accesses.empty() || !touched.empty(); }
  std::uint64_t cells() const { return (data.size() + 3) / 4; }
  bool contains(std::uint64_t address, std::uint64_t bytes) const {
    return address >= base && bytes <= data.size() && address - base <= data.size() - bytes;
  }
  /// Tracks definedness: every byte undefined and unwritten.
  void undefine_all() { state.assign(cells(), 0x0f); }
  /// Tracks writes to defined data.
  void track_all() { state.assign(cells(), 0x00); }

  bool is_undefined(std::uint64_t offset, unsigned bytes) const { return (gather(offset, bytes) & 0xffu) != 0; }
  bool is_written(std::uint64_t offset, unsigned bytes) const { return (gather(offset, bytes) >> 8) == (1u << bytes) - 1u; }

  /// Marks bytes as written, with defined or undefined contents.
  void write(std::uint64_t offset, unsigned bytes, bool undefined) {
    if (state.empty()) return;
    while (bytes != 0) {
      const auto first = static_cast<unsigned>(offset & 3);
      const unsigned n = bytes < 4 - first ? bytes : 4 - first;
      const unsigned mask = ((1u << n) - 1u) << first;
      std::uint8_t& s = state[offset >> 2];
      if (n == 4) {
        s = undefined ? 0xff : 0xf0;
      } else {
        std::atomic_ref<std::uint8_t> a(s);
        if (undefined) a.fetch_or(static_cast<std::uint8_t>(mask));
        else a.fetch_and(static_cast<std::uint8_t>(~mask));
        a.fetch_or(static_cast<std::uint8_t>(mask << 4));
      }
      offset += n;
      bytes -= n;
    }
  }

private:
  /// Bits 0..7: undefined, bits 8..15: written, one bit a byte from `offset` on. Requires: bytes <= 8.
  unsigned gather(std::uint64_t offset, unsigned bytes) const {
    if (state.empty()) return ((1u << bytes) - 1u) << 8;
    unsigned undefined = 0, written = 0;
    for (unsigned i = 0; i < bytes; ++i) {
      const unsigned s = state[(offset + i) >> 2] >> ((offset + i) & 3);
      undefined |= (s & 1u) << i;
      written |= ((s >> 4) & 1u) << i;
    }
    return undefined | written << 8;
  }
};

/// Windows of the generic address space. Global allocations lie above `global_base`, each with unmapped room around it.
inline constexpr std::uint64_t local_window = 0x0000'7a00'0000'0000u;
inline constexpr std::uint64_t shared_window = 0x0000'7b00'0000'0000u;
inline constexpr std::uint64_t constant_window = 0x0000'7c00'0000'0000u;
inline constexpr std::uint64_t param_window = 0x0000'7d00'0000'0000u;
inline constexpr std::uint64_t code_window = 0x0000'7e00'0000'0000u;
inline constexpr std::uint64_t global_base = 0x0000'7f00'0000'0000u;
inline constexpr std::uint64_t window_size = std::uint64_t{1} << 32;

/// Global memory: allocations ordered by address.
class global_memory {
public:
  /// Appends an allocation of `bytes` bytes, 256-byte aligned, with at least 64 KiB of unmapped room before the next.
  /// It is zero.
  region& allocate(std::string name, std::uint64_t bytes);
  /// It has these bytes.
  region& allocate(std::string name, region_bytes data);
  /// The allocation holding [address, address + bytes), or nullptr.
  region* find(std::uint64_t address, std::uint64_t bytes);
  /// The allocation nearest below `address`, for messages; nullptr if there is none.
  const region* below(std::uint64_t address) const;
  std::vector<std::unique_ptr<region>>& regions() { return regions_; }
  /// An allocation of the device heap, or nullptr where the heap's 8 MiB, the device's default, are used up.
  region* allocate_heap(std::uint64_t bytes);
  /// Gives one back; does nothing for any other address.
  void free_heap(std::uint64_t address);

private:
  std::vector<std::unique_ptr<region>> regions_;
  std::uint64_t next_ = global_base;
  std::uint64_t heap_used_ = 0;
};

} // namespace fpcheck::exec

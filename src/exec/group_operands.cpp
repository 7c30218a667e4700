#include "group_operands.hpp"

#include "races.hpp"

#include <algorithm>

namespace fpcheck::exec {

/// Source: PTX ISA, matrix descriptors: start address, leading and stride byte offsets in units of 16, the swizzle in the top bits.
bool shared_operand::read(warp& w, const op& o, bool of_a) {
  descriptor_ = &o.list[of_a ? 0u : o.list.size() - o.results.size() - 1];
  const std::uint64_t d = w.lanes<std::uint64_t>(*descriptor_)[std::countr_zero(w.exec)];
  const auto field = [&](int shift) { return (d >> shift & 0x3fffu) << 4; };
  constexpr int row_bytes[] = {0, 128, 64, 32};
  memory_ = &w.block->shared;
  start_ = field(0), lead_ = field(16), stride_ = field(32), row_bytes_ = row_bytes[d >> 62];
  bytes_ = o.width / 8;
  line_major_ = has_flag(o, of_a ? transposes_a : transposes_b);
  first_ = of_a ? static_cast<int>(w.index % 4) * 16 : 0;
  lines_ = of_a ? 16 : 8 * product_of(o).eights;
  inner_ = of_a && is_sparse(o) ? o.vector / 2 : o.vector;
  return is_inside();
}

std::uint64_t shared_operand::byte_of(int line, int k) const {
  // The 16-byte columns of eight rows that are swizzled together change places with the row.
  const auto swizzled = [&](std::uint64_t byte) { return row_bytes_ == 0 ? byte : byte ^ (byte >> 3 & static_cast<std::uint64_t>(row_bytes_ - 16) & 0x70u); };
  const auto l = static_cast<std::uint64_t>(line + first_), i = static_cast<std::uint64_t>(k), row = static_cast<std::uint64_t>(row_bytes_);
  if (line_major_) {
    const std::uint64_t wide = row == 0 ? 8 : row / 2; // lines side by side
    const std::uint64_t groups = row == 0 ? i / 8 * lead_ + l / 8 * stride_ : i / 8 * stride_ + l / wide * lead_;
    return swizzled(start_ + groups + i % 8 * (row == 0 ? 16 : row) + l % wide * 2);
  }
  const std::uint64_t along = i * static_cast<std::uint64_t>(bytes_);
  if (row == 0) return start_ + l / 8 * stride_ + along / 16 * lead_ + l % 8 * 16 + along % 16;
  return swizzled(start_ + l / 8 * stride_ + l % 8 * row + along);
}

bool shared_operand::is_inside() const {
  for (int l = 0; l < lines_; ++l)
    for (int k = 0; k < inner_; ++k)
      if (byte_of(l, k) + static_cast<std::uint64_t>(bytes_) > memory_->size()) return false;
  return true;
}

void shared_operand::note(warp& w, const op& o) const {
  if (descriptor_->where == pool::frame && ((w.shadow(*descriptor_).poison | w.shadow(*descriptor_).stray) & w.exec) != 0)
    report_fault(w, o, fault::uninitialised, w.exec, 0, "an undefined value is used as a matrix descriptor");
  if (memory_->accesses.empty()) return;
  // In pieces of 16 bytes. Each of the four warps reads what it needs; what the first of its lanes knows, all know.
  const int lane = std::countr_zero(w.exec);
  const int step_k = line_major_ ? 1 : 16 / bytes_, step_l = line_major_ ? 8 : 1;
  for (int l = 0; l < lines_; l += step_l)
    for (int k = 0; k < inner_; k += step_k) {
      note_product_read(w, o, lane, *memory_, byte_of(l, k), 16);
      note_unfenced(w, o, lane, *memory_, byte_of(l, k), 16);
    }
}

namespace {

void add_memory_taints(const region& r, std::uint64_t at, unsigned bytes, std::uint8_t& to) {
  if (!r.state.empty() && r.is_undefined(at, bytes)) to |= line_poison;
  const shadow_cell* const cell = r.shadow.find(at / 4);
  if (cell == nullptr) return;
  if ((cell->taints & taint_born) != 0) to |= line_born;
  if ((cell->taints & taint_cut) != 0) to |= line_cut;
  if ((cell->taints & taint_lane) != 0) to |= line_stray;
}

/// The sign bits of all elements of a word.
std::uint32_t signs_of(int width) { return width == 32 ? 0x80000000u : width == 16 ? 0x80008000u : 0x80808080u; }

} // namespace

group_words::group_words(warp& w, const op& o, const fragment_shape& f) {
  const bool in_memory = has_flag(o, a_in_memory);
  found = b.read(w, o, false);
  if (in_memory) found = a.read(w, o, true) && found;
  if (!found) return;
  words.read.reserve(static_cast<std::size_t>(f.words_of_a() + f.words_of_b()));
  const auto load = [&](const shared_operand& s, int count, bool negates, std::vector<std::uint8_t>& taints, auto place) {
    const region& r = s.memory();
    const bool looks = !r.state.empty() || !r.shadow.empty();
    std::vector<const std::uint32_t*>& out = &s == &a ? words.a : words.b;
    for (int k = 0; k < count; ++k) {
      auto& word = words.read.emplace_back();
      for (int lane = 0; lane < warp_size; ++lane)
        for (int part = 0; part < f.each; ++part) {
          const matrix_place at = place(k, lane, part);
          const std::uint64_t byte = s.byte_of(at.line, at.other);
          std::uint32_t code = 0;
          std::memcpy(&code, r.data.data() + byte, o.width / 8u);
          word[static_cast<std::size_t>(lane)] |= code << (part * o.width % 32);
          if (looks) add_memory_taints(r, byte, o.width / 8u, taints[static_cast<std::size_t>(at.line)]);
        }
      if (negates)
        for (std::uint32_t& x : word) x ^= signs_of(o.width);
      out.push_back(word.data());
    }
  };
  lines.columns.assign(static_cast<std::size_t>(8 * f.eights), 0), lines.rows.assign(static_cast<std::size_t>(8 * f.halves), 0);
  if (in_memory) {
    load(a, f.words_of_a(), has_flag(o, negates_a), lines.rows, [&](int k, int lane, int part) { return f.place_in_a(k, lane, part); });
  } else {
    add_register_taints(w, o, f, true, lines);
    for (int k = 0; k < f.words_of_a(); ++k) {
      const std::uint32_t* const from = w.lanes<std::uint32_t>(word_of_a(o, k));
      auto& word = words.read.emplace_back();
      for (std::size_t lane = 0; lane < warp_size; ++lane) word[lane] = has_flag(o, negates_a) ? from[lane] ^ signs_of(o.width) : from[lane];
      words.a.push_back(word.data());
    }
  }
  add_metadata_taints(w, o, lines);
  load(b, f.words_of_b(), has_flag(o, negates_b), lines.columns, [&](int k, int lane, int part) { return f.place_in_b(k, lane, part); });
}

namespace {

/// What a warp notes of its products stands with the CTA's signals, whose keys are offsets in shared memory, behind all of them.
constexpr std::uint64_t beyond_memory = std::uint64_t{1} << 63;
enum note : std::uint64_t { of_warp, of_short_sums, of_clocks, first_product };
std::map<std::uint64_t, std::uint32_t>& notes(warp& w, std::uint64_t which) { return w.block->signals[beyond_memory | std::uint64_t{w.index} << 40 | which].known; }

/// Keys of the warp's notes: products that were begun and given up, groups that were committed. Of a product: its group, if it was committed;
/// besides, by the place of each result, the lanes of it that are undefined whatever one waits for; and the cells of the lanes' own memory that hold some.
enum key : std::uint64_t { begun, given_up, groups, cell_of_lane = std::uint64_t{1} << 62, group_of_product = beyond_memory };
std::uint64_t key_of(const ref& r) { return r.offset; }
std::uint64_t key_of_cell(int lane, std::uint64_t offset) { return cell_of_lane | static_cast<std::uint64_t>(lane) << 48 | offset / 4; }

/// Ends that a place of a product's result is undefined. `undefined` are the lanes of a register that stay so.
void define(warp& w, std::uint64_t key, std::uint32_t undefined) {
  if ((key & cell_of_lane) == 0) {
    w.shadow({pool::frame, static_cast<std::uint32_t>(key)}).poison &= undefined;
    return;
  }
  region& r = w.local[key >> 48 & (warp_size - 1)];
  const std::uint64_t offset = (key & ((std::uint64_t{1} << 48) - 1)) * 4;
  if (offset + 4 <= r.size()) r.write(offset, 4, false);
}

/// Ends the products that `is_done` says so of, the oldest first: their results are what they are.
template <class F>
void settle(warp& w, F is_done) {
  auto& all = notes(w, of_warp);
  for (std::uint32_t k = all[given_up]; k < all[begun]; ++k) {
    auto& product = notes(w, first_product + k);
    if (product.empty() || !is_done(product)) continue;
    product.erase(group_of_product);
    for (const auto& [place, undefined] : product) define(w, place, undefined);
    product.clear();
  }
  while (all[given_up] < all[begun] && notes(w, first_product + all[given_up]).empty()) w.block->signals.erase(beyond_memory | std::uint64_t{w.index} << 40 | (first_product + all[given_up]++));
}

} // namespace

void leave_pending(warp& w, const op& o) {
  auto& product = notes(w, first_product + notes(w, of_warp)[begun]++);
  for (const ref& d : o.results) {
    slot_shadow& s = w.shadow(d);
    product[key_of(d)] = s.poison;
    s.poison |= w.exec;
  }
  w.tainted = true;
}

namespace {

/// The products that go on and have a result at a place.
template <class F>
void each_pending(warp& w, std::uint64_t place, F f) {
  const auto all = notes(w, of_warp);
  if (all.empty()) return;
  for (std::uint32_t k = all.contains(given_up) ? all.at(given_up) : 0; k < all.at(begun); ++k)
    if (auto& product = notes(w, first_product + k); product.contains(place)) f(product);
}

} // namespace

void move_pending(warp& w, const ref& d, const ref& a, std::uint32_t lanes) {
  each_pending(w, key_of(a), [&](auto& product) {
    const std::uint32_t pending = lanes & ~product.at(key_of(a)), others = w.shadow(d).poison & ~pending;
    product[key_of(d)] = product.contains(key_of(d)) ? product.at(key_of(d)) & others : others;
  });
}

void store_pending(warp& w, const ref& a, int lane, const region& r, std::uint64_t offset) {
  if (w.local.empty() || &r != &w.local[static_cast<std::size_t>(lane)]) return;
  each_pending(w, key_of(a), [&](auto& product) {
    if ((product.at(key_of(a)) >> lane & 1u) == 0) product[key_of_cell(lane, offset)] = 0;
  });
}

void load_pending(warp& w, const ref& d, int lane, const region& r, std::uint64_t offset) {
  if (w.local.empty() || &r != &w.local[static_cast<std::size_t>(lane)]) return;
  each_pending(w, key_of_cell(lane, offset), [&](auto& product) {
    const std::uint32_t others = w.shadow(d).poison & ~(1u << lane);
    product[key_of(d)] = product.contains(key_of(d)) ? product.at(key_of(d)) & others : others;
  });
}

void resume_pending(warp& w, const op& o) {
  settle(w, [&](const auto& product) { return product.contains(key_of(o.results[0])); });
}

void commit_products(warp& w, const op&) {
  auto& all = notes(w, of_warp);
  for (std::uint32_t k = all[given_up]; k < all[begun]; ++k)
    if (auto& product = notes(w, first_product + k); !product.empty()) product.try_emplace(group_of_product, all[groups]);
  notes(w, of_clocks)[all[groups]++] = commit_product_reads(w);
}

void await_products(warp& w, const op& o) {
  const auto left = static_cast<std::uint32_t>(o.displacement); // of the groups committed last, so many may go on
  const std::uint32_t committed = notes(w, of_warp)[groups];
  if (auto& clocks = notes(w, of_clocks); committed > left && clocks.contains(committed - left - 1)) { // what they read they have read
    know_product_reads(w, clocks[committed - left - 1]);
    clocks.erase(clocks.begin(), clocks.find(committed - left - 1));
  }
  settle(w, [&](const auto& product) {
    const auto at = product.find(group_of_product);
    return at != product.end() && at->second + left < committed;
  });
}

std::uint32_t count_short_product(warp& w, const op& o, bool adds) {
  std::uint32_t& products = notes(w, of_short_sums)[key_of(o.results[0])];
  return products = adds ? products + 1 : 1;
}

bool group_words::begin(warp& w, const op& o) const {
  const bool whole = w.exec == 0xffffffffu && w.block->warps.size() >= w.index / 4 * 4 + 4;
  if (!whole) report_fault(w, o, fault::undefined_lane, w.exec, 0, "wgmma needs all lanes of four warps, the first of them a multiple of four");
  if (!found) {
    const std::uint64_t size = w.block->shared.size();
    report_fault(w, o, fault::out_of_bounds, w.exec, b.start(), "a matrix descriptor that reaches beyond the " + std::to_string(size) + " bytes of shared memory");
    for (const ref& d : o.results) add_taints(w, d, {0, 0, w.exec, 0}, w.exec);
    w.tainted = true;
    return false;
  }
  b.note(w, o);
  if (has_flag(o, a_in_memory)) a.note(w, o);
  return whole;
}

} // namespace fpcheck::exec

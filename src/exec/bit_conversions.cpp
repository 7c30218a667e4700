#include "bit_conversions.hpp"

#include "bit_conversion_sites.hpp"
#include "engine/lanes.hpp"
#include "exact_numbers.hpp"
#include "hand_rounding.hpp"
#include "handlers.hpp"

#include <fpcheck/exec/hand_rounding.hpp>
#include <fpcheck/tensor/dtype.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <mutex>
#include <optional>

namespace fpcheck::exec {
namespace {

std::uint64_t address_of(warp& w, const op& o, int lane) {
  return (!o.a ? 0 : o.a_bits == 64 ? w.lanes<std::uint64_t>(o.a)[lane] : w.lanes<std::uint32_t>(o.a)[lane]) + static_cast<std::uint64_t>(o.displacement);
}

/// The format of a buffer's elements, where they are numbers of `width` bytes.
number format_of(const wrapped_machine& m, std::size_t k, unsigned width) {
  if (m.buffers == nullptr || k >= m.buffers->size()) return number::none;
  const tensor::dtype t = (*m.buffers)[k].type;
  using d = tensor::dtype;
  if (tensor::size_of(t) != width) return number::none;
  switch (t) {
  case d::f32: return number::f32;
  case d::f16: return number::f16;
  case d::bf16: return number::bf16;
  case d::e4m3fn: return number::e4m3;
  case d::e5m2: return number::e5m2;
  default: return number::none;
  }
}

/// The format of what a site stores into a buffer: of bits that were rounded by hand bfloat16, where elements are not said to be narrow numbers.
number format_of(const wrapped_machine& m, std::uint32_t k, const conversion_site& s) {
  if (const number n = format_of(m, k, s.bits / 8); n != number::none || !rounds_by_hand(s)) return n;
  if (m.buffers == nullptr || k >= m.buffers->size()) return number::none;
  const tensor::dtype t = (*m.buffers)[k].type;
  return t == tensor::dtype::f32 || (!tensor::is_real(t) && tensor::size_of(t) <= 4) ? number::bf16 : number::none;
}

number format_of(const wrapped_machine& m, const region* r, unsigned width) { return r == nullptr ? number::none : format_of(m, r->buffer, width); }

/// The output that takes elements of `bits` bits, where they are numbers and there is no other such output.
std::optional<std::uint32_t> only_output(const wrapped_machine& m, unsigned bits) {
  std::optional<std::uint32_t> out;
  for (std::uint32_t k = 0; m.buffers != nullptr && k < m.buffers->size(); ++k) {
    const buffer& b = (*m.buffers)[k];
    if (b.role == buffer_role::input || 8 * tensor::size_of(b.type) != bits) continue;
    if (out) return std::nullopt;
    out = k;
  }
  return out;
}

/// Numbers of a source, as one warp met them last.
using seen_numbers = wrapped_machine::numbers_of_warp;

/// What a lane loads: a whole element, or the upper half of one in binary32, which is that number cut.
struct loaded {
  number format = number::none;
  double upper_of = 0;
  bool is_upper = false;
};
loaded load_of(const wrapped_machine& m, warp& w, const op& o, int lane) {
  if (o.space == space::shared || o.space == space::constant) return {};
  const std::uint64_t address = address_of(w, o, lane);
  const region* const r = resolve(w, o.space, lane, address, o.width);
  loaded out;
  out.format = format_of(m, r, o.width);
  if (out.format != number::none || o.width != 2 || format_of(m, r, 4) != number::f32) return out;
  const std::uint64_t at = offset_in(*r, o.space, address);
  if (at % 4 != 2) return out;
  float whole = 0;
  std::memcpy(&whole, r->data.data() + at - 2, sizeof whole);
  return {number::f32, whole, true};
}

/// Whether what is stored somewhere is narrower than a source of 16 bits: else a number of it that is stored was chosen or moved, not converted.
bool becomes_narrower(const wrapped_machine& m, std::uint32_t source) {
  return std::any_of(m.conversions.sites.begin(), m.conversions.sites.end(), [&](const conversion_site& s) {
    return s.bits == 8 && std::find(s.sources.begin(), s.sources.end(), source) != s.sources.end();
  });
}

/// The sources that an instruction gives, by what its lanes held before and hold after it.
void watch_source(warp& w, const op& o) {
  wrapped_machine& m = wrapped(w);
  const bool loads = o.meaning.access == ptx::access::load;
  const std::uint32_t lanes = w.exec;
  loaded of[warp_size];
  for_each_lane(lanes, [&](int i) {
    if (loads) of[i] = load_of(m, w, o, i);
    else of[i].format = o.format;
  });
  run_inner(w, o);
  const std::scoped_lock guard(m.lock);
  for (std::uint32_t k = 0; k < m.conversions.sources.size(); ++k) {
    const number_source& s = m.conversions.sources[k];
    if (s.pc != o.pc) continue;
    seen_numbers& to = m.numbers_seen[{&w, k}];
    const bool halves = becomes_narrower(m, k);
    for_each_lane(lanes, [&](int i) {
      if ((of[i].format == number::f16 || of[i].format == number::bf16) && !halves) of[i].format = number::none;
      to.known = of[i].format == number::none ? to.known & ~(1u << i) : to.known | 1u << i;
      if (of[i].format != number::none) to.value[i] = of[i].is_upper ? of[i].upper_of : value_of_code(of[i].format, w.lanes<std::uint32_t>(s.where)[i]);
    });
  }
}

enum class fate : std::uint8_t { exact, neighbour, raised, cut, flushed, nan_lost, nonfinite, beyond, elsewhere };

/// What storing `stored` for the number `x` is, signs aside.
fate fate_of(double x, double stored, number n) {
  const double size = std::fabs(x), to = std::fabs(stored);
  if (x != x) return stored != stored ? fate::exact : fate::nan_lost;
  const double largest = largest_of(n);
  if (size > largest) return !(to < INFINITY) || to == largest ? fate::neighbour : fate::beyond;
  if (!(to < INFINITY)) return fate::nonfinite;
  const double nearest = value_of_code(n, nearest_code(n, size, 0));
  if (to == nearest) return nearest == size ? fate::exact : to > size ? fate::raised : fate::neighbour;
  const format_limits p = limits_of(n);
  if (to == 0 && size < std::ldexp(1.0, p.min_exponent)) return fate::flushed;
  const double unit = std::ldexp(1.0, std::max(size == 0 ? p.min_exponent : std::ilogb(size), p.min_exponent) - p.precision + 1);
  if (nearest == size || !(std::fabs(to - size) < unit)) return fate::elsewhere;
  return to > size ? fate::raised : fate::cut;
}

bool is_wrong(fate x) { return x >= fate::nan_lost; }

/// Whether the program may have chosen the code as it stands, its sign aside.
bool is_chosen(const conversion_site& s, std::uint32_t code, unsigned bits) {
  const std::uint32_t kept = (1u << (bits - 1)) - 1;
  return std::any_of(s.literals.begin(), s.literals.end(), [&](std::uint32_t v) { return ((v ^ code) & kept) == 0 || ((v >> (32 - bits) ^ code) & kept) == 0; });
}

/// One lane's conversion: the number that it is likeliest one of. Nothing where that cannot be told.
struct judged_conversion {
  double number = 0;
  fate what{};
};
std::optional<judged_conversion> judge(warp& w, const conversion_site& s, int lane, std::uint32_t code, number n, unsigned bits) {
  wrapped_machine& m = wrapped(w);
  std::optional<judged_conversion> best;
  double root = 0;
  bool has_root = false, one_root = true;
  for (const std::uint32_t k : s.sources) {
    const auto at = m.numbers_seen.find({&w, k});
    if (at == m.numbers_seen.end() || (at->second.known >> lane & 1u) == 0) continue;
    const double x = at->second.value[lane];
    const judged_conversion now{x, fate_of(x, value_of_code(n, code), n)};
    if (!best || now.what < best->what || (is_wrong(now.what) && is_wrong(best->what) && m.conversions.sources[k].is_root)) best = now;
    if (!m.conversions.sources[k].is_root) continue;
    one_root = one_root && (!has_root || x == root || (x != x && root != root));
    root = x, has_root = true;
  }
  if (!best || (best->what >= fate::flushed && !one_root)) return std::nullopt;
  if (is_wrong(best->what) && is_chosen(s, code, bits)) return std::nullopt;
  return best;
}

class conversions_here {
public:
  conversions_here(warp& w, const op& o, const conversion_site& s) : w_(w), o_(o), site_(s), to_(wrapped(w).bit_conversions[{o.pc, s.stored.offset + s.shift}]) { to_.pc = o.pc, to_.made_at = s.made_at; }

  void add(int lane, const region& r, std::uint32_t output, const judged_conversion& x, double stored) {
    output_ = output;
    ++to_.count;
    if (x.number != 0) ++to_.nonzero;
    switch (x.what) {
    case fate::exact: case fate::neighbour: break;
    case fate::raised: ++to_.raised; break;
    case fate::cut: note(to_.cut, example_of_cut, lane, r, x, stored); break;
    case fate::flushed: note(to_.flushed, example_of_flush, lane, r, x, stored); break;
    default: wrong(static_cast<conversion_fault>(static_cast<int>(x.what) - static_cast<int>(fate::nan_lost)), lane, r, x, stored);
    }
    if (x.what > fate::cut || x.number == 0 || stored == 0) return;
    auto& signs = wrapped(w_).signs_kept[{o_.pc, std::signbit(x.number)}];
    signs |= std::signbit(x.number) == std::signbit(stored) ? 1u : 2u;
    if (signs == 3u) wrong(conversion_fault::other_sign, lane, r, x, stored);
  }

private:
  void wrong(conversion_fault k, int lane, const region& r, const judged_conversion& x, double stored) { note(to_.wrong[static_cast<int>(k)], static_cast<int>(k), lane, r, x, stored); }
  void note(std::uint64_t& count, int which, int lane, const region& r, const judged_conversion& x, double stored) {
    if (count++ != 0) return;
    bit_conversion::example& e = to_.first[which];
    e.launch = w_.host->launch_index;
    std::copy_n(w_.block->position, 3, e.cta);
    for (std::size_t k = 0; k < 3; ++k) e.thread[k] = w_.special[(sp_tid_x + k) * warp_size + static_cast<std::size_t>(lane)];
    e.buffer = output_, e.staged = site_.staged, e.element = (offset_in(r, o_.space, address_of(w_, o_, lane)) + site_.displacement + site_.shift / 8) / bytes_of_element();
    e.number = x.number, e.stored = stored;
  }
  std::size_t bytes_of_element() const {
    const auto* const all = wrapped(w_).buffers;
    return site_.staged || all == nullptr || output_ >= all->size() ? site_.bits / 8 : tensor::size_of((*all)[output_].type);
  }

  warp& w_;
  const op& o_;
  const conversion_site& site_;
  std::uint32_t output_ = 0;
  bit_conversion& to_;
};

void watch_kept(warp& w, const op& o) {
  wrapped_machine& m = wrapped(w);
  {
    const std::scoped_lock guard(m.lock);
    for (const conversion_site& s : m.conversions.sites) {
      if (s.pc != o.pc) continue;
      for_each_lane(w.exec, [&](int i) {
        const region* const r = resolve(w, o.space, i, address_of(w, o, i), o.width);
        const auto output = s.staged ? only_output(m, s.bits) : r != nullptr ? std::optional<std::uint32_t>(r->buffer) : std::nullopt;
        const number n = output && r != nullptr ? format_of(m, *output, s) : number::none;
        if (n == number::none) return;
        const std::uint32_t code = w.lanes<std::uint32_t>(s.stored)[i] >> s.shift & ((1u << s.bits) - 1);
        const auto x = judge(w, s, i, code, n, s.bits);
        const bool elsewhere_told = x && x->what == fate::nan_lost && format_of(m, *output, s.bits / 8) == number::none; // of integers nan-born is
        if (x && !elsewhere_told) conversions_here(w, o, s).add(i, *r, *output, *x, value_of_code(n, code));
      });
    }
  }
  run_inner(w, o);
}

} // namespace

void watch_bit_conversions(wrapped_machine& m) {
  m.conversions = find_conversion_sites(*m.code);
  std::vector<bool> wrapped_already(m.ops.size());
  const auto look = [&](std::uint32_t pc, handler how) {
    if (wrapped_already[pc] || m.ops[pc].bits == nullptr) return;
    wrapped_already[pc] = true;
    wrap(m, m.ops[pc], how);
  };
  for (const number_source& s : m.conversions.sources) look(s.pc, &watch_source);
  for (const conversion_site& s : m.conversions.sites) look(s.pc, &watch_kept);
}

bool rounds_by_hand(const program& p) {
  const conversion_sites all = find_conversion_sites(p);
  return std::any_of(all.sites.begin(), all.sites.end(), [](const conversion_site& s) { return rounds_by_hand(s); });
}

bool converts_by_bits(const program& p) { return !find_conversion_sites(p).sites.empty(); }

} // namespace fpcheck::exec

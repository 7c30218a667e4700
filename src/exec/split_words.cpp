#include "split_words.hpp"

#include "value_origins.hpp"

#include <algorithm>

namespace fpcheck::exec {
namespace {

using f = ptx::form;
using ptx::operation;

constexpr int deepest_source = 12;

/// A narrow store, and which part of which register it keeps.
struct kept_part {
  const op* store = nullptr;
  ref whole;
  std::uint32_t made = 0; ///< the pc of what defines it
  unsigned shifted = 0;   ///< bits to the right
};

class stored_parts {
public:
  stored_parts(const program& p, const function_code& code, const def_use& g) : p_(p), g_(g) {
    for (std::uint32_t pc = code.first; pc < code.first + code.count; ++pc)
      if (const kept_part k = part_of(p.ops[pc]); k.store != nullptr) all_.push_back(k);
  }
  const std::vector<kept_part>& all() const { return all_; }

  /// Bits that `k` and those above it keep, of parts side by side at rising places, or at falling ones.
  unsigned kept_with(const kept_part& k) const { return std::max(kept_in_order(k, 1), kept_in_order(k, -1)); }

  /// Whether the number that became the integer in `r` is never negative.
  bool has_no_sign(const ref& r, std::uint32_t pc, int depth = deepest_source) const {
    if (depth <= 0) return false;
    if (const double x = literal(g_, r, false); x == x) return x >= 0;
    const op* const d = r.where == pool::frame ? g_.seen(origin(g_, r, pc), pc) : nullptr;
    if (d == nullptr || d->source == nullptr || d->format == number::f64 || d->source_format == number::f64) return false;
    const auto rest = [&](const ref& x) { return has_no_sign(x, d->pc, depth - 1); };
    if (d->form == f::cvt_float_to_int) return ptx::width(d->source->type(0)) == 32 && (d->source->type(0) == ptx::modifier::u32 || rest(d->a));
    const bool is_real = d->meaning.takes == ptx::content::real, orders = is_real || d->source->type(0) == ptx::modifier::s32;
    if (is_real && d->sat) return true;
    switch (d->meaning.operation) {
    case operation::minimum: return orders && rest(d->a) && rest(d->b);
    case operation::maximum: return orders && (rest(d->a) || rest(d->b));
    case operation::product: case operation::sum: return is_real && rest(d->a) && rest(d->b);
    case operation::fused: return is_real && rest(d->a) && rest(d->b) && rest(d->c);
    default: return false;
    }
  }

private:
  static bool is_narrow_store(const op& o) {
    return o.source != nullptr && o.meaning.access == ptx::access::store && ptx::accesses_by_lane(o.meaning) && o.addressing != addressing::slots && o.list.size() == 1 && o.width <= 2 && o.format == number::none && o.b_bits <= 32 &&
           o.list[0].where == pool::frame;
  }
  kept_part part_of(const op& o) const {
    if (!is_narrow_store(o)) return {};
    kept_part k{&o, origin(g_, o.list[0], o.pc), 0, 0};
    const op* d = g_.seen(k.whole, o.pc);
    if (d != nullptr && d->form == f::shr && ptx::width(d->source->type(0)) == 32) {
      const auto by = g_.literal(d->b);
      k.shifted = by ? static_cast<std::uint32_t>(*by) : 32;
      if (k.shifted >= 32) return {};
      k.whole = origin(g_, d->a, d->pc);
      d = g_.seen(k.whole, d->pc);
    }
    if (d == nullptr || k.whole.where != pool::frame) return {};
    k.made = d->pc;
    return k;
  }
  static bool is_beside(const op& a, const op& b, int by) {
    return a.block == b.block && a.width == b.width && a.space == b.space && same(a.a, b.a) && a.guard.index == b.guard.index && a.guard.negated == b.guard.negated && b.displacement - a.displacement == by * a.width;
  }
  /// Between two stores nothing may move their address.
  bool keeps_address(const op& a, const op& b) const {
    const auto& all = g_.definitions(a.a);
    const auto [first, last] = std::minmax(a.pc, b.pc);
    return std::none_of(all.begin(), all.end(), [&](std::uint32_t pc) { return pc >= first && pc <= last; });
  }
  unsigned kept_in_order(const kept_part& from, int direction) const {
    const unsigned step = 8u * from.store->width;
    const kept_part* at = &from;
    unsigned bits = step;
    for (; from.shifted + bits < 32; bits += step) {
      const auto next = std::find_if(all_.begin(), all_.end(), [&](const kept_part& k) {
        return k.made == from.made && same(k.whole, from.whole) && k.shifted == at->shifted + step && is_beside(*at->store, *k.store, direction) && keeps_address(*at->store, *k.store);
      });
      if (next == all_.end()) break;
      at = &*next;
    }
    return bits == step ? 0 : bits;
  }

  const program& p_;
  const def_use& g_;
  std::vector<kept_part> all_;
};

} // namespace

std::vector<split_word> find_split_words(const program& p, const function_code& code, const def_use& g) {
  std::vector<split_word> out(code.count);
  const stored_parts parts(p, code, g);
  for (const kept_part& k : parts.all()) {
    const unsigned bits = parts.kept_with(k);
    if (bits != 0) out[k.store->pc - code.first] = {static_cast<std::uint8_t>(bits), parts.has_no_sign(k.whole, k.store->pc)};
  }
  return out;
}

} // namespace fpcheck::exec

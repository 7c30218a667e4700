#include <fpcheck/exec/singles.hpp>

#include "integer_origins.hpp"
#include "value_origins.hpp"

#include <algorithm>
#include <bit>
#include <unordered_set>

namespace fpcheck::exec {
namespace {

using f = ptx::form;
using ptx::operation;

/// An integer that binary32 holds has no more bits than this.
constexpr int held_bits = 24;

class made_of_singles {
public:
  made_of_singles(const program& p, const function_code& code) : p_(p), g_(p, code, p.constants) {
    const auto first = p.ops.begin() + code.first;
    narrows_ = std::any_of(first, first + code.count, [](const op& o) { return o.meaning.operation == operation::narrowing; });
  }

  bool is_one(const op& conversion) {
    seen_.clear();
    return is_single(conversion.a, conversion.pc);
  }
  bool is_made_of_data(const op& o) {
    seen_.clear(), from_memory_ = false;
    return gives_single(o, o.d) && from_memory_;
  }

private:
  /// Whether whatever `r` may hold at `pc` was never more than a number in binary32.
  bool is_single(const ref& r, std::uint32_t pc) {
    if (!r || r.where != pool::frame) return true; // a literal
    if (const op* const d = g_.seen(r, pc)) return gives_single(*d, r);
    const auto& all = g_.definitions(r);
    return !all.empty() && std::all_of(all.begin(), all.end(), [&](std::uint32_t k) { return gives_single(p_.ops[k], r); });
  }
  bool gives_single(const op& d, const ref& r) {
    if (!seen_.insert(d.pc).second) return true;
    if (const ref from = g_.moved(d, r)) return is_single(from, d.pc);
    from_memory_ |= ptx::loads(d.meaning) && (d.space == space::global || d.space == space::generic);
    const bool is_given = d.space == space::param || d.space == space::constant;
    if (ptx::loads(d.meaning)) return is_given || (!narrows_ && d.addressing != addressing::slots);
    if (d.meaning.access != ptx::access::none || d.meaning.parts != 1) return false;
    switch (d.meaning.operation) {
    case operation::from_integer: return d.format == number::f32 && is_short(d.a, d.pc);
    case operation::shuffle: return is_single(d.a, d.pc);
    case operation::selection: return is_single(d.a, d.pc) && is_single(d.b, d.pc);
    case operation::widening: return d.format == number::f32 && is_single(d.a, d.pc);
    default: break;
    }
    if (d.meaning.takes != ptx::content::real || d.format != number::f32 || ptx::is_conversion(d.meaning)) return false;
    return is_single(d.a, d.pc) && is_single(d.b, d.pc) && is_single(d.c, d.pc);
  }
  /// Whether an integer has no more bits than binary32 holds, as its type or the bits that it was made of say.
  bool is_short(const ref& r, std::uint32_t pc) const {
    if (p_.ops[pc].source != nullptr && ptx::width(p_.ops[pc].source->type(1)) <= 16) return true;
    if (const auto bits = g_.literal(r)) return std::bit_width(*bits) <= held_bits;
    const ref at = origin(g_, r, pc);
    if (const auto bits = g_.literal(at)) return std::bit_width(*bits) <= held_bits;
    const op* const d = at.where == pool::frame ? g_.seen(at, pc) : nullptr;
    if (d == nullptr) return false;
    const auto by = g_.literal(d->b);
    if (!by) return false;
    if (d->form == f::and_bits) return std::bit_width(*by) <= held_bits;
    return d->form == f::shr && static_cast<int>(*by) >= d->d_bits - held_bits;
  }

  const program& p_;
  def_use g_;
  std::unordered_set<std::uint32_t> seen_; ///< by pc
  bool narrows_ = false, from_memory_ = false;
};

} // namespace

std::vector<bool> find_fixed_point_addends(const program& p) {
  std::vector<bool> out(p.ops.size());
  const auto is_candidate = [](const op& o) { return o.form == f::cvt_float_to_int && o.source_format == number::f32; };
  if (std::none_of(p.ops.begin(), p.ops.end(), is_candidate)) return out;
  const integer_origins origins = find_integer_origins(p);
  for (const function_code& code : p.functions) {
    const auto first = p.ops.begin() + code.first, end = first + code.count;
    if (std::none_of(first, end, [&](const op& o) { return is_candidate(o) && (origins.what[o.pc] & origin_addend) != 0; })) continue;
    made_of_singles g(p, code);
    for (auto o = first; o != end; ++o)
      if (is_candidate(*o) && (origins.what[o->pc] & origin_addend) != 0) out[o->pc] = g.is_one(*o);
  }
  return out;
}

std::vector<bool> find_made_of_singles(const program& p) {
  std::vector<bool> out(p.ops.size());
  const auto widens = [](const op& o) {
    return o.meaning.operation == operation::widening && o.source_format == number::f32 && o.format == number::f64;
  };
  const auto computes = [](const op& o) {
    const bool is_real = o.meaning.takes == ptx::content::real && !ptx::is_conversion(o.meaning);
    return o.d && o.format == number::f32 && is_real && o.meaning.access == ptx::access::none;
  };
  if (std::none_of(p.ops.begin(), p.ops.end(), widens)) return out;
  for (const function_code& code : p.functions) {
    const auto first = p.ops.begin() + code.first, end = first + code.count;
    if (std::none_of(first, end, computes)) continue;
    made_of_singles g(p, code);
    for (auto o = first; o != end; ++o)
      if (computes(*o)) out[o->pc] = g.is_made_of_data(*o);
  }
  return out;
}

} // namespace fpcheck::exec

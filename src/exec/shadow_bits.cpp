// Numbers inside integers (rule R2): where the bytes of a result come from, and what an integer made of a number's bits
// still says about that number.
#include "bit_orders.hpp"
#include "chosen_extremes.hpp"
#include "intended.hpp"
#include "library_functions.hpp"
#include "truncation.hpp"
#include "wrapped_machine.hpp"

#include <fpcheck/base/bits.hpp>
#include <fpcheck/formats/decode.hpp>
#include <fpcheck/formats/tags.hpp>

#include <algorithm>
#include <cmath>

namespace fpcheck::exec {
namespace {

using t = shadow_tag;
using f = ptx::form;

/// A source operand's bits and shadow header before the instruction overwrites anything.
struct source_view {
  ref where;
  bool constant = false;
  slot_shadow shadow;
  std::array<std::uint32_t, warp_size> bits{};
};

/// Where a byte of the result comes from: an operand and a byte of it, or nowhere (-1).
struct byte_origin {
  int operand = -1, byte = 0;
};

std::array<source_view, 4> view_sources(warp& w, const op& o, int& count) {
  std::array<source_view, 4> out;
  count = 0;
  for (const ref* r : {&o.a, &o.b, &o.c, &o.e}) {
    if (!*r) break;
    source_view& s = out[static_cast<std::size_t>(count++)];
    s.where = *r;
    s.constant = r->where == pool::constant;
    if (r->where == pool::frame) s.shadow = w.shadow(*r);
    const std::uint32_t* p = w.lanes<std::uint32_t>(*r);
    for (int i = 0; i < warp_size; ++i) s.bits[static_cast<std::size_t>(i)] = p[i];
  }
  return out;
}

/// Origins of the result's bytes, by what the instruction says where it says it, else by comparing bits.
std::array<byte_origin, 4> origins(warp& w, const op& o, const std::array<source_view, 4>& s, int count) {
  std::array<byte_origin, 4> out{};
  const auto uniform = [&](int k) {
    const auto& b = s[static_cast<std::size_t>(k)].bits;
    const std::uint32_t first = b[static_cast<std::size_t>(std::countr_zero(w.exec))];
    bool same = true;
    for_each_lane(w.exec, [&](int i) { same &= b[static_cast<std::size_t>(i)] == first; });
    return same ? static_cast<std::int64_t>(first) : -1;
  };
  if (o.form == f::prmt && o.source->modifier_count == 1) {
    const std::int64_t sel = uniform(2);
    for (int k = 0; sel >= 0 && k < 4; ++k) {
      const int n = static_cast<int>(sel >> (4 * k)) & 15;
      if (n < 8) out[static_cast<std::size_t>(k)] = {n / 4, n % 4};
    }
    return out;
  }
  if (o.form == f::shl || o.form == f::shr) {
    const std::int64_t n = uniform(1);
    if (n < 0 || n % 8 != 0 || n >= 32) return out;
    const int by = static_cast<int>(n / 8);
    for (int k = 0; k < 4; ++k) {
      const int from = o.form == f::shl ? k - by : k + by;
      if (from >= 0 && from < 4) out[static_cast<std::size_t>(k)] = {0, from};
    }
    return out;
  }
  if (o.form == f::bfe) {
    const std::int64_t pos = uniform(1), len = uniform(2);
    if (pos < 0 || len < 0 || pos % 8 != 0 || len % 8 != 0) return out;
    for (int k = 0; k < static_cast<int>(len) / 8 && k < 4; ++k)
      if (k + static_cast<int>(pos) / 8 < 4) out[static_cast<std::size_t>(k)] = {0, k + static_cast<int>(pos) / 8};
    return out;
  }
  if (o.form == f::cvt_int_to_int) {
    const unsigned n = std::min(ptx::width(o.source->type(0)), ptx::width(o.source->type(1))) / 8;
    for (unsigned k = 0; k < n && k < 4; ++k) out[k] = {0, static_cast<int>(k)};
    return out;
  }
  const std::uint32_t* d = w.lanes<std::uint32_t>(o.d);
  for (int k = 0; k < 4; ++k)
    for (int x = 0; x < count; ++x) {
      const source_view& v = s[static_cast<std::size_t>(x)];
      if (v.constant) continue;
      bool equal = true, others_idle = true;
      for_each_lane(w.exec, [&](int i) {
        const auto at = static_cast<std::size_t>(i);
        equal &= ((d[i] ^ v.bits[at]) >> (8 * k) & 255u) == 0;
        for (int y = 0; y < count; ++y)
          if (y != x && !s[static_cast<std::size_t>(y)].constant) others_idle &= (s[static_cast<std::size_t>(y)].bits[at] >> (8 * k) & 255u) == 0;
      });
      if (equal && others_idle) { out[static_cast<std::size_t>(k)] = {x, k}; break; }
    }
  return out;
}

/// The smallest error that a 16- or 8-bit number can have under any reading of its code, in the domain's terms.
double least_error(warp& w, const source_view& s, int lane, int part) {
  const number_words words = number_at(w, s.where, lane, part);
  if (words[0] == exact_marker) return 0;
  const bool half = s.shadow.tag == t::half || s.shadow.tag == t::half2;
  const std::uint32_t code = s.bits[static_cast<std::size_t>(lane)] >> (half ? 16 * part : 8 * part);
  double best = INFINITY;
  const auto look = [&](double v) { best = std::min(best, w.host->domain.error(words.first, warp_size, v)); };
  if (half) {
    look(decode_double(f16_format::row, code & 0xffffu));
    look(decode_double(bf16_format::row, code & 0xffffu));
  } else {
    look(decode_double(e4m3fn_format::row, code & 0xffu));
    look(decode_double(e5m2_format::row, code & 0xffu));
  }
  return best;
}

/// Marks the lanes of `d` whose operands lose a shadow with an error that matters.
void count_losses(warp& w, const op& o, const std::array<source_view, 4>& s, int count, std::uint32_t lanes) {
  const ref& d = o.d;
  for (int x = 0; x < count; ++x) {
    const source_view& v = s[static_cast<std::size_t>(x)];
    if (v.where.where != pool::frame || (v.shadow.live & lanes) == 0) continue;
    for_each_lane(v.shadow.live & lanes, [&](int i) {
      double error = 0, size = 0, unit = 0x1p-24;
      if (v.shadow.tag == t::f32 || v.shadow.tag == t::derived) {
        const std::uint32_t code = v.shadow.tag == t::derived ? w.extra(v.where).source[static_cast<std::size_t>(i)] : v.bits[static_cast<std::size_t>(i)];
        size = std::fabs(static_cast<double>(bit_cast<float>(code)));
        error = w.host->domain.error(number_at(w, v.where, i, 0).first, warp_size, bit_cast<float>(code));
        if (o.d_bits == 32 && keeps_binade(o, v.bits[static_cast<std::size_t>(i)], code, error, w.lanes<std::uint32_t>(d)[i])) return;
      } else if (v.shadow.tag == t::f64 || v.shadow.tag == t::f64_high) {
        return; // judged where the register is taken apart
      } else {
        for (int k = 0; k < parts(v.shadow.tag); ++k) error = std::max(error, least_error(w, v, i, k));
        size = 1, unit = 0x1p-9;
      }
      if (!(error > 0)) return;
      ++w.cuts;
      if (error <= wrapped(w).judged.excess_limit * unit * size) ++w.near_ties;
      else w.shadow(d).cut |= 1u << i;
    });
  }
}

/// Whether a literal among the operands is a mask without fraction bits.
bool masks_fraction(const std::array<source_view, 4>& s, int count) {
  return std::any_of(s.begin(), s.begin() + count, [](const source_view& v) { return v.constant && (v.bits[0] & 0x007fffffu) == 0; });
}

/// The result as packed numbers; false if the bytes do not fall on the borders of any.
bool file_parts(warp& w, const op& o, const std::array<source_view, 4>& s, const std::array<byte_origin, 4>& from, bool bytes) {
  struct part_source { int operand = -1, part = 0; };
  std::array<part_source, 4> plan{};
  const int count = bytes ? 4 : 2, each = bytes ? 1 : 2;
  for (int k = 0; k < count; ++k) {
    const byte_origin& b = from[static_cast<std::size_t>(k * each)];
    if (b.operand < 0) {
      if (!bytes && from[static_cast<std::size_t>(2 * k + 1)].operand >= 0) return false;
      continue;
    }
    const source_view& v = s[static_cast<std::size_t>(b.operand)];
    if (v.shadow.live == 0) continue; // exact
    int part = -1;
    if (bytes) {
      const bool held = v.shadow.tag == t::bytes4 || v.shadow.tag == t::bytes2 || v.shadow.tag == t::byte;
      if (held && b.byte >= parts(v.shadow.tag)) continue; // above the numbers: plain zeros
      if (held) part = b.byte;
    } else {
      const byte_origin& high = from[static_cast<std::size_t>(2 * k + 1)];
      if (high.operand != b.operand || high.byte != b.byte + 1 || b.byte % 2 != 0) return false;
      if (v.shadow.tag == t::half2) part = b.byte / 2;
      else if (v.shadow.tag == t::half && b.byte == 0) part = 0;
      else if ((v.shadow.tag == t::f32 || v.shadow.tag == t::derived) && b.byte == 2) part = 0; // truncation to bfloat16
      else if (v.shadow.tag == t::half && b.byte == 2) continue; // the empty half
    }
    if (part < 0) return false;
    plan[static_cast<std::size_t>(k)] = {b.operand, part};
  }
  std::uint32_t live = 0;
  std::vector<std::uint64_t> words(static_cast<std::size_t>(count * w.planes) * warp_size, 0);
  for (int k = 0; k < count; ++k) {
    const part_source& p = plan[static_cast<std::size_t>(k)];
    for_each_lane(w.exec, [&](int i) {
      std::uint64_t* to = &words[static_cast<std::size_t>((k * w.planes) * warp_size + i)];
      *to = exact_marker;
      if (p.operand < 0) return;
      const source_view& v = s[static_cast<std::size_t>(p.operand)];
      if (((v.shadow.live >> i) & 1u) == 0) return;
      const number_words in = number_at(w, v.where, i, p.part);
      const auto code = v.bits[static_cast<std::size_t>(i)];
      if (v.shadow.tag == t::f32 && restarts_when_cut(w, in, code)) return;
      live |= 1u << i;
      for (int q = 0; q < w.planes; ++q) to[q * warp_size] = in[q];
    });
  }
  if (live == 0) return true;
  // A single number in the low bits keeps the narrow tag, so that it reads like a 16- or 8-bit register.
  const bool low_only = !bytes && plan[1].operand < 0 && o.d_bits <= 32 && from[2].operand < 0;
  set_tag(w, o.d, bytes ? t::bytes4 : low_only ? t::half : t::half2, live);
  const int filed = low_only ? 1 : count;
  for (int k = 0; k < filed; ++k)
    for_each_lane(live, [&](int i) {
      const number_words to = number_at(w, o.d, i, k);
      for (int q = 0; q < w.planes; ++q) to[q] = words[static_cast<std::size_t>((k * w.planes + q) * warp_size + i)];
    });
  return true;
}

/// Sign operations on 16-bit numbers made with integer instructions; false if this is not one.
bool file_signs(warp& w, const op& o, const std::array<source_view, 4>& s, int x) {
  const source_view& v = s[static_cast<std::size_t>(x)];
  const std::uint32_t* d = w.lanes<std::uint32_t>(o.d);
  bool fits = true;
  for_each_lane(w.exec & v.shadow.live, [&](int i) { fits &= ((d[i] ^ v.bits[static_cast<std::size_t>(i)]) & 0x7fff7fffu) == 0; });
  if (!fits) return false;
  if (v.where.offset == o.d.offset) w.shadow(o.d) = v.shadow;
  else copy_shadow(w, o.d, v.where, w.exec);
  for_each_lane(w.exec & v.shadow.live, [&](int i) {
    for (int k = 0; k < parts(v.shadow.tag); ++k) {
      const bool flipped = ((d[i] ^ v.bits[static_cast<std::size_t>(i)]) >> (16 * k + 15)) & 1u;
      const number_words words = number_at(w, o.d, i, k);
      if (flipped && words[0] != exact_marker) w.host->domain.scale(words.first, warp_size, -1.0);
    }
  });
  return true;
}

/// Whether the result is again the number whose lower half an operand holds, in all lanes that hold a number; files it then.
bool rejoin_halves(warp& w, const op& o, const std::array<source_view, 4>& s, int count) {
  std::uint32_t live = 0;
  for (int x = 0; x < count; ++x) live |= s[static_cast<std::size_t>(x)].shadow.live & w.exec;
  const std::uint32_t* d = w.lanes<std::uint32_t>(o.d);
  for (int x = 0; x < count; ++x) {
    const source_view& v = s[static_cast<std::size_t>(x)];
    if (v.shadow.tag != t::derived || (live & ~v.shadow.live) != 0 || v.where.offset == o.d.offset) continue;
    const auto& codes = w.extra(v.where).source;
    bool whole = true;
    // Where the other half is the same number's, as it was rounded, they stand for that number however far off it they are.
    const auto has_upper = [&](int i) {
      return std::any_of(s.begin(), s.begin() + count, [&](const source_view& y) {
        return y.shadow.tag == t::half && ((y.shadow.live >> i) & 1u) != 0 && number_at(w, y.where, i, 0)[0] == number_at(w, v.where, i, 0)[0];
      });
    };
    for_each_lane(live, [&](int i) { whole &= v.bits[static_cast<std::size_t>(i)] <= 0xffffu && (codes[static_cast<std::size_t>(i)] == d[i] || has_upper(i)); });
    if (!whole) continue;
    drop_shadow(w, o.d, w.exec);
    set_tag(w, o.d, t::f32, live);
    for_each_lane(live, [&](int i) {
      const number_words to = number_at(w, o.d, i, 0), from = number_at(w, v.where, i, 0);
      for (int p = 0; p < w.planes; ++p) to[p] = from[p];
    });
    return true;
  }
  return false;
}

/// The lineage of a 32-bit integer result.
void file_lineage(warp& w, const op& o, const std::array<source_view, 4>& s, int count) {
  const taint_masks taints = [&] {
    taint_masks m;
    for (int x = 0; x < count; ++x) {
      const slot_shadow& h = s[static_cast<std::size_t>(x)].shadow;
      m.born |= h.born, m.cut |= h.cut, m.poison |= h.poison, m.stray |= h.stray;
    }
    return m;
  }();
  int number_source = -1;
  bool narrow = false, bytes = false;
  for (int x = 0; x < count; ++x) {
    const slot_shadow& h = s[static_cast<std::size_t>(x)].shadow;
    if ((h.live & w.exec) == 0) continue;
    if (h.tag == t::f32 || h.tag == t::derived) number_source = number_source < 0 ? x : number_source;
    narrow |= h.tag == t::half || h.tag == t::half2;
    bytes |= h.tag == t::byte || h.tag == t::bytes2 || h.tag == t::bytes4;
  }
  const std::array<byte_origin, 4> from = origins(w, o, s, count);
  const source_view* cut = !narrow && from[0].operand >= 0 && from[0].byte == 2 ? &s[static_cast<std::size_t>(from[0].operand)] : nullptr;
  const bool moved = number_source >= 0 && cut != nullptr && holds_bfloat16(w, cut->where, cut->shadow, cut->bits.data(), w.exec);
  const auto finish = [&] { add_taints(w, o.d, taints, w.exec); };
  if (count > 1 && o.d_bits == 32 && rejoin_halves(w, o, s, count)) return finish();
  if (bytes || narrow || moved) {
    drop_shadow(w, o.d, w.exec); // clears masks only: the planes of a source that is also the destination stay readable
    if (file_parts(w, o, s, from, bytes)) return finish();
    for (int x = 0; x < count && narrow; ++x)
      if ((s[static_cast<std::size_t>(x)].shadow.live & w.exec) != 0 && file_signs(w, o, s, x)) return finish();
    count_losses(w, o, s, count, w.exec);
    return finish();
  }
  if (number_source >= 0 && o.meaning.lineage == ptx::lineage::reshapes && !takes_exponent(o, masks_fraction(s, count), number_source)) {
    const source_view& v = s[static_cast<std::size_t>(number_source)];
    const std::uint32_t live = v.shadow.live & w.exec;
    std::array<std::uint32_t, warp_size> codes = v.bits;
    if (v.shadow.tag == t::derived) codes = w.extra(v.where).source;
    std::vector<std::uint64_t> words(w.plane(v.where), w.plane(v.where) + static_cast<std::ptrdiff_t>(w.planes) * warp_size);
    drop_shadow(w, o.d, w.exec);
    set_tag(w, o.d, t::derived, live);
    extra_shadow& x = w.extra(o.d);
    std::uint64_t* to = w.plane(o.d);
    const bool derived = w.shadow(o.d).tag == t::derived;
    for_each_lane(live, [&](int i) {
      if (derived) x.source[static_cast<std::size_t>(i)] = codes[static_cast<std::size_t>(i)];
      for (int p = 0; p < w.planes; ++p) to[p * warp_size + i] = words[static_cast<std::size_t>(p * warp_size + i)];
    });
    return finish();
  }
  drop_shadow(w, o.d, w.exec);
  count_losses(w, o, s, count, w.exec);
  finish();
}

/// An input whose bits come through as they were (x - 0, x | 0, as log1pf takes its argument apart) is that input still:
/// where it is consumed elsewhere too, both move together. One whose fraction came through is the input times a power of two, known
/// as well as that (logf takes the binade off its argument).
void keep_inputs(warp& w, const op& o, const std::array<source_view, 4>& s, int count) {
  const std::uint32_t* d = w.lanes<std::uint32_t>(o.d);
  for (int x = 0; x < count; ++x) {
    const source_view& v = s[static_cast<std::size_t>(x)];
    for_each_lane(v.shadow.input & ~v.shadow.live & w.exec, [&](int i) {
      if (((d[i] ^ v.bits[static_cast<std::size_t>(i)]) & 0x007fffffu) == 0 && (w.shadow(o.d).live >> i & 1u) == 0) w.shadow(o.d).input |= 1u << i;
    });
  }
}

/// The same where codes are followed: whatever has a number's bits is that number.
void keep_codes(warp& w, const op& o, const std::array<source_view, 4>& s, int count) {
  const std::uint32_t* d = w.lanes<std::uint32_t>(o.d);
  for (int x = 0; x < count; ++x) {
    const source_view& v = s[static_cast<std::size_t>(x)];
    for_each_lane((v.shadow.input | (v.shadow.tag == t::f32 ? v.shadow.live : 0u)) & w.exec, [&](int i) {
      if (d[i] == v.bits[static_cast<std::size_t>(i)]) w.shadow(o.d).input |= 1u << i;
    });
  }
}

/// Integer instructions with a 32-bit result: the fast path is that no operand has anything to say.
void integer32(warp& w, const op& o) {
  std::uint32_t any = 0;
  for (const ref* r : {&o.a, &o.b, &o.c, &o.e})
    if (r->where == pool::frame) any |= w.shadow(*r).any();
  if ((any & w.exec) == 0) {
    o.bits(w, o);
    drop_shadow(w, o.d, w.exec);
    return;
  }
  int count = 0;
  const std::array<source_view, 4> s = view_sources(w, o, count);
  o.bits(w, o);
  file_lineage(w, o, s, count);
  if (wrapped(w).follows_codes) keep_codes(w, o, s, count);
  else if (w.tracks_input) keep_inputs(w, o, s, count);
}

/// After an instruction whose sources say nothing: its results are exact and defined.
void settle_quietly(warp& w, const op& o) {
  const std::uint32_t from = undefined_predicates(w, o);
  drop_shadow(w, o.d, w.exec);
  add_taints(w, o.d, {0, 0, from, 0}, w.exec);
  if (o.d_bits == 64) {
    drop_shadow(w, following(o.d, 1), w.exec);
    add_taints(w, following(o.d, 1), {0, 0, from, 0}, w.exec);
  }
  if (!o.pd && !o.pd2) return;
  for (const predicate_ref* p : {&o.pd, &o.pd2})
    if (*p) {
      std::uint32_t& poison = w.top->predicate_poison[p->index];
      poison = (poison & ~w.exec) | (from & w.exec);
    }
}

/// Everything else without a number in its result.
void other_bits(warp& w, const op& o) {
  std::uint32_t live = 0, taints = 0;
  for_each_source(w, o, [&](const slot_shadow& s) { live |= s.live, taints |= s.taints(); });
  if ((live | taints) == 0) {
    o.bits(w, o);
    return settle_quietly(w, o);
  }
  std::array<source_view, 4> s;
  int count = 0;
  const bool narrow_sources = o.a_bits <= 32 && o.b_bits <= 32;
  if ((live & w.exec) != 0 && narrow_sources) s = view_sources(w, o, count);
  o.bits(w, o);
  spread_taints(w, o);
  if (count != 0 && o.d) count_losses(w, o, s, count, w.exec);
}

void other(warp& w, const op& o) {
  if (!wrapped(w).follows_codes || !o.d || o.d_bits != 64) return other_bits(w, o);
  const marked_words before = marks_of(w, o);
  other_bits(w, o);
  pass_marks(w, o, before);
}

/// selp and slct: the chosen operand's shadow.
void choose(warp& w, const op& o) {
  std::uint32_t first = 0;
  if (o.form == f::selp) {
    first = w.predicate(o.pa) & w.exec;
  } else {
    const std::uint32_t* c = w.lanes<std::uint32_t>(o.c);
    const bool real = o.form == f::slct_f32;
    for_each_lane(w.exec, [&](int i) {
      const bool yes = real ? bit_cast<float>(c[i]) >= 0.0f : static_cast<std::int32_t>(c[i]) >= 0;
      if (yes) first |= 1u << i;
    });
  }
  const int bits = o.d_bits;
  const std::uint32_t second = w.exec & ~first;
  const bool least = o.roles.has(roles::chosen_least), is_extreme = (least || o.roles.has(roles::chosen_most)) && chooses_exactly(w.host->domain);
  const exact_choice exactly = is_extreme ? exact_choice(w, o, least, first) : exact_choice();
  // Where both choices are the same it does not matter what an undefined value would choose.
  std::uint32_t undecided = o.form == f::selp ? undefined_predicates(w, o) : 0u;
  const auto same = [&](auto lane, int i) { return w.lanes<decltype(lane)>(o.a)[i] == w.lanes<decltype(lane)>(o.b)[i]; };
  for_each_lane(undecided, [&](int i) { if (bits == 64 ? same(std::uint64_t{}, i) : same(std::uint32_t{}, i)) undecided &= ~(1u << i); });
  o.bits(w, o); // lanes that hold numbers, and others that hold what integer code made of some, are told apart by what the result holds
  copy_register(w, o.d, o.a, bits, first);
  copy_register(w, o.d, o.b, bits, second);
  add_taints(w, o.d, {0, 0, undecided, 0}, undecided);
  if (bits == 64) add_taints(w, following(o.d, 1), {0, 0, undecided, 0}, undecided);
  exactly.file(w, o);
  if (!o.roles.has(role::pole) || w.planes == 0) return;
  // The literal infinity of a function at its pole is the function's value there, not a mask.
  const std::uint32_t infinite = o.a.where == pool::constant ? first : second;
  if (infinite == 0) return;
  set_tag(w, o.d, t::f32, infinite);
  w.shadow(o.d).born |= infinite;
  const std::uint32_t* d = w.lanes<std::uint32_t>(o.d);
  for_each_lane(infinite, [&](int i) {
    w.host->domain.make_born(number_at(w, o.d, i, 0).first, warp_size, bit_cast<float>(d[i]), o.pc);
  });
}

/// Whether both operands are numbers of the result's width without a sign, one of which something is known of: integers then order them as they are.
bool orders_numbers(warp& w, const op& o) {
  const bool wide = o.d_bits == 64;
  std::uint32_t known = 0, negative = 0;
  for (const ref* r : {&o.a, &o.b}) {
    if (r->where == pool::frame) {
      const slot_shadow& s = w.shadow(*r);
      const std::uint32_t live = (s.live | (wide ? w.shadow(following(*r, 1)).live : 0u)) & w.exec;
      if (live != 0 && s.tag != (wide ? t::f64 : t::f32)) return false;
      known |= (s.live | s.input) & w.exec;
    }
    for_each_lane(w.exec, [&](int i) { negative |= wide ? static_cast<std::uint32_t>(w.lanes<std::uint64_t>(*r)[i] >> 32) : w.lanes<std::uint32_t>(*r)[i]; });
  }
  return known != 0 && (negative >> 31) == 0;
}

/// The extreme of integers that are two numbers' bits is the number that it is taken from, as hypot orders its arguments.
template <handler Otherwise>
void extreme_of_bits(warp& w, const op& o) {
  if (!orders_numbers(w, o)) return Otherwise(w, o);
  std::uint32_t first = 0;
  const bool least = o.form == f::min_int;
  const auto take = [&](auto lane, int i) {
    const auto a = w.lanes<decltype(lane)>(o.a)[i], b = w.lanes<decltype(lane)>(o.b)[i];
    if (least ? a <= b : a >= b) first |= 1u << i;
  };
  for_each_lane(w.exec, [&](int i) { o.d_bits == 64 ? take(std::uint64_t{}, i) : take(std::uint32_t{}, i); });
  const taint_masks taints = source_taints(w, o);
  o.bits(w, o);
  copy_register(w, o.d, o.a, o.d_bits, first);
  copy_register(w, o.d, o.b, o.d_bits, w.exec & ~first);
  add_taints(w, o.d, taints, w.exec);
  if (o.d_bits == 64) add_taints(w, following(o.d, 1), taints, w.exec);
}

bool takes_extreme_of_words(const op& o) { return (o.form == f::min_int || o.form == f::max_int) && o.a && o.b && o.a_bits == o.d_bits && o.b_bits == o.d_bits && (o.d_bits == 32 || o.d_bits == 64); }

} // namespace

handler generic_shadow_handler(const op& o) {
  const ptx::shadowing shadow = o.meaning.shadow;
  if (shadow == ptx::shadowing::chosen) return &choose;
  if (o.flow != control::next && o.flow != control::warp_sync) return nullptr;
  if (o.meaning.operation == ptx::operation::policy) return nullptr; // its result is undefined whatever goes in
  if (shadow == ptx::shadowing::moved || shadow == ptx::shadowing::none || (!o.d && !o.pd)) return nullptr;
  const bool plain32 = o.d && o.d_bits <= 32 && o.a_bits <= 32 && o.b_bits <= 32 && !o.pd && !o.pa;
  if (takes_extreme_of_words(o)) return plain32 ? &extreme_of_bits<&integer32> : &extreme_of_bits<&other>;
  return plain32 ? &integer32 : &other;
}

} // namespace fpcheck::exec

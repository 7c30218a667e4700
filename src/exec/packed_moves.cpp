// mov between a register and the elements it is made of.
#include "packed_moves.hpp"
#include "lane_access.hpp"
#include "partial_bytes.hpp"
#include "truncation.hpp"
#include "wrapped_machine.hpp"

#include <fpcheck/base/bits.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace fpcheck::exec {
namespace {

/// Whether {low, high} in all of the lanes `live` is again the number whose low half `low` was taken from; files it then.
bool rejoin_float(warp& w, const ref& d, const std::vector<ref>& elements, const std::uint32_t* bits, std::uint32_t live) {
  const ref& low = elements[0];
  if (elements.size() != 2 || low.where != pool::frame || w.shadow(low).tag != shadow_tag::derived || (live & ~w.shadow(low).live) != 0) return false;
  bool whole = true;
  // Where the other half is the same number's, as it was rounded, they stand for that number however far off it they are.
  const ref& high = elements[1];
  const bool has_upper = high.where == pool::frame && w.shadow(high).tag == shadow_tag::half;
  for_each_lane(live, [&](int i) {
    const bool of_one = has_upper && ((w.shadow(high).live >> i) & 1u) != 0 && number_at(w, high, i, 0)[0] == number_at(w, low, i, 0)[0];
    whole &= of_one || w.extra(low).source[static_cast<std::size_t>(i)] == bits[i];
  });
  if (!whole) return false;
  set_tag(w, d, shadow_tag::f32, live);
  for_each_lane(live, [&](int i) {
    const number_words to = number_at(w, d, i, 0), from = number_at(w, low, i, 0);
    for (int p = 0; p < w.planes; ++p) to[p] = from[p];
  });
  return true;
}

/// Elements that are bits of a number and no number themselves end their lineage among others (R2). Of the lanes `live`
/// those that hold a number.
std::uint32_t end_lineages(warp& w, const ref& d, const std::vector<ref>& elements, std::uint32_t live) {
  std::uint32_t numbers = 0;
  for (const ref& e : elements) {
    if (e.where != pool::frame) continue;
    const slot_shadow& s = w.shadow(e);
    if (s.tag != shadow_tag::derived) numbers |= s.live & live;
    else for_each_lane(s.live & live, [&](int i) { w.shadow(d).cut |= loses_error(w, e, i) ? 1u << i : 0u; });
  }
  return numbers;
}

/// The shadow of a 32-bit slot packed from two 16-bit or four 8-bit elements; `bits` are what it holds.
void pack_shadow(warp& w, const ref& d, const std::vector<ref>& elements, int element, const std::uint32_t* bits) {
  std::uint32_t any = 0;
  for (const ref& e : elements)
    if (e.where == pool::frame) any |= w.shadow(e).any();
  drop_shadow(w, d, w.exec);
  if ((any & w.exec) == 0) return;
  std::uint32_t live = 0;
  taint_masks t;
  bool bytes = false;
  for (const ref& e : elements) {
    if (e.where != pool::frame) continue;
    const slot_shadow& s = w.shadow(e);
    live |= s.live & w.exec;
    bytes |= s.live != 0 && (s.tag == shadow_tag::byte || s.tag == shadow_tag::bytes2 || s.tag == shadow_tag::bytes4);
    t.born |= s.born, t.cut |= s.cut, t.poison |= s.poison, t.stray |= s.stray;
    w.shadow(d).input |= s.input & w.exec;
  }
  add_taints(w, d, t, w.exec);
  if (live == 0 || w.planes == 0 || rejoin_float(w, d, elements, bits, live)) return;
  live = end_lineages(w, d, elements, live);
  if (live == 0) return;
  const bool four = bytes || element == 8;
  set_tag(w, d, four ? shadow_tag::bytes4 : shadow_tag::half2, live);
  const int each = four && element == 16 ? 2 : 1; // numbers an element carries
  for_each_lane(live, [&](int i) {
    int part = 0;
    for (const ref& e : elements)
      for (int k = 0; k < each; ++k, ++part) {
        const number_words to = number_at(w, d, i, part);
        const bool has = e.where == pool::frame && ((w.shadow(e).live >> i) & 1u) != 0 && k < parts(w.shadow(e).tag) && w.shadow(e).tag != shadow_tag::derived;
        if (!has) { to[0] = exact_marker; continue; }
        const number_words from = number_at(w, e, i, k);
        for (int p = 0; p < w.planes; ++p) to[p] = from[p];
      }
  });
}

/// After {low, high} became a 64-bit register: the number of a binary64 whose high half was changed as an integer is
/// scaled where only its exponent changed, and lost otherwise.
void rejoin_double(warp& w, const ref& d) {
  slot_shadow& low = w.shadow(d);
  slot_shadow& high = w.shadow(following(d, 1));
  if (low.tag != shadow_tag::f64 || (low.live & w.exec) == 0) return;
  const std::uint32_t whole = high.tag == shadow_tag::f64_high ? high.live : 0;
  const std::uint32_t changed = low.live & ~whole & w.exec;
  if (changed == 0) return;
  const std::uint64_t* bits = w.lanes<std::uint64_t>(d);
  const bool known = low.extra != 0xffffffffu;
  for_each_lane(changed, [&](int i) {
    const std::uint32_t now = static_cast<std::uint32_t>(bits[i] >> 32);
    const std::uint32_t then = known ? w.extra(d).source[static_cast<std::size_t>(i)] : 0;
    const bool same_fraction = known && ((now ^ then) & 0xfffffu) == 0 && ((then >> 20) & 0x7ffu) - 1u < 0x7feu && ((now >> 20) & 0x7ffu) - 1u < 0x7feu;
    if (same_fraction) {
      const double a = bit_cast<double>(static_cast<std::uint64_t>(now & 0xfff00000u) << 32), b = bit_cast<double>(static_cast<std::uint64_t>(then & 0xfff00000u) << 32);
      w.host->domain.scale(number_at(w, d, i, 0).first, warp_size, a / b);
    } else {
      const double before = bit_cast<double>((bits[i] & 0xffffffffu) | static_cast<std::uint64_t>(then) << 32);
      const double error = known ? w.host->domain.error(number_at(w, d, i, 0).first, warp_size, before) : INFINITY;
      if (!(error <= wrapped(w).judged.excess_limit * 0x1p-53 * std::fabs(before))) low.cut |= 1u << i;
      else if (error > 0) ++w.near_ties;
      low.live &= ~(1u << i);
    }
  });
  set_tag(w, following(d, 1), shadow_tag::f64_high, low.live & w.exec);
}

/// Part `part` of slot `a` as the shadow of the narrow register `d`.
void unpack_shadow(warp& w, const ref& d, const ref& a, int element, int part) {
  drop_shadow(w, d, w.exec);
  if (a.where != pool::frame) return;
  const slot_shadow& s = w.shadow(a);
  if ((s.any() & w.exec) == 0) return;
  std::uint32_t poison = 0; // of the lanes whose part is undefined
  const std::uint32_t* bits = w.lanes<std::uint32_t>(a);
  const unsigned own = ((1u << (element / 8)) - 1u) << (part * element / 8);
  for_each_lane(s.poison & w.exec, [&](int i) { poison |= (undefined_bytes(w, a, i, bits[i]) & own) != 0 ? 1u << i : 0u; });
  add_taints(w, d, {s.born, s.cut, poison, s.stray}, w.exec);
  w.shadow(d).input |= s.input & w.exec;
  std::uint32_t live = s.live & w.exec;
  if (live == 0 || w.planes == 0) return;
  using t = shadow_tag;
  t tag = t::none;
  int first = 0;
  if (element == 16) {
    if (s.tag == t::half2) tag = t::half, first = part;
    else if (s.tag == t::half && part == 0) tag = t::half;
    else if (part == 1 && holds_bfloat16(w, a, s, bits, live)) tag = t::half;
    else if (s.tag == t::bytes4) tag = t::bytes2, first = part * 2;
    else if ((s.tag == t::bytes2 || s.tag == t::byte) && part == 0) tag = s.tag;
    else if (s.tag == t::half || s.tag == t::bytes2 || s.tag == t::byte) return; // the empty half
  } else if (s.tag == t::bytes4 || s.tag == t::bytes2 || s.tag == t::byte) {
    if (part < parts(s.tag)) tag = t::byte, first = part;
    else return;
  }
  const bool piece = tag == t::none && (s.tag == t::f32 || s.tag == t::derived); // bits of a number, as a shift would take them
  std::array<std::uint32_t, warp_size> codes{};
  if (piece) {
    tag = t::derived;
    std::copy_n(s.tag == t::derived ? w.extra(a).source.data() : bits, codes.size(), codes.data());
  }
  if (tag == t::none) {
    w.shadow(d).cut |= live;
    return;
  }
  const t from_tag = s.tag;
  for_each_lane(live, [&](int i) {
    const number_words number = number_at(w, a, i, first);
    const bool exact = parts(from_tag) > 1 && number[0] == exact_marker && parts(tag) == 1;
    if (exact || (from_tag == t::f32 && !piece && restarts_when_cut(w, number, bits[i]))) live &= ~(1u << i);
  });
  if (live == 0) return;
  set_tag(w, d, tag, live);
  if (piece) for_each_lane(live, [&](int i) { w.extra(d).source[static_cast<std::size_t>(i)] = codes[static_cast<std::size_t>(i)]; });
  for (int k = 0; k < parts(tag); ++k)
    for_each_lane(live, [&](int i) {
      const number_words to = number_at(w, d, i, k), from = number_at(w, a, i, first + k);
      for (int p = 0; p < w.planes; ++p) to[p] = from[p];
    });
}

} // namespace

void pack(warp& w, const op& o) {
  const int element = o.width;
  if (o.d_bits == 64) {
    std::uint64_t out[warp_size];
    for (int i = 0; i < warp_size; ++i) {
      out[i] = 0;
      for (std::size_t k = 0; k < o.list.size(); ++k)
        out[i] |= (element_bits(w, o.list[k], 32, i) & (element == 32 ? 0xffffffffu : (1u << element) - 1u)) << (k * static_cast<std::size_t>(element));
    }
    if (element == 32) {
      // The two slots are written one after the other; a source may be the other's destination.
      const std::vector<ref> from = o.list;
      copy_shadow(w, o.d, from[0], w.exec);
      copy_shadow(w, following(o.d, 1), from[1], w.exec);
      if (from[0].where == pool::frame && w.planes != 0 && w.shadow(o.d).tag == shadow_tag::f64 && w.shadow(from[0]).extra != 0xffffffffu)
        w.extra(o.d).source = std::array(w.extra(from[0]).source); // a copy: making the one may move the other
      write_lanes(w, o.d, out, w.exec);
      if (w.planes != 0) rejoin_double(w, o.d);
      return;
    } else {
      std::uint32_t halves[2][warp_size];
      for (int i = 0; i < warp_size; ++i) halves[0][i] = static_cast<std::uint32_t>(out[i]), halves[1][i] = static_cast<std::uint32_t>(out[i] >> 32);
      pack_shadow(w, o.d, {o.list[0], o.list[1]}, element, halves[0]);
      pack_shadow(w, following(o.d, 1), {o.list[2], o.list[3]}, element, halves[1]);
    }
    write_lanes(w, o.d, out, w.exec);
    return;
  }
  std::uint32_t out[warp_size];
  for (int i = 0; i < warp_size; ++i) {
    out[i] = 0;
    for (std::size_t k = 0; k < o.list.size(); ++k)
      out[i] |= static_cast<std::uint32_t>((element_bits(w, o.list[k], 32, i) & ((1u << element) - 1u)) << (k * static_cast<std::size_t>(element)));
  }
  pack_shadow(w, o.d, o.list, element, out);
  write_lanes(w, o.d, out, w.exec);
}

void unpack(warp& w, const op& o) {
  const int element = o.width;
  std::uint64_t in[warp_size];
  for (int i = 0; i < warp_size; ++i) in[i] = element_bits(w, o.a, o.a_bits, i);
  const ref source = o.a;
  for (std::size_t k = 0; k < o.list.size(); ++k) {
    const ref& d = o.list[k];
    if (!d) continue;
    std::uint32_t out[warp_size];
    for (int i = 0; i < warp_size; ++i)
      out[i] = static_cast<std::uint32_t>((in[i] >> (k * static_cast<std::size_t>(element))) & (element == 32 ? 0xffffffffu : (1u << element) - 1u));
    if (element == 32) {
      copy_shadow(w, d, source.where == pool::frame ? following(source, static_cast<std::uint32_t>(k)) : source, w.exec);
      if (w.planes != 0 && w.shadow(d).tag == shadow_tag::f64 && (w.shadow(d).live & w.exec) != 0)
        for_each_lane(w.exec, [&](int i) { w.extra(d).source[static_cast<std::size_t>(i)] = static_cast<std::uint32_t>(in[i] >> 32); });
    } else {
      const std::size_t in_slot = k * static_cast<std::size_t>(element) / 32;
      unpack_shadow(w, d, source.where == pool::frame ? following(source, static_cast<std::uint32_t>(in_slot)) : source, element,
                    static_cast<int>(k * static_cast<std::size_t>(element) % 32) / element);
    }
    write_lanes(w, d, out, w.exec);
  }
}

} // namespace fpcheck::exec

#include "textures.hpp"

#include "byte_copies.hpp"
#include "exact_numbers.hpp"
#include "races.hpp"
#include "texture_handles.hpp"

#include <fpcheck/base/bits.hpp>
#include <fpcheck/exec/filtered_fetch.hpp>
#include <fpcheck/exec/texture_object.hpp>
#include <fpcheck/formats/decode.hpp>
#include <fpcheck/formats/encode.hpp>
#include <fpcheck/formats/tags.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace fpcheck::exec {
namespace {

using f = ptx::form;
using m = ptx::modifier;

/// Where one texel lies, or none where it is beyond an edge that has a border.
struct texel_index {
  std::array<std::int64_t, 3> at{};
  bool is_border = false;
};

/// Index `i` along a dimension, taken inside by what the edge does; -1 for the border.
std::int64_t inside(std::int64_t i, std::int64_t extent, texture_edge edge) {
  switch (edge) {
  case texture_edge::wrap: return (i % extent + extent) % extent;
  case texture_edge::border: return i < 0 || i >= extent ? -1 : i;
  default: return std::clamp<std::int64_t>(i, 0, extent - 1); // mirrored coordinates have been taken back before
  }
}
/// The edge that counts: without normalised coordinates nothing is repeated.
texture_edge edge_of(const texture_object& t, std::size_t k) {
  const texture_edge e = t.edges[k];
  return t.normalised_coordinates || (e != texture_edge::wrap && e != texture_edge::mirror) ? e : texture_edge::clamp;
}

/// A coordinate in texels.
double in_texels(const texture_object& t, std::size_t k, double x) {
  if (x != x) return 0;
  if (t.normalised_coordinates) {
    if (edge_of(t, k) == texture_edge::wrap) x -= std::floor(x);
    if (edge_of(t, k) == texture_edge::mirror) x = std::fmod(std::floor(x), 2) != 0 ? 1 - (x - std::floor(x)) : x - std::floor(x);
    x *= static_cast<double>(t.extents[k]);
  }
  return std::clamp(x, -0x1p31, 0x1p31);
}

/// A place between texels: the lower neighbour, and the weight of the upper one.
struct between {
  std::int64_t lower = 0;
  double weight = 0;
};
/// Source: read from a card: the coordinate less a half, rounded to the nearest 256th.
between neighbours(double x) {
  const double steps = std::nearbyint((x - 0.5) * 256), lower = std::floor(steps / 256);
  return {static_cast<std::int64_t>(lower), (steps - lower * 256) / 256};
}

/// Byte offset of a texel from the array's first.
std::uint64_t offset_of(const texture_object& t, const std::array<std::int64_t, 3>& at) {
  const auto n = [&](std::size_t k) { return static_cast<std::uint64_t>(at[k]); };
  return n(0) * t.texel_bytes() + n(1) * t.strides[0] + n(2) * t.strides[1];
}

/// What the channel's code is, as a number or as the integer that it is read as.
double value_of_texel(const texture_object& t, std::uint32_t code) {
  switch (t.texel) {
  case texel_type::u8: case texel_type::u16: case texel_type::u32: return code;
  case texel_type::s8: return static_cast<std::int8_t>(code);
  case texel_type::s16: return static_cast<std::int16_t>(code);
  case texel_type::s32: return static_cast<std::int32_t>(code);
  case texel_type::f16: return decode_double(f16_format::row, code & 0xffffu);
  case texel_type::f32: return bit_cast<float>(code);
  }
  return 0;
}
bool gives_fractions(const texture_object& t) { return t.normalised_reads && !is_real(t.texel); }
/// What a fraction's integer is divided by.
double divisor_of(const texture_object& t) {
  if (!gives_fractions(t)) return 1;
  constexpr double largest[] = {255, 127, 65535, 32767};
  return largest[static_cast<std::size_t>(t.texel)];
}
bool gives_numbers(const texture_object& t) { return is_real(t.texel) || gives_fractions(t); }

/// One texel on its way into a register.
struct fetched_texel {
  region* where = nullptr;
  std::uint64_t offset = 0; ///< of the channel
  std::uint32_t code = 0;
  double value = 0;
  bool is_undefined = false, is_input = false;
  std::uint8_t taints = taint_none;
};

/// The coordinates of one lane, in texels, with what is known of them.
struct lane_coordinates {
  std::array<double, 3> x{};
  std::array<double, 3> computed{}, scale{1, 1, 1};
  std::array<const std::uint64_t*, 3> number{}; ///< where a coordinate is not exact
  std::array<exact_number, 3> exact;
  std::int64_t layer = 0;
  taint_masks taints;
};

/// What goes on in one fetch instruction.
class fetch {
public:
  fetch(warp& w, const op& o, void (*interpolate)(const filtered_fetch&, std::uint64_t*)) : w_(w), o_(o), interpolate_(interpolate), geometry_(geometry_of(*o.source)), has_floats_(o.source->type(1) == m::f32), gathers_(o.source->form == f::tld4), objects_(w, o) {}
  void run() {
    for (const ref& d : o_.results)
      if (d) drop_shadow(w_, d, w_.exec);
    for_each_lane(w_.exec, [&](int lane) { run_lane(lane); });
  }

private:
  void run_lane(int lane) {
    const texture_object* const t = objects_.of(lane);
    if (t == nullptr) return leave_undefined(lane);
    const lane_coordinates c = read_coordinates(*t, lane);
    if (gathers_) return gather(*t, c, lane);
    const bool filters = has_floats_ && t->filter == texture_filter::linear;
    for (std::size_t k = 0; k < o_.results.size(); ++k) {
      if (!o_.results[k]) continue;
      if (k >= t->channels) poison(o_.results[k], lane, 0);
      else if (filters) average(*t, c, lane, k);
      else take(*t, c, lane, k);
    }
  }
  void leave_undefined(int lane) {
    for (const ref& d : o_.results)
      if (d) poison(d, lane, 0);
  }
  void poison(const ref& d, int lane, std::uint32_t bits) {
    w_.lanes<std::uint32_t>(d)[lane] = bits;
    w_.shadow(d).poison |= 1u << lane;
    w_.tainted = true;
  }

  lane_coordinates read_coordinates(const texture_object& t, int lane) {
    lane_coordinates c;
    std::size_t next = 0;
    const auto look = [&](const ref& r) {
      if (r.where != pool::frame) return;
      const slot_shadow& s = w_.shadow(r);
      c.taints.born |= s.born >> lane & 1u, c.taints.cut |= s.cut >> lane & 1u;
      if ((((s.poison | s.stray) >> lane) & 1u) != 0) report_fault(w_, o_, fault::uninitialised, 1u << lane, 0, "an undefined value is used as a texture's coordinate");
    };
    if (geometry_.layered) {
      look(o_.list[next]);
      c.layer = std::clamp<std::int64_t>(w_.lanes<std::uint32_t>(o_.list[next++])[lane], 0, static_cast<std::int64_t>(t.extents[t.dimensions]) - 1);
    }
    for (std::size_t k = 0; k < t.dimensions; ++k) {
      const ref& r = o_.list[next++];
      look(r);
      if (!has_floats_) {
        c.x[k] = w_.lanes<std::int32_t>(r)[lane];
        continue;
      }
      c.computed[k] = w_.lanes<float>(r)[lane];
      c.x[k] = in_texels(t, k, c.computed[k]);
      if (t.normalised_coordinates) c.scale[k] = static_cast<double>(t.extents[k]);
      if (w_.planes == 0 || r.where != pool::frame || !(w_.shadow(r).tag == shadow_tag::f32 && (w_.shadow(r).live >> lane & 1u) != 0)) continue;
      c.exact[k] = number_in(w_, r, number::f32, lane);
      if (c.exact[k].shadowed && c.exact[k].distance() != 0) c.number[k] = number_at(w_, r, lane, 0).first;
    }
    return c;
  }

  /// A channel of the texel at an index; nothing, with a fault, where there is no memory behind the object any more.
  fetched_texel read(const texture_object& t, texel_index at, std::int64_t layer, int lane, std::size_t channel) {
    fetched_texel out;
    const bool integers = !has_floats_; // tex1Dfetch and its kin: zero outside
    for (std::size_t k = 0; k < t.dimensions; ++k) {
      const auto extent = static_cast<std::int64_t>(t.extents[k]);
      if (integers && (at.at[k] < 0 || at.at[k] >= extent)) return out;
      const std::int64_t i = inside(at.at[k], extent, edge_of(t, k));
      at.is_border = at.is_border || i < 0;
      at.at[k] = i;
    }
    if (at.is_border) {
      const float border = t.border[channel];
      out.value = gives_fractions(t) ? border * divisor_of(t) : border;
      out.code = is_real(t.texel) ? t.texel == texel_type::f32 ? bits_of(border) : static_cast<std::uint32_t>(encode_bits(f16_format::row, bits_of(double{border}), policy{}).code) : 0;
      return out;
    }
    if (t.layered) at.at[t.dimensions] = layer;
    if (t.layered && t.dimensions == 1) at.at[2] = layer, at.at[1] = 0;
    const std::uint64_t address = t.address + offset_of(t, at.at) + channel * size_of(t.texel);
    region* const r = w_.host->global->find(address, size_of(t.texel));
    if (r == nullptr) {
      report_bad_address(w_, o_, space::global, lane, address, size_of(t.texel));
      out.is_undefined = true;
      return out;
    }
    return look_at(t, *r, address - r->base, lane);
  }
  fetched_texel look_at(const texture_object& t, region& r, std::uint64_t offset, int lane) {
    fetched_texel out;
    const unsigned bytes = size_of(t.texel);
    out.where = &r, out.offset = offset;
    std::memcpy(&out.code, r.data.data() + offset, bytes);
    out.value = value_of_texel(t, out.code);
    out.is_undefined = !r.state.empty() && r.is_undefined(offset, bytes);
    out.is_input = r.input && w_.tracks_input && !(!r.state.empty() && r.is_written(offset, bytes));
    if (const shadow_cell* const cell = r.shadow.find(offset / 4)) out.taints = cell->taints;
    std::array<region*, warp_size> where{};
    std::array<std::uint64_t, warp_size> at{};
    where[static_cast<std::size_t>(lane)] = &r, at[static_cast<std::size_t>(lane)] = offset;
    if (r.tracks_races()) note_reads(w_, o_, where.data(), at.data(), 1u << lane, bytes);
    return out;
  }

  /// What travels with a texel and a coordinate besides the number.
  void taint(const ref& d, int lane, const fetched_texel& x, const lane_coordinates& c) {
    slot_shadow& s = w_.shadow(d);
    const std::uint32_t bit = 1u << lane;
    if (x.is_undefined) s.poison |= bit, w_.tainted = true;
    if ((x.taints & taint_born) != 0 || c.taints.born != 0) s.born |= bit;
    if ((x.taints & taint_cut) != 0 || c.taints.cut != 0) s.cut |= bit;
    if ((x.taints & taint_lane) != 0) s.stray |= bit;
  }

  /// Bits of a number that was read: of a fraction the nearest one.
  std::uint32_t number_bits(const texture_object& t, double v) const {
    if (gives_fractions(t)) return bits_of(static_cast<float>(std::max(v / divisor_of(t), -1.0)));
    return bits_of(static_cast<float>(v));
  }

  filtered_fetch::texel as_number(const texture_object& t, const fetched_texel& x) const {
    filtered_fetch::texel out;
    out.value = x.value, out.format = t.texel == texel_type::f16 ? number::f16 : number::f32;
    if (x.where == nullptr || !is_real(t.texel)) return out;
    const shadow_cell* const cell = x.where->shadow.find(x.offset / 4);
    const shadow_tag tag = cell != nullptr ? cell->tag : shadow_tag::none;
    const bool fits = t.texel == texel_type::f16 ? tag == shadow_tag::half || tag == shadow_tag::half2 : tag == shadow_tag::f32;
    if (fits || (tag == shadow_tag::none && x.where->input)) out.where = x.where, out.offset = x.offset;
    return out;
  }
  void file(const ref& d, int lane, const filtered_fetch& f) {
    if (w_.planes == 0 || interpolate_ == nullptr) return;
    set_tag(w_, d, shadow_tag::f32, 1u << lane);
    interpolate_(f, number_at(w_, d, lane, 0).first);
    ++w_.fp_shadowed;
  }

  /// The texel that the coordinates are in.
  void take(const texture_object& t, const lane_coordinates& c, int lane, std::size_t channel) {
    texel_index at;
    for (std::size_t k = 0; k < t.dimensions; ++k) at.at[k] = static_cast<std::int64_t>(std::floor(c.x[k]));
    const fetched_texel x = read(t, at, c.layer, lane, channel);
    deliver(t, x, c, lane, o_.results[channel]);
    if (channel == 0) judge_choice(t, c, at, x, lane);
  }
  void deliver(const texture_object& t, const fetched_texel& x, const lane_coordinates& c, int lane, const ref& d) {
    const bool is_plain = t.texel == texel_type::f32 && x.where != nullptr;
    if (is_plain) {
      load_piece_of(w_, lane, d, {x.where, x.offset}, 4);
      if (c.taints.born != 0) w_.shadow(d).born |= 1u << lane;
      return;
    }
    w_.lanes<std::uint32_t>(d)[lane] = gives_numbers(t) ? number_bits(t, x.value) : static_cast<std::uint32_t>(static_cast<std::int64_t>(x.value));
    if (gives_numbers(t)) {
      filtered_fetch f;
      f.texels[0] = as_number(t, x), f.divisor = divisor_of(t);
      file(d, lane, f);
    }
    taint(d, lane, x, c);
  }
  /// Another texel for the exact coordinates, if it says something else, is the kernel's to answer for (R3).
  void judge_choice(const texture_object& t, const lane_coordinates& c, const texel_index& at, const fetched_texel& x, int lane) {
    for (std::size_t k = 0; k < t.dimensions; ++k) {
      if (c.number[k] == nullptr) continue;
      texel_index exact = at;
      const double v = in_texels(t, k, c.exact[k].high);
      exact.at[k] = static_cast<std::int64_t>(std::floor(v));
      if (exact.at[k] == at.at[k] || read(t, exact, c.layer, lane, 0).code == x.code) continue;
      const double margin = std::min(std::fabs(v - std::floor(v)), std::fabs(std::ceil(v) - v)), allowed = 32 * half_ulp_of(c, k) + c.exact[k].error * c.scale[k];
      if (margin > allowed) record_flip(w_, o_, lane, c.computed[k], 0, c.exact[k].high, 0, allowed > 0 ? margin / allowed : std::numeric_limits<double>::infinity());
      else ++w_.near_ties;
    }
  }

  /// Whether the exact coordinate has another weight: what rounding to a 256th takes away is meant (R3), and a near-tie is one.
  bool moves_weight(const texture_object& t, const lane_coordinates& c, std::size_t k) {
    if (c.number[k] == nullptr || !encloses(w_.host->domain.layout)) return c.number[k] != nullptr;
    const double exact = in_texels(t, k, c.exact[k].high), steps = std::nearbyint((c.x[k] - 0.5) * 256);
    const double beyond = std::fabs((exact - 0.5) * 256 - steps) - 0.5, allowed = 32 * half_ulp_of(c, k) + c.exact[k].error * c.scale[k];
    if (beyond > allowed * 256) return true;
    if (beyond > 0) ++w_.near_ties;
    return false;
  }
  /// Half an ulp of the coordinate, in texels.
  static double half_ulp_of(const lane_coordinates& c, std::size_t k) { return std::fabs(c.computed[k]) * 0x1p-24 * c.scale[k]; }

  /// The average of the neighbours. Source: read from a card: the sum of the exact products rounded once agrees in 97 of 100 fetches of binary32, the
  /// others are one ulp off; the rule is open.
  void average(const texture_object& t, const lane_coordinates& c, int lane, std::size_t channel) {
    filtered_fetch f;
    f.dimensions = t.dimensions, f.divisor = divisor_of(t);
    std::array<between, 3> place;
    for (std::size_t k = 0; k < t.dimensions; ++k) {
      place[k] = neighbours(c.x[k]);
      f.axes[k] = {place[k].weight, c.computed[k], c.scale[k], moves_weight(t, c, k) ? c.number[k] : nullptr};
    }
    long double sum = 0;
    const ref& d = o_.results[channel];
    for (std::size_t n = 0; n < std::size_t{1} << t.dimensions; ++n) {
      texel_index at;
      long double weight = 1;
      for (std::size_t k = 0; k < t.dimensions; ++k) {
        const bool upper = (n >> k & 1u) != 0;
        at.at[k] = place[k].lower + (upper ? 1 : 0);
        weight *= upper ? place[k].weight : 1 - place[k].weight;
      }
      const fetched_texel x = read(t, at, c.layer, lane, channel);
      sum += weight * x.value;
      f.texels[n] = as_number(t, x);
      taint(d, lane, x, c);
    }
    const auto average = static_cast<double>(sum);
    std::uint32_t& bits = w_.lanes<std::uint32_t>(d)[lane];
    bits = t.texel == texel_type::f16 ? bits_of(static_cast<float>(decode_double(f16_format::row, encode_bits(f16_format::row, bits_of(average), policy{}).code)))
           : gives_fractions(t)       ? number_bits(t, average)
                                      : bits_of(static_cast<float>(sum));
    f.unknown = std::fabs(double{bit_cast<float>(bits)}) * (t.texel == texel_type::f32 ? 0x1p-23 : t.texel == texel_type::f16 ? 0x1p-10 : 0x1p-15);
    file(d, lane, f);
  }

  /// One channel of the four neighbours, counted around from the lower left.
  void gather(const texture_object& t, const lane_coordinates& c, int lane) {
    constexpr m channels[] = {m::r, m::g, m::b, m::a};
    const auto channel = static_cast<std::size_t>(std::find_if(std::begin(channels), std::end(channels), [&](m word) { return o_.source->has(word); }) - std::begin(channels));
    constexpr int right[] = {0, 1, 1, 0}, up[] = {1, 1, 0, 0};
    for (std::size_t k = 0; k < o_.results.size(); ++k) {
      if (!o_.results[k]) continue;
      if (channel >= t.channels || t.dimensions != 2) {
        poison(o_.results[k], lane, 0);
        continue;
      }
      texel_index at;
      at.at[0] = neighbours(c.x[0]).lower + right[k], at.at[1] = neighbours(c.x[1]).lower + up[k];
      deliver(t, read(t, at, c.layer, lane, channel), c, lane, o_.results[k]);
    }
  }

  warp& w_;
  const op& o_;
  void (*interpolate_)(const filtered_fetch&, std::uint64_t*);
  texture_geometry geometry_;
  bool has_floats_, gathers_;
  objects objects_;
};

void fetch_bits(warp& w, const op& o) { fetch_texels(w, o, nullptr); }

} // namespace

void fetch_texels(warp& w, const op& o, void (*interpolate)(const filtered_fetch&, std::uint64_t*)) { fetch(w, o, interpolate).run(); }

handler bind_texture(const ptx::instruction& i, op& o) {
  switch (i.form) {
  case f::tex: case f::tex_level: case f::tld4: return geometry_of(i).dimensions != 0 && !o.results.empty() ? &fetch_bits : nullptr;
  default: return bind_surface(i);
  }
}

} // namespace fpcheck::exec

// Operands of instructions that the threads of a warp carry out together, of barrier objects, of asynchronous copies and of textures.
#include "decode_operands.hpp"

#include "lane_places.hpp"
#include "textures.hpp"

#include <algorithm>

namespace fpcheck::exec {

using ptx::operand_kind;
using m = ptx::modifier;

/// One more address: its base and displacement, as lane_places.hpp says.
std::string operand_reader::place(const ptx::instruction& i, const ptx::operand& p, space s, op& o) const {
  if (p.kind != operand_kind::address) return "this form of address";
  op one;
  one.space = s;
  if (std::string missing = memory_address(i, p, one); !missing.empty()) return missing;
  if (one.addressing != addressing::memory) return "an address in local memory";
  if (one.a && one.a_bits != 32 && one.a_bits != 64) return "this form of address";
  auto places = o.choice.as<places_choice>();
  const std::size_t number = o.list.size() / 2;
  places.spaces.at(number) = s;
  if (one.a_bits == 64 && one.a) places.wide |= static_cast<std::uint8_t>(1u << number);
  o.choice.set(places);
  o.list.push_back(one.a);
  o.list.push_back(constants.place(static_cast<std::uint64_t>(one.displacement), 64));
  return {};
}

std::string operand_reader::scalar(const ptx::operand& p, int bits, ref& out) const {
  int width = bits;
  out = source(p, bits, width);
  return out && (width == bits || (bits == 32 && width == 16)) ? std::string{} : "this form of operand";
}

/// mbarrier: what it returns into `results` or `pd`, its address as a place, a count, state or parity into `b`.
std::string operand_reader::signal_operands(const ptx::instruction& i, op& o) const {
  const bool is_shared = i.has(m::shared) || i.has(m::shared_cta);
  const space where = i.has(m::shared_cluster) ? space::cluster : is_shared ? space::shared : space::generic;
  const bool waits = o.meaning.gives == ptx::content::predicate, takes_state = i.form == ptx::form::mbarrier_test_wait || i.form == ptx::form::mbarrier_try_wait;
  std::size_t k = 0;
  if (waits) {
    o.pd = predicate(i.operands[k++]);
  } else if (i.operands[0].kind != operand_kind::address) {
    const bool wide = i.form != ptx::form::mbarrier_pending_count;
    ref d;
    if (i.operands[0].kind == operand_kind::reg) {
      if (std::string missing = scalar(i.operands[0], wide ? 64 : 32, d); !missing.empty()) return missing;
    } else if (i.operands[0].kind != operand_kind::sink) {
      return "this form of result";
    }
    if (!d && !wide) d = {pool::frame, names.spare * slot_bytes};
    o.results.push_back(d);
    ++k;
  }
  if (i.form == ptx::form::mbarrier_pending_count) return scalar(i.operands[k], 64, o.b);
  if (std::string missing = place(i, i.operands[k++], where, o); !missing.empty()) return missing;
  return k < i.operands.size() ? scalar(i.operands[k], takes_state ? 64 : 32, o.b) : std::string{};
}

/// Asynchronous copies: destination, source and mbarrier as places, the size into `b`, the size of the source or a mask of CTAs into
/// `c`; the registers of st.async behind the places.
std::string operand_reader::copy_operands(const ptx::instruction& i, op& o) const {
  using f = ptx::form;
  if (i.has(m::ignore_oob) || i.has(m::cp_mask)) return i.text;
  const bool loads = i.form == f::cp_async_bulk_load || i.form == f::cp_async_bulk_shared;
  const space own = space::shared, there = i.form == f::cp_async_bulk_store ? space::global : i.form == f::st_async || i.has(m::shared_cluster) ? space::cluster : own;
  const space from = i.form == f::cp_async_bulk_store || i.form == f::cp_async_bulk_shared ? own : space::global;
  const bool signal_only = i.form == f::cp_async_mbarrier_arrive;
  const space of_place[] = {signal_only && !i.has(m::shared) && !i.has(m::shared_cta) ? space::generic : there, i.form == f::st_async ? there : from, there};
  std::vector<ref> data;
  bool has_size = false;
  for (const ptx::operand& p : i.operands) {
    std::string missing;
    if (p.kind == operand_kind::address) {
      missing = o.list.size() < 6 ? place(i, p, of_place[o.list.size() / 2], o) : "a fourth address";
    } else if (i.form == f::st_async) {
      o.width = static_cast<std::uint8_t>(ptx::width(i.type()) / 8);
      o.vector = i.has(m::v2) ? 2 : i.has(m::v4) ? 4 : 1;
      if (p.kind == operand_kind::vector && p.count != o.vector) return "a vector of another length";
      for (std::uint32_t k = 0; k < o.vector && missing.empty(); ++k)
        missing = scalar(p.kind == operand_kind::vector ? function.operand_pool[p.first + k] : p, o.width * 8, data.emplace_back());
      if (o.vector > 1 && p.kind != operand_kind::vector) return "this form of operand";
    } else if (i.form == f::cp_async_ignore && p.kind == operand_kind::reg && names.place[p.id].predicate != ptx::none) {
      o.pa = predicate(p);
    } else if (!has_size) {
      const bool small = i.form == f::cp_async || i.form == f::cp_async_ignore;
      if (small && p.value != 4 && p.value != 8 && p.value != 16) return "a copy of " + std::to_string(p.value) + " bytes";
      missing = scalar(p, 32, o.b);
      has_size = true;
    } else if ((i.form == f::cp_async || (loads && i.has(m::multicast_cluster))) && !o.c && !is_policy(p)) {
      missing = scalar(p, 32, o.c);
    }
    if (!missing.empty()) return missing;
  }
  o.list.insert(o.list.end(), data.begin(), data.end());
  return i.form == f::cp_async_ignore && !o.pa ? "a literal as a predicate" : std::string{};
}

/// cp.reduce.async.bulk and red.async: destination, source (of the former) and mbarrier as places, the size or the operand into `b`.
std::string operand_reader::reduction_operands(const ptx::instruction& i, op& o) const {
  using f = ptx::form;
  const bool is_global = i.form == f::cp_reduce_async_bulk_global, from_register = i.form == f::red_async;
  std::string missing = place(i, i.operands[0], is_global ? space::global : space::cluster, o);
  if (missing.empty() && !from_register) missing = place(i, i.operands[1], space::shared, o);
  const ptx::operand& size = i.operands[from_register ? 1 : 2];
  if (missing.empty()) missing = scalar(size, from_register ? static_cast<int>(ptx::width(i.type())) : 32, o.b);
  if (missing.empty() && !is_global) missing = place(i, i.operands[from_register ? 2 : 3], space::cluster, o);
  o.results.push_back({pool::frame, names.spare * slot_bytes});
  return missing;
}

namespace {

/// Words that ask for what is not modelled: boxes that are no tiles, and pairs of CTAs.
constexpr m beyond_tiles[] = {m::im2col, m::im2col_w, m::im2col_w_128, m::im2col_no_offs, m::tile_gather4, m::tile_scatter4, m::cta_group_1, m::cta_group_2};

} // namespace

/// Copies of boxes, as tensor_copies.hpp says.
std::string operand_reader::tensor_operands(const ptx::instruction& i, op& o) const {
  using f = ptx::form;
  if (std::any_of(std::begin(beyond_tiles), std::end(beyond_tiles), [&](m word) { return i.has(word); })) return i.text;
  const bool loads = i.form == f::cp_async_bulk_tensor_load;
  const ptx::operand& map = i.operands[loads ? 1 : 0];
  const ptx::operand& shared = i.operands[loads ? 0 : 1];
  std::string missing = place(i, shared, loads && i.has(m::shared_cluster) ? space::cluster : space::shared, o);
  if (missing.empty()) missing = place(i, map, space::generic, o);
  if (missing.empty() && loads) missing = place(i, i.operands[2], i.has(m::shared_cluster) ? space::cluster : space::shared, o);
  constexpr m ranks[] = {m::_1d, m::_2d, m::_3d, m::_4d, m::_5d};
  const auto rank = std::find_if(std::begin(ranks), std::end(ranks), [&](m word) { return i.has(word); });
  o.vector = static_cast<std::uint8_t>(rank - std::begin(ranks) + 1);
  if (missing.empty() && map.count == 1 && function.operand_pool[map.first].kind == operand_kind::vector) return coordinates(i, function.operand_pool[map.first], o);
  return missing.empty() ? coordinates(i, map, o) : missing;
}

/// The coordinates behind the places, the mask of CTAs into `c`, and room for numbers that pass through.
std::string operand_reader::coordinates(const ptx::instruction& i, const ptx::operand& list, op& o) const {
  if (list.count != o.vector) return "another number of coordinates";
  for (std::uint32_t k = 0; k < list.count; ++k)
    if (std::string missing = scalar(function.operand_pool[list.first + k], 32, o.list.emplace_back()); !missing.empty()) return missing;
  if (i.has(m::multicast_cluster)) {
    if (i.operands.size() < 4) return "no mask of CTAs";
    if (std::string missing = scalar(i.operands[3], 32, o.c); !missing.empty()) return missing;
  }
  o.results.push_back({pool::frame, names.spare * slot_bytes});
  return {};
}

/// tensormap.replace and tensormap.cp_fenceproxy, as tensor_copies.hpp says.
std::string operand_reader::map_operands(const ptx::instruction& i, op& o) const {
  if (i.form == ptx::form::tensormap_cp_fenceproxy) {
    o.flow = control::warp_sync;
    o.member = constants.place(0xffffffffu, 32);
    std::string missing = place(i, i.operands[0], space::global, o);
    return missing.empty() ? place(i, i.operands[1], space::shared, o) : missing;
  }
  if (i.has(m::swizzle_atomicity)) return i.text;
  if (std::string missing = place(i, i.operands[0], i.has(m::shared_cta) ? space::shared : i.has(m::global) ? space::global : space::generic, o); !missing.empty()) return missing;
  const bool has_ordinal = i.operands.size() > 2;
  o.displacement = has_ordinal ? static_cast<std::int64_t>(i.operands[1].value) : 0;
  o.b_bits = i.has(m::b64) ? 64 : 32;
  return scalar(i.operands[has_ordinal ? 2 : 1], o.b_bits, o.b);
}

/// Textures and surfaces, as textures.hpp says. Objects have one level, whatever level is asked for.
std::string operand_reader::texture_operands(const ptx::instruction& i, op& o) const {
  using f = ptx::form;
  const bool stores = i.form == f::sust_b, asks = i.form == f::txq || i.form == f::suq, is_surface = i.form == f::suld || stores;
  const ptx::operand& object = i.operands[stores ? 0 : 1];
  if (object.kind != operand_kind::address || object.base != ptx::base_kind::reg || names.place[object.id].bits != 64) return "a texture or surface that is no object of the caller's";
  o.a = {pool::frame, names.place[object.id].slot * slot_bytes}, o.a_bits = 64;
  if (asks) return scalar(i.operands[0], 32, o.d);
  if (i.operands.size() > 2 && (i.operands[1].joined || (i.form != f::tex_level && !stores))) return i.text;
  o.width = static_cast<std::uint8_t>(std::max(1u, ptx::width(i.type()) / 8)), o.vector = i.has(m::v2) ? 2 : i.has(m::v4) ? 4 : 1;
  const ptx::operand& data = i.operands[stores ? 1 : 0];
  if (!is_surface && (o.width != 4 || i.has(m::f16x2))) return i.text;
  if (!has_one_width(data, o.width == 8 ? 64 : 32)) return "registers of several widths in one access";
  const ptx::operand* list = &object;
  if (object.count == 1 && function.operand_pool[object.first].kind == operand_kind::vector) list = &function.operand_pool[object.first];
  const texture_geometry g = geometry_of(i);
  const auto wanted = static_cast<std::uint32_t>(g.dimensions + (g.layered ? 1 : 0));
  if (g.dimensions == 0 || list->count < wanted) return i.text;
  for (std::uint32_t k = 0; k < wanted; ++k)
    if (std::string missing = scalar(function.operand_pool[list->first + k], 32, o.list.emplace_back()); !missing.empty()) return missing;
  const std::vector<ref> registers = elements(data, o.width == 8 ? 64 : 32);
  if (registers.size() != o.vector) return "a vector of another length";
  if (stores) o.list.insert(o.list.end(), registers.begin(), registers.end());
  else o.results = registers;
  return {};
}

/// Whether an operand is a cache policy, which is 64 bits wide where sizes and masks are not.
bool operand_reader::is_policy(const ptx::operand& p) const { return p.kind == operand_kind::reg && names.place[p.id].bits == 64; }

} // namespace fpcheck::exec

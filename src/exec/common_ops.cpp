// Moves, address conversions and everything else without arithmetic that one lane does for itself. Compiled once.
#include "async_copies.hpp"
#include "clusters.hpp"
#include "fragment_moves.hpp"
#include "group_operands.hpp"
#include "handlers.hpp"
#include "lane_access.hpp"
#include "local_stack.hpp"
#include "matrix_moves.hpp"
#include "matrix_ops.hpp"
#include "mbarriers.hpp"
#include "packed_moves.hpp"
#include "partial_bytes.hpp"
#include "races.hpp"
#include "scalar_video.hpp"
#include "shadow_move.hpp"
#include "tensor_copies.hpp"
#include "textures.hpp"
#include "warp_ops.hpp"

#include <fpcheck/formats/decode.hpp>
#include <fpcheck/formats/encode.hpp>

#include <fpcheck/base/bits.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace fpcheck::exec {
namespace {

using m = ptx::modifier;
using f = ptx::form;

void move(warp& w, const op& o) {
  if (o.d_bits == 64) write_lanes(w, o.d, w.lanes<std::uint64_t>(o.a), w.exec);
  else write_lanes(w, o.d, w.lanes<std::uint32_t>(o.a), w.exec);
  copy_register(w, o.d, o.a, o.d_bits, w.exec);
}
void move_predicate(warp& w, const op& o) {
  if (!o.pa) { // a literal
    const bool value = w.lanes<std::uint32_t>(o.a)[0] != 0;
    std::uint32_t& to = w.top->predicates[o.pd.index];
    to = value ? to | w.exec : to & ~w.exec;
    w.top->predicate_poison[o.pd.index] &= ~w.exec;
    return;
  }
  std::uint32_t& to = w.top->predicates[o.pd.index];
  to = (to & ~w.exec) | (w.predicate(o.pa) & w.exec);
  std::uint32_t& poison = w.top->predicate_poison[o.pd.index];
  poison = (poison & ~w.exec) | (w.top->predicate_poison[o.pa.index] & w.exec);
}

/// The address of a variable in the activation's part of local memory.
void frame_address(warp& w, const op& o) {
  const std::uint64_t at = w.top->local_base + static_cast<std::uint64_t>(o.displacement);
  for_each_lane(w.exec, [&](int i) {
    if (o.d_bits == 64) w.lanes<std::uint64_t>(o.d)[i] = at;
    else w.lanes<std::uint32_t>(o.d)[i] = static_cast<std::uint32_t>(at);
  });
  drop_shadow(w, o.d, w.exec);
  if (o.d_bits == 64) drop_shadow(w, following(o.d, 1), w.exec);
}

/// ld.param of a device function: `a` is the variable's first slot, `displacement` the byte offset in it.
void load_slots(warp& w, const op& o) {
  for (std::size_t k = 0; k < o.list.size(); ++k) {
    const ref& d = o.list[k];
    if (!d) continue;
    const auto at = static_cast<std::uint32_t>(o.displacement) + static_cast<std::uint32_t>(k) * o.width;
    const ref low = following(o.a, at / 4);
    const std::uint32_t* from = w.lanes<std::uint32_t>(low);
    const std::uint32_t* high = o.width == 8 ? w.lanes<std::uint32_t>(following(low, 1)) : nullptr;
    const unsigned shift = (at & 3u) * 8, bits = o.width >= 4 ? 32u : o.width * 8u;
    for_each_lane(w.exec, [&](int i) {
      std::uint64_t v = o.width == 8 ? from[i] | static_cast<std::uint64_t>(high[i]) << 32
                                     : (static_cast<std::uint64_t>(from[i]) >> shift) & ((std::uint64_t{1} << bits) - 1);
      if (is_signed(o) && o.width < 8) v = static_cast<std::uint64_t>(static_cast<std::int64_t>(v << (64 - bits)) >> (64 - bits));
      if (o.d_bits == 64) w.lanes<std::uint64_t>(d)[i] = v;
      else w.lanes<std::uint32_t>(d)[i] = static_cast<std::uint32_t>(o.d_bits == 16 ? v & 0xffffu : v);
    });
    copy_shadow(w, d, low, w.exec);
    if (o.d_bits == 64) copy_shadow(w, following(d, 1), o.width == 8 ? following(low, 1) : ref{}, w.exec);
  }
}
/// st.param, the other way round.
void store_slots(warp& w, const op& o) {
  for (std::size_t k = 0; k < o.list.size(); ++k) {
    const ref& a = o.list[k];
    const auto at = static_cast<std::uint32_t>(o.displacement) + static_cast<std::uint32_t>(k) * o.width;
    const ref low = following(o.a, at / 4);
    std::uint32_t* to = w.lanes<std::uint32_t>(low);
    std::uint32_t* high = o.width == 8 ? w.lanes<std::uint32_t>(following(low, 1)) : nullptr;
    const unsigned shift = (at & 3u) * 8;
    const std::uint32_t field = o.width >= 4 ? 0xffffffffu : ((1u << (o.width * 8)) - 1u) << shift;
    for_each_lane(w.exec, [&](int i) {
      const std::uint64_t v = element_bits(w, a, o.b_bits, i);
      to[i] = (to[i] & ~field) | (static_cast<std::uint32_t>(v << shift) & field);
      if (high != nullptr) high[i] = static_cast<std::uint32_t>(v >> 32);
    });
    if (o.width < 4 && shift != 0) drop_shadow(w, low, w.exec);
    else copy_shadow(w, low, a, w.exec);
    if (high != nullptr) copy_shadow(w, following(low, 1), a.where == pool::frame ? following(a, 1) : ref{}, w.exec);
  }
}

/// op::choice of cvta and isspacep.
struct window_choice {
  bool leaves = false;     ///< cvta.to: out of the generic window
  bool in_cluster = false; ///< .shared::cluster: of any CTA of it
};

/// cvta adds, cvta.to subtracts, the base of a window; `displacement` holds it.
void convert_address(warp& w, const op& o) {
  const auto base = static_cast<std::uint64_t>(o.displacement);
  const bool to = o.choice.as<window_choice>().leaves;
  for_each_lane(w.exec, [&](int i) {
    const std::uint64_t a = element_bits(w, o.a, o.a_bits, i);
    const std::uint64_t v = to ? (base == 0 ? a : a & (window_size - 1)) : a + base;
    if (o.d_bits == 64) w.lanes<std::uint64_t>(o.d)[i] = v;
    else w.lanes<std::uint32_t>(o.d)[i] = static_cast<std::uint32_t>(v);
  });
  spread_taints(w, o);
}
std::uint64_t window_of(const ptx::instruction& i) {
  if (i.has(m::const_)) return constant_window;
  if (i.has(m::local)) return local_window;
  if (i.has(m::shared) || i.has(m::shared_cta) || i.has(m::shared_cluster)) return shared_window;
  if (i.has(m::param) || i.has(m::param_entry)) return param_window;
  return 0;
}
void is_space(warp& w, const op& o) {
  const auto base = static_cast<std::uint64_t>(o.displacement);
  std::uint32_t p = 0;
  for_each_lane(w.exec, [&](int i) {
    const std::uint64_t a = element_bits(w, o.a, o.a_bits, i);
    bool in = base == 0 ? a >= global_base : (a & ~(window_size - 1)) == base;
    if (in && base == shared_window) {
      const cta* const owner = cta_of(w, a & 0xffffffffu);
      in = o.choice.as<window_choice>().in_cluster ? owner != nullptr : owner == w.block;
    }
    if (in) p |= 1u << i;
  });
  if (!o.pd) return;
  std::uint32_t& to = w.top->predicates[o.pd.index];
  to = (to & ~w.exec) | p;
}

void warp_barrier(warp& w, const op&) { order_warp(w); }
void nothing(warp&, const op&) {}
void device_fence(warp& w, const op&) { order_device(w); }
void block_fence(warp& w, const op&) { order_block(w); }
/// nanosleep: whoever sleeps waits for somebody.
void sleep(warp& w, const op&) { w.yielded = w.looked = true; }

/// op::choice of a move from a clock: which half, where the register holds one.
enum class clock_half : std::uint32_t { low, high };

/// Clocks count executed lane-instructions: monotone, and the same in every run.
void read_clock(warp& w, const op& o) {
  const bool high = o.choice.as<clock_half>() == clock_half::high;
  const std::uint64_t now = w.executed;
  for_each_lane(w.exec, [&](int i) {
    if (o.d_bits == 64) w.lanes<std::uint64_t>(o.d)[i] = now;
    else w.lanes<std::uint32_t>(o.d)[i] = static_cast<std::uint32_t>(high ? now >> 32 : now);
  });
  drop_shadow(w, o.d, w.exec);
}

/// Half `h` of a 128-bit register, itself a 64-bit one.
ref half_of(const ref& whole, std::uint32_t h) { return following(whole, 2 * h); }
void copy_wide(warp& w, const ref& d, const ref& a) {
  write_lanes(w, d, w.lanes<std::uint64_t>(a), w.exec);
  copy_register(w, d, a, 64, w.exec);
}
void move_whole(warp& w, const op& o) {
  for (std::uint32_t h = 0; h < 2; ++h) copy_wide(w, half_of(o.d, h), half_of(o.a, h));
}
void pack_halves(warp& w, const op& o) {
  for (std::uint32_t h = 0; h < 2; ++h) copy_wide(w, half_of(o.d, h), o.list[h]);
}
void unpack_halves(warp& w, const op& o) {
  for (std::uint32_t h = 0; h < 2; ++h)
    if (o.list[h]) copy_wide(w, o.list[h], half_of(o.a, h));
}
/// A cache policy: what its bits are is the device's own business, and copying or storing them is using an undefined value.
void make_policy(warp& w, const op& o) {
  const std::uint64_t nothing[warp_size] = {};
  write_lanes(w, o.d, nothing, w.exec);
  for (std::uint32_t half = 0; half < 2; ++half) {
    drop_shadow(w, following(o.d, half), w.exec);
    w.shadow(following(o.d, half)).poison |= w.exec;
  }
  w.tainted = true;
}
handler bind_whole(const ptx::instruction& i, const op& o) {
  if (!o.list.empty()) return i.operands[0].kind == ptx::operand_kind::vector ? &unpack_halves : &pack_halves;
  return o.a.where == pool::frame && o.a_bits == 128 && o.d_bits == 128 ? &move_whole : nullptr;
}

handler bind_mov(const ptx::instruction& i, op& o) {
  if (i.type() == m::b128) return bind_whole(i, o);
  if (i.type() == m::pred) return o.pd ? &move_predicate : &nothing;
  if (o.addressing == addressing::frame_local) return &frame_address;
  if (!o.list.empty()) return i.operands[0].kind == ptx::operand_kind::vector ? &unpack : &pack;
  if (i.operands.size() > 1 && i.operands[1].kind == ptx::operand_kind::special) {
    using s = ptx::special_register;
    switch (i.operands[1].special) {
    case s::clock: case s::clock64: case s::globaltimer: case s::globaltimer_lo: o.choice.set(clock_half::low); return &read_clock;
    case s::clock_hi: case s::globaltimer_hi: o.choice.set(clock_half::high); return &read_clock;
    default: break;
    }
  }
  return &move;
}
handler bind_address(const ptx::instruction& i, op& o) {
  o.displacement = static_cast<std::int64_t>(window_of(i));
  o.choice.set(window_choice{i.form == f::cvta_to, i.has(m::shared_cluster)});
  return i.form == f::isspacep ? &is_space : &convert_address;
}
/// The opcode's operation of an atomic or reduction, with its number format.
bool read_atomic(const ptx::instruction& i, op& o) {
  static constexpr std::pair<m, atomic_kind> words[] = {
      {m::add, atomic_kind::add}, {m::min, atomic_kind::min}, {m::max, atomic_kind::max}, {m::inc, atomic_kind::inc},
      {m::dec, atomic_kind::dec}, {m::and_, atomic_kind::and_}, {m::or_, atomic_kind::or_}, {m::xor_, atomic_kind::xor_},
      {m::exch, atomic_kind::exch}, {m::cas, atomic_kind::cas}};
  atomic_kind kind = atomic_kind::add;
  for (const auto& [word, k] : words)
    if (i.has(word)) kind = k;
  const m t = i.type();
  if (o.format != number::none) {
    if (kind != atomic_kind::add) return false;
    kind = atomic_kind::add_float;
  }
  o.choice.set(access_choice{kind, t == m::s32 || t == m::s64, o.space != space::shared && o.space != space::cluster, t == m::f16x2 || t == m::bf16x2});
  return t != m::b128 || kind == atomic_kind::exch || kind == atomic_kind::cas;
}

handler bind_load(const ptx::instruction& i, op& o) {
  const m t = i.type();
  access_choice choice;
  choice.is_signed = t == m::s8 || t == m::s16 || t == m::s32;
  o.choice.set(choice);
  return o.addressing == addressing::slots ? &load_slots : memory_handler(memory_kind::load);
}
handler bind_store(const ptx::instruction&, op& o) {
  return o.addressing == addressing::slots ? &store_slots : memory_handler(memory_kind::store);
}
handler bind_atomic(const ptx::instruction& i, op& o) {
  if (!read_atomic(i, o)) return nullptr;
  return memory_handler(i.type() == m::b128 ? memory_kind::atomic_whole : memory_kind::atomic);
}
handler bind_stack(const ptx::instruction& i, op&) { return stack_handler(i.form); }
/// Fences for the other threads of the CTA order nothing that is looked at; the rest are for other CTAs too.
handler bind_fence(const ptx::instruction& i, op&) { return i.has(m::cta) ? &block_fence : &device_fence; }
void proxy_fence(warp& w, const op&) { order_proxies(w); }
/// Aliases of memory are not looked at, nor how global memory is shown to the asynchronous proxy.
handler bind_proxy_fence(const ptx::instruction& i, op&) { return i.has(m::async) && !i.has(m::global) ? &proxy_fence : &nothing; }
handler bind_discard(const ptx::instruction& i, op& o) { return o.addressing == addressing::frame_local ? stack_handler(i.form) : &nothing; }
template <handler H>
handler always(const ptx::instruction&, op&) { return H; }

/// The forms that are compiled once.
struct common_row {
  f form;
  handler (*bind)(const ptx::instruction&, op&);
};
constexpr common_row common_rows[] = {
    {f::ld, &bind_load}, {f::ld_nc, &bind_load}, {f::ldu, &bind_load}, {f::ld_volatile, &bind_load}, {f::ld_relaxed, &bind_load},
    {f::ld_acquire, &bind_load}, {f::ld_mmio, &bind_load}, {f::st, &bind_store}, {f::st_volatile, &bind_store}, {f::st_relaxed, &bind_store},
    {f::st_release, &bind_store}, {f::st_mmio, &bind_store}, {f::mov, &bind_mov}, {f::cvta, &bind_address}, {f::cvta_to, &bind_address},
    {f::isspacep, &bind_address}, {f::shfl, &bind_shuffle}, {f::shfl_sync, &bind_shuffle}, {f::vote_pred, &bind_vote},
    {f::vote_ballot, &bind_vote}, {f::vote_sync_pred, &bind_vote}, {f::vote_sync_ballot, &bind_vote}, {f::match_any_sync, &bind_match},
    {f::match_all_sync, &bind_match}, {f::redux_int, &bind_redux}, {f::redux_bits, &bind_redux}, {f::activemask, &bind_members},
    {f::elect_sync, &bind_members}, {f::bar_warp_sync, &always<&warp_barrier>}, {f::nanosleep, &always<&sleep>}, {f::membar, &bind_fence},
    {f::fence, &bind_fence}, {f::pmevent, &always<&nothing>}, {f::pmevent_mask, &always<&nothing>}, {f::prefetch, &always<&nothing>},
    {f::prefetchu, &always<&nothing>}, {f::applypriority, &always<&nothing>}, {f::discard, &bind_discard}, {f::setmaxnreg, &always<&nothing>},
    {f::griddepcontrol, &always<&nothing>}, {f::atom_add_int, &bind_atomic}, {f::atom_add_f32, &bind_atomic}, {f::atom_add_f64, &bind_atomic},
    {f::atom_add_f16, &bind_atomic}, {f::atom_add_bf16, &bind_atomic}, {f::atom_minmax_int, &bind_atomic}, {f::atom_inc_dec, &bind_atomic},
    {f::atom_bitwise, &bind_atomic}, {f::atom_exch, &bind_atomic}, {f::atom_cas, &bind_atomic}, {f::atom_add_vec_f32, &bind_atomic},
    {f::atom_vec_half, &bind_atomic}, {f::red_add_int, &bind_atomic}, {f::red_add_f32, &bind_atomic}, {f::red_add_f64, &bind_atomic},
    {f::red_add_f16, &bind_atomic}, {f::red_add_bf16, &bind_atomic}, {f::red_minmax_int, &bind_atomic}, {f::red_inc_dec, &bind_atomic},
    {f::red_bitwise, &bind_atomic}, {f::red_add_vec_f32, &bind_atomic}, {f::red_vec_half, &bind_atomic}, {f::alloca, &bind_stack},
    {f::stacksave, &bind_stack}, {f::stackrestore, &bind_stack}, {f::mma_int8, &bind_integer_mma}, {f::mma_int4, &bind_integer_mma},
    {f::mma_b1, &bind_integer_mma}, {f::ldmatrix, &bind_tile_move}, {f::stmatrix, &bind_tile_move}, {f::movmatrix, &bind_tile_move},
    {f::wgmma_int, &bind_integer_wgmma}, {f::wgmma_sparse_int, &bind_integer_wgmma}, {f::wgmma_b1, &bind_integer_wgmma}, {f::wmma_mma_int, &bind_integer_mma}, {f::wmma_mma_b1, &bind_integer_mma}, {f::wmma_load_a, &bind_fragment_move}, {f::wmma_load_b, &bind_fragment_move}, {f::wmma_load_c, &bind_fragment_move}, {f::wmma_store, &bind_fragment_move},
    {f::createpolicy_fractional, &always<&make_policy>}, {f::createpolicy_range, &always<&make_policy>}, {f::mapa, &bind_cluster}, {f::getctarank, &bind_cluster}, {f::barrier_cluster_arrive, &bind_cluster},
    {f::barrier_cluster_wait, &bind_cluster}, {f::mbarrier_init, &bind_mbarrier}, {f::mbarrier_inval, &bind_mbarrier},
    {f::mbarrier_expect_tx, &bind_mbarrier}, {f::mbarrier_complete_tx, &bind_mbarrier}, {f::mbarrier_arrive, &bind_mbarrier},
    {f::mbarrier_arrive_expect_tx, &bind_mbarrier}, {f::mbarrier_arrive_no_complete, &bind_mbarrier}, {f::mbarrier_arrive_drop, &bind_mbarrier},
    {f::mbarrier_arrive_drop_expect_tx, &bind_mbarrier}, {f::mbarrier_arrive_drop_no_complete, &bind_mbarrier},
    {f::mbarrier_test_wait, &bind_mbarrier}, {f::mbarrier_test_wait_parity, &bind_mbarrier}, {f::mbarrier_try_wait, &bind_mbarrier},
    {f::mbarrier_try_wait_parity, &bind_mbarrier}, {f::mbarrier_pending_count, &bind_mbarrier}, {f::st_async, &bind_async_copy},
    {f::cp_async, &bind_async_copy}, {f::cp_async_ignore, &bind_async_copy}, {f::cp_async_commit_group, &bind_async_copy},
    {f::cp_async_wait_group, &bind_async_copy}, {f::cp_async_wait_all, &bind_async_copy}, {f::cp_async_mbarrier_arrive, &bind_async_copy},
    {f::cp_async_bulk_load, &bind_async_copy}, {f::cp_async_bulk_shared, &bind_async_copy}, {f::cp_async_bulk_store, &bind_async_copy},
    {f::cp_async_bulk_commit_group, &bind_async_copy}, {f::cp_async_bulk_wait_group, &bind_async_copy},
    {f::fence_sync_restrict, &always<&nothing>}, {f::fence_mbarrier_init, &always<&nothing>}, {f::fence_proxy, &bind_proxy_fence},
    {f::wgmma_fence, &always<&nothing>}, {f::wgmma_commit_group, &always<&commit_products>}, {f::wgmma_wait_group, &always<&await_products>},
    {f::vadd, &bind_scalar_video}, {f::vsub, &bind_scalar_video}, {f::vabsdiff, &bind_scalar_video}, {f::vmin, &bind_scalar_video}, {f::vmax, &bind_scalar_video},
    {f::vshl, &bind_scalar_video}, {f::vshr, &bind_scalar_video}, {f::vset, &bind_scalar_video}, {f::vmad, &bind_scalar_video},
    {f::cp_reduce_async_bulk_shared, &bind_async_reduction}, {f::cp_reduce_async_bulk_global, &bind_async_reduction}, {f::red_async, &bind_async_reduction},
    {f::mma_sparse_int, &bind_sparse_integer_mma}, {f::createpolicy_cvt, &always<&make_policy>},
    {f::cp_async_bulk_tensor_load, &bind_tensor_copy}, {f::cp_async_bulk_tensor_store, &bind_tensor_copy}, {f::cp_reduce_async_bulk_tensor, &bind_tensor_copy},
    {f::tensormap_replace, &bind_map_edit}, {f::tensormap_cp_fenceproxy, &bind_map_edit}, {f::fence_proxy_tensormap_acquire, &always<&nothing>},
    {f::fence_proxy_tensormap_release, &always<&nothing>}, {f::prefetch_tensormap, &always<&nothing>}, {f::cp_async_bulk_prefetch, &always<&nothing>},
    {f::tex, &bind_texture}, {f::tex_level, &bind_texture}, {f::tld4, &bind_texture}, {f::txq, &bind_texture}, {f::suq, &bind_texture}, {f::suld, &bind_texture}, {f::sust_b, &bind_texture},
    {f::cp_async_bulk_prefetch_tensor, &always<&nothing>}, {f::fence_proxy_async_generic, &always<&nothing>}, {f::membar_proxy, &always<&nothing>},
};

using common_binder = handler (*)(const ptx::instruction&, op&);
common_binder common_binder_of(f form) {
  static const auto index = [] {
    std::array<common_binder, static_cast<std::size_t>(f::count)> out{};
    for (const common_row& r : common_rows) out[static_cast<std::size_t>(r.form)] = r.bind;
    return out;
  }();
  return index[static_cast<std::size_t>(form)];
}

} // namespace

std::uint64_t float_atomic_add(const op& o, std::uint64_t old, std::uint64_t addend) {
  const auto f32 = [](std::uint64_t x) { return bit_cast<float>(static_cast<std::uint32_t>(x)); };
  if (o.format == number::f64) {
    // Of NaNs, global memory returns the operand's and shared memory its own; invalid sums as in arithmetic.
    const auto is_nan = [](std::uint64_t x) { return (x & 0x7fffffffffffffffu) > 0x7ff0000000000000u; };
    const bool global = o.choice.as<access_choice>().beyond_block;
    const std::uint64_t lead = global ? addend : old, other = global ? old : addend;
    if (is_nan(lead) || is_nan(other)) return (is_nan(lead) ? lead : other) | (global ? 0u : 0x0008000000000000u);
    return bits_of(bit_cast<double>(old) + bit_cast<double>(addend));
  }
  if (o.format == number::f32) {
    const bool ftz = o.choice.as<access_choice>().beyond_block;
    const auto flush = [&](std::uint32_t x) { return ftz && (x & 0x7f800000u) == 0 ? x & 0x80000000u : x; };
    const float r = f32(flush(static_cast<std::uint32_t>(old))) + f32(flush(static_cast<std::uint32_t>(addend)));
    return r != r ? 0x7fffffffu : flush(bits_of(r));
  }
  policy p;
  p.nan = nan_rule::positive;
  const format_row& row = o.format == number::bf16 ? bf16_format::row : f16_format::row;
  const auto one = [&](std::uint64_t x, std::uint64_t y) -> std::uint64_t {
    const double s = decode_double(row, static_cast<std::uint32_t>(x & 0xffffu)) + decode_double(row, static_cast<std::uint32_t>(y & 0xffffu));
    return encode_bits(row, bits_of(s), p).code;
  };
  const std::uint64_t low = one(old, addend);
  return o.choice.as<access_choice>().is_packed ? one(old >> 16, addend >> 16) << 16 | low : low;
}

shadow_snapshot take_cells(warp& w, const region& r, std::uint64_t offset, unsigned bytes) {
  shadow_snapshot s;
  s.count = bytes == 8 ? 2 : bytes == 4 ? 1 : 0;
  for (int c = 0; c < s.count; ++c) {
    const std::uint64_t index = offset / 4 + static_cast<std::uint64_t>(c);
    const shadow_cell* cell = r.shadow.find(index);
    if (cell == nullptr) continue;
    const auto k = static_cast<std::size_t>(c);
    s.cells[k] = *cell;
    s.words[k].resize(static_cast<std::size_t>(parts(cell->tag) * w.planes));
    for (int p = 0; p < parts(cell->tag); ++p)
      std::copy_n(r.shadow.words(index, p), w.planes, s.words[k].data() + p * w.planes);
  }
  return s;
}

void give_cells(warp& w, const shadow_snapshot& s, const ref& d, int lane, unsigned bytes) {
  const std::uint32_t bit = 1u << lane;
  for (int c = 0; c < s.count && c * 4 < static_cast<int>(bytes); ++c) {
    const auto k = static_cast<std::size_t>(c);
    const ref slot = following(d, static_cast<std::uint32_t>(c));
    slot_shadow& t = w.shadow(slot);
    if ((s.cells[k].taints & taint_born) != 0) t.born |= bit;
    if ((s.cells[k].taints & taint_cut) != 0) t.cut |= bit;
    if ((s.cells[k].taints & taint_lane) != 0) t.stray |= bit;
    if (s.cells[k].tag == shadow_tag::none || w.planes == 0) continue;
    set_tag(w, slot, s.cells[k].tag, bit);
    if (w.shadow(slot).tag == shadow_tag::derived) w.extra(slot).source[static_cast<std::size_t>(lane)] = s.cells[k].source;
    for (int p = 0; p < parts(s.cells[k].tag); ++p) {
      const number_words to = number_at(w, slot, lane, p);
      for (int q = 0; q < w.planes; ++q) to[q] = s.words[k][static_cast<std::size_t>(p * w.planes + q)];
    }
  }
}

handler bind_common(const ptx::instruction& i, op& o) {
  const common_binder bind = common_binder_of(i.form);
  return bind != nullptr ? bind(i, o) : nullptr;
}
bool has_common(ptx::form form) { return common_binder_of(form) != nullptr; }

} // namespace fpcheck::exec

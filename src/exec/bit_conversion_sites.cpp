#include "bit_conversion_sites.hpp"

#include "debug_code.hpp"
#include "hand_rounding.hpp"
#include "lower_halves.hpp"
#include "memory_flow.hpp"
#include "packed_fields.hpp"
#include "value_origins.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <tuple>

namespace fpcheck::exec {
namespace {

using f = ptx::form;
using ptx::operation;

constexpr int deepest = 96;

bool is_slot_access(const op& o, ptx::access a) { return o.meaning.access == a && o.addressing == addressing::slots; }
bool stores_codes(const op& o) {
  return o.source != nullptr && o.meaning.access == ptx::access::store && ptx::accesses_by_lane(o.meaning) && o.addressing == addressing::memory && o.width <= 4 && !o.list.empty();
}
/// Integer code that may make a number of another format: it moves bits, or keeps some of them.
bool reshapes_width(const op& o) {
  switch (o.meaning.operation) {
  case operation::shift: case operation::field: case operation::permutation: case operation::unpacking: return true;
  default: return false;
  }
}

/// One function, as it was called.
struct activation {
  const function_code* code;
  const def_use* g;
  const op* call = nullptr;           ///< nullptr for the entry
  const activation* caller = nullptr;
};

class slices {
public:
  explicit slices(const program& p) : p_(p) {}

  conversion_sites find() {
    for (const function_code& code : p_.functions) {
      if (code.source == nullptr || !code.source->is_entry) continue;
      const auto first = p_.ops.begin() + code.first, end = first + code.count;
      if (std::none_of(first, end, stores_codes)) continue;
      const activation entry{&code, &flow_of(code)};
      find_stages(entry);
      for (auto o = first; o != end; ++o)
        for (std::size_t k = 0; stores_codes(*o) && k < o->list.size(); ++k) look_at_elements(entry, *o, k);
    }
    note_lower_halves();
    return std::move(out_);
  }

private:
  /// Shared arrays whose elements of one or two bytes go to global memory as they are.
  void find_stages(const activation& entry) {
    const memory_flow memory(p_, *entry.code);
    stages_.clear();
    for (std::uint32_t pc = entry.code->first; pc < entry.code->first + entry.code->count; ++pc) {
      const op& o = p_.ops[pc];
      if (!stores_codes(o) || reached(*entry.g, o) == space::shared) continue;
      for (const ref& r : o.list) {
        const ref at = origin(*entry.g, r, pc);
        const op* const d = at.where == pool::frame ? entry.g->seen(at, pc) : nullptr;
        if (d != nullptr && d->meaning.access == ptx::access::load && d->width == o.width && reached(*entry.g, *d) == space::shared) stages_.merge(memory.arrays(*d));
      }
    }
    staged_.clear();
    for (std::uint32_t pc = entry.code->first; !stages_.empty() && pc < entry.code->first + entry.code->count; ++pc) {
      const op& o = p_.ops[pc];
      if (!stores_codes(o) || reached(*entry.g, o) != space::shared) continue;
      const array_set arrays = memory.arrays(o);
      if (std::any_of(arrays.begin(), arrays.end(), [&](const array_key& a) { return stages_.contains(a); })) staged_.insert(pc);
    }
  }

  /// A register of the store, as one element or as several that were packed.
  void look_at_elements(const activation& entry, const op& store, std::size_t k) {
    const packed_fields fields(*entry.g);
    for (const std::uint32_t bits : {8u, 16u}) {
      if (store.width < 4 && bits != 8 * store.width) continue;
      for (std::uint32_t shift = 0; shift < 8 * store.width; shift += bits) {
        if (store.width == 4 && !fields.may_hold({store.list[k], store.pc, shift}, bits)) continue;
        site_ = {}, seen_.clear(), failed_ = computed_ = false;
        site_.pc = site_.made_at = store.pc, site_.stored = store.list[k];
        site_.staged = staged_.contains(store.pc);
        site_.shift = static_cast<std::uint8_t>(shift), site_.bits = static_cast<std::uint8_t>(bits), site_.displacement = static_cast<std::uint8_t>(k * store.width);
        const bit_field from = store.width < 4 ? bit_field{store.list[k], store.pc, 0} : fields.origin_of({store.list[k], store.pc, shift}, bits);
        reshaped_ = from.packed || from.shift != 0;
        is_word_ = store.width == 4 && !from.packed;
        follow(entry, from.where, from.pc, true, deepest);
        if (failed_ || !reshaped_ || site_.sources.empty()) continue;
        const bool alone = store.width == 2 || (shift == 16 && !fields.may_hold({store.list[k], store.pc, 0}, 16));
        if (bits == 16 && is_lower_half(entry, from)) lower_halves_.push_back({out_.sites.size(), alone});
        out_.sites.push_back(std::move(site_));
      }
    }
  }

  /// Whether a field is the lower half of the number that the site is made of, of which nothing uses the upper half.
  bool is_lower_half(const activation& entry, const bit_field& field) const {
    if (field.shift != 0) return false;
    const def_use& g = *entry.g;
    ref at = origin(g, field.where, field.pc);
    const op* d = at.where == pool::frame ? g.seen(at, field.pc) : nullptr;
    for (int k = 0; k < most_moves && d != nullptr; ++k) {
      const bool masks = d->form == f::and_bits && (mask_of(g, *d) & 0xffffu) == 0xffffu;
      if (!masks && !is_cut(*d)) break;
      at = origin(g, masks && !g.literal(d->b) ? d->b : d->a, d->pc);
      d = at.where == pool::frame ? g.seen(at, d->pc) : nullptr;
    }
    const number_source& of = out_.sources[site_.sources[0]];
    return same(at, of.where) && !adds_offset(g, p_.ops[of.pc]) && only_lower_is_used(g, at, most_moves);
  }
  /// Whether the lower half goes into a register of its own, or from there into a wider one: debug code does that before it stores.
  static bool is_cut(const op& o) {
    const bool resizes = o.meaning.operation == operation::resizing && o.source != nullptr && o.a_bits <= 32;
    return resizes && (o.source->type(0) == ptx::modifier::u16 || o.source->type(1) == ptx::modifier::u16);
  }
  static std::uint32_t mask_of(const def_use& g, const op& o) {
    const auto by = g.literal(o.b), other = g.literal(o.a);
    return static_cast<std::uint32_t>(by ? *by : other.value_or(0));
  }
  bool only_lower_is_used(const def_use& g, const ref& r, int moves) const {
    const auto& all = g.uses(r);
    return moves > 0 && std::all_of(all.begin(), all.end(), [&](std::uint32_t pc) {
      const op& u = p_.ops[pc];
      if (const ref to = g.passed_on(u, r)) return only_lower_is_used(g, to, moves - 1);
      if (is_cut(u)) return true;
      if (u.form == f::and_bits) return mask_of(g, u) != 0 && (mask_of(g, u) & 0xffff0000u) == 0;
      if (u.meaning.access == ptx::access::store) return u.width == 2 && u.list.size() == 1 && same(u.list[0], r);
      return u.form == f::prmt || (u.form == f::shl && static_cast<std::uint32_t>(g.literal(u.b).value_or(0)) >= 16);
    });
  }
  bool is_loaded(const conversion_site& s) const { return p_.ops[out_.sources[s.sources[0]].pc].meaning.access == ptx::access::load; }
  /// Two lower halves side by side are the wrong ones, and so is the one of a computed number that two bytes keep, or that lies beside half of another
  /// number, or above nothing: as numbers they are judged as if they had been rounded.
  void note_lower_halves() {
    for (const lower_half& h : lower_halves_) {
      conversion_site& a = out_.sites[h.site];
      const auto beside = [&](const conversion_site& b) { return &b != &a && b.pc == a.pc && b.bits == 16 && same(b.stored, a.stored) && b.sources != a.sources; };
      const auto lower = [&](const lower_half& other) { return beside(out_.sites[other.site]); };
      const bool wrong = is_loaded(a) ? std::any_of(lower_halves_.begin(), lower_halves_.end(), lower) : h.alone || std::any_of(out_.sites.begin(), out_.sites.end(), beside);
      if (wrong) a.literals.push_back(nan_of_hand_rounding);
    }
  }

  const def_use& flow_of(const function_code& code) {
    auto& g = flows_[&code];
    if (g == nullptr) g = std::make_unique<def_use>(p_, code, p_.constants);
    return *g;
  }

  /// `whole`: nothing but moves lies between the stored bits and `r`.
  void follow(const activation& in, const ref& r, std::uint32_t pc, bool whole, int depth) {
    if (failed_ || r.where != pool::frame) return;
    if (depth <= 0) return fail();
    if (const ref wide = in.g->definitions(r).empty() ? in.g->widened(r) : ref{}) return follow(in, wide, pc, whole, depth - 1);
    if (const op* d = in.g->seen(r, pc)) return follow_definition(in, *d, r, pc, whole, depth);
    const auto& all = in.g->definitions(r);
    if (all.empty() || (all.size() == 1 && in.g->only(r) == nullptr)) return fail(); // a copy of another width writes there as well
    for (const std::uint32_t k : all) follow_definition(in, p_.ops[k], r, pc, whole, depth);
  }

  void follow_definition(const activation& in, const op& d, const ref& r, std::uint32_t pc, bool whole, int depth) {
    if (d.pc >= pc) return fail(); // of an earlier turn of a loop
    if (d.flow == control::call) return fail();
    if (!seen_.insert({in.call, d.pc, r.offset}).second) return;
    if (d.form == f::mov && d.list.empty() && d.addressing == addressing::memory && d.a.where == pool::constant) return note_literal(in, d.a);
    if (const ref from = in.g->moved(d, r); from.where != pool::none) return follow(in, from, d.pc, whole, depth - 1);
    if (is_slot_access(d, ptx::access::load)) return follow_slot(in, d, whole, depth);
    const bool is_number = whole && is_word_;
    if (d.meaning.access == ptx::access::load && ptx::accesses_by_lane(d.meaning)) return is_number && d.width == 4 ? fail() : note_load(in, d, r);
    if (d.meaning.access != ptx::access::none || d.meaning.reach != ptx::reach::lane || d.d_bits == 64 || d.a_bits == 64) return fail();
    if (d.meaning.operation == operation::selection) return follow_choice(in, d, whole, depth);
    if (d.meaning.operation == operation::to_integer) return fail();
    if (d.meaning.gives == ptx::content::real) return is_number && d.d_bits == 32 ? fail() : note_result(in, d, r, depth);
    if (!ptx::reads_integers(d.meaning) && d.form != f::mov) return fail();
    follow_integers(in, d, whole, depth);
  }

  /// Half a unit of the upper 16 bits, or one less: who adds that to a number's bits rounds to bfloat16, one of whose NaNs is 0x7fff.
  void note_rounding(const activation& in, const op& d) {
    if (d.meaning.operation != operation::sum) return;
    for (const ref* x : {&d.a, &d.b, &d.c}) {
      const auto v = static_cast<std::uint32_t>(in.g->literal(*x).value_or(0));
      if (v == 0x7fff || v == 0x8000) site_.literals.push_back(nan_of_hand_rounding);
    }
  }

  void follow_integers(const activation& in, const op& d, bool whole, int depth) {
    reshaped_ = reshaped_ || reshapes_width(d);
    note_rounding(in, d);
    const bool resizes = d.meaning.operation == operation::resizing;
    if (whole && !resizes && in.caller == nullptr) site_.made_at = d.pc;
    const bool extreme = d.meaning.operation == operation::minimum || d.meaning.operation == operation::maximum;
    for (const ref* x : {&d.a, &d.b, &d.c, &d.e}) {
      if (extreme) note_literal(in, *x);
      follow(in, *x, d.pc, whole && resizes, depth - 1);
    }
    if (d.form == f::mov && !d.a) // packing: of unpacking these are the results
      for (const ref& x : d.list) follow(in, x, d.pc, false, depth - 1);
  }

  void follow_choice(const activation& in, const op& d, bool whole, int depth) {
    for (const ref* x : {&d.a, &d.b}) {
      note_literal(in, *x);
      follow(in, *x, d.pc, whole, depth - 1);
    }
  }

  void note_literal(const activation& in, const ref& r) {
    if (const auto v = in.g->literal(r)) site_.literals.push_back(static_cast<std::uint32_t>(*v));
  }

  /// A load from a .param variable: what a called function returned, or what the caller gave.
  void follow_slot(const activation& in, const op& load, bool whole, int depth) {
    if (const op* call = in.g->seen(load.a, load.pc); call != nullptr && call->flow == control::call) return follow_result(in, *call, load.a, whole, depth);
    const auto& parameters = in.code->parameters;
    for (std::size_t n = 0; n < parameters.size(); ++n)
      if (same(parameters[n], load.a) && load.displacement == 0) return follow_argument(in, n, whole, depth);
    fail();
  }
  void follow_result(const activation& in, const op& call, const ref& slot, bool whole, int depth) {
    if (call.target >= p_.functions.size()) return fail();
    const function_code& code = p_.functions[call.target];
    activations_.push_back(std::make_unique<activation>(activation{&code, &flow_of(code), &call, &in}));
    const activation& callee = *activations_.back();
    bool found = false;
    for (std::size_t n = 0; n < std::min(call.results.size(), code.returns.size()); ++n) {
      if (!same(call.results[n], slot)) continue;
      for (std::uint32_t k = code.first; k < code.first + code.count; ++k) {
        const op& o = p_.ops[k];
        if (!is_slot_access(o, ptx::access::store) || !same(o.a, code.returns[n]) || o.list.size() != 1) continue;
        found = true;
        follow(callee, o.list[0], o.pc, whole, depth - 4);
      }
    }
    if (!found) fail();
  }
  void follow_argument(const activation& in, std::size_t n, bool whole, int depth) {
    if (in.caller == nullptr || n >= in.call->list.size()) return fail();
    for (std::uint32_t k = in.call->pc; k-- > in.caller->code->first && p_.ops[k].block == in.call->block;) {
      const op& o = p_.ops[k];
      if (is_slot_access(o, ptx::access::store) && same(o.a, in.call->list[n]) && o.displacement == 0 && o.list.size() == 1)
        return follow(*in.caller, o.list[0], o.pc, whole, depth - 4);
    }
    fail();
  }

  void note_load(const activation& in, const op& d, const ref& r) {
    const bool of_memory = d.addressing == addressing::memory && (d.space == space::global || d.space == space::generic || d.space == space::shared || d.space == space::constant);
    if (!of_memory) { // a parameter, or what lies somewhere on the stack
      if (d.space != space::param) fail();
      return;
    }
    if (d.width != 4 && d.width != 2) return fail();
    if (!computed_) reshaped_ = reshaped_ || d.width == 2 || 8u * d.width > site_.bits; // which may be the upper half of a wider number, or loses its own to the store
    note_source(in, d, r, true);
  }

  /// A result of arithmetic: a number itself, and of one number and literals also that number moved for the conversion's sake.
  void note_result(const activation& in, const op& d, const ref& r, int depth) {
    const bool single = d.format == number::f32 || d.format == number::f16 || d.format == number::bf16;
    if (!single || d.meaning.parts != 1 || !same(d.d, r)) return fail();
    if (!computed_) reshaped_ = reshaped_ || (d.format == number::f32 ? 32u : 16u) > site_.bits;
    computed_ = true;
    const ref* only = nullptr;
    int variables = 0;
    for (const ref* x : {&d.a, &d.b, &d.c})
      if (x->where != pool::none && literal(*in.g, *x, false) != literal(*in.g, *x, false)) ++variables, only = x;
    const bool is_root = variables != 1 || only->where != pool::frame || d.meaning.takes != ptx::content::real;
    note_source(in, d, r, is_root);
    if (!is_root) follow(in, *only, d.pc, false, depth - 1);
  }

  void note_source(const activation& in, const op& d, const ref& r, bool is_root) {
    if (in.caller != nullptr) return fail(); // called twice, it holds what the other call left
    const auto at = std::find_if(out_.sources.begin(), out_.sources.end(), [&](const number_source& x) { return x.pc == d.pc && same(x.where, r); });
    const auto k = static_cast<std::uint32_t>(at - out_.sources.begin());
    if (k == out_.sources.size()) out_.sources.push_back({d.pc, r, is_root});
    if (std::find(site_.sources.begin(), site_.sources.end(), k) == site_.sources.end()) site_.sources.push_back(k);
  }

  void fail() { failed_ = true; }

  const program& p_;
  std::map<const function_code*, std::unique_ptr<def_use>> flows_;
  std::vector<std::unique_ptr<activation>> activations_;
  std::set<std::tuple<const op*, std::uint32_t, std::uint32_t>> seen_;
  conversion_sites out_;
  conversion_site site_;
  array_set stages_;
  std::set<std::uint32_t> staged_; ///< stores to such an array
  struct lower_half {
    std::size_t site;
    bool alone; ///< nothing else is in its word
  };
  std::vector<lower_half> lower_halves_;
  bool failed_ = false, reshaped_ = false, computed_ = false;
  bool is_word_ = false; ///< the store's 32 bits were not put together: a number of binary32 that comes there is one
};

} // namespace

conversion_sites find_conversion_sites(const program& p) { return slices(p).find(); }

} // namespace fpcheck::exec

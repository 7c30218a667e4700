#include "def_use.hpp"

#include <algorithm>
#include <cstring>

namespace fpcheck::exec {
namespace {

using f = ptx::form;

constexpr std::uint32_t first_place = 0x80000000u, no_block = 0xffffffffu;
constexpr std::uint64_t in_slots = std::uint64_t{1} << 62;
constexpr int longest_way = 64;

bool is_load(const op& o) { return ptx::loads(o.meaning) && ptx::accesses_by_lane(o.meaning); }
bool is_store(const op& o) { return ptx::stores(o.meaning); }
bool is_atomic(const op& o) { return o.meaning.access == ptx::access::atomic; }
bool unpacks(const op& o) { return o.form == f::mov && o.a && !o.list.empty(); }
bool is_same(const ref& x, const ref& y) { return x.where == y.where && x.offset == y.offset; }
bool is_place(const ref& r) { return r.where == pool::frame && r.offset >= first_place; }

std::span<const std::uint32_t> listed(const instruction_lists& lists, const ref& r) {
  if (r.where != pool::frame) return {};
  return r.offset >= first_place ? lists.at_place(r.offset - first_place) : lists.of_register(r.slot());
}

template <class F>
void each_use(const op& o, F use) {
  for (const ref* r : {&o.a, &o.b, &o.c, &o.e})
    if (r->where == pool::frame) use(*r);
  if (is_load(o) || unpacks(o)) return;
  for (const ref& r : o.list)
    if (r.where == pool::frame) use(r);
}
template <class F>
void each_definition(const op& o, F define) {
  for (const ref* r : {&o.d, &o.d2})
    if (r->where == pool::frame) define(*r);
  if (is_load(o) || unpacks(o))
    for (const ref& r : o.list)
      if (r.where == pool::frame) define(r);
  for (const ref& r : o.results)
    if (r.where == pool::frame) define(r);
}

} // namespace

def_use::def_use(const program& p, const function_code& code, const std::vector<std::byte>& constants) : p_(p), code_(code), constants_(constants) {
  reaches_local_.assign(code.count, false);
  note_registers();
  find_block_entries();
  find_places(false);
  if (code.local_bytes == 0) return;
  find_pointers();
  find_places(true);
}

void def_use::note_registers() {
  std::uint32_t slots = 0;
  const auto first = p_.ops.begin() + code_.first;
  const std::span<const op> ops(first, first + code_.count);
  for (const op& o : ops) {
    each_use(o, [&](const ref& r) { slots = std::max(slots, r.slot() + 1); });
    each_definition(o, [&](const ref& r) { slots = std::max(slots, r.slot() + 1); });
  }
  used_.set_registers(slots, [&](auto add) {
    for (const op& o : ops) each_use(o, [&](const ref& r) { add(r.slot(), o.pc); });
  });
  defined_.set_registers(slots, [&](auto add) {
    for (const op& o : ops) each_definition(o, [&](const ref& r) { add(r.slot(), o.pc); });
  });
}

void def_use::find_block_entries() {
  entry_.assign(code_.blocks.size(), no_block);
  std::vector<int> entries(code_.blocks.size(), 0);
  if (!entries.empty()) ++entries[0];
  for (std::uint32_t b = 0; b < code_.blocks.size(); ++b)
    for (const std::uint32_t s : code_.blocks[b].successors) entry_[s] = entries[s]++ == 0 ? b : no_block;
}

std::optional<std::uint64_t> def_use::literal(const ref& r) const {
  std::uint64_t v = 0;
  if (r.where != pool::constant || r.offset + sizeof v > constants_.size()) return std::nullopt;
  std::memcpy(&v, constants_.data() + r.offset, sizeof v);
  return v;
}

std::optional<std::int64_t> def_use::local_address(const ref& r, int depth) const {
  const op* d = depth <= 0 ? nullptr : only(r);
  if (d == nullptr) return std::nullopt;
  if (d->form == f::mov && d->addressing == addressing::frame_local) return d->displacement;
  if (const ref from = moved(*d, r)) return local_address(from, depth - 1);
  if (d->form == f::cvta || d->form == f::cvta_to) return local_address(d->a, depth - 1);
  if (d->form != f::add_int || d->d_bits != 64) return std::nullopt;
  for (const auto& [base, offset] : {std::pair(d->a, d->b), std::pair(d->b, d->a)})
    if (const auto by = literal(offset))
      if (const auto at = local_address(base, depth - 1)) return *at + static_cast<std::int64_t>(*by);
  return std::nullopt;
}

/// The fixed byte of local memory that a load or store goes to.
std::optional<std::int64_t> def_use::accessed(const op& o) const {
  if (o.addressing == addressing::slots || (o.space != space::local && o.space != space::generic)) return std::nullopt;
  if (o.addressing == addressing::frame_local) return o.displacement;
  if (o.a.where != pool::frame) return std::nullopt;
  const auto at = local_address(o.a);
  return at ? std::optional(*at + o.displacement) : std::nullopt;
}

/// Which registers hold addresses of local memory that are not fixed, and whether one gets to where it cannot be followed.
void def_use::find_pointers() {
  const auto points = [&](const ref& r) { return r.where == pool::frame && (derived_.contains(r.offset) || local_address(r).has_value()); };
  for (bool grew = true; grew;) {
    grew = false;
    for (std::uint32_t k = 0; k < code_.count; ++k) {
      const op& o = p_.ops[code_.first + k];
      if (is_atomic(o) || o.flow == control::call) continue;
      if (is_load(o) || is_store(o)) {
        for (std::size_t n = 0; n < o.list.size(); ++n) {
          const auto it = elements_.find(o.pc);
          const ref at = it != elements_.end() ? it->second[n] : ref{};
          const ref& to = is_load(o) ? o.list[n] : at;
          if (!points(is_load(o) ? at : o.list[n])) continue;
          if (!to || uses(to).empty()) escapes_ = escapes_ || is_store(o); // an argument of a call that stayed one, say
          else if (!points(to)) derived_[to.offset] = grew = true;
        }
        continue;
      }
      bool from_pointer = false;
      each_use(o, [&](const ref& r) { from_pointer = from_pointer || points(r); });
      if (!from_pointer || !o.d || points(o.d)) continue;
      derived_[o.d.offset] = grew = true;
    }
  }
}

ref def_use::place(std::uint64_t key) {
  const auto [it, fresh] = places_.try_emplace(key, static_cast<std::uint32_t>(places_.size()));
  if (fresh) key_of_place_.push_back(key);
  return {pool::frame, first_place + it->second};
}

/// Names the places that loads and stores go to: of .param slots, or of local memory.
void def_use::find_places(bool local) {
  for (std::uint32_t k = 0; k < code_.count; ++k) {
    const op& o = p_.ops[code_.first + k];
    const bool load = is_load(o), store = is_store(o);
    const bool slots = (load || store) && o.addressing == addressing::slots;
    if (slots == local) continue;
    std::optional<std::int64_t> at;
    if (slots) at = static_cast<std::int64_t>(o.a.offset / slot_bytes * 4) + o.displacement;
    else if (load || store) at = accessed(o);
    const bool through_pointer = !at && o.a.where == pool::frame && (o.space == space::local || o.space == space::generic);
    const bool blind = (store || is_atomic(o)) && through_pointer && (escapes_ || derived_.contains(o.a.offset));
    if (local && (blind || (escapes_ && o.flow == control::call))) reaches_local_[k] = disturbed_anywhere_ = true;
    if (!at || ptx::is_ordered(o.meaning) || *at < 0) continue;
    auto& all = elements_[o.pc];
    for (unsigned n = 0; n < o.vector; ++n) {
      const auto byte = static_cast<std::uint64_t>(*at) + n * o.width;
      all.push_back(place((slots ? in_slots : 0) | byte << 8 | o.width));
      (load ? used_ : defined_).of_place(all.back().offset - first_place).push_back(o.pc);
    }
  }
  for (std::uint32_t k = 0; k < code_.count; ++k) {
    const op& o = p_.ops[code_.first + k];
    if (is_store(o) || (o.form == f::discard && o.addressing == addressing::frame_local)) overwrite(o);
  }
  // What a .param variable of four bytes is given is what a load of its lowest ones reads.
  for (std::uint32_t n = 0; !local && n < key_of_place_.size(); ++n) {
    const ref narrow{pool::frame, first_place + n}, wide = widened(narrow);
    if (!wide || !definitions(narrow).empty()) continue;
    const auto stored = definitions(wide), loaded = uses(narrow);
    std::vector<std::uint32_t> all(loaded.begin(), loaded.end());
    defined_.of_place(n) = std::vector<std::uint32_t>(stored.begin(), stored.end());
    std::vector<std::uint32_t>& of_wide = used_.of_place(wide.offset - first_place);
    all.insert(all.end(), of_wide.begin(), of_wide.end());
    std::sort(all.begin(), all.end());
    of_wide = std::move(all);
  }
}

/// Notes at every place that overlaps what `o` stores, and is not the very same, that it changes there.
void def_use::overwrite(const op& o) {
  // A variable whose lowest bytes alone are read is not overwritten, but given.
  const auto gives = [&](std::uint32_t n, std::uint64_t key) {
    const ref narrow{pool::frame, first_place + n}, wide = widened(narrow);
    if (!wide || key_of_place_[wide.offset - first_place] != key) return false;
    const auto own = definitions(narrow), of_wide = definitions(wide);
    return own.empty() || std::equal(own.begin(), own.end(), of_wide.begin(), of_wide.end());
  };
  const auto note = [&](std::uint64_t key, std::uint64_t bytes) {
    const std::uint64_t first = key >> 8;
    for (std::uint32_t n = 0; n < key_of_place_.size(); ++n) {
      const std::uint64_t other = key_of_place_[n] >> 8, size = key_of_place_[n] & 0xffu;
      if (key_of_place_[n] == key || other >= first + bytes || first >= other + size || gives(n, key)) continue;
      auto& list = partial_[first_place + n];
      if (list.empty() || list.back() != o.pc) list.push_back(o.pc);
    }
  };
  if (o.form == f::discard) return note(static_cast<std::uint64_t>(o.displacement) << 8, o.target);
  if (const auto it = elements_.find(o.pc); it != elements_.end())
    for (const ref& r : it->second) note(key_of_place_[r.offset - first_place], o.width);
}

bool def_use::disturbed(const ref& r, std::uint32_t first, std::uint32_t end) const {
  if (!is_place(r)) return false;
  const auto partial = partial_.find(r.offset);
  if (partial != partial_.end() && std::any_of(partial->second.begin(), partial->second.end(), [&](std::uint32_t pc) { return pc >= first && pc < end; })) return true;
  if (!disturbed_anywhere_ || (key_of_place_[r.offset - first_place] & in_slots) != 0) return false;
  for (std::uint32_t pc = first; pc < end; ++pc)
    if (reaches_local_[pc - code_.first]) return true;
  return false;
}

/// The last definition in [first, pc). `unknown` if there is none but the value may have changed.
const op* def_use::last_in_block(const ref& r, std::uint32_t first, std::uint32_t pc, bool& unknown) const {
  const auto all = listed(defined_, r);
  const auto it = std::lower_bound(all.begin(), all.end(), pc);
  const bool found = it != all.begin() && *(it - 1) >= first;
  unknown = disturbed(r, found ? *(it - 1) + 1 : first, pc);
  if (!found) return nullptr;
  unknown = unknown || p_.ops[*(it - 1)].guard;
  return &p_.ops[*(it - 1)];
}

/// The last definition on the only way to `pc`. `unknown` if there is none but the value may have changed on that way.
const op* def_use::last_on_way(const ref& r, std::uint32_t pc, bool& unknown) const {
  if (listed(defined_, r).empty()) return nullptr;
  std::uint32_t block = p_.ops[pc].block;
  for (int n = 0; n < longest_way && block != no_block && !unknown; ++n, block = entry_[block])
    if (const op* last = last_in_block(r, code_.blocks[block].first, n == 0 ? pc : code_.blocks[block].last + 1, unknown); last != nullptr) return last;
  return nullptr;
}

const op* def_use::seen(const ref& r, std::uint32_t pc) const {
  bool unknown = false;
  const op* const last = last_on_way(r, pc, unknown);
  return unknown ? nullptr : last != nullptr ? last : only(r);
}

const op* def_use::passed(const ref& r, std::uint32_t pc) const {
  bool unknown = false;
  const op* const last = last_on_way(r, pc, unknown);
  return unknown ? nullptr : last;
}

const op* def_use::only(const ref& r) const {
  const auto all = listed(defined_, r);
  if (all.size() != 1) return nullptr;
  if (is_place(r) && (partial_.contains(r.offset) || (disturbed_anywhere_ && (key_of_place_[r.offset - first_place] & in_slots) == 0))) {
    // A discard before the definition changes nothing that a use could see.
    const auto partial = partial_.find(r.offset);
    const bool only_discards = !disturbed_anywhere_ && std::all_of(partial->second.begin(), partial->second.end(), [&](std::uint32_t pc) { return p_.ops[pc].form == f::discard; });
    if (!only_discards) return nullptr;
  }
  return &p_.ops[all[0]];
}

std::span<const std::uint32_t> def_use::definitions(const ref& r) const { return listed(defined_, r); }
std::span<const std::uint32_t> def_use::uses(const ref& r) const { return listed(used_, r); }

ref def_use::widened(const ref& r) const {
  if (!is_place(r)) return {};
  const std::uint64_t key = key_of_place_[r.offset - first_place];
  const auto wide = (key & in_slots) != 0 && (key & 0xffu) < 4 ? places_.find((key & ~std::uint64_t{0xff}) | 4) : places_.end();
  return wide != places_.end() ? ref{pool::frame, first_place + wide->second} : ref{};
}

ref def_use::moved(const op& o, const ref& r) const {
  if (o.form == f::mov) return o.list.empty() && o.addressing == addressing::memory ? o.a : ref{};
  const auto it = elements_.find(o.pc);
  if (it == elements_.end()) return {};
  const bool load = is_load(o);
  for (std::size_t k = 0; k < it->second.size(); ++k)
    if (load ? is_same(o.list[k], r) : is_same(it->second[k], r) || is_same(it->second[k], widened(r))) return load ? it->second[k] : o.list[k];
  return {};
}

ref def_use::passed_on(const op& o, const ref& r) const {
  if (o.form == f::mov) return o.list.empty() && o.d && is_same(o.a, r) ? o.d : ref{};
  const auto it = elements_.find(o.pc);
  if (it == elements_.end()) return {};
  const bool load = is_load(o);
  for (std::size_t k = 0; k < it->second.size(); ++k)
    if (load ? is_same(it->second[k], r) || is_same(widened(it->second[k]), r) : is_same(o.list[k], r)) return load ? o.list[k] : it->second[k];
  return {};
}

} // namespace fpcheck::exec

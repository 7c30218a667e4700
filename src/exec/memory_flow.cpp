#include "memory_flow.hpp"

#include "debug_code.hpp"

#include <fpcheck/exec/memory.hpp>

#include <algorithm>
#include <utility>

namespace fpcheck::exec {
namespace {

using ptx::operation;

bool touches_memory(const op& o) { return o.addressing != addressing::slots && o.space != space::param && o.space != space::constant; }
bool is_load(const op& o) { return o.meaning.access == ptx::access::load && ptx::accesses_by_lane(o.meaning) && touches_memory(o); }
bool is_store(const op& o) { return o.meaning.access == ptx::access::store && ptx::accesses_by_lane(o.meaning) && touches_memory(o); }

/// Whether the operation leaves a number that went in as an addend an addend.
bool adds(const op& o) {
  switch (o.meaning.operation) {
  case operation::sum: case operation::difference: case operation::negation: case operation::magnitude: case operation::minimum: case operation::maximum: case operation::selection:
  case operation::shuffle: case operation::widening: case operation::narrowing: case operation::same_format: return true;
  default: return false;
  }
}

/// What an address is made of: sums and changes of state space.
bool makes_address(const op& o) {
  return o.meaning.operation == operation::sum || o.meaning.operation == operation::address || o.meaning.operation == operation::selection || o.meaning.operation == operation::fused ||
         o.meaning.operation == operation::difference || o.meaning.operation == operation::resizing || o.meaning.operation == operation::logic;
}

} // namespace

struct memory_flow::walk {
  ingredients found;
  std::set<std::pair<std::uint32_t, bool>> registers;
  std::set<std::pair<array_key, bool>> arrays;
};

void memory_flow::note_stores() {
  for (std::uint32_t k = code_.first; k < code_.first + code_.count; ++k)
    if (is_store(p_.ops[k]))
      for (const array_key& a : arrays(p_.ops[k])) stores_[a].push_back(k);
}

std::uint64_t memory_flow::variable_at(ptx::state_space s, std::uint64_t byte) const {
  std::uint64_t best = 0, from = 0;
  bool found = false;
  for (std::size_t k = 0; k < p_.module->variables.size(); ++k) {
    if (p_.module->variables[k].space != s || p_.symbol_address[k] > byte || (found && p_.symbol_address[k] < from)) continue;
    found = true, from = p_.symbol_address[k], best = k;
  }
  return best;
}

void memory_flow::add_bases(const ref& address, space s, std::set<std::uint32_t>& seen, array_set& out, std::int64_t& literal) const {
  if (const auto bits = g_.literal(address)) {
    literal = std::max(literal, static_cast<std::int64_t>(*bits));
    return;
  }
  if (address.where != pool::frame || !seen.insert(address.offset).second) return;
  for (const std::uint32_t pc : g_.definitions(address)) {
    const op& d = p_.ops[pc];
    if (const ref from = g_.moved(d, address)) add_bases(from, s, seen, out, literal);
    else if (d.meaning.access == ptx::access::load && d.space == space::param && d.width == 8 && d.vector == 1) out.insert({array_kind::parameter, static_cast<std::uint64_t>(d.displacement)});
    else if (d.form == ptx::form::mov && d.list.empty()) add_bases(d.a, s, seen, out, literal);
    else if (d.meaning.access == ptx::access::none && makes_address(d))
      for (const ref& r : {d.a, d.b, d.c}) add_bases(r, s, seen, out, literal);
  }
}

array_set memory_flow::arrays(const op& o) const {
  if (o.addressing == addressing::frame_local || o.space == space::local) return {{array_kind::local, 0}};
  array_set out;
  std::int64_t literal = o.displacement;
  std::set<std::uint32_t> seen;
  if (o.a) add_bases(o.a, o.space, seen, out, literal);
  if (reached(g_, o) == space::shared) return {{array_kind::shared, variable_at(ptx::state_space::shared, static_cast<std::uint64_t>(literal))}};
  if (out.empty() && static_cast<std::uint64_t>(literal) >= global_base) out.insert({array_kind::global, variable_at(ptx::state_space::global, static_cast<std::uint64_t>(literal))});
  return out;
}

void memory_flow::follow_memory(walk& w, const op& load, bool multiplied) const {
  for (const array_key& a : arrays(load)) {
    w.found.all.insert(a);
    if (multiplied) w.found.multiplied.insert(a);
    const auto at = stores_.find(a);
    if (at == stores_.end() || !w.arrays.insert({a, multiplied}).second) continue;
    for (const std::uint32_t pc : at->second)
      for (const ref& r : p_.ops[pc].list) follow(w, r, multiplied);
  }
}

void memory_flow::follow_operands(walk& w, const op& d, bool multiplied) const {
  if (d.meaning.takes != ptx::content::real && d.meaning.operation != operation::selection && d.meaning.operation != operation::shuffle) return;
  if (d.meaning.operation == operation::fused) {
    follow(w, d.a, true), follow(w, d.b, true), follow(w, d.c, multiplied);
    return;
  }
  for (const ref& r : {d.a, d.b, d.c, d.e}) follow(w, r, multiplied || !adds(d));
}

void memory_flow::follow(walk& w, const ref& r, bool multiplied) const {
  if (r.where != pool::frame || !w.registers.insert({r.offset, multiplied}).second) return;
  for (const std::uint32_t pc : g_.definitions(r)) {
    const op& d = p_.ops[pc];
    if (const ref from = g_.moved(d, r)) follow(w, from, multiplied);
    else if (is_load(d)) follow_memory(w, d, multiplied);
    else if (d.meaning.access == ptx::access::none) follow_operands(w, d, multiplied);
  }
}

ingredients memory_flow::made_of(const ref& r) const {
  walk w;
  follow(w, r, false);
  return w.found;
}

const std::map<array_key, ingredients>& memory_flow::stored() const {
  if (std::exchange(known_, true)) return stored_;
  for (const auto& [array, all] : stores_) {
    walk w;
    for (const std::uint32_t pc : all)
      for (const ref& r : p_.ops[pc].list) follow(w, r, false);
    stored_[array] = std::move(w.found);
  }
  return stored_;
}

} // namespace fpcheck::exec

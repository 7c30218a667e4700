#include "block_values.hpp"

#include <fpcheck/ptx/meaning.hpp>

#include <algorithm>

namespace fpcheck::ptx {
namespace {

constexpr std::size_t no_block = std::numeric_limits<std::size_t>::max();

bool jumps(const instruction& i) { return i.form == form::bra || i.form == form::brx_idx; }
bool leaves(const instruction& i) { return i.form == form::ret || i.form == form::exit || i.form == form::trap; }
bool ends_block(const instruction& i) { return jumps(i) || leaves(i) || i.form == form::call || i.form == form::unknown; }

/// Labels that `i` may go to.
std::vector<index> targets(const function& f, const instruction& i) {
  std::vector<index> out;
  for (const operand& p : i.operands) {
    if (p.kind == operand_kind::label) out.push_back(p.id);
    if (p.kind == operand_kind::branch_targets) out.insert(out.end(), f.branch_targets[p.id].targets.begin(), f.branch_targets[p.id].targets.end());
  }
  return out;
}
/// Whether a branch of instruction `at` leads to the next one.
bool goes_on(const function& f, std::size_t at) {
  const instruction& i = f.body[at];
  return i.form == form::bra && i.operands.size() == 1 && i.operands[0].kind == operand_kind::label && f.labels[i.operands[0].id].instruction == at + 1;
}

/// Calls `visit` for every register that an operand names, those of an address and of a vector included.
template <class F>
void each_register(const function& f, const operand& p, F&& visit) {
  if (p.kind == operand_kind::reg || (p.kind == operand_kind::address && p.base == base_kind::reg)) visit(p.id);
  if (p.kind != operand_kind::vector && p.kind != operand_kind::address) return;
  for (index k = p.first; k < p.first + p.count && k < f.operand_pool.size(); ++k) each_register(f, f.operand_pool[k], visit);
}
/// A matrix product adds to what its result holds.
bool reads_result(const instruction& i) { return meaning_of(i.form).operation == operation::matrix_product; }
bool is_read(const instruction& i, std::size_t k) { return !is_result(i, k) || reads_result(i); }

} // namespace

bool is_result(const instruction& i, std::size_t k) {
  if (i.operands[k].joined) return true;
  return k == 0 && i.operands[0].kind != operand_kind::address && meaning_of(i.form).gives != content::none;
}

block_values::block_values(const function& f)
    : f_(f), block_at_(f.body.size() + 1, no_block), writes_(f.registers.size()), reads_(f.body.size(), {none, none, none, none}),
      written_(f.body.size(), none), dead_(f.body.size(), false) {
  find_blocks();
  for (std::size_t b = 0; b < blocks_.size(); ++b) add_successors(b);
  find_live();
  for (const block& b : blocks_) walk(b);
}

void block_values::find_blocks() {
  std::vector<bool> leader(f_.body.size() + 1, false);
  for (std::size_t k = 0; k < f_.body.size(); ++k) {
    if (!ends_block(f_.body[k]) || goes_on(f_, k)) continue;
    leader[k + 1] = true;
    for (const index l : targets(f_, f_.body[k])) leader[f_.labels[l].instruction] = true;
  }
  for (std::size_t k = 0; k < f_.body.size(); ++k) {
    if (k == 0 || leader[k]) {
      block_at_[k] = blocks_.size();
      blocks_.push_back({k, k, {}, {}, {}});
    }
    blocks_.back().last = k + 1;
  }
}

void block_values::add_successors(std::size_t number) {
  const block& b = blocks_[number];
  const instruction& end = f_.body[b.last - 1];
  const auto add = [&](std::size_t to) {
    if (to == no_block) return;
    blocks_[number].successors.push_back(to);
    blocks_[to].predecessors.push_back(number);
  };
  if (jumps(end))
    for (const index l : targets(f_, end)) add(block_at_[f_.labels[l].instruction]);
  const bool stays = end.guard != none || !(jumps(end) || leaves(end));
  if (stays || goes_on(f_, b.last - 1)) add(block_at_[b.last]);
}

std::vector<bool> block_values::live_behind(const block& b) const {
  std::vector<bool> live(f_.registers.size(), false);
  for (const std::size_t s : b.successors)
    for (std::size_t r = 0; r < live.size(); ++r)
      if (blocks_[s].live[r]) live[r] = true;
  return live;
}

/// From the registers that are live behind a block to those that are before it. What a dead instruction reads is not.
void block_values::step_back(const block& b, std::vector<bool>& live) {
  for (std::size_t at = b.last; at-- > b.first;) {
    const instruction& i = f_.body[at];
    bool needed = !idle_[at];
    for (std::size_t k = 0; k < i.operands.size() && !needed; ++k)
      if (is_result(i, k)) each_register(f_, i.operands[k], [&](index r) { needed = needed || live[r]; });
    dead_[at] = !needed;
    if (!needed) continue;
    for (std::size_t k = 0; k < i.operands.size(); ++k)
      if (is_result(i, k) && i.guard == none) each_register(f_, i.operands[k], [&](index r) { live[r] = false; });
    if (i.guard != none) live[i.guard] = true;
    for (std::size_t k = 0; k < i.operands.size(); ++k)
      if (is_read(i, k)) each_register(f_, i.operands[k], [&](index r) { live[r] = true; });
  }
}

void block_values::find_live() {
  idle_.resize(f_.body.size());
  for (std::size_t at = 0; at < f_.body.size(); ++at) {
    const instruction& i = f_.body[at];
    idle_[at] = is_pure(meaning_of(i)) && i.form != form::call; // what is called does more than give a result
    for (std::size_t k = 0; k < i.operands.size(); ++k)
      if (is_result(i, k)) each_register(f_, i.operands[k], [&](index r) { writes_[r].push_back(at); });
  }
  std::vector<std::size_t> open;
  std::vector<bool> waits(blocks_.size(), true);
  for (std::size_t b = 0; b < blocks_.size(); ++b) {
    blocks_[b].live.assign(f_.registers.size(), false);
    open.push_back(b);
  }
  while (!open.empty()) {
    const std::size_t b = open.back();
    open.pop_back();
    waits[b] = false;
    std::vector<bool> live = live_behind(blocks_[b]);
    step_back(blocks_[b], live);
    if (live == blocks_[b].live) continue;
    blocks_[b].live = std::move(live);
    for (const std::size_t p : blocks_[b].predecessors)
      if (!waits[p]) waits[p] = true, open.push_back(p);
  }
}

index block_values::value_of(index reg) {
  const auto [at, fresh] = current_.try_emplace(reg, static_cast<index>(values_.size()));
  if (fresh) values_.push_back({block_value::comes_in, reg, false, {}});
  return at->second;
}
void block_values::define(std::size_t instruction, index reg) {
  current_[reg] = static_cast<index>(values_.size());
  values_.push_back({instruction, reg, false, {}});
}

void block_values::walk(const block& b) {
  current_.clear();
  for (std::size_t at = b.first; at < b.last; ++at) {
    const instruction& i = f_.body[at];
    if (dead_[at]) continue;
    if (i.guard != none) values_[value_of(i.guard)].uses.push_back({at, value_use::whole});
    for (std::size_t k = 0; k < i.operands.size(); ++k) {
      const auto use = static_cast<std::uint8_t>(std::min<std::size_t>(k, value_use::whole - 1u));
      if (is_read(i, k)) each_register(f_, i.operands[k], [&](index r) { values_[value_of(r)].uses.push_back({at, use}); });
      if (k < 4 && is_read(i, k) && i.operands[k].kind == operand_kind::reg) reads_[at][k] = value_of(i.operands[k].id);
    }
    for (std::size_t k = 0; k < i.operands.size(); ++k) {
      if (!is_result(i, k)) continue;
      each_register(f_, i.operands[k], [&](index r) {
        if (i.guard != none) values_[value_of(r)].uses.push_back({at, value_use::whole});
        define(at, r);
        if (k == 0 && i.operands[0].kind == operand_kind::reg) written_[at] = current_[r];
      });
    }
  }
  const std::vector<bool> live = live_behind(b);
  for (const auto& [reg, v] : current_)
    if (values_[v].definition != block_value::comes_in) values_[v].escapes = live[reg];
}

bool block_values::writes_between(index reg, std::size_t first, std::size_t last) const {
  const auto& list = writes_[reg];
  const auto at = std::lower_bound(list.begin(), list.end(), first);
  return at != list.end() && *at < last;
}

} // namespace fpcheck::ptx

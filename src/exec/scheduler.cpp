// Executes CTAs: picks a group of lanes, runs it to the end of a basic block, parks it at barriers, splits and joins it at
// branches. Every CTA can be left and resumed, so that kernels whose CTAs wait for each other make progress.
#include "scheduler.hpp"

#include "builtins.hpp"
#include "decode_operands.hpp"
#include "local_stack.hpp"
#include "races.hpp"
#include "shadow_move.hpp"
#include "wrapped_machine.hpp"

#include <algorithm>
#include <utility>

namespace fpcheck::exec {
namespace {

/// Turns of a loop that a group may take while others of its warp wait, before they get theirs: few where the loop looks
/// for values of other threads (a lock, a flag), many where it only computes and the others wait to meet it again.
constexpr std::uint64_t rotation = 64, patience = 1u << 20;
/// Blocks a warp runs before another warp, and a CTA before another CTA, gets its turn.
constexpr std::uint32_t warp_quantum = 4096;
/// Instructions after which a warp's turn ends in any case: budgets are looked at between turns.
constexpr std::uint64_t instruction_quantum = std::uint64_t{1} << 14;

const function_code& code_of(const group& g) { return *g.frame->function; }
std::uint32_t order_of(const machine& m, const group& g) { return code_of(g).blocks[m.ops[g.pc].block].order; }
std::size_t depth_of(const group& g) {
  std::size_t n = 0;
  for (const frame* f = g.frame.get(); f != nullptr; f = f->caller.get()) ++n;
  return n;
}

/// Joins groups that stand at one place in one activation, and drops empty ones.
void join_groups(warp& w) {
  auto& g = w.groups;
  for (std::size_t i = 0; i < g.size(); ++i)
    for (std::size_t j = i + 1; j < g.size();) {
      const bool same = g[i].pc == g[j].pc && g[i].frame == g[j].frame && g[i].at_barrier == g[j].at_barrier && g[i].waiting == g[j].waiting && g[i].parked == g[j].parked;
      if (same) g[i].mask |= g[j].mask;
      if (same || g[j].mask == 0) g.erase(g.begin() + static_cast<std::ptrdiff_t>(j));
      else ++j;
    }
  std::erase_if(g, [](const group& x) { return x.mask == 0; });
}

bool runnable(const cta& c, const group& g) { return !g.waiting && !g.at_barrier && g.parked != c.group->events; }

/// The group to run: the deepest call first, then the smallest order; rotated when it spins.
bool choose(machine& m, warp& w) {
  if (w.groups.size() > 1) join_groups(w);
  std::size_t best = w.groups.size();
  const bool rotate = w.steps > rotation || w.turns > patience;
  for (std::size_t n = 0; n < w.groups.size(); ++n) {
    const std::size_t k = rotate ? (w.current + 1 + n) % w.groups.size() : n;
    const group& g = w.groups[k];
    if (!runnable(*w.block, g)) continue;
    if (best == w.groups.size()) { best = k; if (rotate) break; continue; }
    const auto rank = [&](const group& x) { return std::pair(-static_cast<std::ptrdiff_t>(depth_of(x)), order_of(m, x)); };
    if (rank(g) < rank(w.groups[best])) best = k;
  }
  if (best == w.groups.size()) return false;
  if (w.steps > rotation) w.yielded = true; // it spins: let the others come to what it waits for
  if (rotate || w.groups.size() == 1) w.steps = w.turns = 0;
  enter(w, best);
  return true;
}

/// Lanes leave: at exit, or at a fatal fault.
void retire(warp& w, std::uint32_t lanes) {
  w.alive &= ~lanes;
  for (group& g : w.groups) g.mask &= ~lanes;
}

/// Splits off `lanes` of the running group, to continue at `pc`.
void split(warp& w, std::uint32_t lanes, std::uint32_t pc) {
  group& g = w.groups[w.current];
  if (lanes == g.mask) {
    g.pc = pc;
    return;
  }
  g.mask &= ~lanes;
  group other = g;
  other.mask = lanes;
  other.pc = pc;
  w.groups.push_back(std::move(other));
}

void check_steering(warp& w, const op& o, std::uint32_t lanes) {
  if (!o.guard) return;
  const std::uint32_t bad = w.top->predicate_poison[o.guard.index] & lanes;
  if (bad != 0) report_fault(w, o, fault::uninitialised, bad, 0, "an undefined value decides a branch");
}

void branch(warp& w, const op& o) {
  group& g = w.groups[w.current];
  const std::uint32_t taken = w.exec;
  check_steering(w, o, g.mask);
  if (o.target <= o.pc) {
    ++w.turns;
    if (w.looked) ++w.steps;
    w.looked = false;
  }
  const std::uint32_t stay = g.mask & ~taken;
  if (stay == 0) {
    g.pc = o.target;
  } else {
    g.pc = o.pc + 1;
    if (taken == 0) return;
    if (warp_partings* const p = wrapped(w).partings.get()) p->note_branch(o.pc);
    split(w, taken, o.target);
  }
}

void indirect_branch(machine& m, warp& w, const op& o) {
  const auto& table = m.code->branch_tables[o.target];
  const std::uint32_t* index = w.lanes<std::uint32_t>(o.a);
  const std::uint32_t lanes = w.exec;
  std::uint32_t left = lanes;
  group& g = w.groups[w.current];
  g.pc = o.pc + 1;
  while (left != 0) {
    const std::uint32_t k = index[std::countr_zero(left)];
    std::uint32_t same = 0;
    for_each_lane(left, [&](int i) { if (index[i] == k) same |= 1u << i; });
    left &= ~same;
    if (k >= table.size()) {
      report_fault(w, o, fault::out_of_bounds, same, k, "branch table index");
      retire(w, same);
    } else if (same == w.groups[w.current].mask) {
      w.groups[w.current].pc = table[k];
    } else {
      split(w, same, table[k]);
    }
  }
}

/// Copies parameter slots between activations, bits and shadows.
void copy_slots(warp& w, frame& to, const ref& d, frame& from, const ref& a, std::uint32_t slots) {
  for (std::uint32_t k = 0; k < slots; ++k) {
    const ref ds = following(d, k), as = following(a, k);
    auto* dst = reinterpret_cast<std::uint32_t*>(to.base + ds.offset);
    const auto* src = reinterpret_cast<const std::uint32_t*>(from.base + as.offset);
    for_each_lane(w.exec, [&](int i) { dst[i] = src[i]; });
    // Through a warp-wide view: copy_shadow works within one frame, so the words are taken out and put back.
    transfer_shadow(w, to, ds, from, as, w.exec);
  }
}

void call_function(machine& m, warp& w, const op& o, std::uint32_t callee) {
  const function_code& f = m.code->functions[callee];
  group& g = w.groups[w.current];
  if (f.source == nullptr || !f.source->has_body) {
    call_builtin(m, w, o, f.source != nullptr ? f.source->name : std::string("?"));
    w.groups[w.current].pc = o.pc + 1;
    return;
  }
  if (depth_of(g) > 256) {
    record_incomplete(m, o.pc, "calls are nested more than 256 deep");
    m.stop = true;
    return;
  }
  if (g.frame->local_end() + f.local_bytes > most_local_bytes || m.frame_bytes + frame_cost(m, f) > most_frame_bytes) {
    record_incomplete(m, o.pc, "nested calls take more registers or local memory than the device has");
    m.stop = true;
    return;
  }
  const std::uint32_t lanes = w.exec;
  if (lanes != g.mask) {
    const std::uint32_t rest = g.mask & ~lanes;
    split(w, rest, o.pc + 1);
  }
  group& caller = w.groups[w.current];
  auto fresh = make_frame(w, f, caller.frame);
  forget_local(w, fresh->local_base, f.local_bytes);
  fresh->return_pc = o.pc + 1;
  fresh->call = &o;
  for (std::size_t k = 0; k < o.list.size() && k < f.parameters.size(); ++k)
    copy_slots(w, *fresh, f.parameters[k], *caller.frame, o.list[k], f.parameter_slots[k]);
  caller.frame = std::move(fresh);
  caller.pc = f.first;
  enter(w, w.current);
}

void call(machine& m, warp& w, const op& o) {
  if (o.target != ptx::none) return call_function(m, w, o, o.target);
  const std::uint64_t* where = w.lanes<std::uint64_t>(o.a);
  std::uint64_t first = where[std::countr_zero(w.exec)];
  std::uint32_t same = 0;
  for_each_lane(w.exec, [&](int i) { if (where[i] == first) same |= 1u << i; });
  const std::uint32_t others = w.groups[w.current].mask & ~same;
  const std::uint32_t idle = others & ~w.exec, elsewhere = others & w.exec;
  if (idle != 0) split(w, idle, o.pc + 1);
  if (elsewhere != 0) split(w, elsewhere, o.pc); // they come back for their own target
  w.exec = same;
  const std::uint64_t index = (first - code_window) / 16;
  if (first < code_window || index >= m.code->functions.size()) {
    report_fault(w, o, fault::out_of_bounds, same, first, "call of an address that is no function");
    return retire(w, same);
  }
  const op* site = &o;
  if (!call_fits(*m.code->module, *w.top->function->source, *site->source, *m.code->functions[index].source)) {
    record_incomplete(m, o.pc, "an indirect call whose arguments differ from the function's parameters");
    m.stop = true;
    return;
  }
  call_function(m, w, o, static_cast<std::uint32_t>(index));
}

void leave_function(warp& w, const op& o) {
  group& g = w.groups[w.current];
  if (!g.frame->caller) {
    g.pc = o.pc + 1; // of the lanes that a guard keeps here
    return retire(w, w.exec);
  }
  const std::uint32_t lanes = w.exec;
  if (lanes != g.mask) split(w, g.mask & ~lanes, o.pc + 1);
  group& h = w.groups[w.current];
  const std::shared_ptr<frame> callee = h.frame;
  const op& site = *callee->call;
  for (std::size_t k = 0; k < site.results.size() && k < callee->function->returns.size(); ++k)
    copy_slots(w, *callee->caller, site.results[k], *callee, callee->function->returns[k], callee->function->return_slots[k]);
  h.pc = callee->return_pc;
  h.frame = callee->caller;
  enter(w, w.current);
}

/// A warp-synchronous instruction executes once every living lane of its member mask is here.
bool await_members(warp& w, const op& o) {
  // Lanes that name other members wait for those: they come back for an execution of their own.
  const std::uint32_t* masks = w.lanes<std::uint32_t>(o.member);
  const std::uint32_t members = masks[std::countr_zero(w.exec)];
  std::uint32_t others = 0;
  for_each_lane(w.exec, [&](int i) { if (masks[i] != members) others |= 1u << i; });
  if (others != 0) {
    split(w, others, o.pc);
    w.exec &= ~others;
  }
  group& g = w.groups[w.current];
  const std::uint32_t missing = members & w.alive & ~g.mask;
  if (missing == 0) return true;
  g.waiting = true;
  return false;
}

void arrive(machine&, warp& w, const op& o) {
  group& g = w.groups[w.current];
  const int lane = std::countr_zero(w.exec);
  g.at_barrier = true;
  g.barrier_id = o.a ? w.lanes<std::uint32_t>(o.a)[lane] & 15u : 0u;
  g.barrier_count = o.b ? w.lanes<std::uint32_t>(o.b)[lane] : 0u;
}

/// bar.arrive counts and goes on; the others stay parked until release_barriers lets them go.
void pass_arrival(warp& w, const op& o) {
  cta& c = *w.block;
  group& g = w.groups[w.current];
  const int lane = std::countr_zero(w.exec);
  barrier_state& b = c.barriers[o.a ? w.lanes<std::uint32_t>(o.a)[lane] & 15u : 0u];
  b.arrived += warp_size;
  b.warps |= 1u << w.index;
  g.pc = o.pc + 1;
}

/// Executes an instruction that may have to wait for an event; the lanes that do not execute it go on.
void await(warp& w, const op& o) {
  if (w.exec != w.groups[w.current].mask) {
    split(w, w.groups[w.current].mask & ~w.exec, o.pc + 1);
    w.groups.back().parked = 0;
  }
  w.parks = false;
  o.fn(w, o);
  group& g = w.groups[w.current];
  g.parked = w.parks ? w.block->group->events : 0;
  g.pc = w.parks ? o.pc : o.pc + 1;
}

/// "'tex.2d.v4.f32.f32' is not modelled", or with which operands it is not.
std::string missing_words(const op& o, const std::string& what) {
  const std::string text = o.source != nullptr ? o.source->text : std::string();
  const bool names_it = text.empty() || what.find(text) != std::string::npos || text.find(what) == 0;
  return '\'' + (names_it ? what : text + "' with " + what) + (names_it ? "' is not modelled" : " is not modelled");
}

void stop_unsupported(machine& m, const op& o) {
  for (const unsupported& u : m.code->missing)
    if (u.pc == o.pc) record_incomplete(m, o.pc, missing_words(o, u.what));
  m.stop = true;
}

/// Whatever ends a block. Leaves the group's pc at where it continues.
void end_block(machine& m, warp& w, const op& o) {
  group& g = w.groups[w.current];
  if (w.exec == 0) {
    g.pc = o.pc + 1;
    if (o.flow == control::branch) check_steering(w, o, g.mask);
    return;
  }
  switch (o.flow) {
  case control::branch: return branch(w, o);
  case control::indirect_branch: return indirect_branch(m, w, o);
  case control::call: return call(m, w, o);
  case control::ret: return leave_function(w, o);
  case control::exit: {
    const std::uint32_t lanes = w.exec;
    g.pc = o.pc + 1;
    return retire(w, lanes);
  }
  case control::barrier: return !ptx::acquires(o.meaning) ? pass_arrival(w, o) : arrive(m, w, o);
  case control::warp_sync:
    if (!await_members(w, o)) return;
    if (o.fp) w.fp_executed += static_cast<std::uint64_t>(std::popcount(w.exec));
    o.fn(w, o);
    w.groups[w.current].pc = o.pc + 1;
    return;
  case control::await: return await(w, o);
  case control::trap:
    report_fault(w, o, fault::trap, w.exec);
    m.stop = true;
    return;
  case control::unsupported: return stop_unsupported(m, o);
  case control::next: g.pc = o.pc + 1; return;
  }
}

/// Runs the chosen group to the end of its block. Returns how many instructions it went through.
std::uint64_t run_block(machine& m, warp& w) {
  const std::uint32_t mask = w.groups[w.current].mask;
  const op* o = &m.ops[w.groups[w.current].pc];
  const op* const first = o;
  const op* const last = &m.ops[code_of(w.groups[w.current]).blocks[o->block].last];
  std::uint64_t executed = 0, fp = 0;
  for (;; ++o) {
    w.exec = o->guard ? mask & w.predicate(o->guard) : mask;
    const std::uint64_t lanes = w.exec == 0xffffffffu ? warp_size : static_cast<std::uint64_t>(std::popcount(w.exec));
    executed += lanes;
    if (o->flow != control::next) break;
    if (w.exec != 0) {
      if (o->fp) fp += lanes;
      o->fn(w, *o);
      if (w.tainted && w.planes == 0) spread_in_domain_none(w, *o);
    }
    if (o == last) break;
  }
  w.executed += executed;
  w.fp_executed += fp;
  const auto passed = static_cast<std::uint64_t>(o - first) + 1;
  end_block(m, w, *o);
  return passed;
}

/// Wakes groups that wait for lanes which have come, or gone.
void wake_members(machine& m, warp& w) {
  join_groups(w);
  for (std::size_t k = 0; k < w.groups.size(); ++k) {
    group& g = w.groups[k];
    if (!g.waiting) continue;
    enter(w, k);
    const op& o = m.ops[g.pc];
    const std::uint32_t members = w.lanes<std::uint32_t>(o.member)[std::countr_zero(g.mask)];
    if ((members & w.alive & ~g.mask) == 0) g.waiting = false;
  }
}

/// Runs one warp until it parks, ends or used up its turn. True if it did anything.
bool run_warp(machine& m, warp& w) {
  bool progress = false;
  std::uint64_t passed = 0;
  for (std::uint32_t n = 0; n < warp_quantum && passed < instruction_quantum && w.alive != 0 && !m.stop; ++n) {
    if (n % 64 == 63 && std::chrono::steady_clock::now() > m.deadline) break; // instructions that fault take long
    if (!choose(m, w)) {
      wake_members(m, w);
      if (!choose(m, w)) break;
    }
    passed += run_block(m, w);
    progress = true;
    if (std::exchange(w.yielded, false)) break; // what it waits for another warp or CTA has to do
  }
  return progress;
}

/// Whether lanes wait for what another CTA, or the copy unit, may do.
bool is_parked(const cta& c) {
  for (const auto& w : c.warps)
    for (const group& g : w->groups)
      if (g.mask != 0 && g.parked != 0) return true;
  return false;
}

} // namespace

bool out_of_budget(machine& m, cta& c) {
  std::uint64_t executed = 0;
  for (const auto& w : c.warps) executed += w->executed - std::exchange(w->counted, w->executed);
  if (m.spent.fetch_add(executed) + executed > m.budget) {
    record_incomplete(m, c.warps[0]->groups.empty() ? 0 : c.warps[0]->groups[0].pc, "the instruction budget is spent (an endless loop?)");
    m.stop = true;
  } else if (std::chrono::steady_clock::now() > m.deadline) {
    record_incomplete(m, c.warps[0]->groups.empty() ? 0 : c.warps[0]->groups[0].pc, "the time budget is spent");
    m.stop = true;
  } else if (m.interrupt != nullptr && m.interrupt->load(std::memory_order_relaxed)) {
    m.stop = true;
  }
  return m.stop;
}

bool finished(const cta& c) {
  return std::all_of(c.warps.begin(), c.warps.end(), [](const auto& w) { return w->alive == 0; });
}

turn run_cta(machine& m, cta& c, std::uint32_t rounds) {
  for (std::uint32_t n = 0; n < rounds; ++n) {
    if (m.stop || finished(c)) return turn::done;
    bool progress = false;
    const std::size_t count = c.warps.size();
    for (std::size_t k = 0; k < count && !m.stop; ++k) progress |= run_warp(m, *c.warps[(c.next_warp + k) % count]);
    c.next_warp = m.seed != 0 ? (c.next_warp + 1 + (m.seed * 0x9e3779b97f4a7c15u >> 60)) % count : 0;
    if (out_of_budget(m, c)) return turn::done;
    if (release_barriers(m, c)) continue;
    if (progress || finished(c)) continue;
    if (is_parked(c)) return turn::blocked;
    if (!break_deadlock(m, c)) return turn::done;
  }
  return finished(c) ? turn::done : turn::unfinished;
}

} // namespace fpcheck::exec

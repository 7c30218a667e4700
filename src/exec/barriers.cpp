// What ends a wait of the threads of a CTA for each other: a barrier that all have come to, or that nobody comes to any more.
#include "scheduler.hpp"

#include "races.hpp"
#include "wrapped_machine.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace fpcheck::exec {
namespace {

/// Whether all lanes of a warp must execute this very barrier: `bar` always, `barrier` where it says `.aligned`.
bool is_aligned(const op& o) {
  switch (o.form) {
  case ptx::form::barrier_sync:
  case ptx::form::barrier_red_popc:
  case ptx::form::barrier_red_pred: return o.source != nullptr && o.source->has(ptx::modifier::aligned);
  default: return true;
  }
}

/// Tells of lanes of one warp that wait for barrier `id` at different instructions: an aligned barrier does not count them.
void tell_split_arrivals(machine& m, cta& c, std::uint32_t id) {
  for (const auto& w : c.warps) {
    const auto waits = [&](const group& g) { return g.at_barrier && g.barrier_id == id && is_aligned(m.ops[g.pc]); };
    const auto first = std::find_if(w->groups.begin(), w->groups.end(), waits);
    const auto second = std::find_if(first, w->groups.end(), [&](const group& g) { return waits(g) && g.pc != first->pc; });
    if (second == w->groups.end()) continue;
    enter(*w, static_cast<std::size_t>(second - w->groups.begin()));
    w->exec = second->mask;
    report_fault(*w, m.ops[second->pc], fault::barrier_divergence, w->exec, 0, "other lanes of the same warp wait at another barrier instruction", first->pc);
  }
}

/// Notes the barriers that part of a warp waits at while the rest of it has ended.
void note_ended_lanes(cta& c, std::uint32_t id) {
  for (const auto& w : c.warps) {
    warp_partings* const to = wrapped(*w).partings.get();
    const std::uint32_t threads = std::min<std::uint32_t>(warp_size, c.threads - w->index * warp_size);
    if (to == nullptr || static_cast<std::uint32_t>(std::popcount(w->alive)) == threads) continue;
    for (const group& g : w->groups)
      if (g.at_barrier && g.barrier_id == id && is_aligned(w->host->ops[g.pc])) to->note_barrier(g.pc);
  }
}

} // namespace

void enter(warp& w, std::size_t k) {
  w.current = k;
  w.top = w.groups[k].frame.get();
  w.base[static_cast<int>(pool::frame)] = w.top->base;
}

bool release_barriers(machine& m, cta& c) {
  std::array<std::uint32_t, 16> arrived{}, expected{}, warps{};
  std::uint32_t living = 0;
  for (const auto& w : c.warps) {
    if (w->alive != 0) living += static_cast<std::uint32_t>(std::popcount(w->alive));
    for (const group& g : w->groups)
      if (g.at_barrier) {
        // Hardware counts whole warps; lanes that have exited count as arrived.
        arrived[g.barrier_id] += static_cast<std::uint32_t>(std::popcount(g.mask));
        warps[g.barrier_id] |= 1u << w->index;
        expected[g.barrier_id] = std::max(expected[g.barrier_id], g.barrier_count);
      }
  }
  bool released = false;
  for (std::size_t k = 0; k < 16; ++k) {
    if (arrived[k] == 0) continue;
    const std::uint32_t others = c.barriers[k].arrived; // bar.arrive
    bool complete = arrived[k] + others >= living;
    if (expected[k] != 0) {
      std::uint32_t whole = others;
      for_each_lane(warps[k], [&](int i) {
        std::uint32_t here = 0;
        for (const group& g : c.warps[static_cast<std::size_t>(i)]->groups)
          if (g.at_barrier && g.barrier_id == k) here |= g.mask;
        if (here == c.warps[static_cast<std::size_t>(i)]->alive) whole += warp_size;
        else whole += static_cast<std::uint32_t>(std::popcount(here));
      });
      complete = whole >= std::min(expected[k], (c.threads + 31) / 32 * 32) || (whole >= living + others && expected[k] >= living);
    }
    if (!complete) continue;
    released = true;
    tell_split_arrivals(m, c, static_cast<std::uint32_t>(k));
    note_ended_lanes(c, static_cast<std::uint32_t>(k));
    finish_barrier(m, c, static_cast<std::uint32_t>(k), warps[k] | c.barriers[k].warps);
    c.barriers[k] = {};
  }
  return released;
}

/// Nothing can run: threads wait for others that never come. Reported once, then everybody goes on.
bool break_deadlock(machine& m, cta& c) {
  for (const auto& w : c.warps)
    for (std::size_t k = 0; k < w->groups.size(); ++k)
      if (w->groups[k].waiting) {
        enter(*w, k);
        const op& o = m.ops[w->groups[k].pc];
        w->exec = w->groups[k].mask;
        report_fault(*w, o, fault::undefined_lane, w->exec, 0, "lanes of the member mask never reach this instruction");
        w->groups[k].waiting = false;
        o.fn(*w, o);
        w->groups[k].pc = o.pc + 1;
        return true;
      }
  for (const auto& w : c.warps)
    for (std::size_t k = 0; k < w->groups.size(); ++k)
      if (w->groups[k].at_barrier) {
        enter(*w, k);
        w->exec = w->groups[k].mask;
        report_fault(*w, m.ops[w->groups[k].pc], fault::barrier_divergence, w->exec, 0, "the other threads of the CTA never reach this barrier");
        const std::uint32_t id = w->groups[k].barrier_id;
        std::uint32_t warps = 0;
        for (const auto& x : c.warps)
          for (const group& g : x->groups)
            if (g.at_barrier && g.barrier_id == id) warps |= 1u << x->index;
        finish_barrier(m, c, id, warps);
        c.barriers[id] = {};
        return true;
      }
  return false;
}

} // namespace fpcheck::exec

#include "clusters.hpp"

#include "handlers.hpp"
#include "lane_access.hpp"
#include "races.hpp"
#include "shadow_move.hpp"

#include <algorithm>
#include <unordered_set>

namespace fpcheck::exec {

using f = ptx::form;

cta* cta_of(const warp& w, std::uint64_t address) {
  const std::uint64_t who = (address & 0xffffffffu) >> rank_shift;
  if (who == 0) return w.block;
  const auto& ctas = w.block->group->ctas;
  return who <= ctas.size() ? ctas[who - 1].get() : nullptr;
}

region* shared_of_cluster(const warp& w, std::uint64_t address, std::uint64_t bytes) {
  cta* const c = cta_of(w, address);
  if (c == nullptr || (c != w.block && finished(*c)) || !c->shared.contains(shared_offset(address), bytes)) return nullptr;
  return &c->shared;
}

cta* owner_of(const warp& w, const region& r) {
  if (&r == &w.block->shared) return w.block;
  if (r.base >= global_base) return nullptr;
  for (const auto& c : w.block->group->ctas)
    if (&c->shared == &r) return c.get();
  return nullptr;
}

std::string describe_shared(const warp& w, std::uint64_t address) {
  const cta* const c = cta_of(w, address);
  const std::size_t count = w.block->group->ctas.size();
  std::string out = " at shared offset " + std::to_string(shared_offset(address)) + " of ";
  if (c == nullptr) return out + "a CTA that a cluster of " + std::to_string(count) + " does not have";
  out += c == w.block ? "" : "CTA " + std::to_string(c->rank) + " of the cluster, which ";
  if (c != w.block && finished(*c)) return out + "has ended: its memory is gone";
  return out + (c == w.block ? "" : "has ") + std::to_string(c->shared.size()) + " bytes";
}

namespace {

/// Clusters along each direction of the grid.
dim3 clusters_along(const machine& m) {
  const dim3 &g = m.geometry->grid, &c = m.cluster;
  return {g.x / c.x, g.y / c.y, g.z / c.z};
}

} // namespace

std::vector<std::uint64_t> clusters_of(const machine& m, const std::vector<std::uint64_t>& ctas) {
  if (m.cluster.count() == 1) return ctas;
  const dim3 &g = m.geometry->grid, &c = m.cluster, along = clusters_along(m);
  std::unordered_set<std::uint64_t> taken;
  std::vector<std::uint64_t> out;
  for (const std::uint64_t index : ctas) {
    const std::uint64_t x = index % g.x / c.x, y = index / g.x % g.y / c.y, z = index / (std::uint64_t{g.x} * g.y) / c.z;
    const std::uint64_t k = (z * along.y + y) * std::uint64_t{along.x} + x;
    if (taken.insert(k).second) out.push_back(k);
  }
  return out;
}

std::unique_ptr<cluster> make_cluster(machine& m, std::uint64_t index, const function_code& kernel) {
  auto out = std::make_unique<cluster>();
  const dim3 &g = m.geometry->grid, &c = m.cluster, along = clusters_along(m);
  const std::uint64_t first[] = {index % along.x * c.x, index / along.x % along.y * c.y, index / (std::uint64_t{along.x} * along.y) * c.z};
  for (std::uint32_t rank = 0; rank < c.count(); ++rank) {
    const std::uint64_t x = first[0] + rank % c.x, y = first[1] + rank / c.x % c.y, z = first[2] + rank / (c.x * c.y);
    auto member = make_cta(m, (z * g.y + y) * g.x + x, kernel, rank);
    member->group = out.get();
    if (m.tracks_races) member->peers.assign(c.count(), {});
    out->ctas.push_back(std::move(member));
  }
  return out;
}

void wake(cluster& u) {
  ++u.events;
  u.timeouts = 0;
}

bool gives_up(const warp& w) {
  const cluster& u = *w.block->group;
  return w.groups[w.current].parked != 0 && u.hurried == u.events;
}

namespace {

/// Ends the phase of the cluster's barrier if every thread that lives has arrived.
bool end_phase(cluster& u) {
  if (!u.arrivals) return false;
  for (const auto& c : u.ctas)
    for (const auto& w : c->warps)
      if ((w->alive & ~w->cluster_arrived) != 0) return false;
  for (const auto& c : u.ctas)
    for (const auto& w : c->warps) w->cluster_arrived = 0;
  u.arrivals = false;
  u.arrived = std::move(u.arriving);
  u.arriving = {};
  wake(u);
  return true;
}

void arrive(warp& w, const op& o) {
  const std::uint32_t twice = w.exec & w.cluster_owes;
  if (twice != 0) report_fault(w, o, fault::barrier_divergence, twice, 0, "a second arrival at the cluster's barrier without a wait between");
  w.cluster_arrived |= w.exec;
  w.cluster_owes |= w.exec;
  cluster& u = *w.block->group;
  u.arrivals = true;
  release(w, u.arriving);
  end_phase(u);
}

/// A lane that has arrived waits until the barrier no longer counts it: then its phase has ended.
void wait(warp& w, const op& o) {
  const std::uint32_t strangers = w.exec & ~w.cluster_owes;
  if (strangers != 0) report_fault(w, o, fault::barrier_divergence, strangers, 0, "a wait at the cluster's barrier without an arrival");
  w.parks = (w.exec & w.cluster_arrived) != 0;
  if (w.parks) return;
  w.cluster_owes &= ~w.exec;
  acquire(w, w.block->group->arrived);
}

/// The address that a place of the own shared memory has in the CTA of another rank.
void map_address(warp& w, const op& o) {
  const bool generic = !o.source->has(ptx::modifier::shared_cluster);
  const std::uint32_t* const rank = w.lanes<std::uint32_t>(o.b);
  const auto count = static_cast<std::uint32_t>(w.block->group->ctas.size());
  std::uint32_t strangers = 0, outside = 0;
  for_each_lane(w.exec, [&](int i) {
    const std::uint64_t a = element_bits(w, o.a, o.a_bits, i);
    if (generic && (a & ~(window_size - 1)) != shared_window) outside |= 1u << i;
    if (rank[i] >= count) strangers |= 1u << i;
    const std::uint64_t there = (std::uint64_t{std::min(rank[i], 0xfeu)} + 1) << rank_shift | shared_offset(a);
    const std::uint64_t v = generic ? shared_window | there : there;
    if (o.d_bits == 64) w.lanes<std::uint64_t>(o.d)[i] = v;
    else w.lanes<std::uint32_t>(o.d)[i] = static_cast<std::uint32_t>(v);
  });
  spread_taints(w, o);
  if (strangers != 0)
    report_fault(w, o, fault::out_of_bounds, strangers, rank[std::countr_zero(strangers)],
                 "rank " + std::to_string(rank[std::countr_zero(strangers)]) + " of a cluster of " + std::to_string(count) + " CTAs");
  if (outside != 0) report_fault(w, o, fault::out_of_bounds, outside, 0, "an address that is not one of shared memory has no place in another CTA");
}

void rank_of(warp& w, const op& o) {
  for_each_lane(w.exec, [&](int i) {
    const std::uint64_t who = (element_bits(w, o.a, o.a_bits, i) & 0xffffffffu) >> rank_shift;
    w.lanes<std::uint32_t>(o.d)[i] = who == 0 ? w.block->rank : static_cast<std::uint32_t>(who - 1);
  });
  spread_taints(w, o);
}

/// Whether some lanes of `c` wait for an event that has not come.
template <class F>
bool any_parked(machine& m, cluster& u, F wanted) {
  for (const auto& c : u.ctas)
    for (const auto& w : c->warps)
      for (std::size_t k = 0; k < w->groups.size(); ++k)
        if (w->groups[k].parked != 0 && w->groups[k].mask != 0 && wanted(*w, k, m.ops[w->groups[k].pc])) return true;
  return false;
}

void blame_group(warp& w, std::size_t k, const op& o, std::string what) {
  w.current = k;
  report_fault(w, o, fault::barrier_divergence, w.groups[k].mask, 0, std::move(what));
}

/// Nobody in the cluster can run. Waits with a time limit give up a few times; then whoever waits in vain is told of.
void end_standstill(machine& m, cluster& u) {
  for (const auto& c : u.ctas)
    if (!finished(*c) && break_deadlock(m, *c)) return;
  const auto limited = [](warp&, std::size_t, const op& o) { return o.form != f::barrier_cluster_wait; };
  constexpr std::uint32_t patience = 16;
  if (u.timeouts < patience && any_parked(m, u, limited)) {
    u.hurried = ++u.events;
    ++u.timeouts;
    return;
  }
  const auto told = [&](warp& w, std::size_t k, const op& o) {
    if (o.form == f::barrier_cluster_wait) return false;
    blame_group(w, k, o, "the phase that this waits for never ends: arrivals or bytes that the mbarrier expects never come");
    return true;
  };
  m.stop = true; // the device would wait for ever
  if (any_parked(m, u, told)) return;
  any_parked(m, u, [&](warp& w, std::size_t k, const op& o) {
    blame_group(w, k, o, "the other threads of the cluster never arrive at its barrier");
    return true;
  });
}

} // namespace

turn run_cluster(machine& m, cluster& u, std::uint32_t rounds) {
  const std::uint64_t before = u.events;
  bool runs = false, done = true;
  for (const auto& c : u.ctas) {
    const turn t = run_cta(m, *c, rounds);
    runs |= t == turn::unfinished;
    done &= t == turn::done;
    if (m.stop) return turn::done;
    end_phase(u); // threads that have ended are not waited for
  }
  if (done) return turn::done;
  if (!runs && u.events == before) end_standstill(m, u);
  return turn::unfinished;
}

handler bind_cluster(const ptx::instruction& i, op& o) {
  switch (i.form) {
  case f::barrier_cluster_arrive: return &arrive;
  case f::barrier_cluster_wait:
    o.flow = control::await;
    return &wait;
  case f::mapa:
    if (!o.d || !o.a || !o.b) return nullptr;
    return &map_address;
  default: return o.d && o.a ? &rank_of : nullptr;
  }
}

} // namespace fpcheck::exec

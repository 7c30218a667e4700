#include <fpcheck/exec/machine.hpp>
#include <fpcheck/exec/mpfr_of_thread.hpp>
#include <fpcheck/exec/placement.hpp>

#include "atomic_sums.hpp"
#include "bind.hpp"
#include "builtins.hpp"
#include "clusters.hpp"
#include "intended.hpp"
#include "local_stack.hpp"
#include "races.hpp"
#include "scheduler.hpp"
#include "shadow_move.hpp"
#include "undefined_origins.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <immintrin.h>
#include <new>
#include <thread>

namespace fpcheck::exec {

region& global_memory::allocate(std::string name, std::uint64_t bytes) {
  region_bytes zeros;
  zeros.resize(bytes);
  return allocate(std::move(name), std::move(zeros));
}

region& global_memory::allocate(std::string name, region_bytes data) {
  auto r = std::make_unique<region>();
  r->name = std::move(name);
  r->base = next_;
  r->data = std::move(data);
  next_ = after(next_, r->size());
  regions_.push_back(std::move(r));
  return *regions_.back();
}

namespace {

constexpr std::uint64_t heap_size = std::uint64_t{8} << 20;
constexpr const char* heap_name = "device heap";
/// What an allocation takes from the heap, with its bookkeeping.
std::uint64_t heap_cost(std::uint64_t bytes) { return (bytes + 15) / 16 * 16 + 80; }

} // namespace

region* global_memory::allocate_heap(std::uint64_t bytes) {
  if (bytes > heap_size || heap_cost(bytes) > heap_size - heap_used_) return nullptr;
  heap_used_ += heap_cost(bytes);
  region& r = allocate(heap_name, bytes);
  next_ = after(r.base, bytes, near_room); // threads may take many
  return &r;
}

void global_memory::free_heap(std::uint64_t address) {
  const auto it = std::lower_bound(regions_.begin(), regions_.end(), address, [](const auto& r, std::uint64_t a) { return r->base < a; });
  if (it == regions_.end() || (*it)->base != address || (*it)->name != heap_name) return;
  heap_used_ -= heap_cost((*it)->size());
  regions_.erase(it);
}

region* global_memory::find(std::uint64_t address, std::uint64_t bytes) {
  auto it = std::upper_bound(regions_.begin(), regions_.end(), address, [](std::uint64_t a, const auto& r) { return a < r->base; });
  if (it == regions_.begin()) return nullptr;
  --it;
  return (*it)->contains(address, bytes) ? it->get() : nullptr;
}

const region* global_memory::below(std::uint64_t address) const {
  const region* best = nullptr;
  for (const auto& r : regions_)
    if (r->base <= address) best = r.get();
  return best;
}

void record_incomplete(machine& m, std::uint32_t pc, std::string what) {
  const std::scoped_lock guard(m.lock);
  for (const incomplete_record& r : m.incomplete)
    if (r.pc == pc && r.what == what) return;
  m.incomplete.push_back({pc, std::move(what)});
}

bool count_known_fault(warp& w, const op& o, fault f, std::uint32_t lanes) {
  const std::scoped_lock guard(w.host->lock);
  const auto it = w.host->faults.find({o.pc, f});
  if (it == w.host->faults.end()) return false;
  it->second.count += static_cast<std::uint64_t>(std::popcount(lanes));
  return true;
}

void report_fault(warp& w, const op& o, fault f, std::uint32_t lanes, std::uint64_t address, std::string detail, std::optional<std::uint32_t> other) {
  machine& m = *w.host;
  if (f == fault::uninitialised && wrapped(w).undefined != nullptr) wrapped(w).undefined->note_use(w, o, lanes);
  const std::scoped_lock guard(m.lock);
  fault_record& r = m.faults[{o.pc, f}];
  r.count += static_cast<std::uint64_t>(std::popcount(lanes));
  if (r.count != static_cast<std::uint64_t>(std::popcount(lanes))) return;
  r.kind = f;
  r.pc = o.pc;
  r.launch = m.launch_index;
  r.address = address;
  r.detail = std::move(detail), r.other = other;
  std::copy_n(w.block->position, 3, r.cta);
  const auto lane = static_cast<std::size_t>(std::countr_zero(lanes));
  for (std::size_t k = 0; k < 3; ++k) r.thread[k] = w.special[(sp_tid_x + k) * warp_size + lane];
}

namespace {

void place_of(const warp& w, int lane, std::uint32_t (&cta)[3], std::uint32_t (&thread)[3]) {
  std::copy_n(w.block->position, 3, cta);
  for (std::size_t k = 0; k < 3; ++k) thread[k] = w.special[(sp_tid_x + k) * warp_size + static_cast<std::size_t>(lane)];
}

struct compared {
  double computed[2], exact[2];
};
/// Of equal ones that of the first thread, whichever came first.
void keep_worst(flip_record& r, const warp& w, const op& o, int lane, const compared& x, double ratio) {
  ++r.count;
  std::uint32_t cta[3], thread[3];
  place_of(w, lane, cta, thread);
  const auto order = [](const auto& c, const auto& t) { return std::array{c[2], c[1], c[0], t[2], t[1], t[0]}; };
  if (ratio < r.ratio || (ratio == r.ratio && order(cta, thread) >= order(r.cta, r.thread))) return;
  r.pc = o.pc;
  r.ratio = ratio;
  std::copy_n(x.computed, 2, r.computed), std::copy_n(x.exact, 2, r.exact);
  std::copy_n(cta, 3, r.cta), std::copy_n(thread, 3, r.thread);
}

} // namespace

void record_flip(warp& w, const op& o, int lane, double computed_a, double computed_b, double exact_a, double exact_b, double ratio) {
  if (o.roles.has(role::pole)) { ++w.near_ties; return; } // the infinity that it chooses is not taken
  const std::scoped_lock guard(w.host->lock);
  keep_worst(w.host->flips[o.pc], w, o, lane, {{computed_a, computed_b}, {exact_a, exact_b}}, ratio);
}

void record_tie(warp& w, const op& o, int lane, double computed_a, double computed_b, double exact_a, double exact_b, double distance) {
  if (o.roles.has(role::pole) || o.roles.has(roles::wrap)) return; // of a wrap both ways are the same place on the circle
  const std::scoped_lock guard(w.host->lock);
  keep_worst(w.host->ties[o.pc], w, o, lane, {{computed_a, computed_b}, {exact_a, exact_b}}, distance);
}

void record_event(warp& w, const op& o, int lane, event_kind kind, double source, double result) {
  const std::scoped_lock guard(w.host->lock);
  event_record& r = w.host->events[{o.pc, kind}];
  if (r.count++ != 0) return;
  r.kind = kind;
  r.pc = o.pc;
  r.source = source, r.result = result;
  place_of(w, lane, r.cta, r.thread);
}

void count_event(warp& w, const op& o, event_kind kind, std::uint32_t lanes) {
  const std::scoped_lock guard(w.host->lock);
  event_record& r = w.host->events[{o.pc, kind}];
  r.kind = kind;
  r.pc = o.pc;
  r.count += static_cast<std::uint64_t>(std::popcount(lanes));
}

std::uint64_t frame_cost(const machine& m, const function_code& f) {
  const std::uint64_t slot = slot_bytes + sizeof(slot_shadow) + static_cast<std::uint64_t>(m.domain.planes) * warp_size * 8;
  return f.frame_slots * slot + static_cast<std::uint64_t>(f.local_bytes) * warp_size + sizeof(frame);
}

std::shared_ptr<frame> make_frame(warp& w, const function_code& f, std::shared_ptr<frame> caller) {
  machine& m = *w.host;
  const std::uint64_t held = frame_cost(m, f);
  m.frame_bytes += held;
  const std::shared_ptr<frame> out(new frame, [&m, held](frame* p) {
    m.frame_bytes -= held;
    delete p;
  });
  out->function = &f;
  const std::size_t bytes = static_cast<std::size_t>(f.frame_slots) * slot_bytes;
  out->registers.resize(bytes + 64);
  out->base = out->registers.data();
  out->base += (64 - reinterpret_cast<std::uintptr_t>(out->base) % 64) % 64;
  out->predicates.resize(f.predicates + 1u); // and one that is never set
  out->predicate_poison.resize(f.predicates + 1u);
  out->shadows.resize(f.frame_slots);
  const std::size_t words = static_cast<std::size_t>(f.frame_slots) * static_cast<std::size_t>(w.planes) * warp_size + 8;
  out->planes = std::make_unique_for_overwrite<std::uint64_t[]>(words);
  // Idle lanes are computed with as well: any three words are some number there, but not any limbs.
  if (w.planes > 3) std::memset(out->planes.get(), 0, words * sizeof(std::uint64_t));
  out->plane_base = out->planes.get();
  while (reinterpret_cast<std::uintptr_t>(out->plane_base) % 64 != 0) ++out->plane_base;
  out->caller = std::move(caller);
  out->local_base = w.local_top;
  if (out->caller) out->local_base = out->caller->local_end();
  grow_local(w, out->local_base + f.local_bytes);
  return out;
}

void transfer_shadow(warp& w, frame& to, const ref& d, frame& from, const ref& a, std::uint32_t mask) {
  if (wrapped(w).undefined != nullptr) wrapped(w).undefined->hand_on(to, d, from, a, mask);
  const slot_shadow& s = from.shadows[a.slot()];
  slot_shadow& t = to.shadows[d.slot()];
  const std::uint32_t extra = t.extra;
  if (s.any() == 0 && t.any() == 0) return;
  const auto merge = [&](std::uint32_t x, std::uint32_t y) { return (x & ~mask) | (y & mask); };
  if (t.live & ~mask & (s.tag != t.tag ? 0xffffffffu : 0u)) t.cut |= t.live & ~mask, t.live &= mask;
  t.live = merge(t.live, s.live), t.input = merge(t.input, s.input), t.born = merge(t.born, s.born);
  t.cut = merge(t.cut, s.cut), t.poison = merge(t.poison, s.poison), t.stray = merge(t.stray, s.stray);
  if ((s.live & mask) != 0) t.tag = s.tag;
  t.extra = extra;
  const std::size_t words = static_cast<std::size_t>(w.planes) * warp_size;
  if ((s.live & mask) == 0 || words == 0) return;
  const std::uint64_t* src = from.plane_base + a.slot() * words;
  std::uint64_t* dst = to.plane_base + d.slot() * words;
  for (int p = 0; p < w.planes; ++p) for_each_lane(mask, [&](int i) { dst[p * warp_size + i] = src[p * warp_size + i]; });
  if (s.extra == 0xffffffffu || (parts(s.tag) <= 1 && s.tag != shadow_tag::derived && s.tag != shadow_tag::f64 && s.poison == 0)) return;
  if (t.extra == 0xffffffffu) {
    t.extra = static_cast<std::uint32_t>(to.extra.size());
    to.extra.emplace_back();
    to.extra.back().words.resize(words * 3);
  }
  const extra_shadow& x = from.extra[s.extra];
  extra_shadow& y = to.extra[t.extra];
  for (std::size_t q = 0; q < x.words.size(); ++q)
    if ((mask >> (q % warp_size)) & 1u) y.words[q] = x.words[q];
  for_each_lane(mask, [&](int i) { y.source[static_cast<std::size_t>(i)] = x.source[static_cast<std::size_t>(i)]; });
}

void spread_in_domain_none(warp& w, const op& o) {
  if (o.list.empty() && !o.source) return;
  if (o.bits == nullptr || !o.list.empty()) return; // memory and packed moves look after themselves
  if (o.meaning.operation == ptx::operation::move || o.meaning.operation == ptx::operation::shuffle || o.meaning.operation == ptx::operation::policy) return;
  spread_taints(w, o);
}

void finish_barrier(machine& m, cta& c, std::uint32_t id, std::uint32_t warps) {
  std::uint32_t population = 0;
  bool all = true, any = false, undefined = false;
  const auto at_barrier = [&](auto&& f) {
    for (const auto& w : c.warps)
      for (std::size_t k = 0; k < w->groups.size(); ++k) {
        group& g = w->groups[k];
        if (!g.at_barrier || g.barrier_id != id) continue;
        w->current = k;
        w->top = g.frame.get();
        w->base[static_cast<int>(pool::frame)] = w->top->base;
        f(*w, g, m.ops[g.pc]);
      }
  };
  at_barrier([&](warp& w, group& g, const op& o) {
    if (!o.pa) return;
    const std::uint32_t p = w.predicate(o.pa) & g.mask;
    undefined |= (w.top->predicate_poison[o.pa.index] & g.mask) != 0;
    population += static_cast<std::uint32_t>(std::popcount(p));
    all &= p == g.mask;
    any |= p != 0;
  });
  at_barrier([&](warp& w, group& g, const op& o) {
    w.exec = g.mask;
    if (o.d) for_each_lane(g.mask, [&](int i) { w.lanes<std::uint32_t>(o.d)[i] = population; });
    if (o.d) drop_shadow(w, o.d, g.mask);
    if (o.d && undefined) w.shadow(o.d).poison |= g.mask;
    if (o.pd) {
      std::uint32_t& poison = w.top->predicate_poison[o.pd.index];
      poison = (poison & ~g.mask) | (undefined ? g.mask : 0u);
      std::uint32_t& p = w.top->predicates[o.pd.index];
      const bool value = o.source->has(ptx::modifier::and_) ? all : any;
      p = (p & ~g.mask) | (value ? g.mask : 0u);
    }
    g.at_barrier = false;
    g.pc = o.pc + 1;
  });
  order_warps(c, warps);
  note_barrier(c);
}

namespace {

void fill_specials(warp& w, const machine& m, const cta& c) {
  const dim3& block = m.geometry->block;
  const dim3& grid = m.geometry->grid;
  const auto all = [&](special_slot s, std::uint32_t v) { std::fill_n(w.special.data() + s * warp_size, warp_size, v); };
  for (std::uint32_t i = 0; i < warp_size; ++i) {
    const std::uint32_t t = w.index * warp_size + i;
    w.special[sp_tid_x * warp_size + i] = t % block.x;
    w.special[sp_tid_y * warp_size + i] = t / block.x % block.y;
    w.special[sp_tid_z * warp_size + i] = t / (block.x * block.y);
    w.special[sp_laneid * warp_size + i] = i;
    w.special[sp_lanemask_eq * warp_size + i] = 1u << i;
    w.special[sp_lanemask_lt * warp_size + i] = (1u << i) - 1u;
    w.special[sp_lanemask_le * warp_size + i] = ((1u << i) - 1u) | 1u << i;
    w.special[sp_lanemask_gt * warp_size + i] = ~(((1u << i) - 1u) | 1u << i);
    w.special[sp_lanemask_ge * warp_size + i] = ~((1u << i) - 1u);
  }
  all(sp_ntid_x, block.x), all(sp_ntid_y, block.y), all(sp_ntid_z, block.z);
  all(sp_nctaid_x, grid.x), all(sp_nctaid_y, grid.y), all(sp_nctaid_z, grid.z);
  all(sp_ctaid_x, c.position[0]), all(sp_ctaid_y, c.position[1]), all(sp_ctaid_z, c.position[2]);
  all(sp_warpid, w.index);
  all(sp_nwarpid, static_cast<std::uint32_t>((block.count() + warp_size - 1) / warp_size));
  all(sp_smid, static_cast<std::uint32_t>(c.index % 132)), all(sp_nsmid, 132), all(sp_one, 1);
  all(sp_dynamic_smem, m.geometry->dynamic_shared);
  all(sp_total_smem, static_cast<std::uint32_t>(c.shared.size()));
  const dim3& cluster = m.cluster;
  const std::uint32_t place[] = {c.rank % cluster.x, c.rank / cluster.x % cluster.y, c.rank / (cluster.x * cluster.y)};
  const std::uint32_t extent[] = {cluster.x, cluster.y, cluster.z}, along[] = {grid.x, grid.y, grid.z};
  for (std::uint32_t k = 0; k < 3; ++k) {
    const auto slot = [&](special_slot x) { return static_cast<special_slot>(x + k); };
    all(slot(sp_clusterid_x), c.position[k] / extent[k]), all(slot(sp_nclusterid_x), along[k] / extent[k]);
    all(slot(sp_cluster_ctaid_x), place[k]), all(slot(sp_cluster_nctaid_x), extent[k]);
  }
  all(sp_cluster_ctarank, c.rank), all(sp_cluster_nctarank, static_cast<std::uint32_t>(cluster.count()));
  all(sp_is_explicit_cluster, m.has_clusters ? 1 : 0);
}

} // namespace

std::unique_ptr<cta> make_cta(machine& m, std::uint64_t index, const function_code& kernel, std::uint32_t rank) {
  auto c = std::make_unique<cta>();
  const dim3& grid = m.geometry->grid;
  c->index = index;
  c->rank = rank;
  c->position[0] = static_cast<std::uint32_t>(index % grid.x);
  c->position[1] = static_cast<std::uint32_t>(index / grid.x % grid.y);
  c->position[2] = static_cast<std::uint32_t>(index / (std::uint64_t{grid.x} * grid.y));
  c->threads = static_cast<std::uint32_t>(m.geometry->block.count());
  c->shared.name = "shared memory";
  c->shared.data.resize(((m.code->shared_static + 15) & ~std::uint64_t{15}) + m.geometry->dynamic_shared);
  c->shared.undefine_all();
  c->shared.shadow.reset(c->shared.cells(), m.domain.planes);
  c->tracks_races = m.tracks_races;
  if (m.tracks_races) c->shared.accesses.resize(c->shared.cells());
  const std::uint32_t warps = (c->threads + warp_size - 1) / warp_size;
  c->clocks.assign(warps + 1, {}); // and what fences have moved them by
  for (std::uint32_t k = 0; k < warps; ++k) {
    auto w = std::make_unique<warp>();
    w->host = &m;
    w->block = c.get();
    w->index = k;
    w->planes = m.domain.planes;
    w->constant_numbers = m.constant_numbers;
    w->tracks_input = m.domain.tracks_input;
    const std::uint32_t lanes = std::min<std::uint32_t>(warp_size, c->threads - k * warp_size);
    w->alive = lanes == warp_size ? 0xffffffffu : (1u << lanes) - 1u;
    fill_specials(*w, m, *c);
    w->base[static_cast<int>(pool::constant)] = const_cast<std::byte*>(m.code->constants.data());
    w->base[static_cast<int>(pool::special)] = reinterpret_cast<std::byte*>(w->special.data());
    group g;
    g.mask = w->alive;
    g.pc = kernel.first;
    g.frame = make_frame(*w, kernel, nullptr);
    w->groups.push_back(std::move(g));
    c->warps.push_back(std::move(w));
  }
  return c;
}

namespace {

void merge_counts(machine& m, const cluster& u) {
  const std::scoped_lock guard(m.lock);
  for (const auto& c : u.ctas)
    for (const auto& w : c->warps) {
      m.counts.instructions += w->executed;
      m.counts.fp_operations += w->fp_executed;
      m.counts.fp_shadowed += w->fp_shadowed;
      m.counts.cuts += w->cuts;
      m.counts.near_ties += w->near_ties;
    }
  m.counts.ctas += u.ctas.size();
}

/// Arithmetic relies on round-to-nearest without flushing, whatever the caller's settings are.
class control_word {
public:
  control_word() : saved_(_mm_getcsr()) { _mm_setcsr(0x1f80); }
  ~control_word() { _mm_setcsr(saved_); }

private:
  unsigned saved_;
};

std::uint64_t cluster_cost(const machine& m, const function_code& kernel) {
  return frame_cost(m, kernel) * ((m.geometry->block.count() + warp_size - 1) / warp_size) * m.cluster.count();
}

/// Whether the registers of a cluster, mostly one CTA, fit; the run is incomplete where they do not.
bool has_room(machine& m, const function_code& kernel) {
  if (cluster_cost(m, kernel) <= most_frame_bytes) return true;
  record_incomplete(m, kernel.first, "the registers and local variables of CTAs that run together take more than " + std::to_string(most_frame_bytes >> 30) + " GiB here");
  m.stop = true;
  return false;
}

/// How many CTAs the device runs at a time: a kernel may count on no more to make progress together.
std::size_t resident_ctas(const machine& m) {
  constexpr std::uint64_t multiprocessors = 132, threads = 2048, shared = 233472, ctas = 32;
  const std::uint64_t bytes = m.code->shared_static + m.geometry->dynamic_shared + 1024;
  return static_cast<std::size_t>(multiprocessors * std::max<std::uint64_t>(1, std::min({ctas, threads / m.geometry->block.count(), shared / bytes})));
}

/// Does `work`; where memory runs out, the launch ends incomplete.
template <class F>
void within_memory(machine& m, const function_code& kernel, F work) {
  try {
    work();
  } catch (const std::bad_alloc&) {
    m.stop = true;
    record_incomplete(m, kernel.first, "out of memory");
  }
}

/// Clusters independent of each other, taken from a counter by every worker.
void work_in_parallel(machine& m, const function_code& kernel, const std::vector<std::uint64_t>& clusters, std::atomic<std::size_t>& next) {
  const control_word scope;
  if (m.domain.prepare != nullptr) m.domain.prepare(m.domain.parameter);
  for (;;) {
    const std::size_t k = next.fetch_add(1);
    if (k >= clusters.size() || m.stop) return;
    if (!has_room(m, kernel)) return;
    const auto c = make_cluster(m, clusters[k], kernel);
    while (run_cluster(m, *c, 64) == turn::unfinished && !m.stop) {}
    merge_counts(m, *c);
  }
}

/// Clusters that may wait for each other: started in order, resumed in turn, in an order that the seed permutes.
void work_in_turn(machine& m, const function_code& kernel, std::vector<std::uint64_t> clusters) {
  const control_word scope;
  if (m.domain.prepare != nullptr) m.domain.prepare(m.domain.parameter);
  if (m.seed != 0) {
    std::uint64_t state = m.seed;
    for (std::size_t k = clusters.size(); k > 1; --k) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      std::swap(clusters[k - 1], clusters[(state >> 33) % k]);
    }
  }
  std::vector<std::unique_ptr<cluster>> waiting;
  std::size_t started = 0;
  const std::size_t most = std::max<std::size_t>(1, resident_ctas(m) / m.cluster.count());
  if (!has_room(m, kernel)) return;
  while ((started < clusters.size() || !waiting.empty()) && !m.stop) {
    if (started < clusters.size() && waiting.size() < most && (waiting.empty() || m.frame_bytes + cluster_cost(m, kernel) <= most_frame_bytes))
      waiting.push_back(make_cluster(m, clusters[started++], kernel));
    for (std::size_t k = 0; k < waiting.size() && !m.stop;) {
      if (run_cluster(m, *waiting[k], 4) == turn::unfinished) { ++k; continue; }
      merge_counts(m, *waiting[k]);
      waiting.erase(waiting.begin() + static_cast<std::ptrdiff_t>(k));
    }
  }
  for (const auto& c : waiting) merge_counts(m, *c);
}

} // namespace

void run_launch(machine& m, const function_code& kernel, const std::vector<std::uint64_t>& ctas, std::uint32_t threads) {
  const std::vector<std::uint64_t> clusters = clusters_of(m, ctas);
  if (m.code->communicates) return within_memory(m, kernel, [&] { work_in_turn(m, kernel, clusters); });
  std::atomic<std::size_t> next{0};
  const auto work = [&] { within_memory(m, kernel, [&] { work_in_parallel(m, kernel, clusters, next); }); };
  const auto work_and_tidy = [&] {
    const mpfr_of_thread mpfr;
    work();
  };
  std::vector<std::thread> workers;
  for (std::uint32_t k = 1; k < threads && k < clusters.size(); ++k) workers.emplace_back(work_and_tidy);
  work();
  for (std::thread& t : workers) t.join();
}

} // namespace fpcheck::exec

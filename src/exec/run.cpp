#include <fpcheck/exec/placement.hpp>
#include <fpcheck/exec/pointer_tables.hpp>
#include <fpcheck/exec/run.hpp>

#include "absorbed_loops.hpp"
#include "atomic_sums.hpp"
#include "bit_orders.hpp"
#include "clusters.hpp"
#include "decimal_literals.hpp"
#include "directions.hpp"
#include "enclosure_widths.hpp"
#include "handlers.hpp"
#include "absorbed_counts.hpp"
#include "bit_conversions.hpp"
#include "integer_ranges.hpp"
#include "lossy_steps.hpp"
#include "intended.hpp"
#include "lineage_ends.hpp"
#include "meetings.hpp"
#include "lifted_clamps.hpp"
#include "overrides.hpp"
#include "scheduler.hpp"
#include "shadow_move.hpp"
#include "swallowed_nans.hpp"
#include "taken_nans.hpp"
#include "undefined_origins.hpp"
#include "wide_integers.hpp"
#include "vanishing_residuals.hpp"
#include "variants.hpp"

#include <algorithm>
#include <thread>

namespace fpcheck::exec {
namespace {

void write_relocations(const program& p, const ptx::variable& v, std::vector<std::byte>& bytes) {
  for (const ptx::relocation& x : v.relocations) {
    const ptx::symbol& s = p.module->symbols[x.symbol];
    std::uint64_t address = s.is_function ? code_window + s.id * 16 : p.symbol_address[s.id];
    if (!s.is_function && p.module->variables[s.id].space == ptx::state_space::constant && x.generic) address += constant_window;
    address += x.addend;
    if (x.offset + 8 <= bytes.size()) std::memcpy(bytes.data() + x.offset, &address, 8);
  }
}

/// Module globals, in the order in which decode gave them their addresses.
void place_globals(const program& p, global_memory& memory, int planes) {
  for (const ptx::variable& v : p.module->variables) {
    if (v.space != ptx::state_space::global) continue;
    region& r = memory.allocate(v.name, region_bytes::copy_of(initial_bytes(p, v)));
    r.shadow.reset(r.cells(), planes);
  }
}

/// Writes the tables of addresses that a launch speaks of.
result<void> write_tables(const launch& l, std::size_t parameters, const run_record& out) {
  for (std::size_t k = parameters; k < l.arguments.size(); ++k) {
    const std::uint32_t buffer = table_buffer(l.arguments[k]);
    for (const pointer_patch& x : l.arguments[k].pointers) {
      if (buffer >= out.buffers.size() || x.buffer >= out.buffers.size() || std::uint64_t{x.offset} + 8 > out.buffers[buffer]->size()) return fail("a table of pointers refers to no buffer");
      const std::uint64_t address = out.buffers[x.buffer]->base + static_cast<std::uint64_t>(x.addend);
      std::memcpy(out.buffers[buffer]->data.data() + x.offset, &address, sizeof address);
    }
  }
  return {};
}

/// Whether a launch writes addresses into buffer `k`, which is its own copy then.
bool holds_table(const run_request& request, std::size_t k) {
  return std::any_of(request.launches.begin(), request.launches.end(), [&](const launch& l) {
    return std::any_of(l.arguments.begin(), l.arguments.end(), [&](const argument& a) { return !a.pointers.empty() && a.bytes.size() == 4 && table_buffer(a) == k; });
  });
}

/// `only_floats`: data is what binary32 buffers hold, and nothing else.
void place_buffers(const run_request& request, run_record& out, bool only_floats) {
  for (std::size_t k = 0; k < request.buffers.size(); ++k) {
    const buffer& b = request.buffers[k];
    region& r = out.memory->allocate(b.name, b.role == buffer_role::input && !holds_table(request, k) ? region_bytes::view_of(b.data) : region_bytes::copy_of(b.data));
    r.buffer = static_cast<std::uint32_t>(k);
    r.input = b.role != buffer_role::output && (!only_floats || b.type == tensor::dtype::f32);
    r.writable = b.role != buffer_role::input;
    r.shadow.reset(r.cells(), out.planes);
    if (b.role == buffer_role::output) r.undefine_all();
    if (b.role == buffer_role::inout) r.track_all();
    out.buffers.push_back(&r);
  }
}

void place_constants(const program& p, machine& m) {
  m.constant.name = "constant memory";
  m.constant.data.resize(p.constant_bytes);
  m.constant.writable = false;
  for (std::size_t k = 0; k < p.module->variables.size(); ++k) {
    const ptx::variable& v = p.module->variables[k];
    if (v.space != ptx::state_space::constant) continue;
    const std::vector<std::byte> bytes = initial_bytes(p, v);
    std::copy_n(bytes.begin(), v.size, m.constant.data.begin() + static_cast<std::ptrdiff_t>(p.symbol_address[k]));
  }
}

result<void> set_symbols(const program& p, const launch& l, machine& m) {
  for (const symbol_value& s : l.symbols) {
    const auto& variables = p.module->variables;
    const auto it = std::find_if(variables.begin(), variables.end(), [&](const ptx::variable& v) {
      return v.name == s.name && (v.space == ptx::state_space::constant || v.space == ptx::state_space::global);
    });
    if (it == variables.end()) return fail("the module has no __constant__ or __device__ variable '" + s.name + "'");
    if (s.bytes.size() > it->size)
      return fail("sym:" + s.name + " has " + std::to_string(s.bytes.size()) + " bytes, the variable only " + std::to_string(it->size));
    const std::uint64_t at = p.symbol_address[static_cast<std::size_t>(it - variables.begin())];
    region* r = it->space == ptx::state_space::constant ? &m.constant : m.global->find(at, s.bytes.size());
    std::copy(s.bytes.begin(), s.bytes.end(), r->data.begin() + static_cast<std::ptrdiff_t>(it->space == ptx::state_space::constant ? at : at - r->base));
  }
  return {};
}

result<void> set_parameters(const program& p, const ptx::function& f, const launch& l, const run_record& out, machine& m) {
  if (l.arguments.size() < f.parameters.size() || (l.arguments.size() > f.parameters.size() && l.arguments.back().pointers.empty()))
    return fail("kernel " + f.name + " takes " + std::to_string(f.parameters.size()) + " arguments, the launch gives " + std::to_string(l.arguments.size()));
  if (const auto ok = write_tables(l, f.parameters.size(), out); !ok) return ok;
  m.params.name = "kernel parameters";
  m.params.writable = false;
  for (std::size_t k = 0; k < f.parameters.size(); ++k) {
    const ptx::variable& v = p.module->variables[f.parameters[k]];
    const argument& a = l.arguments[k];
    if (a.bytes.size() != v.size)
      return fail("argument " + std::to_string(k) + " of " + f.name + " has " + std::to_string(a.bytes.size()) + " bytes, the parameter " +
                  std::to_string(v.size));
    const std::uint64_t at = p.symbol_address[f.parameters[k]];
    m.params.data.resize(std::max<std::uint64_t>(m.params.data.size(), at + v.size));
    std::copy(a.bytes.begin(), a.bytes.end(), m.params.data.begin() + static_cast<std::ptrdiff_t>(at));
    for (const pointer_patch& x : a.pointers) {
      if (x.buffer >= out.buffers.size() || x.offset + 8 > v.size) return fail("a pointer of argument " + std::to_string(k) + " refers to no buffer");
      const std::uint64_t address = out.buffers[x.buffer]->base + static_cast<std::uint64_t>(x.addend);
      std::memcpy(m.params.data.data() + at + x.offset, &address, 8);
    }
  }
  return {};
}

/// CTAs of a launch that are all run: above this their list alone fills the memory.
constexpr std::uint64_t most_ctas = std::uint64_t{1} << 28;

result<void> check_geometry(const launch& l, const ptx::function& f) {
  const auto bad = [](const dim3& d) { return d.x == 0 || d.y == 0 || d.z == 0; };
  if (bad(l.grid) || bad(l.block)) return fail("a grid or block dimension is 0");
  if (l.block.count() > 1024) return fail("a block of " + std::to_string(l.block.count()) + " threads: a CTA has at most 1024");
  if (l.block.x > 1024 || l.block.y > 1024 || l.block.z > 64) return fail("a block is at most 1024 x 1024 x 64 threads");
  if (l.grid.x > 0x7fffffffu || l.grid.y > 65535 || l.grid.z > 65535) return fail("a grid is at most 2147483647 x 65535 x 65535 blocks");
  if (l.dynamic_shared > 232448) return fail(std::to_string(l.dynamic_shared) + " bytes of dynamic shared memory: a CTA has at most 232448");
  const auto& r = f.reqntid;
  if (r[0] != 0 && (r[0] != l.block.x || std::max(r[1], 1u) != l.block.y || std::max(r[2], 1u) != l.block.z))
    return fail("kernel " + f.name + " requires a block of " + std::to_string(r[0]) + " x " + std::to_string(std::max(r[1], 1u)) + " x " + std::to_string(std::max(r[2], 1u)));
  return {};
}

/// The clusters of a launch: what it asks for, or what the kernel requires, or none.
result<void> set_clusters(const launch& l, const ptx::function& f, machine& m) {
  const auto& r = f.cluster;
  const dim3 required{r[0], std::max(r[1], 1u), std::max(r[2], 1u)};
  m.has_clusters = l.cluster.has_value() || r[0] != 0;
  m.cluster = l.cluster ? *l.cluster : r[0] != 0 ? required : dim3{};
  const dim3& c = m.cluster;
  const auto text = [](const dim3& d) { return std::to_string(d.x) + " x " + std::to_string(d.y) + " x " + std::to_string(d.z); };
  if (c.x == 0 || c.y == 0 || c.z == 0) return fail("a cluster dimension is 0");
  if (r[0] != 0 && !(c == required)) return fail("kernel " + f.name + " requires clusters of " + text(required) + " blocks");
  if (c.x > most_cluster_ctas || c.y > most_cluster_ctas || c.z > most_cluster_ctas || c.count() > most_cluster_ctas)
    return fail("a cluster of " + text(c) + " blocks: a device takes at most " + std::to_string(most_cluster_ctas));
  if (l.grid.x % c.x != 0 || l.grid.y % c.y != 0 || l.grid.z % c.z != 0)
    return fail("a grid of " + text(l.grid) + " blocks does not divide into clusters of " + text(c));
  return {};
}

std::vector<std::uint64_t> choose_ctas(const run_request& request, const launch& l, const std::vector<std::uint64_t>& wanted) {
  if (!wanted.empty()) return wanted;
  const std::uint64_t total = l.grid.count();
  std::vector<std::uint64_t> out;
  if (request.sample_blocks == 0 || request.sample_blocks >= total) {
    out.resize(total);
    for (std::uint64_t k = 0; k < total; ++k) out[k] = k;
    return out;
  }
  // First and last always: tails live there. The rest evenly spread.
  for (std::uint64_t k = 0; k < request.sample_blocks; ++k)
    out.push_back(request.sample_blocks == 1 ? 0 : static_cast<std::uint64_t>(static_cast<unsigned __int128>(k) * (total - 1) / (request.sample_blocks - 1)));
  return out;
}

/// Stores that tell who wrote a watched element.
void bind_watch(machine& m) {
  for (op& o : m.ops)
    if (o.bits != nullptr && o.addressing != addressing::slots && o.meaning.access == ptx::access::store && ptx::accesses_by_lane(o.meaning))
      o.fn = o.bits = memory_handler(memory_kind::store);
}

/// What the runs that ask where something came from put around instructions: outermost, so that they see what all else makes of them.
void bind_trails(wrapped_machine& m, const run_plan& plan, undefined_origins& undefined) {
  if (plan.inverts_nans) invert_nans(m, *plan.inverts_nans);
  if (plan.follows_nans) follow_nans(m);
  if (plan.follows_undefined) follow_undefined(m, undefined);
}

void bind_domain(wrapped_machine& m, const run_plan& plan, const function_code& kernel, vanishing_residuals& residuals, wide_integers& wide) {
  m.ops = m.code->ops;
  if (m.domain.bind != nullptr && plan.settles_residuals) residuals.mark(m, kernel);
  for (const std::uint32_t pc : plan.unforgiven) m.ops[pc].roles = role::unforgiven; // instead of what forgives its argument
  for (const std::uint32_t pc : plan.poles) m.ops[pc].roles.add(role::pole);
  for (const std::uint32_t pc : plan.decided_exactly) m.ops[pc].roles.add(role::decided_exactly);
  if (m.watched != nullptr) bind_watch(m);
  if (plan.watches_ends) m.partings = std::make_unique<warp_partings>(m.ops.size());
  for (op& o : m.ops)
    if (o.bits != nullptr && m.domain.bind != nullptr)
      if (const handler h = m.domain.bind(o)) o.fn = h;
  if (m.domain.bind != nullptr) mean_roles(m);
  if (plan.watches_ends) watch_integer_ranges(m), watch_loop_variables(m), watch_counters(m);
  if (plan.watches_conversions) watch_bit_conversions(m);
  if (plan.tracks_races) m.intervals.watch(*m.code);
  if (plan.records_sums) record_atomic_sums(m);
  if (plan.leaves_range) leave_range_otherwise(m, *plan.leaves_range);
  if (plan.orders_numbers) order_numbers(m, *plan.orders_numbers);
  if (m.domain.bind == nullptr) {
    if (plan.watches_losses) watch_losses(m), watch_wide_losses(m);
    lose_otherwise(m, plan.loses_otherwise);
    if (!wide.empty()) wide.follow(m);
    return;
  }
  if (plan.watches_ends) watch_lineage_ends(m);
  if (plan.follows_codes) watch_bit_orders(m);
  if (plan.watches_widths) watch_enclosure_widths(m);
  if (plan.lets_nans_through) let_nans_through(m, *plan.lets_nans_through);
  if (plan.lifts_clamp && plan.exact) m.lifted_clamp = *plan.lifts_clamp;
  else if (plan.lifts_clamp) let_infinities_through(m, m.ops[*plan.lifts_clamp]);
  if (plan.exact) place_exact_values(m, *plan.exact);
  if (plan.variant) place_variant(m, *plan.variant);
  if (plan.consumes) watch_consumption(m, *plan.consumes);
}

/// The program's literals as numbers of the domain, read as binary32.
void place_constant_numbers(machine& m) {
  if (m.domain.exact_constants == nullptr) return;
  if (m.domain.prepare != nullptr) m.domain.prepare(m.domain.parameter);
  const std::size_t count = m.code->constants.size() / slot_bytes;
  m.constants_space.resize(count * warp_size * static_cast<std::size_t>(m.domain.planes) + 8);
  std::uint64_t* to = m.constants_space.data();
  while (reinterpret_cast<std::uintptr_t>(to) % 64 != 0) ++to;
  m.domain.exact_constants(reinterpret_cast<const float*>(m.code->constants.data()), count, to);
  m.constant_numbers = to;
}

void collect(wrapped_machine& m, run_record& out) {
  for (auto& [key, r] : m.faults) out.faults.push_back(std::move(r));
  for (auto& [pc, r] : m.flips) out.flips.push_back(r);
  for (auto& [pc, r] : m.ties) out.ties.push_back(r);
  for (auto& [key, r] : m.events) out.events.push_back(r);
  for (auto& [pc, r] : m.ends) out.ends.push_back(r);
  out.changed += m.changed.load();
  for (auto& [key, r] : m.ranges) out.ranges.push_back(r);
  for (loss_record& r : losses_of(m)) out.losses.push_back(std::move(r));
  if (m.partings != nullptr) {
    const auto branches = m.partings->branches(), barriers = m.partings->barriers();
    out.parting_branches.insert(out.parting_branches.end(), branches.begin(), branches.end());
    out.halved_barriers.insert(out.halved_barriers.end(), barriers.begin(), barriers.end());
  }
  for (auto& [pc, r] : m.meetings) out.meetings.push_back(r);
  for (auto& [pc, r] : m.bit_orders) out.bit_orders.push_back(r);
  for (auto& [key, r] : m.bit_conversions) out.bit_conversions.push_back(r);
  for (auto& [pc, r] : m.absorbed_counts) out.absorbed_counts.push_back(r);
  constexpr std::uint64_t many_turns = 32;
  for (const auto& [pc, t] : m.error_terms)
    if (t.made >= many_turns && t.other == 0) out.idle_terms.push_back(pc);
    else if (t.missed != 0) out.missed_terms.push_back(pc);
  if (m.absorbed) out.absorbed = m.absorbed;
  if (m.consumed_error >= 0) out.consumed = m.consumed;
  if (m.opens && !out.opens) out.opens = m.opens;
  std::move(m.addends.begin(), m.addends.end(), std::back_inserter(out.addends));
  std::move(m.incomplete.begin(), m.incomplete.end(), std::back_inserter(out.incomplete));
  std::move(m.printed.begin(), m.printed.end(), std::back_inserter(out.printed));
  out.counts.instructions += m.counts.instructions;
  out.counts.fp_operations += m.counts.fp_operations;
  out.counts.fp_shadowed += m.counts.fp_shadowed;
  out.counts.cuts += m.counts.cuts;
  out.counts.near_ties += m.counts.near_ties;
  out.counts.ctas += m.counts.ctas;
}

/// Global memory is tracked for races within one launch: launches are ordered. Of what the launch may write, so many cells at most
/// get a record, for which 600 MB are enough where all are touched.
void reset_races(run_record& out, bool tracked, std::uint64_t most_tracked) {
  std::uint64_t cells = 0;
  for (const auto& r : out.memory->regions()) cells += r->writable ? r->cells() : 0;
  const std::uint64_t step = std::max<std::uint64_t>(1, (cells + most_tracked - 1) / most_tracked);
  for (auto& r : out.memory->regions()) {
    r->touched.clear();
    if (tracked && r->writable) r->touched.reset(r->cells(), step);
  }
  if (tracked) out.counts.race_step = std::max(out.counts.race_step, step);
}

} // namespace

domain_table no_shadow() { return {}; }

std::vector<std::byte> initial_bytes(const program& p, const ptx::variable& v) {
  std::vector<std::byte> out(std::max<std::uint64_t>(v.size, 1));
  std::copy_n(v.initial.begin(), std::min<std::uint64_t>(v.initial.size(), out.size()), out.begin());
  write_relocations(p, v, out);
  return out;
}

namespace {

/// Whether so many blocks can be run, or a sample of them; `named`: the plan says which.
result<void> check_amount(const program& code, const run_request& request, const launch& l, bool named) {
  if (request.sample_blocks != 0 && code.communicates && request.sample_blocks < l.grid.count())
    return fail("--blocks cannot sample a kernel whose CTAs communicate (atomics, volatile or acquire accesses)");
  if (request.sample_blocks == 0 && !named && l.grid.count() > most_ctas)
    return fail("a grid of " + std::to_string(l.grid.count()) + " blocks is more than can be run; --blocks samples it");
  return {};
}

/// Buffers whose contents are the next launch's input: exact, and nobody has written them. What was known of the numbers comes back in the end.
class given_buffers {
public:
  given_buffers(const std::vector<bool>& which, run_record& out) : which_(which), out_(out), known_(which.size()) {}
  void give() {
    for (std::size_t k = 0; k < which_.size(); ++k) {
      if (!which_[k]) continue;
      region& r = *out_.buffers[k];
      if (!r.shadow.empty()) known_[k] = std::move(r.shadow);
      r.shadow.reset(r.cells(), out_.planes);
      for (std::uint8_t& s : r.state) s &= 0x0f;
      r.input = true;
    }
  }
  /// Of those that nothing was written to since.
  void restore() {
    for (std::size_t k = 0; k < which_.size(); ++k)
      if (which_[k] && out_.buffers[k]->shadow.empty() && !known_[k].empty()) out_.buffers[k]->shadow = std::move(known_[k]);
  }

private:
  const std::vector<bool>& which_;
  run_record& out_;
  std::vector<shadow_memory> known_;
};

std::chrono::steady_clock::time_point deadline_of(const run_request& request, const run_plan& plan) {
  return std::chrono::steady_clock::now() + std::chrono::milliseconds(static_cast<long>(std::clamp(request.time_budget * plan.more_time, 0.0, 1e6) * 1000));
}

/// The kernel of this name, or the end of the module's functions.
auto entry_of(const program& code, const std::string& kernel) {
  const auto& functions = code.module->functions;
  return std::find_if(functions.begin(), functions.end(), [&](const ptx::function& f) { return f.is_entry && f.name == kernel; });
}

/// What is asked of a run, and where it is to be kept.
void take_plan(wrapped_machine& m, const run_plan& plan, run_record& out) {
  m.domain = plan.domain;
  m.judged = plan.judged;
  m.keeps_error_terms = plan.keeps_error_terms;
  if ((plan.exact && plan.exact->moved != 0) || plan.follows_codes) m.domain.tracks_input = true;
  m.follows_codes = plan.follows_codes;
  m.interrupt = plan.interrupt;
  m.tracks_races = plan.tracks_races;
  m.watched = plan.watched ? &*plan.watched : nullptr;
  if (!plan.race_addresses.empty()) m.races = &out.races, m.race_addresses = &plan.race_addresses;
  if (plan.follows_nans) m.nans = &out.nans;
}

/// `resident`: memory that is there already, or nullptr.
result<run_record> run(const program& code, const run_request& request, const run_plan& plan, global_memory* resident) {
  run_record out;
  out.memory = std::make_unique<global_memory>();
  out.planes = plan.domain.planes, out.layout = plan.domain.layout, out.domain = plan.domain.name;
  if (resident == nullptr) {
    place_globals(code, *out.memory, out.planes);
    place_buffers(request, out, plan.follows_codes);
  }
  if (auto ok = place_directions(plan, request, out); !ok) return tl::unexpected(ok.error());
  std::uint64_t budget = request.instruction_budget * plan.more_instructions;
  const auto deadline = deadline_of(request, plan);
  const std::uint32_t threads = request.threads != 0 ? request.threads : std::max(1u, std::thread::hardware_concurrency());
  vanishing_residuals residuals(code, request.launches.size());
  undefined_origins undefined(out.undefined);
  wide_integers wide(plan.loses_otherwise);
  given_buffers given(plan.given_between, out);
  for (std::size_t k = 0; k < request.launches.size(); ++k) {
    const launch& l = request.launches[k];
    if (k != 0) given.give();
    const auto it = entry_of(code, l.kernel);
    if (it == code.module->functions.end()) return fail("the module has no kernel '" + l.kernel + "'");
    if (auto ok = check_geometry(l, *it); !ok) return tl::unexpected(ok.error());
    if (auto ok = check_amount(code, request, l, k < plan.ctas.size() && !plan.ctas[k].empty()); !ok) return tl::unexpected(ok.error());
    wrapped_machine m;
    m.code = &code;
    m.geometry = &l;
    m.launch_index = static_cast<std::uint32_t>(k);
    if (auto ok = set_clusters(l, *it, m); !ok) return tl::unexpected(ok.error());
    m.global = resident != nullptr ? resident : out.memory.get();
    take_plan(m, plan, out);
    m.buffers = &request.buffers;
    m.seed = request.seed;
    m.budget = budget;
    m.deadline = deadline;
    place_constants(code, m);
    if (auto ok = set_symbols(code, l, m); !ok) return tl::unexpected(ok.error());
    if (auto ok = set_parameters(code, *it, l, out, m); !ok) return tl::unexpected(ok.error());
    const function_code& kernel = code.functions[static_cast<std::size_t>(it - code.module->functions.begin())];
    bind_domain(m, plan, kernel, residuals, wide);
    bind_trails(m, plan, undefined);
    place_constant_numbers(m);
    if (plan.meetings) decide_meetings(m, *plan.meetings);
    if (plan.moves_decimals) move_decimals(m);
    reset_races(out, plan.tracks_races && l.grid.count() * l.block.count() > 1, plan.judged.races_tracked);
    const auto ctas = choose_ctas(request, l, k < plan.ctas.size() ? plan.ctas[k] : std::vector<std::uint64_t>{});
    out.ctas_total += l.grid.count();
    run_launch(m, kernel, ctas, threads);
    budget -= std::min(budget, m.spent.load());
    collect(m, out);
    if (m.writer != nobody) out.writer = m.writer;
    out.interrupted |= m.interrupt != nullptr && m.interrupt->load();
    if (m.stop) break;
  }
  given.restore();
  return out;
}

} // namespace

result<run_record> run(const program& code, const run_request& request, const run_plan& plan) { return run(code, request, plan, nullptr); }

result<run_record> run_resident(const program& code, const run_request& request, global_memory& memory) {
  run_plan plan;
  plan.domain = no_shadow();
  plan.tracks_races = false;
  return run(code, request, plan, &memory);
}

} // namespace fpcheck::exec

#include "origins.hpp"

#include "account.hpp"
#include "common.hpp"
#include "float_indices.hpp"

#include <fpcheck/analysis/taken_nan.hpp>
#include <fpcheck/exec/fill_places.hpp>

#include <algorithm>
#include <cmath>
#include <optional>

namespace fpcheck::analysis {
namespace {

/// Lane-instructions that may be run again in one thread, in half a second, or in 10 s where one lane of a warp goes alone. It is about a place, and
/// never about a verdict.
constexpr std::uint64_t most_instructions = std::uint64_t{1} << 25;

/// One of a finding's places that a run is to tell more about.
struct asked_finding {
  finding* f = nullptr;
  std::uint32_t pc = exec::nobody; ///< that it was seen at; nobody for an output
};

std::vector<asked_finding> findings_of(session& s, rule r) {
  std::vector<asked_finding> out;
  s.findings.each([&](finding& f, std::uint32_t pc) {
    if (f.rule == r && (pc != exec::nobody || (!f.output.empty() && f.element))) out.push_back({&f, pc});
  });
  return out;
}

/// Of a run that the time has ended nothing is told: how far it came is another place on every machine.
std::optional<exec::run_record> whole(result<exec::run_record> run) {
  return run && !run->interrupted ? std::optional(*std::move(run)) : std::nullopt;
}

/// The launches as they were run first, by one thread: what comes first is the same in every run.
std::optional<exec::run_record> run_in_order(session& s, exec::run_plan plan) {
  exec::run_request request = s.request;
  request.threads = 1;
  return whole(s.meter.run(s.code, request, std::move(plan)));
}

/// Where what elements hold that is undefined came from: of the finding's element first, then of others, of few lines at most.
std::vector<std::uint32_t> origins_of_elements(const session& s, const exec::run_record& run, const finding& f) {
  constexpr std::size_t most = 3;
  std::vector<std::uint32_t> out;
  for (std::size_t k = 0; k < s.request.buffers.size() && k < run.buffers.size(); ++k) {
    if (s.request.buffers[k].name != f.output) continue;
    const exec::region& r = *run.buffers[k];
    const auto keep = [&](std::uint64_t cell) {
      const auto known = run.undefined.cells.find({&r, cell});
      if (known == run.undefined.cells.end() || known->second >= s.code.ops.size() || out.size() == most || std::find(out.begin(), out.end(), known->second) != out.end()) return;
      out.push_back(known->second);
    };
    keep(*f.element * tensor::size_of(s.request.buffers[k].type) / 4);
    for (std::uint64_t cell = 0; cell < r.state.size() && !out.empty(); ++cell)
      if ((r.state[cell] & 0x0fu) != 0) keep(cell);
  }
  return out;
}

/// Names behind the read the store that leaves unwritten what the instruction at `read` finds so, and what decides how far that goes: which of the two is to
/// be mended nobody knows. Where accesses race, the store may come yet.
void name_fill(session& s, const exec::run_record& run, finding& f, std::uint32_t read) {
  if (!findings_of(s, rule::race).empty()) return;
  const auto store = exec::fill_of(run.undefined, read);
  const auto there = store ? stack_of(s.code, store->pc) : std::vector<frame>();
  const auto at = stack_of(s.code, read);
  if (there.empty() || there.front().line == 0 || at.empty()) return;
  const std::size_t thread = std::min(f.message.rfind(" (block ("), f.message.size());
  f.message.insert(thread, "; line " + std::to_string(there.front().line) + " leaves a part of shared memory unwritten, which line " + std::to_string(at.front().line) + " reads");
  add_place(f, s.code, store->pc, "the rest of the array is written");
  const std::vector<std::uint32_t> deciders = store->by_all ? std::vector<std::uint32_t>() : exec::deciders_of(s.code, store->pc);
  if (!deciders.empty()) add_place(f, s.code, deciders[0], "it is decided how much is written");
}

void name_undefined_elements(session& s, const exec::run_record& run, finding& f) {
  const std::vector<std::uint32_t> origins = origins_of_elements(s, run, f);
  if (origins.empty()) return;
  put_first(f, s.code, origins[0], "what nothing wrote is stored");
  for (std::size_t k = 1; k < origins.size(); ++k) add_place(f, s.code, origins[k], "of other elements it is read first");
  name_fill(s, run, f, origins[0]);
}

/// Says in the message in which line an undefined value decides, where the finding's own place becomes another one.
void tell_use(finding& f, const exec::program& p, std::uint32_t origin) {
  const auto there = stack_of(p, origin);
  const std::size_t thread = f.message.rfind(" (block (");
  if (thread == std::string::npos || there.empty() || f.stack.empty() || f.stack.front().line == 0 || there.front().line == 0) return;
  if (there.front().line == f.stack.front().line && there.front().file == f.stack.front().file) return;
  f.message.insert(thread, " in line " + std::to_string(f.stack.front().line));
}

void name_undefined(session& s) {
  const std::vector<asked_finding> all = findings_of(s, rule::uninitialised);
  if (all.empty()) return;
  exec::run_plan plan = plan_for(s, exec::ball_shadow());
  plan.follows_undefined = true;
  const auto run = run_in_order(s, std::move(plan));
  if (!run) return;
  for (const asked_finding& x : all) {
    if (x.pc == exec::nobody) {
      name_undefined_elements(s, *run, *x.f);
    } else if (const auto used = run->undefined.uses.find(x.pc); used != run->undefined.uses.end()) {
      tell_use(*x.f, s.code, used->second);
      put_first(*x.f, s.code, used->second, "it is used");
      name_fill(s, *run, *x.f, used->second);
    }
  }
}

std::string name_of_access(const exec::op& o) {
  switch (o.meaning.access) {
  case ptx::access::store: return "write";
  case ptx::access::load: return "read";
  case ptx::access::atomic: return "atomic";
  default: return "access";
  }
}

/// Says in the message which line the other access is in, instead of those that it may be in.
void tell_line(finding& f, const exec::program& p, std::uint32_t other) {
  const auto stack = stack_of(p, other);
  if (stack.empty() || stack.front().line == 0) return;
  const std::size_t thread = std::min(f.message.rfind(" (block ("), f.message.size()), guess = std::min(f.message.find("; that access is in line "), thread);
  f.message.replace(guess, thread - guess, "; that access is in line " + std::to_string(stack.front().line));
}

bool orders(const exec::op& o) { return o.meaning.operation == ptx::operation::barrier; }

/// Behind the accesses of a race in shared memory: the stretch of code without a barrier that they lie in, from the first access behind the barrier
/// before them to the barrier that comes after. Whichever two the machine met first, the barrier is missing somewhere in between.
void name_stretch(finding& f, const exec::program& p, std::uint32_t one, std::uint32_t other) {
  const auto in_one = [&](const exec::function_code& c) { return std::max(one, other) < c.first + c.count && std::min(one, other) >= c.first; };
  const auto code = std::find_if(p.functions.begin(), p.functions.end(), in_one);
  if (code == p.functions.end() || p.ops[one].space != exec::space::shared) return;
  std::uint32_t first = std::min(one, other);
  for (std::uint32_t pc = first; pc-- > code->first && !orders(p.ops[pc]);)
    if (p.ops[pc].space == exec::space::shared && p.ops[pc].meaning.access != ptx::access::none) first = pc;
  add_place(f, p, first, "from here on no barrier of the block orders what is accessed");
  for (std::uint32_t pc = std::max(one, other); pc < code->first + code->count; ++pc)
    if (orders(p.ops[pc])) return add_place(f, p, pc, "the next barrier is");
}

/// Names both accesses: the write first, or of two writes the later one, in which the race was seen.
void name_both(finding& f, const exec::program& p, std::uint32_t seen, std::uint32_t other) {
  const std::string mine = name_of_access(p.ops[seen]), its = name_of_access(p.ops[other]);
  tell_line(f, p, other);
  if (mine == "read") put_first(f, p, other, "the read that meets it is");
  else add_place(f, p, other, "the " + its + " that it meets is");
  name_stretch(f, p, seen, other);
}

void name_races(session& s) {
  std::vector<asked_finding> all = findings_of(s, rule::race);
  std::erase_if(all, [](const asked_finding& x) { return x.pc == exec::nobody; });
  if (all.empty()) return;
  exec::run_plan plan = plan_for(s, exec::no_shadow());
  plan.tracks_races = true;
  for (const asked_finding& x : all) plan.race_addresses.push_back(x.f->address.value_or(0) & ~std::uint64_t{3});
  std::sort(plan.race_addresses.begin(), plan.race_addresses.end());
  const auto run = run_in_order(s, std::move(plan));
  if (!run) return;
  for (const asked_finding& x : all)
    if (const auto other = run->races.partners.find(x.pc); other != run->races.partners.end()) name_both(*x.f, s.code, x.pc, other->second);
}

/// The comparison or rounding that a finding stands at; nothing where several instructions have its line of PTX.
std::optional<std::uint32_t> decision_of(const exec::program& p, const finding& f) {
  std::optional<std::uint32_t> out;
  for (const exec::op& o : p.ops) {
    if (o.ptx_line != f.ptx_line || f.ptx_line == 0) continue;
    if (out) return std::nullopt;
    out = o.pc;
  }
  return out;
}

/// What the blame domain tells of a number that an instruction consumes.
struct consumed_account {
  account of;
  double computed = 0;
};
std::optional<consumed_account> account_of_consumed(session& s, const exec::consumed_number& wanted) {
  exec::run_plan plan = plan_for(s, exec::blame_shadow());
  plan.consumes = wanted;
  plan.more_instructions = 2;
  const auto run = whole(s.meter.run(s.code, s.request, std::move(plan)));
  if (!run || !run->consumed || run->consumed->words.empty()) return std::nullopt;
  return consumed_account{exec::element_shadow(*run, *run->consumed).account(), run->consumed->computed};
}

/// Behind what exact arithmetic decides otherwise: where most of the error of the number was made that it hangs on, and what let that through.
void name_error(session& s, finding& f, const exec::consumed_number& wanted) {
  const auto known = account_of_consumed(s, wanted);
  if (!known || !(std::fabs(known->computed) < INFINITY)) return;
  const account& a = known->of;
  if (!a.parts.empty()) add_place(f, s.code, a.parts[0].first, "most of the error that it hangs on was made");
  const double error = std::fabs(known->computed - a.exact);
  if (a.amplifier >= 0 && a.let_through >= s.by.judged.cancellation_part * error && a.growth >= s.by.judged.cancellation_growth)
    add_place(f, s.code, static_cast<std::uint32_t>(a.amplifier), "a subtraction left little of the value but error");
}

/// Behind the conversion of a NaN to an integer: where it was made.
void name_birth(session& s, finding& f, const exec::consumed_number& wanted) {
  const auto known = account_of_consumed(s, wanted);
  if (known && known->of.birth >= 0) add_place(f, s.code, static_cast<std::uint32_t>(known->of.birth), "the NaN was made");
}

void name_decision(session& s, finding& f) {
  const auto pc = decision_of(s.code, f);
  if (!pc || !f.thread) return;
  exec::consumed_number wanted;
  wanted.pc = *pc;
  std::copy_n(f.thread->cta, 3, wanted.cta), std::copy_n(f.thread->thread, 3, wanted.thread);
  name_error(s, f, wanted);
}

bool is_at(const exec::program& p, std::uint32_t pc, const frame& where) {
  const auto stack = stack_of(p, pc);
  return !stack.empty() && stack.front().line == where.line && stack.front().file == where.file;
}

/// The instruction that takes a function's argument to be zero: the function itself, or the comparison before a library's choice of its infinity.
std::uint32_t asks_for_zero(const exec::program& p, const exec::op& o) {
  if ((ptx::has_pole(o.meaning) || o.meaning.operation == ptx::operation::quotient) && o.a) return o.pc;
  if (!o.roles.has(exec::role::pole) || !o.pa) return exec::nobody;
  for (std::uint32_t pc = o.pc; pc-- > 0 && p.ops[pc].block == o.block;)
    if (p.ops[pc].pd && p.ops[pc].pd.index == o.pa.index) return p.ops[pc].meaning.operation == ptx::operation::comparison ? pc : exec::nobody;
  return exec::nobody;
}

/// Of the infinity or NaN of a logarithm or a quotient: what the machine took for zero there, with what exact arithmetic has.
std::vector<consumed_account> zero_arguments(session& s, const finding& f) {
  constexpr std::size_t most = 3;
  std::vector<consumed_account> out;
  std::size_t tried = 0;
  for (const exec::op& o : s.code.ops) {
    const std::uint32_t asks = f.stack.empty() ? exec::nobody : asks_for_zero(s.code, o);
    if (asks == exec::nobody || !is_at(s.code, o.pc, f.stack.front()) || tried++ >= most) continue;
    exec::consumed_number wanted;
    wanted.pc = asks, wanted.any_zero = true;
    if (auto known = account_of_consumed(s, wanted); known && known->computed == 0) out.push_back(*std::move(known));
  }
  return out;
}

/// Behind the infinity or NaN of a function whose argument is not zero in exact arithmetic: where that became zero.
void name_underflow(session& s, finding& f) {
  for (const consumed_account& x : zero_arguments(s, f))
    if (x.of.exact != 0 && std::fabs(x.of.exact) < INFINITY && !x.of.parts.empty())
      return add_place(f, s.code, x.of.parts[0].first, "the argument, " + number_text(x.of.exact) + " in exact arithmetic, became 0");
}

/// Behind an infinity or NaN that an output does not show, or that others decide on: the minimum, maximum or comparison that took it away.
void name_taken(session& s, finding& f) {
  for (std::uint32_t k = 0; k < s.request.buffers.size() && f.element; ++k)
    if (s.request.buffers[k].name == f.output) return name_taken_nan(f, s.code, s.request, k, *f.element, s.result, s.meter.left());
}

void name_causes(session& s) {
  std::size_t tried = 0;
  s.findings.each([&](finding& f, std::uint32_t pc) {
    const bool asks = f.rule == rule::out_of_bounds || f.rule == rule::nan_born;
    const auto index = asks ? s.consumed.find(pc) : s.consumed.end();
    const bool decides = f.rule == rule::branch_flip, born = f.rule == rule::inf_born || f.rule == rule::nan_born || f.rule == rule::overflow;
    const bool indexes = index != s.consumed.end();
    if ((!decides && !born && !indexes) || tried++ >= s.by.judged.causes_tried || s.meter.is_spent()) return;
    if (decides) name_decision(s, f);
    else if (born && indexes) name_birth(s, f, index->second);
    else if (born) name_underflow(s, f), name_taken(s, f);
    else name_error(s, f, index->second);
  });
}

} // namespace

void name_float(session& s, const exec::run_record& run, const exec::fault_record& fault, finding& f) {
  const exec::end_record* const made = made_of_float(s.code, run, fault);
  if (made == nullptr) return;
  f.message += exact_index(s.code, run, fault);
  add_place(f, s.code, made->pc, "its index becomes an integer");
  if (made->otherwise == 0) return;
  exec::consumed_number& from = s.consumed[fault.pc];
  from.pc = made->pc;
  std::copy_n(made->cta, 3, from.cta), std::copy_n(made->thread, 3, from.thread);
}

bool is_infinite_at_zero(session& s, const finding& f) {
  const std::vector<consumed_account> all = zero_arguments(s, f);
  return !all.empty() && std::all_of(all.begin(), all.end(), [](const consumed_account& x) { return x.of.exact == 0; });
}

void name_origins(session& s) {
  if (s.meter.is_spent() || s.result.coverage.instructions > most_instructions) return;
  name_undefined(s);
  name_races(s);
  name_causes(s);
}

} // namespace fpcheck::analysis

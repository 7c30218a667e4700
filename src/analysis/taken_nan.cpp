#include <fpcheck/analysis/taken_nan.hpp>

#include "literal_nonfinites.hpp"
#include "outputs.hpp"
#include "places.hpp"
#include "run_meter.hpp"

#include <fpcheck/exec/run.hpp>
#include <fpcheck/tensor/array.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <set>

namespace fpcheck::analysis {
namespace {

constexpr std::size_t places_tried = 4;
/// Lane-instructions of launches that are run so often again in one thread, in half a second, or in 10 s where one lane of a warp goes alone. It is
/// about a place, and never about a verdict.
constexpr std::uint64_t most_instructions = std::uint64_t{1} << 23;
/// A launch of no more is looked at whether or not anything speaks of a NaN: one that the kernel made and took away itself leaves no trace.
constexpr std::uint64_t few_instructions = std::uint64_t{1} << 18;

/// Of the places that take NaNs away those of the thread that wrote the element, or else of its block, or else all, the first ones first.
std::vector<std::uint32_t> candidates_of(const exec::nan_trail& t) {
  std::vector<std::uint32_t> out;
  const auto take = [&](auto counts) {
    for (const exec::nan_trail::taken& x : t.all)
      if (counts(x) && std::find(out.begin(), out.end(), x.pc) == out.end() && out.size() < places_tried) out.push_back(x.pc);
  };
  if (t.has_writer) take([&](const exec::nan_trail::taken& x) { return x.cta == t.cta && x.thread == t.thread; });
  if (t.has_writer && out.empty()) take([&](const exec::nan_trail::taken& x) { return x.cta == t.cta; });
  if (out.empty()) take([](const exec::nan_trail::taken&) { return true; });
  return out;
}

bool compares(const exec::op& o) { return o.meaning.operation == ptx::operation::comparison; }

exec::run_plan plan_of(exec::domain_table domain, const std::vector<std::uint64_t>& blocks) {
  exec::run_plan plan;
  plan.domain = domain;
  plan.tracks_races = false;
  if (!blocks.empty()) plan.ctas = {blocks};
  return plan;
}

bool holds_nan(const exec::buffer& b) {
  if (b.role == exec::buffer_role::output || number_of(b.type) == exec::number::none) return false;
  const std::uint64_t bytes = tensor::size_of(b.type);
  for (std::uint64_t at = 0; at + bytes <= b.data.size(); at += bytes)
    if (std::isnan(tensor::decode(b.type, tensor::load_code(b.type, b.data.data() + at)))) return true;
  return false;
}

/// " ('x' holds some)", where one input alone has NaNs: which one is taken away may be another, of the kernel's own making.
std::string name_of_holder(const exec::run_request& request) {
  const exec::buffer* holder = nullptr;
  for (const exec::buffer& b : request.buffers) {
    if (!holds_nan(b)) continue;
    if (holder != nullptr) return {};
    holder = &b;
  }
  return holder != nullptr ? " ('" + holder->name + "' holds some)" : std::string();
}

/// Whether there is any: the mismatch is of one, a finding tells of one, or somebody wrote one, into the source or the data.
bool may_meet_nans(const finding& f, const exec::program& code, const exec::run_request& request, const run_result& before) {
  const auto tells_of_one = [](const finding& x) { return x.rule == rule::nan_born; };
  return std::isnan(f.computed) || std::isnan(f.exact) || std::any_of(before.findings.begin(), before.findings.end(), tells_of_one) ||
         literal_nonfinites(code, request, {}).meant(NAN);
}

bool came_to_end(const result<exec::run_record>& run) { return run && run->incomplete.empty() && !run->interrupted; }

/// Which instructions of its function the values that `writer` stores are computed by, as they are written.
class written_slice {
public:
  written_slice(const exec::program& code, std::uint32_t writer) {
    const auto holds_it = [&](const exec::function_code& c) { return writer >= c.first && writer < c.first + c.count; };
    const auto f = std::find_if(code.functions.begin(), code.functions.end(), holds_it);
    if (f == code.functions.end()) return;
    for (const exec::ref& r : code.ops[writer].list) want(r);
    want(code.ops[writer].b);
    for (std::size_t before = 0; before != size();) {
      before = size();
      for (std::uint32_t pc = f->first; pc < f->first + f->count; ++pc) take(code.ops[pc]);
    }
  }
  bool contains(std::uint32_t pc) const { return taken_.contains(pc); }

private:
  std::size_t size() const { return registers_.size() + predicates_.size(); }
  void want(const exec::ref& r) {
    if (r.where == exec::pool::frame) registers_.insert(r.offset);
  }
  void want(const exec::predicate_ref& p) {
    if (p) predicates_.insert(p.index);
  }
  void take(const exec::op& o) {
    const auto makes = [&](const exec::ref& r) { return r.where == exec::pool::frame && registers_.contains(r.offset); };
    const auto decides = [&](const exec::predicate_ref& p) { return p && predicates_.contains(p.index); };
    if (!makes(o.d) && !makes(o.d2) && !decides(o.pd) && !decides(o.pd2)) return;
    taken_.insert(o.pc);
    if (o.meaning.access != ptx::access::none) return; // from memory: another's number
    for (const exec::ref& r : {o.a, o.b, o.c, o.e}) want(r);
    for (const exec::predicate_ref& p : {o.pa, o.pb, o.guard}) want(p);
  }

  std::set<std::uint32_t> registers_, predicates_, taken_;
};

/// Names the place at `pc`, in the message and behind the finding's own.
void tell_taken(finding& f, const exec::program& code, const exec::run_request& request, std::uint32_t pc, const std::string& role) {
  const auto stack = stack_of(code, pc);
  if (stack.empty() || stack.front().line == 0) return;
  const std::string does = compares(code.ops[pc]) ? " decides a comparison" : " is taken away by a minimum or maximum";
  const std::string where = " in line " + std::to_string(stack.front().line);
  const bool told = f.message.find(where + ' ') != std::string::npos || f.message.ends_with(where);
  if (!told) f.message += "; a NaN" + name_of_holder(request) + does + where;
  add_place(f, code, pc, role);
}

} // namespace

void name_taken_nan(finding& f, const exec::program& code, const exec::run_request& request, std::uint32_t buffer, std::uint64_t index,
                    const run_result& before, double seconds, const std::vector<std::uint64_t>& blocks) {
  if (before.coverage.instructions > most_instructions || (before.coverage.instructions > few_instructions && !may_meet_nans(f, code, request, before))) return;
  run_meter meter(seconds, {});
  const std::uint64_t bytes = tensor::size_of(request.buffers[buffer].type);
  exec::run_plan plan = plan_of(exec::no_shadow(), blocks);
  plan.follows_nans = true;
  plan.watched = exec::element_place{buffer, index * bytes, bytes};
  exec::run_request bounded = request;
  bounded.threads = 1;
  bounded.instruction_budget = std::min(bounded.instruction_budget, most_instructions); // of what only a card has run nobody has counted them
  const auto first = meter.run(code, bounded, plan);
  if (!came_to_end(first) || first->nans.all.empty()) return;
  bounded.instruction_budget = std::min(request.instruction_budget, 4 * first->counts.instructions + 1000000); // the other way may be endless
  const auto element = [&](const exec::run_record& run) { return run.buffers[buffer]->data.data() + index * bytes; };
  for (const std::uint32_t pc : candidates_of(first->nans)) {
    exec::run_plan other = plan_of(compares(code.ops[pc]) ? exec::no_shadow() : exec::wide_shadow(), blocks);
    (compares(code.ops[pc]) ? other.inverts_nans : other.lets_nans_through) = pc;
    const auto run = meter.run(code, bounded, other);
    if (meter.is_spent()) return;
    if (!came_to_end(run) || std::memcmp(element(*first), element(*run), bytes) == 0) continue;
    return tell_taken(f, code, request, pc, compares(code.ops[pc]) ? "a NaN decides a comparison" : "a NaN is taken away");
  }
  // Nothing else comes of it there: what the element is computed from is all that can be said.
  const written_slice behind(code, first->writer);
  const auto is_behind = [&](const exec::nan_trail::taken& x) {
    return x.cta == first->nans.cta && x.thread == first->nans.thread && !compares(code.ops[x.pc]) && behind.contains(x.pc);
  };
  for (const exec::nan_trail::taken& x : first->nans.all)
    if (is_behind(x)) return tell_taken(f, code, request, x.pc, "on its way a NaN is taken away");
}

} // namespace fpcheck::analysis

#include "float_indices.hpp"

#include "common.hpp"
#include "places.hpp"

#include <fpcheck/exec/fill_places.hpp>

#include <algorithm>
#include <cstdio>
#include <set>
#include <tuple>

namespace fpcheck::analysis {
namespace {

/// The instructions of a function before `pc` that the address of the access there is computed by, as they are written.
std::set<std::uint32_t> address_slice(const exec::program& code, std::uint32_t pc) {
  std::set<std::uint32_t> out;
  const auto f = std::find_if(code.functions.begin(), code.functions.end(), [&](const exec::function_code& c) { return pc >= c.first && pc < c.first + c.count; });
  if (f == code.functions.end()) return out;
  using place = std::pair<exec::pool, std::uint32_t>;
  std::set<place> wanted{{code.ops[pc].a.where, code.ops[pc].a.offset}};
  for (std::uint32_t k = pc; k-- > f->first;) {
    const exec::op& o = code.ops[k];
    const auto makes = [&](const exec::ref& r) { return r && wanted.contains({r.where, r.offset}); };
    if (!makes(o.d) && !makes(o.d2)) continue;
    out.insert(k);
    if (o.meaning.access == ptx::access::load && o.space != exec::space::param) continue; // from memory: another's number
    for (const exec::ref& r : {o.a, o.b, o.c, o.e})
      if (r) wanted.insert({r.where, r.offset});
  }
  return out;
}

/// What decides which lanes execute an access and where they go, as it is written: predicates too.
class deciding_slice {
public:
  deciding_slice(const exec::program& code, std::uint32_t pc) : code_(code) {
    const auto f = std::find_if(code.functions.begin(), code.functions.end(), [&](const exec::function_code& c) { return pc >= c.first && pc < c.first + c.count; });
    if (f == code.functions.end()) return;
    want(code.ops[pc].a), want(code.ops[pc].guard);
    std::uint32_t last = pc;
    if (const auto by = exec::deciders_of(code, pc); !by.empty()) take(by[0]), last = std::max(last, by[0]);
    for (std::uint32_t k = last; k-- > f->first;)
      if (makes_wanted(code.ops[k])) take(k);
  }
  const std::set<std::uint32_t>& all() const { return all_; }

private:
  void want(const exec::ref& r) {
    if (r) registers_.insert({r.where, r.offset});
  }
  void want(const exec::predicate_ref& p) {
    if (p) predicates_.insert(p.index);
  }
  bool makes_wanted(const exec::op& o) const {
    const auto makes = [&](const exec::ref& r) { return r && registers_.contains({r.where, r.offset}); };
    const auto decides = [&](const exec::predicate_ref& p) { return p && predicates_.contains(p.index); };
    return makes(o.d) || makes(o.d2) || decides(o.pd) || decides(o.pd2);
  }
  void take(std::uint32_t pc) {
    const exec::op& o = code_.ops[pc];
    if (!all_.insert(pc).second) return;
    want(o.pa), want(o.pb), want(o.guard);
    const bool numbers = o.meaning.takes == ptx::content::real; // what they are made of is their own matter
    if (numbers || o.meaning.access != ptx::access::none) return;
    for (const exec::ref& r : {o.a, o.b, o.c, o.e}) want(r);
  }

  const exec::program& code_;
  std::set<std::pair<exec::pool, std::uint32_t>> registers_;
  std::set<std::uint32_t> predicates_, all_;
};

bool same_thread(const exec::end_record& e, const exec::fault_record& f) { return std::equal(e.cta, e.cta + 3, f.cta) && std::equal(e.thread, e.thread + 3, f.thread); }

} // namespace

const exec::end_record* made_of_float(const exec::program& code, const exec::run_record& run, const exec::fault_record& fault) {
  if (fault.kind != exec::fault::out_of_bounds && fault.kind != exec::fault::null_access) return nullptr;
  const std::set<std::uint32_t> slice = address_slice(code, fault.pc);
  const exec::end_record* found = nullptr;
  for (const exec::end_record& e : run.ends)
    if (e.kind == exec::end_kind::conversion && slice.contains(e.pc) && (found == nullptr || e.otherwise > found->otherwise)) found = &e;
  return found;
}

std::vector<std::uint32_t> decided_by_numbers(const exec::program& code, std::uint32_t store) {
  constexpr std::size_t most_lines = 2;
  std::vector<std::uint32_t> out;
  std::set<std::pair<std::string, std::uint32_t>> lines;
  const deciding_slice slice(code, store);
  for (const std::uint32_t pc : slice.all()) {
    const ptx::meaning& m = code.ops[pc].meaning;
    if (m.takes != ptx::content::real || (m.operation != ptx::operation::comparison && m.operation != ptx::operation::to_integer)) continue;
    const auto stack = stack_of(code, pc);
    if (!stack.empty() && stack.front().line != 0 && lines.insert({stack.front().file, stack.front().line}).second) out.push_back(pc);
  }
  return out.size() <= most_lines ? out : std::vector<std::uint32_t>{};
}

std::string exact_index(const exec::program& code, const exec::run_record& run, const exec::fault_record& fault) {
  const exec::end_record* const found = made_of_float(code, run, fault);
  if (found == nullptr) return {};
  const auto stack = stack_of(code, found->pc);
  const std::string line = stack.empty() ? std::string("a float") : "the float in line " + std::to_string(stack.front().line);
  if (found->otherwise == 0) return found->decided == found->count ? "; the index is from " + line + ", and exact arithmetic gives the same" : "";
  const std::string who = same_thread(*found, fault) ? std::string() : ", in another thread,";
  return "; the index is from " + line + ":" + who + " " + number_text(found->computed[0]) + " is rounded to " + number_text(found->computed[1]) + ", exact arithmetic rounds " +
         number_text(found->exact[0]) + " to " + number_text(found->exact[1]);
}

} // namespace fpcheck::analysis

#include "free_run.hpp"

#include "blame.hpp"
#include "common.hpp"
#include "faults.hpp"
#include "free_differences.hpp"
#include "range_ends.hpp"

#include <fpcheck/exec/singles.hpp>
#include <fpcheck/exec/iteration_ends.hpp>
#include <fpcheck/exec/range_ends.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <span>

namespace fpcheck::analysis {
namespace {

exec::exact_plan only(std::uint32_t pc) {
  exec::exact_plan plan;
  plan.only = {pc};
  return plan;
}

class free_run {
public:
  free_run(const exec::program& code, const exec::run_request& request, const exec::run_record& first, const std::vector<judged_output>& outputs, const terms& by,
           const free_replays& replays)
      : code_(code), request_(request), first_(first), outputs_(outputs), by_(by), replays_(replays), iteration_ends_(exec::find_iteration_ends(code)), range_ends_(exec::find_range_ends(code)) {
    by_.sums_singles = sums_singles();
  }

  result<free_outcome> judge() {
    count_ends();
    if (open_ == 0 && !has_lost()) return std::move(out_);
    auto exactly = replays_.exactly({});
    if (!exactly) return tl::unexpected(exactly.error());
    if (!came_to_its_end(*exactly)) return cut_short(*exactly);
    free_differences differences(request_, first_, *exactly, outputs_, by_);
    // Of many near-ties a few fall the same way in every run: as long as most are excused, more runs tell.
    const auto goes_on = [&](std::uint32_t k) { return k < by_.judged.moved_runs || (k < by_.judged.moved_runs_factor * by_.judged.moved_runs && differences.excused() > differences.count()); };
    for (std::uint32_t k = 0; differences.any() && goes_on(k); ++k) {
      exec::exact_plan plan;
      plan.moved = by_.judged.moved_by, plan.moves_all = !meets_ties(), plan.copy = k;
      const auto moved = replays_.exactly(plan);
      if (!moved) return tl::unexpected(moved.error());
      if (came_to_its_end(*moved)) differences.excuse(*moved);
    }
    out_.cleared = differences.cleared();
    if (const auto nan = judge_nans(); !nan) return tl::unexpected(nan.error());
    else if (*nan) return std::move(out_);
    if (const auto hidden = judge_range_ends(*exactly); !hidden) return tl::unexpected(hidden.error());
    else if (*hidden) return std::move(out_);
    if (!differences.any()) {
      if (const auto told = judge_undecided(); !told) return tl::unexpected(told.error());
      else if (*told) return std::move(out_);
      (differences.excused() != 0 ? out_.ends.near_ties : out_.ends.equal) += open_;
      return std::move(out_);
    }
    if (auto ok = find_causes(differences); !ok) return tl::unexpected(ok.error());
    return std::move(out_);
  }

private:
  /// Whether numbers in binary32 were judged where they were converted to fixed point, and no bits of numbers became integers beside them.
  bool sums_singles() const {
    const auto of_bits = [](const exec::end_record& e) { return e.kind == exec::end_kind::bits && e.open() != 0; };
    if (std::any_of(first_.ends.begin(), first_.ends.end(), of_bits)) return false;
    const std::vector<bool> addends = exec::find_fixed_point_addends(code_);
    return std::any_of(first_.ends.begin(), first_.ends.end(), [&](const exec::end_record& e) { return addends[e.pc] && e.anchored != 0; });
  }
  void count_ends() {
    for (const exec::end_record& e : first_.ends) {
      out_.ends.decided += e.decided, out_.ends.anchored += e.anchored;
      (iteration_ends_[e.pc] ? out_.ends.anchored : open_) += e.open();
    }
  }
  /// Whether exact operands meet, or are integers, where the machine's are not: then inputs that look exact are taken for exact.
  bool meets_ties() const {
    return std::any_of(first_.ends.begin(), first_.ends.end(), [&](const exec::end_record& e) {
      const double close = by_.judged.tie_distance;
      if (e.open() == 0) return false;
      if (e.kind == exec::end_kind::conversion) return std::fabs(e.exact[0] - std::nearbyint(e.exact[0])) <= close * std::max(1.0, std::fabs(e.exact[0]));
      return e.kind == exec::end_kind::comparison && std::fabs(e.exact[0] - e.exact[1]) <= close * std::fabs(e.exact[0]);
    });
  }
  bool has_lost() const {
    return std::any_of(outputs_.begin(), outputs_.end(), [](const judged_output& o) {
      return std::any_of(o.remarkable.begin(), o.remarkable.end(), [](const judged_element& e) { return e.state == element_state::lost; });
    });
  }

  /// Comparisons and roundings to integers that the enclosures leave open.
  std::vector<const exec::end_record*> undecided_ends() const {
    std::vector<const exec::end_record*> out;
    for (const exec::end_record& e : first_.ends) {
      const bool rounds = e.kind == exec::end_kind::conversion, compares = e.kind == exec::end_kind::comparison && code_.ops[e.pc].meaning.operation == ptx::operation::comparison;
      if ((rounds || compares) && !iteration_ends_[e.pc] && e.open() > e.otherwise + e.unordered && out.size() < by_.judged.causes_tried) out.push_back(&e);
    }
    return out;
  }
  /// What is left where these are taken the other way; nothing where that does not come to an end.
  result<std::optional<exec::run_record>> taken_otherwise(std::span<const exec::end_record* const> ends) const {
    exec::exact_plan plan;
    plan.tries_other = true;
    for (const exec::end_record* e : ends) plan.only.push_back(e->pc);
    auto other = replays_.exactly(plan);
    if (!other) return tl::unexpected(other.error());
    return came_to_its_end(*other) ? std::optional(*std::move(other)) : std::nullopt;
  }

  /// What the enclosures leave open, tried the other way: roundings all at once, and each alone only where that changes something; comparisons each
  /// alone, as two that are taken otherwise together may make up for each other. True where an output is told as incomplete.
  result<bool> judge_undecided() {
    std::vector<const exec::end_record*> open = undecided_ends();
    const auto roundings = std::stable_partition(open.begin(), open.end(), [](const exec::end_record* e) { return e->kind != exec::end_kind::conversion; });
    if (open.end() - roundings > 1) {
      const auto all = taken_otherwise(std::span(roundings, open.end()));
      if (!all) return tl::unexpected(all.error());
      if (*all && !free_differences(request_, first_, **all, outputs_, by_).any() && !first_unknown(**all)) open.erase(roundings, open.end());
    }
    for (const exec::end_record* const end : open) {
      const exec::end_record& e = *end;
      const bool rounds = e.kind == exec::end_kind::conversion;
      const auto other = taken_otherwise(std::span(&end, 1));
      if (!other) return tl::unexpected(other.error());
      if (!*other) continue;
      const free_differences differences(request_, first_, **other, outputs_, by_);
      const auto lost = differences.any() ? std::nullopt : first_unknown(**other);
      if (!differences.any() && !lost) continue;
      const output_place place = lost ? *lost : output_place{differences.worst().buffer, differences.worst().index};
      if (const auto told = tell_underflow(e, place); !told || *told) return told;
      incomplete_note n;
      n.what = request_.buffers[place.buffer].name + "[" + std::to_string(place.index) + "] depends on " +
               (rounds ? "the integer that " + number_text(e.computed[0]) + " becomes" : "a comparison of " + number_text(e.computed[0]) + " and " + number_text(e.computed[1])) +
               ", which exact arithmetic may have the other way round: its enclosures do not tell";
      n.stack = stack_of(code_, e.pc), n.ptx_line = code_.ops[e.pc].ptx_line;
      out_.incomplete.push_back(std::move(n));
      out_.ends.incomplete += open_;
      return true;
    }
    return false;
  }
  /// Where the machine decides by a zero that is none in exact arithmetic, and so small that enclosures do not tell it from one.
  result<bool> tell_underflow(const exec::end_record& e, const output_place& place) {
    if (!((e.computed[0] == 0 && e.exact[0] != 0) || (e.computed[1] == 0 && e.exact[1] != 0))) return false;
    free_difference d;
    d.buffer = place.buffer, d.index = place.index;
    auto f = finding_of_number(e, d);
    if (!f) return tl::unexpected(f.error());
    if (!*f || (*f)->computed != 0) return false;
    (*f)->rule = rule::underflow_flushed, (*f)->hint = std::string(advice(rule::underflow_flushed));
    (*f)->message = request_.buffers[place.buffer].name + "[" + std::to_string(place.index) + "] hangs on a number that underflowed: 0 is " + number_text((*f)->exact) + " in exact arithmetic";
    (*f)->output = request_.buffers[place.buffer].name, (*f)->element = place.index;
    out_.ends.judged += open_;
    out_.findings.push_back(std::move(**f));
    return true;
  }
  /// An element of which nothing is known in `other`, and something is in the machine's run.
  std::optional<output_place> first_unknown(const exec::run_record& other) const {
    const auto known = [](const exec::run_record& r, std::uint32_t buffer, std::uint64_t offset, std::uint64_t bytes) {
      const exec::element_shadow s(r, *r.buffers[buffer], offset, static_cast<unsigned>(bytes));
      return !s.known() || (std::fabs(s.exact()) < INFINITY && s.radius() < INFINITY);
    };
    for (const judged_output& o : outputs_) {
      const std::uint64_t bytes = tensor::size_of(request_.buffers[o.buffer].type);
      for (std::uint64_t i = 0; i < o.summary.elements; ++i)
        if (known(first_, o.buffer, i * bytes, bytes) && !known(other, o.buffer, i * bytes, bytes)) return output_place{o.buffer, i};
    }
    return std::nullopt;
  }

  /// A NaN of the kernel's own making decides, or is taken away, and the other way leads to other outputs. True where there is a finding.
  result<bool> judge_nans() {
    std::size_t tried = 0;
    for (const exec::end_record& e : first_.ends) {
      if (e.unordered == 0 || tried++ == by_.judged.causes_tried) continue;
      const bool compares = code_.ops[e.pc].meaning.operation == ptx::operation::comparison;
      const auto found = !compares && (e.kind == exec::end_kind::extreme || e.kind == exec::end_kind::bits) ? judge_swallowed(e) : judge_unordered(e);
      if (!found || *found) return found;
    }
    return false;
  }

  result<bool> judge_unordered(const exec::end_record& e) {
    exec::exact_plan plan;
    plan.only = {e.pc}, plan.inverts = true;
    const auto other = replays_.exactly(plan);
    if (!other) return tl::unexpected(other.error());
    if (!came_to_its_end(*other)) return false;
    const free_differences differences(request_, first_, *other, outputs_, by_);
    if (differences.any()) return tell_nan(e, {differences.worst().buffer, differences.worst().index}, differences.count(), "what a comparison", "makes of");
    const auto place = first_nan(*other);
    return place && is_of_infinities(e) ? tell_nan(e, *place, 1, "a comparison", "taking away") : result<bool>(false);
  }
  /// An element that is a NaN in `other`, and a number here.
  std::optional<output_place> first_nan(const exec::run_record& other) const {
    for (const judged_output& o : outputs_) {
      const tensor::dtype t = request_.buffers[o.buffer].type;
      const std::uint64_t bytes = tensor::size_of(t);
      for (std::uint64_t i = 0; number_of(t) != exec::number::none && i < o.summary.elements; ++i) {
        const double mine = element_value(*first_.buffers[o.buffer], t, i * bytes), its = element_value(*other.buffers[o.buffer], t, i * bytes);
        if (mine == mine && its != its && !other.buffers[o.buffer]->is_undefined(i * bytes, static_cast<unsigned>(bytes))) return output_place{o.buffer, i};
      }
    }
    return std::nullopt;
  }
  /// Whether the NaN that decides was born of infinities, as their difference or as a product with zero: no guard asks for that. A quotient
  /// of zeros is what a guard behind it is there for.
  bool is_of_infinities(const exec::end_record& e) const {
    exec::consumed_number wanted;
    wanted.pc = taken_apart_at(e.pc);
    std::copy_n(e.cta, 3, wanted.cta), std::copy_n(e.thread, 3, wanted.thread);
    const auto run = replays_.consuming(wanted);
    if (!run || !run->consumed || run->consumed->words.empty()) return false;
    const account a = exec::element_shadow(*run, *run->consumed).account();
    if (a.birth < 0 || static_cast<std::size_t>(a.birth) >= code_.ops.size()) return false;
    const ptx::operation what = code_.ops[static_cast<std::size_t>(a.birth)].meaning.operation;
    return what == ptx::operation::sum || what == ptx::operation::difference || what == ptx::operation::fused || what == ptx::operation::product;
  }

  result<bool> judge_swallowed(const exec::end_record& e) {
    const auto other = replays_.letting_nans_through(e.pc);
    if (!other) return tl::unexpected(other.error());
    if (!came_to_its_end(*other)) return false;
    const auto place = first_change(request_, first_, *other);
    if (!place) return false;
    const char* const who = e.kind == exec::end_kind::bits ? "arithmetic on bits" : ptx::is_conversion(code_.ops[e.pc].meaning) ? "a clamp" : "a minimum or maximum";
    return tell_nan(e, *place, 1, who, e.kind == exec::end_kind::bits ? "making a number of" : "taking away");
  }

  /// Clamps to an end of their format's range hide what left it: exact arithmetic has no such end, and an output may be another without it. True where
  /// there is a finding.
  result<bool> judge_range_ends(const exec::run_record& exactly) {
    std::size_t tried = 0;
    for (const exec::end_record& e : first_.ends) {
      if (range_ends_[e.pc] == exec::range_end::none || e.kind != exec::end_kind::extreme || e.otherwise == 0 || tried++ == by_.judged.causes_tried) continue;
      const auto hidden = hidden_by(e.pc, range_ends_[e.pc], {request_, first_, exactly, outputs_, by_}, replays_);
      if (!hidden) return tl::unexpected(hidden.error());
      if (!*hidden) continue;
      const auto told = tell_range_end(e, **hidden);
      if (!told || *told) return told;
    }
    return false;
  }

  /// Told of zeros as a warning: a floor may be meant for those that are as good as nothing.
  result<bool> tell_range_end(const exec::end_record& e, const hidden_elements& hidden) {
    const bool is_largest = range_ends_[e.pc] == exec::range_end::largest;
    free_difference d;
    d.buffer = hidden.place.buffer, d.index = hidden.place.index;
    auto f = finding_of_number(e, d);
    if (!f) return tl::unexpected(f.error());
    if (!*f) return false;
    finding& x = **f;
    const auto stack = stack_of(code_, e.pc);
    const int taken = is_largest && !std::isinf(e.computed[0]) ? 1 : 0; // the literal may come first
    x.rule = is_largest ? rule::overflow : rule::underflow_flushed;
    x.message = request_.buffers[d.buffer].name + "[" + std::to_string(d.index) + "] hangs on a number that " + (is_largest ? "overflowed" : "underflowed") + ": " + number_text(e.exact[taken]) +
                " became " + number_text(e.computed[taken]) + ", and " + number_text(e.exact[1 - taken]) + (stack.empty() ? std::string() : " in line " + std::to_string(stack.front().line)) +
                ", the end of the format's range, stands in its place";
    x.hint = is_largest ? std::string(advice(rule::overflow)) : "work with logarithms, or rescale as you go: a floor at the end of the range only hides what was lost";
    add_place(x, code_, e.pc, "the number is taken away");
    x.count = hidden.count, x.output = request_.buffers[d.buffer].name, x.element = d.index;
    if (!is_largest) {
      x.level = level::warning;
      out_.remarks.push_back(std::move(x));
      return false;
    }
    out_.ends.judged += open_;
    out_.findings.push_back(std::move(x));
    return true;
  }

  result<bool> tell_nan(const exec::end_record& e, const output_place& place, std::uint64_t count, const std::string& who, const std::string& does) {
    free_difference d;
    d.buffer = place.buffer, d.index = place.index;
    auto f = finding_of_number(e, d);
    if (!f) return tl::unexpected(f.error());
    if (!*f) { // integer code left nothing of the number: the place where what it made is used
      if (e.kind != exec::end_kind::bits) return false;
      f->emplace();
      (*f)->rule = rule::nan_born;
      (*f)->hint = std::string(advice(rule::nan_born));
      locate(**f, code_, e.pc);
    }
    if (range_ends_[e.pc] == exec::range_end::smallest && (*f)->rule == rule::underflow_flushed) (*f)->rule = rule::nan_born, (*f)->hint = std::string(advice(rule::nan_born)); // a zero came first
    const auto stack = stack_of(code_, e.pc);
    (*f)->message = request_.buffers[place.buffer].name + "[" + std::to_string(place.index) + "] depends on " + who +
                    (stack.empty() ? std::string() : " in line " + std::to_string(stack.front().line)) + ' ' + does + " a NaN that the kernel made";
    add_place(**f, code_, e.pc, "the NaN ends");
    (*f)->count = count;
    (*f)->output = request_.buffers[place.buffer].name, (*f)->element = place.index;
    out_.ends.judged += open_;
    out_.findings.push_back(std::move(**f));
    return true;
  }

  /// The free run did not come to its end: nothing can be said of what its lineages' ends come to.
  result<free_outcome> cut_short(const exec::run_record& run) {
    incomplete_note n;
    std::uint32_t pc = 0xffffffffu;
    if (!run.faults.empty()) pc = run.faults[0].pc, n.what = "with exact values in the machine's place the kernel goes another way and fails: " + finding_of_fault(code_, run.faults[0]).message;
    else if (!run.incomplete.empty()) pc = run.incomplete[0].pc, n.what = "with exact values in the machine's place the kernel does not come to its end: " + run.incomplete[0].what;
    else n.what = "the run with exact values was interrupted";
    if (pc < code_.ops.size()) n.stack = stack_of(code_, pc), n.ptx_line = code_.ops[pc].ptx_line;
    out_.incomplete.push_back(std::move(n));
    out_.ends.incomplete += open_;
    return std::move(out_);
  }

  /// What may have made the difference, likeliest first: what swallowed a NaN or an infinity, decisions that exact arithmetic
  /// takes otherwise, and bits of inexact numbers, as the program meets them.
  std::vector<const exec::end_record*> candidates() const {
    std::vector<const exec::end_record*> all;
    for (const exec::end_record& e : first_.ends)
      if (e.open() != 0 && !iteration_ends_[e.pc]) all.push_back(&e);
    const auto rank = [](const exec::end_record* e) {
      if (e->nonfinite != 0) return 0;
      if (e->otherwise != 0) return 1;
      return e->kind == exec::end_kind::bits ? 2 : 3;
    };
    std::stable_sort(all.begin(), all.end(), [&](auto* a, auto* b) { return rank(a) < rank(b); });
    return all;
  }

  result<void> find_causes(const free_differences& differences) {
    const free_difference& worst = differences.worst();
    std::size_t tried = 0;
    for (const exec::end_record* e : candidates()) {
      if (tried++ == by_.judged.causes_tried) break;
      const bool decides = e->nonfinite == 0 && e->kind != exec::end_kind::bits;
      if (decides) {
        const auto alone = replays_.exactly(only(e->pc));
        if (!alone) return tl::unexpected(alone.error());
        if (!came_to_its_end(*alone) || !differences.changed_by(*alone)) continue;
        add(finding_of_decision(*e, worst), differences);
        return {};
      }
      if (!differences.is_certain()) continue;
      auto f = finding_of_number(*e, worst);
      if (!f) return tl::unexpected(f.error());
      if (!*f) continue;
      add(std::move(**f), differences);
      return {};
    }
    if (differences.is_certain()) return tell_decided_number(differences);
    note_unknown(differences);
    return {};
  }

  /// A number that exact arithmetic has on the other side of what it is compared with is itself what is wrong, where no decision alone changes the
  /// output: as the 0 whose root acosf takes, where the cosine was rounded to 1.
  result<void> tell_decided_number(const free_differences& differences) {
    std::size_t tried = 0;
    for (const exec::end_record* e : candidates()) {
      if (tried++ == by_.judged.causes_tried) break;
      const bool compares = e->kind == exec::end_kind::comparison && code_.ops[e->pc].meaning.operation == ptx::operation::comparison;
      if (!compares || e->otherwise == 0 || e->nonfinite != 0) continue;
      auto f = finding_of_number(*e, differences.worst());
      if (!f) return tl::unexpected(f.error());
      if (!*f) continue;
      add(std::move(**f), differences);
      return {};
    }
    note_unknown(differences);
    return {};
  }

  void add(finding f, const free_differences& differences) {
    f.count = differences.count();
    f.output = request_.buffers[differences.worst().buffer].name, f.element = differences.worst().index;
    out_.ends.judged += open_;
    out_.findings.push_back(std::move(f));
  }

  std::string told(const free_difference& d) const {
    const std::string element = request_.buffers[d.buffer].name + "[" + std::to_string(d.index) + "]";
    if (d.unwritten) return element + " is written with exact values in the machine's place, or not, as it was not, or was, here";
    return element + " is " + number_text(d.computed) + ", and " + number_text(d.exact) + " with exact values in the machine's place";
  }

  finding finding_of_decision(const exec::end_record& e, const free_difference& d) const {
    exec::flip_record r;
    r.pc = e.pc, r.count = e.otherwise;
    std::copy_n(e.cta, 3, r.cta), std::copy_n(e.thread, 3, r.thread);
    std::copy_n(e.computed, 2, r.computed), std::copy_n(e.exact, 2, r.exact);
    finding f = finding_of_flip(code_, r);
    if (e.kind == exec::end_kind::conversion)
      f.message = "the machine rounds " + number_text(e.computed[0]) + " to " + number_text(e.computed[1]) + ", exact arithmetic " + number_text(e.exact[0]) + " to " + number_text(e.exact[1]);
    f.message = told(d) + ": " + f.message;
    f.computed = d.computed, f.exact = d.exact;
    return f;
  }

  /// Where the number is whole that integer code takes halves of: at the move before it that takes a register of 64 bits apart.
  std::uint32_t taken_apart_at(std::uint32_t pc) const {
    const exec::op& end = code_.ops[pc];
    if (end.source_format != exec::number::none || end.format != exec::number::none || end.a_bits == 64 || end.form == ptx::form::st) return pc;
    for (std::uint32_t k = pc; k-- > 0 && code_.ops[k].block == end.block;) {
      const exec::op& o = code_.ops[k];
      if (o.form == ptx::form::mov && !o.list.empty() && o.a && o.a_bits == 64 && std::any_of(o.list.begin(), o.list.end(), [&](const exec::ref& r) { return r && (same(r, end.a) || same(r, end.b)); })) return k;
    }
    return pc;
  }
  static bool same(const exec::ref& a, const exec::ref& b) { return a.where == b.where && a.offset == b.offset; }

  /// What made the number wrong that is consumed at the end of a lineage; nothing where its error is not known to be one.
  result<std::optional<finding>> finding_of_number(const exec::end_record& e, const free_difference& d) const {
    exec::consumed_number wanted;
    wanted.pc = taken_apart_at(e.pc);
    std::copy_n(e.cta, 3, wanted.cta), std::copy_n(e.thread, 3, wanted.thread);
    const auto run = replays_.consuming(wanted);
    if (!run) return tl::unexpected(run.error());
    if (!run->consumed || run->consumed->words.empty()) return std::optional<finding>();
    account a = exec::element_shadow(*run, *run->consumed).account();
    judged_element x;
    x.index = d.index;
    x.computed = run->consumed->computed, x.exact = a.exact;
    x.error = std::fabs(x.computed - x.exact);
    const bool nonfinite = !(std::fabs(x.computed) < INFINITY);
    if (!nonfinite && !(x.error > 0)) return std::optional<finding>();
    x.state = nonfinite ? element_state::nonfinite : element_state::suspicious;
    judged_output o;
    o.buffer = d.buffer, o.summary.name = request_.buffers[d.buffer].name;
    finding f = blame(code_, request_, std::move(a), o, x, by_.judged);
    const auto stack = stack_of(code_, e.pc);
    f.message = told(d) + ": " + number_text(x.computed) + (stack.empty() ? std::string(", taken by its bits") : ", which line " + std::to_string(stack.front().line) + " consumes,") + " is " +
                number_text(x.exact) + " in exact arithmetic";
    if (f.hint.empty()) f.hint = std::string(advice(f.rule));
    return f;
  }

  void note_unknown(const free_differences& differences) {
    incomplete_note n;
    n.what = told(differences.worst()) + "; which number or decision makes the difference is not known";
    const auto all = candidates();
    if (!all.empty()) n.stack = stack_of(code_, all[0]->pc), n.ptx_line = code_.ops[all[0]->pc].ptx_line;
    out_.incomplete.push_back(std::move(n));
    out_.ends.incomplete += open_;
  }

  const exec::program& code_;
  const exec::run_request& request_;
  const exec::run_record& first_;
  const std::vector<judged_output>& outputs_;
  terms by_;
  const free_replays& replays_;
  std::vector<bool> iteration_ends_;          ///< by pc
  std::vector<exec::range_end> range_ends_;   ///< by pc
  std::uint64_t open_ = 0;
  free_outcome out_;
};

} // namespace

result<free_outcome> run_freely(const exec::program& code, const exec::run_request& request, const exec::run_record& first,
                                const std::vector<judged_output>& outputs, const terms& by, const free_replays& replays) {
  return free_run(code, request, first, outputs, by, replays).judge();
}

} // namespace fpcheck::analysis

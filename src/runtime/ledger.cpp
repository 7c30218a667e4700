#include "ledger.hpp"

#include <fpcheck/launch/signature.hpp>
#include <fpcheck/session/file_words.hpp>
#include <fpcheck/verdict/verdict.hpp>

#include "version.hpp"

#include <algorithm>
#include <cstdio>

namespace fpcheck::runtime {
namespace {

/// How a report calls a kernel.
std::string shown(const std::string& kernel) {
  if (kernel == copy_words || kernel == copy_bytes) return "copy";
  if (kernel == fill_words || kernel == fill_bytes) return "fill";
  const std::string name = launch::demangle_kernel(kernel).display;
  constexpr std::string_view of_library = "fpcheck_blas::";
  return name.starts_with(of_library) ? "cuBLAS " + name.substr(of_library.size()) : name;
}

std::string text(const exec::dim3& d) {
  if (d.y == 1 && d.z == 1) return std::to_string(d.x);
  return "(" + std::to_string(d.x) + ", " + std::to_string(d.y) + (d.z == 1 ? "" : ", " + std::to_string(d.z)) + ")";
}

std::string configuration(const exec::launch& l) {
  return "<<<" + text(l.grid) + ", " + text(l.block) + (l.dynamic_shared != 0 ? ", " + std::to_string(l.dynamic_shared) : "") + ">>>";
}

/// The launches of a part in a line, equal neighbours counted; with their configurations, or without for a key.
std::string title_of(const checked_chain& part, bool with_configuration) {
  std::string out;
  const auto& all = part.request.launches;
  for (std::size_t k = 0; k < all.size();) {
    const std::string name = shown(all[k].kernel) + (with_configuration ? " " + configuration(all[k]) : "");
    std::size_t n = k;
    while (n < all.size() && shown(all[n].kernel) + (with_configuration ? " " + configuration(all[n]) : "") == name) ++n;
    out += (out.empty() ? "" : " then ") + name + (n - k > 1 ? " x " + std::to_string(n - k) : "");
    k = n;
  }
  return out;
}

/// A key for cases: the kernels that occur, however often.
std::string key_of(const checked_chain& part) {
  std::string out, last;
  for (const exec::launch& l : part.request.launches)
    if (l.kernel != last) out += (last = l.kernel) + '\n';
  return out;
}

auto place_of(const analysis::finding& f) {
  const std::uint32_t line = f.stack.empty() || f.stack[0].line == 0 ? f.ptx_line : f.stack[0].line;
  return std::tuple(f.rule, f.stack.empty() ? std::string() : f.stack[0].file, line, f.stack.empty() ? f.output : std::string());
}

/// The worse of two findings at one place; the other one counts.
void merge(analysis::finding& known, const analysis::finding& f) {
  const std::uint64_t count = known.count + f.count;
  if (f.excess > known.excess) known = f;
  known.count = count;
}

void merge(analysis::run_result& into, const analysis::run_result& r) {
  for (const analysis::finding& f : r.findings) {
    const auto known = std::find_if(into.findings.begin(), into.findings.end(), [&](const analysis::finding& x) { return place_of(x) == place_of(f); });
    if (known != into.findings.end()) merge(*known, f);
    else into.findings.push_back(f);
  }
  for (const analysis::output_summary& o : r.outputs) {
    const auto known = std::find_if(into.outputs.begin(), into.outputs.end(), [&](const analysis::output_summary& x) { return x.name == o.name; });
    if (known == into.outputs.end()) into.outputs.push_back(o);
    else if (o.max_error_ulps > known->max_error_ulps || o.undecided > known->undecided) *known = o;
  }
  for (const analysis::incomplete_note& n : r.incomplete)
    if (std::none_of(into.incomplete.begin(), into.incomplete.end(), [&](const analysis::incomplete_note& x) { return x.what == n.what && x.ptx_line == n.ptx_line; }))
      into.incomplete.push_back(n);
  into.coverage.instructions += r.coverage.instructions;
  into.coverage.fp_operations += r.coverage.fp_operations;
  into.coverage.fp_shadowed += r.coverage.fp_shadowed;
  into.coverage.cuts += r.coverage.cuts;
  into.coverage.near_ties += r.coverage.near_ties;
  analysis::lineage_ends& ends = into.coverage.lineage_ends;
  const analysis::lineage_ends& more = r.coverage.lineage_ends;
  ends.decided += more.decided, ends.equal += more.equal, ends.near_ties += more.near_ties;
  ends.anchored += more.anchored, ends.judged += more.judged, ends.incomplete += more.incomplete;
  into.coverage.ctas_run += r.coverage.ctas_run;
  into.coverage.ctas_total += r.coverage.ctas_total;
  into.seconds += r.seconds;
}

bool has_error(const analysis::run_result& r) {
  return std::any_of(r.findings.begin(), r.findings.end(), [](const analysis::finding& f) { return f.level == analysis::level::error && !f.suppressed; });
}

} // namespace

void ledger::launched(const std::string& kernel, double seconds) {
  kernel_row& row = kernels_[kernel];
  ++row.launches;
  row.seconds += seconds;
}

void ledger::repeated(const std::string& kernel) {
  ++kernels_[kernel].launches;
  ++kernels_[kernel].repeats;
}

void ledger::unaffordable(const std::string& kernel) { ++kernels_[kernel].unaffordable; }

void ledger::checked(const chain& c, const checked_chain& part) {
  for (std::size_t k = 0; k < part.request.launches.size() && part.first + k < c.numbers.size(); ++k)
    if (c.numbers[part.first + k] != 0) ++kernels_[part.request.launches[k].kernel].checked;
  const auto [at, fresh] = cases_.try_emplace(key_of(part), reports_.size());
  if (fresh) {
    report::case_report r;
    r.file = program_;
    r.title = title_of(part, true);
    r.run = part.result;
    r.run->printed.clear(); // the program printed it
    reports_.push_back(std::move(r));
    counts_.push_back(0);
    news_ |= has_error(part.result);
  } else {
    const std::size_t before = reports_[at->second].run->findings.size();
    const bool worse_now = has_error(part.result) && !has_error(*reports_[at->second].run);
    merge(*reports_[at->second].run, part.result);
    if (worse_now) reports_[at->second].title = title_of(part, true);
    news_ |= reports_[at->second].run->findings.size() != before;
  }
  ++counts_[at->second];
}

bool ledger::has_news() { return std::exchange(news_, false); }

bool ledger::wants_replay(const checked_chain& part) const {
  const auto at = cases_.find(key_of(part));
  return has_error(part.result) && (at == cases_.end() || reports_[at->second].replay.empty());
}

void ledger::add_replay(const checked_chain& part, const std::string& command) {
  if (const auto at = cases_.find(key_of(part)); at != cases_.end()) reports_[at->second].replay = command;
}

void ledger::incomplete(const std::string& what) {
  if (std::find(incomplete_.begin(), incomplete_.end(), what) == incomplete_.end()) incomplete_.push_back(what);
}

void ledger::note(const std::string& what) {
  if (std::find(notes_.begin(), notes_.end(), what) == notes_.end()) notes_.push_back(what);
}

std::vector<std::string> ledger::rows() const {
  std::vector<std::string> out;
  for (const auto& [kernel, row] : kernels_) {
    char text[96];
    std::snprintf(text, sizeof text, "%8llu launched %8llu checked %9.3f s unchecked  ", static_cast<unsigned long long>(row.launches),
                  static_cast<unsigned long long>(row.checked), row.seconds);
    out.push_back(text + shown(kernel) + (row.repeats != 0 ? " (" + std::to_string(row.repeats) + " repeats without effect left out)" : ""));
  }
  return out;
}

report::document ledger::document() const {
  report::document d;
  d.version = session::version;
  report::case_report head;
  head.file = program_;
  head.sums_up = true;
  std::uint64_t launches = 0, unaffordable = 0;
  for (const auto& [kernel, row] : kernels_) launches += row.launches, unaffordable += row.unaffordable;
  head.title = std::to_string(launches) + (launches == 1 ? " launch of " : " launches of ") + std::to_string(kernels_.size()) + (kernels_.size() == 1 ? " kernel" : " kernels");
  analysis::run_result& whole = head.run.emplace();
  for (const std::string& what : incomplete_) whole.incomplete.push_back({what, {}, 0});
  if (unaffordable != 0)
    whole.incomplete.push_back({std::to_string(unaffordable) + " launches were not checked: the time for checks is spent; --check-time SECONDS gives more, --every N and --launches choose", {}, 0});
  if (launches == 0) whole.incomplete.push_back({"the program launched no kernel through this runtime", {}, 0});
  else if (reports_.empty() && whole.incomplete.empty()) whole.incomplete.push_back({"none of the launches that were asked for came", {}, 0});
  head.notes = rows();
  head.notes.insert(head.notes.end(), notes_.begin(), notes_.end());
  head.verdict = verdict::of(whole);
  if (whole.incomplete.empty()) head.run.reset();
  d.cases.push_back(std::move(head));
  for (std::size_t k = 0; k < reports_.size(); ++k) {
    report::case_report r = reports_[k];
    if (counts_[k] > 1) r.notes.push_back("the worst of " + std::to_string(counts_[k]) + " such");
    if (!r.replay.empty()) r.notes.push_back("again, without the program: " + r.replay);
    r.run->verdict = exit_code::passed;
    r.verdict = verdict::of(*r.run);
    d.cases.push_back(std::move(r));
  }
  return d;
}

} // namespace fpcheck::runtime

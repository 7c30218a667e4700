#include <fpcheck/session/interrupt.hpp>
#include <fpcheck/session/process.hpp>
#include <fpcheck/session/run_case.hpp>
#include <fpcheck/tune/tune.hpp>

#include "commands.hpp"
#include "reports.hpp"
#include "tuned_case.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <ostream>

namespace fpcheck::cli {
namespace {

/// The lines that a proposal puts into binary64.
std::vector<std::uint32_t> wide_lines(const tune::tuning& t) {
  std::vector<std::uint32_t> out;
  for (const tune::proposal& p : t.proposals)
    if (p.change == "f64") out.push_back(p.line);
  return out;
}

bool is_error(const analysis::finding& f) { return f.level == analysis::level::error && !f.suppressed; }

/// The lines of findings, and of what they came from.
std::vector<std::uint32_t> lines_of_findings(const report::case_report& r, const std::string& file) {
  std::vector<std::uint32_t> out;
  for (const analysis::finding& f : r.run->findings) {
    if (!is_error(f)) continue;
    for (const analysis::frame& frame : f.stack)
      if (frame.file == file) out.push_back(frame.line);
    for (const analysis::slice_step& step : f.slice)
      if (step.where.file == file) out.push_back(step.where.line);
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

/// Runs the same words on an edited source, with its own directory's headers. Range: nothing was run where there is no edit.
edited_run run_edited(const tune_command& c, const session::kernel_file& file, const session::written_case& words, std::size_t index, const std::optional<std::string>& edited) {
  edited_run out;
  if (!edited) return out;
  out.source = *edited;
  const auto scratch = session::temporary_directory::make();
  if (!scratch) return out.failure = scratch.error().message, out;
  const std::string path = (scratch->path() / std::filesystem::path(file.path()).filename()).string();
  std::ofstream(path) << *edited;
  auto copy = session::kernel_file::open(path, "");
  if (!copy) return out.failure = copy.error().message, out;
  session::typed_case again = c;
  std::error_code error;
  const std::string home = std::filesystem::absolute(std::filesystem::path(file.path()), error).parent_path().string();
  again.options.emplace_back("nvcc", "-I \"" + home + "\"");
  again.words[0] = path + (words.target.kernel.text.empty() ? "" : ":" + words.target.kernel.text);
  const auto typed = session::read_words(again, "tune");
  if (!typed) return out.failure = typed.error().message, out;
  const auto cases = session::choose_cases(*copy, *typed);
  if (!cases || index >= cases->size()) return out.failure = cases ? "the case is gone" : cases.error().message, out;
  const report::case_report r = session::run_case(*copy, (*cases)[index], {(*cases)[index].where.file.empty() ? "" : file.directory(), session::case_source::depth::brief});
  out.code = r.verdict;
  if (!r.errors.empty()) out.failure = r.errors[0].message;
  // Of the edited text: lines behind what was put in front are so much later.
  const auto lines_of_text = [](const std::string& text) { return static_cast<std::uint32_t>(std::count(text.begin(), text.end(), '\n')); };
  const std::uint32_t more = lines_of_text(*edited) - lines_of_text(whole_source(file));
  if (r.run)
    for (const std::uint32_t line : lines_of_findings(r, copy->shown(copy->source_path())))
      if (line > more) out.found_lines.push_back(line - more);
  return out;
}

/// "16ulp"; of other tolerances nothing is made.
std::optional<double> read_bound(const session::settings& how) {
  if (!how.tolerance) return std::nullopt;
  const std::string& t = how.tolerance->text;
  if (!t.ends_with("ulp")) return std::nullopt;
  char* end = nullptr;
  const double v = std::strtod(t.c_str(), &end);
  return end == t.c_str() + t.size() - 3 && v > 0 ? std::optional(v) : std::nullopt;
}

bool has_finding(const report::case_report& r) { return r.run && std::any_of(r.run->findings.begin(), r.run->findings.end(), is_error); }
bool has_excess(const report::case_report& r) {
  return r.run && std::any_of(r.run->findings.begin(), r.run->findings.end(), [](const analysis::finding& f) { return is_error(f) && f.excess > 0; });
}

/// Ulps that an output may be off where nobody says: what the check itself lets pass before it looks closer.
constexpr double usual_bound = 16;

/// How often the lines of what an edited source is still found to do are made wider too.
constexpr int most_widenings = 4;

/// Runs the source with lines in binary64; where findings name other lines, such as a later one that narrows what is wider now, with those as well.
std::pair<edited_run, std::vector<std::uint32_t>> run_widened(const tune_command& c, const session::kernel_file& file, const session::written_case& words, std::size_t index,
                                                              std::vector<std::uint32_t> lines) {
  edited_run out;
  for (int k = 0; k < most_widenings && !session::interrupted(); ++k) {
    edited_run e = run_edited(c, file, words, index, file.is_source() ? tune::widened_source(whole_source(file), lines) : std::nullopt);
    const bool good = e.code == exit_code::passed;
    const auto more = e.found_lines;
    if (good || k == 0) out = std::move(e);
    const std::size_t before = lines.size();
    if (!good)
      for (const std::uint32_t line : more)
        if (std::find(lines.begin(), lines.end(), line) == lines.end()) lines.push_back(line);
    if (lines.size() == before) break;
  }
  std::sort(lines.begin(), lines.end());
  return {std::move(out), std::move(lines)};
}

/// A finding is repaired when the edited source has none: what was proposed is tried, then the lines that findings name, then all.
void repair_by_editing(const tune_command& c, const session::kernel_file& file, const session::written_case& words, std::size_t index, tuned_case& out) {
  std::vector<std::uint32_t> all;
  for (const tune::line_group& g : out.tuning.lines) all.push_back(g.line);
  const std::vector<std::vector<std::uint32_t>> tried{out.tuning.repairs ? wide_lines(out.tuning) : std::vector<std::uint32_t>{},
                                                      lines_of_findings(out.plain, file.shown(file.source_path())), all};
  if (!out.tuning.repairs) out.tuning.proposals.clear(); // what may be narrower is of no use to a kernel that is wrong
  out.tuning.repairs = true;
  for (const std::vector<std::uint32_t>& start : tried) {
    if (start.empty() || session::interrupted()) continue;
    auto [e, lines] = run_widened(c, file, words, index, start);
    const bool good = e.code == exit_code::passed;
    if (!good && (&start != &tried[0] || e.source.empty())) continue;
    if (good && (&start != &tried[0] || lines.size() != start.size())) {
      out.tuning.proposals.clear();
      for (const std::uint32_t line : lines) out.tuning.proposals.push_back({line, "f64"});
    }
    out.edited = std::move(e);
    if (good) return;
  }
}

/// How often narrower lines are taken back.
constexpr int most_narrowings = 8;

/// What may be narrower is what the edited source may have: lines with findings of their own, such as a sum that is kept in a narrow format, stay
/// as they are, and without such the last ones.
result<void> narrow_by_editing(const tune_command& c, const session::kernel_file& file, const session::bound_case& bound, const session::written_case& words, std::size_t index,
                               tuned_case& out) {
  std::vector<tune::proposal> kept = out.tuning.proposals;
  for (int k = 0; k < most_narrowings && !kept.empty() && !session::interrupted(); ++k) {
    edited_run e = run_edited(c, file, words, index, tune::narrowed_source(whole_source(file), kept));
    if (e.source.empty()) return {};
    const bool good = e.code == exit_code::passed;
    const auto found = e.found_lines;
    out.edited = std::move(e);
    if (good) break;
    const std::size_t before = kept.size();
    std::erase_if(kept, [&](const tune::proposal& p) { return std::find(found.begin(), found.end(), p.line) != found.end(); });
    if (kept.size() == before) kept.pop_back();
  }
  if (kept.size() == out.tuning.proposals.size()) return {};
  out.tuning.proposals = kept;
  if (kept.empty()) {
    out.tuning.proposed_error = out.tuning.error, out.tuning.proposed_operations = 0, out.tuning.proposed_cost = 1, out.edited = {};
    return {};
  }
  const auto t = tune::try_proposals(file, bound, kept, out.tuning.bound);
  if (!t) return tl::unexpected(t.error());
  out.tuning.trials.push_back(*t);
  out.tuning.proposed_error = t->error, out.tuning.proposed_operations = t->changed, out.tuning.proposed_cost = t->cost;
  return {};
}

result<tuned_case> tune_case(const tune_command& c, session::kernel_file& file, const session::written_case& words, const launch::case_text& text, std::size_t index) {
  using depth = session::case_source::depth;
  const session::case_source source{text.where.file.empty() ? "" : file.directory(), depth::full};
  tuned_case out;
  out.plain = session::run_case(file, text, source);
  if (!out.plain.errors.empty()) return tl::unexpected(out.plain.errors[0]);
  const auto bound_case = session::bind_case(file, text, source);
  if (!bound_case) return tl::unexpected(bound_case.error());
  const double bound = read_bound(bound_case->how).value_or(usual_bound);
  auto t = tune::tune(file, *bound_case, out.plain.run->lines, bound);
  if (t && !t->repairs && has_excess(out.plain)) // the check is stricter: a quarter of what it is now
    t = tune::tune(file, *bound_case, out.plain.run->lines, std::max(0.51, t->error / 4));
  if (!t) return tl::unexpected(t.error());
  out.tuning = *std::move(t);
  if (has_finding(out.plain)) repair_by_editing(c, file, words, index, out);
  else if (!out.tuning.repairs && file.is_source())
    if (const auto ok = narrow_by_editing(c, file, *bound_case, words, index, out); !ok) return tl::unexpected(ok.error());
  return out;
}

exit_code code_of(const tuned_case& c) {
  if (!c.tuning.repairs) return exit_code::passed;
  return c.tuning.proposals.empty() ? exit_code::incomplete : exit_code::findings;
}

} // namespace

exit_code tune_kernels(const tune_command& c, const streams& s) {
  if (c.format != "text" && c.format != "json" && c.format != "html")
    return complain({"no format is called " + tensor::quoted(c.format), {"command line"}, {}, "there are text, json and html"}, s);
  const auto words = session::read_words(c, "tune");
  if (!words) return complain(words.error(), s);
  auto file = session::kernel_file::open(words->target.file, "");
  if (!file) return complain(file.error(), s);
  const auto cases = session::choose_cases(*file, *words);
  if (!cases) return complain(cases.error(), s);
  exit_code code = exit_code::passed;
  std::vector<tuned_case> all;
  for (std::size_t k = 0; k < cases->size() && !session::interrupted(); ++k) {
    auto one = tune_case(c, *file, *words, (*cases)[k], k);
    if (!one) return complain(one.error(), s);
    code = worse(code, code_of(*one));
    if (c.format == "text") write_text(*one, *file, s.out);
    else all.push_back(*std::move(one));
  }
  if (c.format == "json") write_json(all, s.out);
  if (c.format == "html") s.out << tuning_page(all, *file);
  return session::interrupted() ? exit_code::interrupted : code;
}

} // namespace fpcheck::cli

#include <fpcheck/analysis/rules.hpp>
#include <fpcheck/base/plain_text.hpp>
#include <fpcheck/report/document.hpp>
#include <fpcheck/verdict/verdict.hpp>

#include "meaning.hpp"
#include "variants.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace fpcheck::report {
namespace {

using analysis::finding;

/// Writes a document as text, piece by piece.
class text_writer {
public:
  text_writer(const source_reader& source, colour c, detail how_much)
      : source_(source), colour_(c), detail_(how_much) {}

  std::string run(const document& d) {
    for (std::size_t i = 0; i < d.cases.size(); ++i) {
      if (i > 0) out_ += '\n';
      write(d.cases[i], d.cases[i].sums_up ? open_behind(d, i) : open_of(d.cases[i]));
    }
    if (d.cases.size() > 1) total(d);
    return readable();
  }

private:
  /// What was written, its colours kept, with nothing else that a terminal obeys: names and sources may hold anything.
  std::string readable() const {
    std::string out;
    std::size_t from = 0;
    for (std::size_t at = 0; (at = out_.find("\x1b[", at)) != std::string::npos;) {
      const std::size_t end = out_.find('m', at);
      const bool own = end != std::string::npos && std::find(codes.begin(), codes.end(), std::string_view(out_).substr(at + 2, end - at - 2)) != codes.end();
      if (!own || colour_ == colour::off) {
        ++at;
        continue;
      }
      out += log_text(std::string_view(out_).substr(from, at - from)) + out_.substr(at, end + 1 - at);
      from = at = end + 1;
    }
    return out + log_text(std::string_view(out_).substr(from));
  }
  static constexpr std::array<std::string_view, 6> codes{"0", "1", "2", "1;31", "1;32", "1;33"};

  std::string paint(const std::string& text, const char* code) const {
    return colour_ == colour::on ? "\x1b[" + std::string(code) + "m" + text + "\x1b[0m" : text;
  }
  std::string bold(const std::string& text) const { return paint(text, "1"); }
  std::string red(const std::string& text) const { return paint(text, "1;31"); }
  std::string yellow(const std::string& text) const { return paint(text, "1;33"); }
  std::string green(const std::string& text) const { return paint(text, "1;32"); }
  std::string dim(const std::string& text) const { return paint(text, "2"); }
  void line(const std::string& text) {
    constexpr std::size_t most = 4000;
    (out_ += clipped(text, most)) += '\n';
  }

  static std::size_t open_of(const case_report& c) {
    if (!c.run) return 0;
    const auto is_open = [](const finding& f) { return !f.suppressed && f.level != analysis::level::note; };
    return static_cast<std::size_t>(std::count_if(c.run->findings.begin(), c.run->findings.end(), is_open));
  }
  static std::size_t open_behind(const document& d, std::size_t k) {
    std::size_t out = open_of(d.cases[k]);
    for (std::size_t i = k + 1; i < d.cases.size() && !d.cases[i].sums_up; ++i) out += open_of(d.cases[i]);
    return out;
  }

  std::string headline(const case_report& c, std::size_t open) const {
    switch (c.verdict) {
    case exit_code::passed:
      return green("passed") + yellow(what_was_not_done(c));
    case exit_code::findings:
      if (c.sums_up && open == 0) return red("the program failed");
      return red(std::to_string(open) + (open == 1 ? " finding" : " findings"));
    case exit_code::incomplete:
      return yellow("incomplete");
    case exit_code::interrupted:
      return yellow("interrupted");
    case exit_code::internal_error:
      return red("internal error");
    case exit_code::usage:
      return red("not run");
    }
    return {};
  }

  void write(const case_report& c, std::size_t open) {
    line(bold(one_line(c.file + ": " + c.title)) + ": " + headline(c, open));
    for (const diagnostic& d : c.errors) out_ += d.text();
    if (c.run) body(c, *c.run);
    for (const std::string& row : variant_table(c.variants)) line("  " + row);
    for (const std::string& note : c.notes) line("  " + dim(note));
  }

  void body(const case_report& c, const analysis::run_result& run) {
    std::vector<const finding*> shown;
    std::size_t suppressed = 0;
    for (const finding& f : run.findings) {
      if (f.suppressed) ++suppressed;
      if (!f.suppressed || detail_ == detail::full) shown.push_back(&f);
    }
    std::stable_sort(shown.begin(), shown.end(),
                     [](const finding* a, const finding* b) { return a->level > b->level; });
    for (const finding* f : shown) write(*f, run);
    incomplete(run, c.file);
    if (!shown.empty() || !run.incomplete.empty()) out_ += '\n';
    if (c.device)
      for (const std::string& row : device_text(*c.device)) line("  " + row);
    for (const comparison& k : c.comparisons) write(k, c);
    for (const analysis::output_summary& o : run.outputs) write(o, run);
    constexpr std::size_t most_printed = 8; // of what may be a line a thread
    for (std::size_t k = 0; k < std::min(most_printed, run.printed.size()); ++k) line("  printed: " + tensor::printable(run.printed[k]));
    if (run.printed.size() > most_printed) line("  printed: " + grouped(run.printed.size() - most_printed) + " more lines");
    coverage(run);
    if (suppressed > 0 && detail_ == detail::brief)
      line("  " + dim(std::to_string(suppressed) + " suppressed in the source"));
    if (!meaning_is_checked(c) && c.verdict != exit_code::usage)
      line("  " + dim("rounding and memory only; meaning unchecked: give a reference with --ref"));
  }

  void excerpt(const std::string& file, std::uint32_t number, std::uint32_t column) {
    if (file.empty() || number == 0 || !source_) return;
    const auto text = source_(file, number);
    if (!text) return;
    const std::string margin = std::to_string(number);
    const pointed_line shown = point_at(*text, column);
    line("  " + margin + " | " + shown.text);
    if (column == 0 || column > text->size() + 1) return;
    line("  " + std::string(margin.size(), ' ') + " | " + shown.indent + green("^"));
  }

  static std::string place(const std::vector<analysis::frame>& stack, std::uint32_t ptx_line) {
    if (stack.empty() || stack[0].line == 0) return ptx_line == 0 ? "" : "PTX line " + std::to_string(ptx_line) + ": ";
    std::string out = one_line(stack[0].file) + ':' + std::to_string(stack[0].line);
    if (stack[0].column != 0) out += ':' + std::to_string(stack[0].column);
    return out + ": ";
  }

  std::string severity(const finding& f) const {
    if (f.suppressed) return dim("suppressed: ");
    switch (f.level) {
    case analysis::level::error:
      return red("error: ");
    case analysis::level::warning:
      return yellow("warning: ");
    case analysis::level::note:
      return dim("note: ");
    }
    return {};
  }

  void write(const finding& f, const analysis::run_result& run) {
    const std::string message = f.message.empty() ? std::string(analysis::summary(f.rule)) : f.message;
    line('\n' + bold(place(f.stack, f.ptx_line)) + severity(f) + message + " [" + std::string(analysis::id(f.rule)) +
         "]");
    if (!f.stack.empty()) {
      excerpt(f.stack[0].file, f.stack[0].line, f.stack[0].column);
      places_behind(f);
    }
    facts(f, run);
    if (detail_ == detail::full) slice(f);
    const std::string hint = f.hint.empty() ? std::string(analysis::advice(f.rule)) : f.hint;
    if (!hint.empty() && !f.suppressed) line("  hint: " + hint);
    if (f.suppressed) line("  allowed: " + f.suppression_reason);
  }

  /// What called the place, and the other places that the finding is about.
  void places_behind(const finding& f) {
    constexpr std::size_t most = 6;
    std::size_t calls = 0;
    for (std::size_t i = 1; i < f.stack.size(); ++i) {
      const analysis::frame &at = f.stack[i], &before = f.stack[i - 1];
      if (!at.role.empty()) {
        calls = 0;
        line("  " + at.role + " at " + at.file + ':' + std::to_string(at.line));
        excerpt(at.file, at.line, at.column);
      } else if (++calls < most) {
        line("  in " + (before.function.empty() ? "a function" : before.function) + " called from " + at.file + ':' + std::to_string(at.line));
      }
    }
  }

  static std::string triple(const std::uint32_t (&v)[3]) {
    if (v[1] == 0 && v[2] == 0) return std::to_string(v[0]);
    return '(' + std::to_string(v[0]) + ", " + std::to_string(v[1]) + ", " + std::to_string(v[2]) + ')';
  }

  /// Where it was seen, and the numbers that the message may lack.
  void facts(const finding& f, const analysis::run_result& run) {
    std::string text;
    const auto add = [&](const std::string& fact) { text += (text.empty() ? "" : "; ") + fact; };
    if (!f.instruction.empty())
      add(f.instruction + (f.ptx_line != 0 ? " (PTX line " + std::to_string(f.ptx_line) + ')' : ""));
    if (!f.output.empty()) add("reaches " + (f.element ? element_text(run, f.output, *f.element) : f.output));
    if (f.excess > 0) add("excess " + number(f.excess));
    if (f.thread) add("first in thread " + triple(f.thread->thread) + " of block " + triple(f.thread->cta));
    if (f.count > 1) add("seen " + grouped(f.count) + " times");
    if (!text.empty()) line("  " + dim(text));
  }

  void slice(const finding& f) {
    if (f.slice.empty()) return;
    line("  from the output back to the cause:");
    for (const analysis::slice_step& s : f.slice) {
      const std::string where = s.where.line == 0 ? "PTX line " + std::to_string(s.ptx_line)
                                                  : s.where.file + ':' + std::to_string(s.where.line);
      line("    " + where + "  " + s.instruction + "  adds " + number(s.error) + " (" + number(s.error_ulps) + " ulp)");
    }
  }

  void incomplete(const analysis::run_result& run, const std::string& file) {
    constexpr std::size_t most = 5;
    for (std::size_t i = 0; i < run.incomplete.size() && (i < most || detail_ == detail::full); ++i) {
      const analysis::incomplete_note& n = run.incomplete[i];
      line('\n' + bold(place(n.stack, n.ptx_line)) + yellow("incomplete: ") + n.what);
      if (!n.stack.empty()) excerpt(n.stack[0].file, n.stack[0].line, n.stack[0].column);
      if (n.what.ends_with("is not modelled")) line("  hint: fpcheck isa --check " + one_line(file) + " lists all that it needs; fpcheck isa FORM what there is");
    }
    if (run.incomplete.size() > most && detail_ == detail::brief)
      line("  and " + std::to_string(run.incomplete.size() - most) + " more that could not be checked");
  }

  void write(const comparison& k, const case_report& c) {
    const tolerance::verdict& v = k.verdict;
    std::string text = "  " + k.output + " against " + k.reference + " (" + v.tolerance_words + "): ";
    text += v.code == exit_code::passed       ? green(v.reason)
            : v.code == exit_code::incomplete ? yellow(v.reason)
                                              : red(v.reason);
    if (v.code == exit_code::passed && v.largest_share > 0) text += ", at most " + number(v.largest_share, 2) + " of it";
    text += "; farthest " + number(v.ulp_percentiles[4]) + " ulp";
    if (v.resolution_worst > 0)
      text += "; smallest relative error it would see " + number(v.resolution_median) + ", at worst " +
              number(v.resolution_worst);
    line(text);
    worst(k);
    split(k, c);
    if (const std::string inputs = verdict::inputs_to_blame(k, c.run); !inputs.empty()) line("    " + yellow(inputs));
  }

  /// The elements that fail worst; the first stands in the finding too.
  void worst(const comparison& k) {
    constexpr std::size_t most = 3;
    const std::size_t shown = std::min<std::size_t>(k.verdict.worst.size(), k.verdict.failures()); // failures stand first
    for (std::size_t i = 0; i < shown && (i < most || detail_ == detail::full); ++i) line("    " + verdict::told(k.output, k.verdict.worst[i]));
  }

  /// Where the distance comes from: rounding, the algorithm, the inputs.
  void split(const comparison& k, const case_report& of) {
    if (k.split)
      line("    " + dim("rounding: " + number(k.split->rounding_mean) + " ulp on average, at most " + number(k.split->rounding_max) +
                        "; algorithm: " + number(k.split->algorithm_mean) + ", at most " + number(k.split->algorithm_max)));
    if (!k.conditioning) return;
    const conditioning& c = *k.conditioning;
    line("    " + dim("conditioning: kappa " + number(c.kappa_median) + ", at most " + number(c.kappa_max) + " at " +
                      (of.run ? element_text(*of.run, k.output, c.element) : k.output) + " (" + grouped(c.elements) + " looked at); half an ulp in every input: " + number(c.input_ulps_median) + " ulp, at most " +
                      number(c.input_ulps_max)));
  }

  void write(const analysis::output_summary& o, const analysis::run_result& run) {
    std::string text = "  " + o.name + ": " + tensor::text(o.shape) + ' ' + o.dtype + ", ";
    if (o.written < o.elements) text += grouped(o.written) + " of " + grouped(o.elements) + " written, ";
    const auto part = [&](std::uint64_t n) { return n == o.elements ? std::string("all") : grouped(n); };
    if (o.certified > 0) text += part(o.certified) + " certified, " + error_words(run, o);
    else if (o.agreed > 0) text += part(o.agreed) + " estimated by two precisions, " + error_words(run, o);
    else if (o.estimated == 0) text += "no certified error";
    if (o.estimated > 0) text += std::string(o.certified + o.agreed > 0 ? ", " : "") + part(o.estimated) + " estimated (enclosures too wide to certify)";
    if (o.undecided > 0) text += ", " + yellow(grouped(o.undecided) + " undecided");
    line(text);
  }

  void coverage(const analysis::run_result& run) {
    const analysis::coverage& k = run.coverage;
    std::string text = "  " + grouped(k.instructions) + " instructions";
    if (k.fp_operations > 0) {
      char percent[16];
      // Rounded down: 100 % means all.
      std::snprintf(percent, sizeof percent, "%.1f",
                    std::floor(1000.0 * static_cast<double>(k.fp_shadowed) / static_cast<double>(k.fp_operations)) /
                        10);
      text += ", " + std::string(percent) + " % of " + grouped(k.fp_operations) + " float operations shadowed (" +
              run.shadow + ')';
    }
    if (k.ctas_run < k.ctas_total) text += ", " + grouped(k.ctas_run) + " of " + grouped(k.ctas_total) + " blocks";
    if (k.near_ties > 0) text += ", " + grouped(k.near_ties) + " near-ties";
    if (const std::string part = race_sampling(k); !part.empty()) text += ", " + part;
    char seconds[32];
    std::snprintf(seconds, sizeof seconds, ", %.2f s", run.seconds);
    line(dim(text + seconds));
    ends(k.lineage_ends);
  }

  /// What became of numbers that decided something, or whose bits were taken.
  void ends(const analysis::lineage_ends& e) {
    if (e.total() == 0) return;
    const std::pair<std::uint64_t, const char*> parts[] = {{e.decided, " decided by enclosure"}, {e.equal, " equal in the free run"}, {e.near_ties, " near-ties"},
                                                           {e.anchored, " anchored"}, {e.judged, " judged"}, {e.incomplete, " incomplete"}};
    std::string text;
    for (const auto& [n, what] : parts)
      if (n != 0) text += (text.empty() ? "" : ", ") + grouped(n) + what;
    line(dim("  ends of lineages: " + text));
  }

  void total(const document& d) {
    std::map<std::string, std::size_t> counts;
    std::size_t all = 0;
    for (const case_report& c : d.cases)
      if (!c.sums_up) ++counts[name(c.verdict)], ++all;
    std::string text;
    for (const auto& [verdict, n] : counts) text += (text.empty() ? "" : ", ") + std::to_string(n) + ' ' + verdict;
    for (std::size_t k = 0; k < d.cases.size(); ++k)
      if (d.cases[k].sums_up && d.own_verdict(k) != exit_code::passed) text += ", the program as a whole " + name(d.own_verdict(k));
    line('\n' + bold(std::to_string(all) + (all == 1 ? " case: " : " cases: ")) + text);
  }

  const source_reader& source_;
  colour colour_;
  detail detail_;
  std::string out_;
};

} // namespace

std::string error_words(const analysis::run_result& run, const analysis::output_summary& o) {
  constexpr double remarkable = 32; // ulps
  const std::string mean = "mean " + number(o.mean_error_ulps);
  std::string out = "error at most ";
  if (!(o.largest_share > 0) || !(o.largest_share < INFINITY)) {
    out += number(o.max_error_ulps) + " ulp (" + mean + ')';
  } else {
    out += number(o.largest_share, 2) + (o.largest_share > 1 ? " times what is allowed (" : " of what is allowed (") + number(o.max_error_ulps) + " ulp";
    const bool sensitive = o.largest_share <= 1 && o.max_error_ulps > remarkable;
    if (sensitive) out += " at " + element_text(run, o.name, o.worst_element) + " = " + number(o.worst_computed) + ", which is sensitive";
    out += ", " + mean + ')';
  }
  const auto parts = [](double share) { return number(std::floor(100 * share), 3) + " %"; };
  if (const auto share = tensor_core_share(run, o.name); share && o.max_error_ulps > 0) out += ", " + parts(*share) + " of it made by tensor cores";
  // A finding names its own line: of a cancellation not where the error was made, but where it came to light.
  const bool found = std::any_of(run.findings.begin(), run.findings.end(), [&](const finding& f) { return f.output == o.name && !f.suppressed; });
  const analysis::line_error* const l = worst_line(run, o.name);
  if (found || l == nullptr || l->stack.empty() || l->stack[0].line == 0 || !(o.max_error_ulps > 0)) return out;
  return out + ", " + parts(l->share) + " of it from line " + std::to_string(l->stack[0].line);
}

std::string what_was_not_done(const case_report& c) {
  if (!c.run) return {};
  const analysis::coverage& k = c.run->coverage;
  std::string out;
  if (k.instructions > 0 && k.fp_operations == 0) out += ", no floating-point operation was executed";
  if (k.ctas_run < k.ctas_total) out += ", " + grouped(k.ctas_run) + " of " + grouped(k.ctas_total) + " blocks only";
  const auto partly = [](const analysis::output_summary& o) { return o.written < o.elements; };
  if (const auto o = std::find_if(c.run->outputs.begin(), c.run->outputs.end(), partly); o != c.run->outputs.end() && k.ctas_run == k.ctas_total)
    out += ", " + (o->written == 0 ? "nothing" : grouped(o->written) + " of " + grouped(o->elements)) + " of " + o->name + " was written";
  return out;
}

std::string write_text(const document& d, const source_reader& source, colour c, detail how_much) {
  return text_writer(source, c, how_much).run(d);
}

} // namespace fpcheck::report

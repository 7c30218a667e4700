#include "page.hpp"

#include <fpcheck/analysis/rules.hpp>
#include <fpcheck/base/plain_text.hpp>
#include <fpcheck/tensor/array.hpp>
#include <fpcheck/verdict/verdict.hpp>

#include "../meaning.hpp"
#include "../variants.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>

namespace fpcheck::report {
namespace html {
namespace {

using analysis::finding;

std::string pill(exit_code code) { return text_element("span", "pill " + name(code), name(code)); }

std::string row(const std::vector<std::string>& cells) {
  std::string out;
  for (const std::string& c : cells) out += c;
  return element("tr", "", out);
}
std::string cell(std::string_view text) { return text_element("td", "", text); }
std::string number_cell(double x) { return text_element("td", "n", number(x)); }
std::string head(const std::vector<std::pair<const char*, const char*>>& columns) {
  std::string out;
  for (const auto& [classes, text] : columns) out += text_element("th", classes, text);
  return element("thead", "", element("tr", "", out));
}

/// Findings that count, gravest first, then what comments excuse.
std::vector<const finding*> ordered(const analysis::run_result& run) {
  std::vector<const finding*> out;
  for (const finding& f : run.findings) out.push_back(&f);
  std::stable_sort(out.begin(), out.end(), [](const finding* a, const finding* b) {
    return a->suppressed != b->suppressed ? b->suppressed : a->level > b->level;
  });
  return out;
}

std::string file_name(const std::string& path) { return path.substr(path.find_last_of('/') + 1); }

/// The split of the error of the output that a finding is about.
const error_split* split_of(const finding& f, const case_report& c) {
  for (const comparison& k : c.comparisons)
    if (k.output == f.output && k.split) return &*k.split;
  return nullptr;
}

/// A finding about an output as a whole, placed at the line that made most of the error if rounding made it.
finding placed(finding f, const case_report& c) {
  const error_split* split = split_of(f, c);
  if (!f.stack.empty() || split == nullptr || split->algorithm_mean > split->rounding_mean) return f;
  for (const analysis::line_error& l : c.run->lines)
    if (l.output == f.output) {
      f.stack = l.stack, f.ptx_line = l.ptx_line, f.instruction = l.instruction;
      break; // the largest share stands first
    }
  return f;
}

/// One sentence on whether the inputs, rounding or the algorithm is to blame, where a reference tells.
std::string cause(const finding& f, const case_report& c) {
  for (const comparison& k : c.comparisons)
    if (const std::string inputs = verdict::inputs_to_blame(k, c.run); k.output == f.output && !inputs.empty()) return inputs + '.';
  const error_split* split = split_of(f, c);
  if (split == nullptr) return {};
  const std::string sizes = " (rounding " + number(split->rounding_mean) + " ulp on average, algorithm " + number(split->algorithm_mean) + ')';
  return split->algorithm_mean > split->rounding_mean ? "Not rounding: evaluated exactly, these operations give another result than the reference" + sizes + '.'
                                                      : "Rounding: evaluated exactly, these operations would agree better with the reference" + sizes + '.';
}

std::string sentence(const case_report& c) {
  if (!c.errors.empty()) return "Not run: " + c.errors[0].message;
  if (!c.run) return "Nothing was run";
  const auto all = ordered(*c.run);
  if (!all.empty() && !all[0]->suppressed) {
    const finding f = placed(*all[0], c);
    const std::string place = place_of(f.stack, f.ptx_line);
    std::string what(analysis::summary(f.rule));
    if (!what.empty() && what[0] >= 'a' && what[0] <= 'z') what[0] = static_cast<char>(what[0] - 'a' + 'A');
    return what + (place.empty() ? "" : ", at " + file_name(place));
  }
  if (!c.run->incomplete.empty()) return "Incomplete: " + c.run->incomplete[0].what;
  if (c.verdict != exit_code::passed && !c.notes.empty()) return c.notes.back();
  return c.comparisons.empty() ? "No findings: the arithmetic is as good as exact" : "No findings: the output is what the reference says";
}

std::string line_panel(const document& d, const finding& f) {
  std::string body = text_element("h3", "", "Which line");
  const std::string place = place_of(f.stack, f.ptx_line);
  body += text_element("p", "big", place.empty() ? "no single line: the formula as a whole" : file_name(place));
  if (!f.stack.empty()) {
    const auto text = attached_lines(d)(f.stack[0].file, f.stack[0].line);
    if (text) {
      const std::size_t indent = std::min(text->find_first_not_of(" \t"), text->size());
      const auto column = f.stack[0].column > indent ? f.stack[0].column - static_cast<std::uint32_t>(indent) : 0;
      body += text_element("pre", "line", point_at(std::string_view(*text).substr(indent), column).text);
    }
    if (!f.stack[0].function.empty()) body += text_element("p", "soft", "in " + f.stack[0].function);
    for (std::size_t i = 1; i < f.stack.size(); ++i)
      body += text_element("p", "soft", (f.stack[i].role.empty() ? "called from " : f.stack[i].role + ", at ") + f.stack[i].file + ':' + std::to_string(f.stack[i].line));
  }
  if (!f.instruction.empty()) body += text_element("p", "soft", f.instruction + (f.ptx_line != 0 ? ", PTX line " + std::to_string(f.ptx_line) : ""));
  return element("section", "", body);
}

std::string times_seen(const finding& f) { return "seen " + grouped(f.count) + (f.count == 1 ? " time" : " times"); }

/// The finding with the worst element of the worst output, where it names none itself.
finding measured(finding f, const analysis::run_result& run) {
  if (f.element || f.address) return f;
  const analysis::output_summary* worst = nullptr;
  for (const analysis::output_summary& o : run.outputs)
    if (o.certified != 0 && o.max_error_ulps > 0 && (worst == nullptr || o.max_error_ulps > worst->max_error_ulps)) worst = &o;
  if (worst == nullptr) return f;
  f.output = worst->name, f.element = worst->worst_element;
  f.computed = worst->worst_computed, f.exact = worst->worst_exact;
  return f;
}

std::string wrongness(const finding& f) {
  if (f.output.empty() || !f.element) return times_seen(f);
  const double error = std::fabs(f.computed - f.exact), scale = std::fabs(f.exact);
  if (std::isnan(f.computed)) return "NaN instead of a number";
  if (!std::isfinite(f.computed)) return "infinite instead of " + number(f.exact);
  if (scale > 0 && error / scale < 1e6) return number(std::round(error / scale * 1e4) / 100) + " % off";
  return error == 0 ? times_seen(f) : "off by " + number(error) + " where the exact result is 0";
}

std::string size_panel(const finding& from, const analysis::run_result& run) {
  const finding f = measured(from, run);
  std::string body = text_element("h3", "", "How wrong") + text_element("p", "big error", wrongness(f));
  std::string rows;
  if (f.element && !f.output.empty()) {
    rows += row({cell("computed"), cell(element_text(run, f.output, *f.element) + " = " + apart(f.computed, f.exact).first)});
    rows += row({cell("exact"), cell(apart(f.computed, f.exact).second)});
  }
  for (const analysis::output_summary& o : run.outputs)
    if (o.name == f.output && o.certified != 0)
      rows += row({cell("worst element"), cell(number(o.max_error_ulps) + " ulp of " + o.dtype + ", mean " + number(o.mean_error_ulps))});
  if (const auto share = tensor_core_share(run, f.output)) rows += row({cell("tensor cores"), cell("made " + number(std::floor(100 * *share)) + " % of the error")});
  if (f.count > 1) rows += row({cell("seen"), cell(grouped(f.count) + " times")});
  if (f.excess > 0) rows += row({cell("excess"), cell(number(f.excess) + " times what the inputs' own rounding explains")});
  if (f.thread) {
    const auto& t = *f.thread;
    const auto triple = [](const std::uint32_t (&v)[3]) { return '(' + std::to_string(v[0]) + ", " + std::to_string(v[1]) + ", " + std::to_string(v[2]) + ')'; };
    rows += row({cell("first seen"), cell("thread " + triple(t.thread) + " of block " + triple(t.cta))});
  }
  return element("section", "", body + (rows.empty() ? "" : element("table", "", rows)));
}

std::string why_panel(const finding& f, const case_report& c) {
  std::string body = text_element("h3", "", "Why") + text_element("p", "big", analysis::id(f.rule)) + text_element("p", "", message_of(f));
  if (const std::string text = cause(f, c); !text.empty()) body += text_element("p", "", text);
  if (const auto page = analysis::page(f.rule); !page.empty())
    body += element("details", "", text_element("summary", "soft", "what this rule means") + text_element("pre", "", page));
  return element("section", "", body);
}

std::string mend_panel(const finding& f, const case_report& c) {
  const std::string hint = f.hint.empty() ? std::string(analysis::advice(f.rule)) : f.hint;
  std::string body = text_element("h3", "", "What to do") + text_element("p", "big", hint);
  if (!c.replay.empty()) body += text_element("p", "soft", "Run it again:") + text_element("pre", "", c.replay);
  return element("section", "", body);
}

std::string answers(const document& d, const case_report& c) {
  const auto all = c.run ? ordered(*c.run) : std::vector<const finding*>{};
  if (!all.empty() && !all[0]->suppressed) {
    const finding f = placed(*all[0], c);
    return element("div", "answers", line_panel(d, f) + size_panel(f, *c.run) + why_panel(f, c) + mend_panel(f, c));
  }
  std::string left = text_element("h3", "", "What was checked");
  if (c.run) {
    const auto& k = c.run->coverage;
    left += text_element("p", "", grouped(k.instructions) + " instructions, " + grouped(k.fp_shadowed) + " of " + grouped(k.fp_operations) + " float operations with a certified shadow (" + c.run->shadow + ')');
    if (const std::string part = race_sampling(k); !part.empty()) left += text_element("p", "soft", part);
    for (const analysis::output_summary& o : c.run->outputs)
      if (o.certified + o.agreed != 0)
        left += text_element("p", "", o.name + ": " + error_words(*c.run, o) + " of " + o.dtype);
  }
  for (const diagnostic& e : c.errors) left += text_element("pre", "", e.text());
  if (c.run && !meaning_is_checked(c)) left += text_element("p", "soft", "Rounding and memory only; meaning unchecked: give a reference with --ref.");
  std::string right = text_element("h3", "", "Run it again") + text_element("pre", "", c.replay);
  return element("div", "answers", element("section", "", left) + (c.replay.empty() ? "" : element("section", "", right)));
}

std::string other_findings(const case_report& c) {
  const auto all = ordered(*c.run);
  std::string rows;
  for (std::size_t i = all[0]->suppressed ? 0 : 1; i < all.size(); ++i) {
    const finding& f = *all[i];
    rows += row({text_element("td", f.suppressed ? "soft" : level_class(f.level), analysis::id(f.rule)), cell(place_of(f.stack, f.ptx_line)),
                 cell(message_of(f) + (f.suppressed ? " (allowed: " + f.suppression_reason + ')' : ""))});
  }
  return rows.empty() ? rows : element("section", "", text_element("h3", "", all[0]->suppressed ? "Excused findings" : "Other findings") + element("table", "", rows));
}

std::string slices(const case_report& c) {
  std::string out;
  for (const finding& f : c.run->findings) {
    if (f.slice.empty()) continue;
    std::string rows;
    for (const analysis::slice_step& s : f.slice)
      rows += row({cell(place_of({s.where}, s.ptx_line)), element("td", "", text_element("code", "", s.instruction)), number_cell(s.error), number_cell(s.error_ulps),
                   element("td", "", share_bar(s.share))});
    std::string about = "Where the error of " + (f.element ? element_text(*c.run, f.output, *f.element) : f.output) + " was made";
    std::string sense;
    if (f.sensitivity > 0)
      sense = text_element("p", "caption", "Conditioning: moving every operand by half an ulp moves this element by " + number(f.sensitivity) + "; its error is " +
                                               number(std::fabs(f.computed - f.exact)) + '.');
    out += text_element("h4", "", about) + element("table", "", head({{"", "place"}, {"", "instruction"}, {"n", "adds to the output"}, {"n", "in ulps"}, {"", "share"}}) + rows) + sense;
  }
  return out.empty() ? out : element("section", "", text_element("h3", "", "Blame: from the output back") + out);
}

std::string outputs(const case_report& c) {
  std::string out;
  for (const analysis::output_summary& o : c.run->outputs) {
    std::string facts = tensor::text(o.shape) + ' ' + o.dtype;
    if (o.written < o.elements) facts += ", " + grouped(o.written) + " of " + grouped(o.elements) + " written";
    if (o.agreed != 0) facts += ", estimated by two precisions";
    if (o.estimated != 0) facts += ", " + grouped(o.estimated) + " estimated";
    facts += o.certified + o.agreed == 0 ? ", no certified error" : ", " + error_words(*c.run, o) + ", worst at " + element_text(*c.run, o.name, o.worst_element);
    if (o.undecided != 0) facts += ", " + grouped(o.undecided) + " undecided";
    out += element("div", "panel", text_element("h4", "", o.name) + text_element("p", "soft", facts) +
                                       element("div", "charts", element("div", "", heat_map(o)) + element("div", "", histogram(o.errors))));
  }
  return out.empty() ? out : element("section", "", text_element("h3", "", "Outputs: certified error of each element") + out);
}

/// What the distance from the reference is made of: rounding, the algorithm, and what the inputs bring with them.
std::string error_parts(const comparison& k, const case_report& of) {
  std::string rows, below;
  const auto part = [&](const char* what, double middle, double most) { rows += row({cell(what), number_cell(middle), number_cell(most)}); };
  if (k.split) {
    const error_split& s = *k.split;
    part("rounding: computed against its own exact result, mean and largest", s.rounding_mean, s.rounding_max);
    part("algorithm: that exact result against the reference, mean and largest", s.algorithm_mean, s.algorithm_max);
    below += text_element("p", "caption", "" + element_text(*of.run, k.output, s.worst_element) + ": reference " + number(s.worst_reference) + ", exact result of these operations " + number(s.worst_exact) +
                                              ", computed " + number(s.worst_computed));
  }
  if (k.conditioning) {
    const conditioning& c = *k.conditioning;
    part("inputs: half an ulp in every one, median and largest", c.input_ulps_median, c.input_ulps_max);
    std::string shares;
    for (const auto& [input, kappa] : c.shares) shares += (shares.empty() ? ": " : ", ") + input + ' ' + number(kappa);
    below += text_element("p", "caption", "Conditioning: kappa " + number(c.kappa_median) + " (median of " + grouped(c.elements) + (c.elements == 1 ? " element" : " elements") + "), at most " + number(c.kappa_max) + " at " + element_text(*of.run, k.output, c.element) + shares);
    if (const std::string inputs = verdict::inputs_to_blame(k, of.run); !inputs.empty()) below += text_element("p", "warning", inputs);
  }
  if (rows.empty()) return rows;
  return element("table", "", head({{"", "error split, in ulps of the output"}, {"n", ""}, {"n", ""}}) + rows) + below;
}

/// The elements farthest from a reference, as they stand beside it.
std::string worst_elements(const comparison& k) {
  std::string rows;
  for (std::size_t i = 0; i < k.verdict.worst.size(); ++i) {
    const tolerance::element_report& e = k.verdict.worst[i];
    const auto [computed, expected] = apart(e.actual, e.expected);
    rows += row({text_element("td", i < k.verdict.failures() ? "error" : "", verdict::element_name(k.output, e)), text_element("td", "n", computed), text_element("td", "n", expected),
                 number_cell(e.error), number_cell(e.allowed), number_cell(e.ulps)});
  }
  if (rows.empty()) return rows;
  return element("table", "", head({{"", "worst elements"}, {"n", "computed"}, {"n", "expected"}, {"n", "off by"}, {"n", "allowed"}, {"n", "ulps"}}) + rows);
}

std::string comparisons(const case_report& c) {
  std::string out;
  for (const comparison& k : c.comparisons) {
    const bool good = k.verdict.code == exit_code::passed;
    out += element("div", "panel", text_element("h4", "", k.output + " against " + k.reference) +
                                       text_element("p", good ? "good" : "error", k.verdict.reason + " (" + k.verdict.tolerance_words + "); farthest " + number(k.verdict.ulp_percentiles[4]) + " ulp") +
                                       worst_elements(k) + error_parts(k, c));
  }
  return out.empty() ? out : element("section", "", text_element("h3", "", "References") + out);
}

std::string circumstances(const case_report& c) {
  std::string rows, out;
  for (const input& i : c.inputs) rows += row({cell(i.name), cell(tensor::text(i.shape) + ' ' + i.dtype), cell(i.generator), element("td", "", text_element("code", "", i.digest.substr(0, 16)))});
  if (!rows.empty()) out += element("table", "", head({{"", "input"}, {"", "shape"}, {"", "made by"}, {"", "sha256"}}) + rows);
  if (c.run)
    for (const std::string& line : c.run->printed) out += text_element("pre", "", line);
  for (const std::string& n : c.notes) out += text_element("p", "soft", n);
  return out.empty() ? out : element("section", "", text_element("h3", "", "Circumstances") + out);
}

std::string variants(const case_report& c) {
  std::string text;
  for (const std::string& line : variant_table(c.variants)) text += line + '\n';
  return text.empty() ? text : element("section", "", text_element("h3", "", "What if") + text_element("pre", "", text));
}

std::string unfinished(const case_report& c) {
  std::string rows;
  for (const analysis::incomplete_note& n : c.run->incomplete) rows += row({cell(place_of(n.stack, n.ptx_line)), cell(n.what)});
  return rows.empty() ? rows : element("section", "", text_element("h3", "warning", "What could not be checked") + element("table", "", rows));
}

std::string body_of(const document& d, const case_report& c) {
  std::string out = answers(d, c);
  if (!c.run) return out + circumstances(c);
  if (!c.run->findings.empty()) out += other_findings(c);
  return out + unfinished(c) + source_listing(d, c) + outputs(c) + comparisons(c) + variants(c) + slices(c) + circumstances(c);
}

/// The cases in the order of the page: what did not pass first.
std::vector<std::size_t> order_of(const document& d) {
  std::vector<std::size_t> out(d.cases.size());
  std::iota(out.begin(), out.end(), std::size_t{0});
  std::stable_partition(out.begin(), out.end(), [&](std::size_t i) { return d.cases[i].verdict != exit_code::passed; });
  return out;
}

std::string overview(const document& d) {
  std::string rows;
  for (const std::size_t i : order_of(d))
    rows += row({element("td", "", pill(d.cases[i].verdict)), element("td", "", "<a href=\"#case" + std::to_string(i) + "\">" + escaped(d.cases[i].file + ": " + d.cases[i].title) + "</a>"),
                 cell(sentence(d.cases[i]))});
  return element("div", "cases", element("table", "", rows));
}

} // namespace
} // namespace html

std::string write_html(const document& d) {
  using namespace html;
  std::string body;
  if (d.cases.size() == 1) {
    const case_report& c = d.cases[0];
    body = element("div", "top", pill(c.verdict) + text_element("span", "mono", c.file + ": " + c.title) + text_element("span", "", "fpcheck " + d.version)) + text_element("h1", "", sentence(c)) + body_of(d, c);
  } else {
    body = element("div", "top", pill(d.verdict()) + text_element("span", "", std::to_string(d.cases.size()) + " cases, fpcheck " + d.version)) + overview(d);
    for (const std::size_t i : order_of(d)) {
      const case_report& c = d.cases[i];
      const std::string name_of_case = pill(c.verdict) + ' ' + escaped(c.file + ": " + c.title), rest = text_element("p", "big", sentence(c)) + body_of(d, c);
      const std::string id = " id=\"case" + std::to_string(i) + "\">";
      body += c.verdict == exit_code::passed ? "<details" + id + element("summary", "", name_of_case) + rest + "</details>" : "<section" + id + element("h2", "", name_of_case) + rest + "</section>";
    }
  }
  const std::string title = d.cases.size() == 1 ? d.cases[0].title + ": " + name(d.verdict()) : "fpcheck: " + name(d.verdict());
  return page(title, body);
}

} // namespace fpcheck::report

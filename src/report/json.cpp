#include "json.hpp"
#include "meaning.hpp"

#include <fpcheck/analysis/rules.hpp>

#include <cmath>

namespace fpcheck::report {
namespace {

using json = nlohmann::ordered_json;

/// JSON has no NaN and no infinity: they become strings.
json real(double x) {
  return std::isfinite(x) ? json(x) : json(number(x));
}

std::string level_name(analysis::level l) {
  return l == analysis::level::error ? "error" : l == analysis::level::warning ? "warning" : "note";
}

json of(const analysis::frame& f) {
  json out{{"function", f.function}, {"file", f.file}, {"line", f.line}, {"column", f.column}};
  if (!f.role.empty()) out["role"] = f.role;
  return out;
}

json of(const std::vector<analysis::frame>& stack) {
  json out = json::array();
  for (const analysis::frame& f : stack) out.push_back(of(f));
  return out;
}

json of(const analysis::slice_step& s) {
  return {{"where", of(s.where)},   {"ptx_line", s.ptx_line}, {"instruction", s.instruction},
          {"error", real(s.error)}, {"share", real(s.share)}, {"error_ulps", real(s.error_ulps)}};
}

json of(const analysis::finding& f) {
  json out{{"rule", analysis::id(f.rule)},
           {"level", level_name(f.level)},
           {"message", f.message.empty() ? std::string(analysis::summary(f.rule)) : f.message},
           {"stack", of(f.stack)},
           {"ptx_line", f.ptx_line},
           {"instruction", f.instruction}};
  if (f.thread) {
    const auto& t = *f.thread;
    out["thread"] = {{"launch", t.launch},
                     {"block", {t.cta[0], t.cta[1], t.cta[2]}},
                     {"thread", {t.thread[0], t.thread[1], t.thread[2]}}};
  }
  if (!f.output.empty()) out["output"] = f.output;
  if (f.element) out["element"] = *f.element;
  if (f.address) out["address"] = *f.address;
  out["computed"] = real(f.computed);
  out["exact"] = real(f.exact);
  out["bound"] = real(f.bound);
  out["excess"] = real(f.excess);
  out["sensitivity"] = real(f.sensitivity);
  out["count"] = f.count;
  out["hint"] = f.hint.empty() ? std::string(analysis::advice(f.rule)) : f.hint;
  json slice = json::array();
  for (const analysis::slice_step& s : f.slice) slice.push_back(of(s));
  out["slice"] = std::move(slice);
  out["suppressed"] = f.suppressed;
  if (f.suppressed) out["suppression_reason"] = f.suppression_reason;
  return out;
}

json of(const analysis::line_error& l) {
  return {{"stack", of(l.stack)},     {"output", l.output},     {"instruction", l.instruction},
          {"ptx_line", l.ptx_line},   {"share", real(l.share)}, {"error_ulps", real(l.error_ulps)}};
}

/// The histogram without the empty bins at its end.
json of(const analysis::error_profile& p) {
  std::size_t used = p.histogram.size();
  while (used > 0 && p.histogram[used - 1] == 0) --used;
  return {{"histogram", std::vector<std::uint64_t>(p.histogram.begin(), p.histogram.begin() + static_cast<std::ptrdiff_t>(used))},
          {"width", p.width},
          {"rows_per_cell", p.rows_per_cell},
          {"columns_per_cell", p.columns_per_cell},
          {"map", p.map}};
}

json of(const analysis::output_summary& o) {
  json out{{"name", o.name},
          {"dtype", o.dtype},
          {"shape", o.shape},
          {"elements", o.elements},
          {"written", o.written},
          {"certified", o.certified},
          {"undecided", o.undecided},
          {"max_error_ulps", real(o.max_error_ulps)},
          {"mean_error_ulps", real(o.mean_error_ulps)},
          {"largest_share", real(o.largest_share)},
          {"worst",
           {{"element", o.worst_element},
            {"computed", real(o.worst_computed)},
            {"exact", real(o.worst_exact)},
            {"bound", real(o.worst_bound)}}}};
  if (o.estimated != 0) out["estimated"] = o.estimated;
  if (o.agreed != 0) out["estimated_by_two_precisions"] = o.agreed;
  if (!o.errors.empty()) out["errors"] = of(o.errors);
  return out;
}

json of(const error_split& s) {
  return {{"elements", s.elements},
          {"rounding", {{"mean_ulps", real(s.rounding_mean)}, {"max_ulps", real(s.rounding_max)}}},
          {"algorithm", {{"mean_ulps", real(s.algorithm_mean)}, {"max_ulps", real(s.algorithm_max)}}},
          {"worst",
           {{"element", s.worst_element},
            {"reference", real(s.worst_reference)},
            {"exact", real(s.worst_exact)},
            {"computed", real(s.worst_computed)}}}};
}

json of(const conditioning& c) {
  json shares = json::array();
  for (const auto& [input, kappa] : c.shares) shares.push_back({{"input", input}, {"kappa", real(kappa)}});
  json out{{"elements", c.elements},
           {"kappa", {{"median", real(c.kappa_median)}, {"max", real(c.kappa_max)}, {"element", c.element}, {"shares", shares}}},
           {"input_rounding", {{"median_ulps", real(c.input_ulps_median)}, {"max_ulps", real(c.input_ulps_max)}}}};
  if (c.input_ulps_at_worst) out["input_rounding"]["worst_element_ulps"] = real(*c.input_ulps_at_worst);
  if (c.stable_ulps_at_worst) out["input_rounding"]["stable_ulps"] = real(*c.stable_ulps_at_worst);
  return out;
}

json of(const comparison& k) {
  const tolerance::verdict& v = k.verdict;
  json worst = json::array();
  for (const tolerance::element_report& e : v.worst)
    worst.push_back({{"element", e.index},
                     {"index", e.position},
                     {"actual", real(e.actual)},
                     {"expected", real(e.expected)},
                     {"error", real(e.error)},
                     {"allowed", real(e.allowed)},
                     {"ulps", real(e.ulps)}});
  using tolerance::element_outcome;
  json out{{"output", k.output},
          {"reference", k.reference},
          {"tolerance", v.tolerance_words},
          {"verdict", name(v.code)},
          {"reason", v.reason},
          {"elements", v.elements},
          {"bit_equal", v.bit_equal},
          {"wrong", v.count(element_outcome::wrong)},
          {"nan", v.count(element_outcome::nan)},
          {"infinite", v.count(element_outcome::infinite)},
          {"undecided", v.count(element_outcome::undecided)},
          {"suspect", v.count(element_outcome::suspect)},
          {"max_ulps", real(v.ulp_percentiles[4])},
          {"largest_share", real(v.largest_share)},
          {"bias", real(v.bias)},
          {"resolution_median", real(v.resolution_median)},
          {"resolution_worst", real(v.resolution_worst)},
          {"worst", worst}};
  if (k.split) out["split"] = of(*k.split);
  if (k.conditioning) out["conditioning"] = of(*k.conditioning);
  return out;
}

json of(const analysis::output_error& e) {
  return {{"output", e.output},         {"elements", e.elements},  {"nonfinite", e.nonfinite},            {"changed", e.changed},
          {"largest", real(e.largest)}, {"rms", real(e.rms)}, {"largest_ulps", real(e.largest_ulps)}, {"worst", e.worst}};
}

json of(const analysis::variation_result& r) {
  json outputs = json::array();
  for (const analysis::output_error& e : r.outputs) outputs.push_back(of(e));
  return {{"what", r.text}, {"operations", r.operations}, {"changed", r.changed}, {"failure", r.failure}, {"outputs", outputs}};
}

json of(const device_line& l) {
  json out{{"event", name_of(l.what)}, {"launch", l.launch}, {"stack", of(l.stack)}, {"ptx_line", l.ptx_line}, {"instruction", l.instruction}, {"ulps", real(l.ulps)}, {"share", real(l.share)},
           {"block", l.block}, {"over", l.over}, {"open", l.open}, {"near", l.near}, {"unbounded", l.unbounded}, {"born", l.born}, {"output", l.output}};
  if (l.element) out["element"] = *l.element;
  return out;
}

json of(const device_run& d) {
  json lines = json::array();
  for (const device_line& l : d.lines) lines.push_back(of(l));
  return {{"card", d.card}, {"shadow", d.shadow}, {"outputs", d.outputs}, {"bytes", d.bytes}, {"bare_seconds", d.bare_seconds}, {"seconds", d.seconds},
          {"same_bits", d.same_bits}, {"replayed", d.replayed}, {"replayed_whole", d.whole}, {"lines", lines}};
}

json of(const source_text& s) {
  return {{"file", s.file}, {"first_line", s.first_line}, {"lines", s.lines}};
}

json of(const diagnostic& d) {
  return {{"message", d.message},
          {"file", d.where.file},
          {"line", d.where.line},
          {"column", d.where.column},
          {"excerpt", d.excerpt},
          {"hint", d.hint}};
}

json of(const analysis::lineage_ends& e) {
  return {{"decided", e.decided}, {"equal", e.equal}, {"near_ties", e.near_ties}, {"anchored", e.anchored}, {"judged", e.judged}, {"incomplete", e.incomplete}};
}

json of(const analysis::coverage& k) {
  return {{"instructions", k.instructions}, {"fp_operations", k.fp_operations},
          {"fp_shadowed", k.fp_shadowed},   {"cuts", k.cuts},
          {"near_ties", k.near_ties},       {"blocks_run", k.ctas_run},
          {"blocks", k.ctas_total},         {"race_step", k.race_step},
          {"lineage_ends", of(k.lineage_ends)}};
}

/// One line on what to do about a case, for whoever reads no more of it.
std::string next_step(const case_report& c) {
  const std::string again = c.replay.empty() ? "" : "; then run: " + c.replay;
  if (!c.errors.empty()) return c.errors[0].message + (c.errors[0].hint.empty() ? "" : ": " + c.errors[0].hint);
  if (!c.run) return "nothing was run";
  const analysis::finding* worst = nullptr;
  for (const analysis::finding& f : c.run->findings)
    if (!f.suppressed && (worst == nullptr || f.level > worst->level)) worst = &f;
  if (worst != nullptr) {
    const bool placed = !worst->stack.empty() && worst->stack[0].line != 0;
    return (placed ? worst->stack[0].file + ':' + std::to_string(worst->stack[0].line) + ": " : "") + std::string(analysis::id(worst->rule)) + ": " +
           (worst->hint.empty() ? std::string(analysis::advice(worst->rule)) : worst->hint) + again;
  }
  if (!c.run->incomplete.empty()) {
    const std::string& what = c.run->incomplete[0].what;
    if (what.ends_with("is not modelled")) return what + ": write line " + std::to_string(c.run->incomplete[0].stack.empty() ? 0 : c.run->incomplete[0].stack[0].line) + " without it; fpcheck isa --check " + c.file + " lists all";
    if (what.find("undecided") != std::string::npos) return what + "; try --shadow mpfr:128" + again;
    return what + again;
  }
  if (c.verdict != exit_code::passed && !c.notes.empty()) return c.notes.back();
  return meaning_is_checked(c) ? "nothing" : "say what the outputs should be, with --ref OUT=EXPR or --ref OUT=@FILE.npy";
}

json of(const case_report& c);

template <class Items>
json list_of(const Items& items) {
  json out = json::array();
  for (const auto& item : items) out.push_back(of(item));
  return out;
}

json of(const case_report& c) {
  json inputs = json::array();
  for (const input& i : c.inputs) {
    inputs.push_back({{"name", i.name}, {"dtype", i.dtype}, {"shape", i.shape}, {"generator", i.generator}});
    if (!i.digest.empty()) inputs.back()["sha256"] = i.digest;
  }
  json out{{"file", c.file}, {"launch", c.title}, {"line", c.where.line}, {"seed", c.seed}, {"replay", c.replay}, {"inputs", inputs}};
  const analysis::run_result none;
  const analysis::run_result& run = c.run ? *c.run : none;
  json notes = json::array();
  for (const auto& n : run.incomplete)
    notes.push_back({{"what", n.what}, {"stack", of(n.stack)}, {"ptx_line", n.ptx_line}});
  out["executed"] = c.run.has_value();
  out["kernel"] = run.kernel;
  out["shadow"] = run.shadow;
  out["seconds"] = run.seconds;
  out["coverage"] = of(run.coverage);
  out["findings"] = list_of(run.findings);
  out["outputs"] = list_of(run.outputs);
  for (std::size_t k = 0; k < run.outputs.size(); ++k)
    if (const auto share = tensor_core_share(run, run.outputs[k].name)) out["outputs"][k]["tensor_core_share"] = real(*share);
  out["lines"] = list_of(run.lines);
  out["comparisons"] = list_of(c.comparisons);
  if (c.device) out["device"] = of(*c.device);
  if (!c.variants.empty()) out["what_if"] = list_of(c.variants);
  out["incomplete"] = std::move(notes);
  out["printed"] = run.printed;
  out["errors"] = list_of(c.errors);
  out["notes"] = c.notes;
  out["meaning_checked"] = !c.comparisons.empty();
  if (c.sums_up) out["sums_up"] = true;
  out["verdict"] = name(c.verdict);
  out["next"] = next_step(c);
  return out;
}

} // namespace

nlohmann::ordered_json to_json(const document& d) {
  return {{"schema", "fpcheck/1"},
          {"tool", {{"name", "fpcheck"}, {"version", d.version}}},
          {"cases", list_of(d.cases)},
          {"sources", list_of(d.sources)},
          {"verdict", name(d.verdict())},
          {"exit_code", static_cast<int>(d.verdict())}};
}

std::string write_json(const document& d) {
  return to_json(d).dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

} // namespace fpcheck::report

// The document of schema "fpcheck/1", read back: the mirror of json.cpp.
#include <fpcheck/report/document.hpp>

#include <nlohmann/json.hpp>

#include <cmath>

namespace fpcheck::report {
namespace {

/// What a reader throws inside this file; nothing else leaves it.
struct malformed {
  std::string what;
};

/// A value with its place in the document, for messages.
class cursor {
public:
  cursor(const nlohmann::json& value, std::string place) : value_(value), place_(std::move(place)) {}

  bool has(const char* key) const { return value_.is_object() && value_.contains(key); }
  cursor operator[](const char* key) const {
    if (!value_.is_object()) fail("is no object");
    const auto found = value_.find(key);
    if (found == value_.end()) fail(std::string("has no '") + key + "'");
    return {*found, place_ + '.' + key};
  }
  std::vector<cursor> items() const {
    if (!value_.is_array()) fail("is no array");
    std::vector<cursor> out;
    for (std::size_t i = 0; i < value_.size(); ++i) out.emplace_back(value_[i], place_ + '[' + std::to_string(i) + ']');
    return out;
  }
  std::string string() const {
    if (!value_.is_string()) fail("is no string");
    return value_.get<std::string>();
  }
  bool boolean() const {
    if (!value_.is_boolean()) fail("is neither true nor false");
    return value_.get<bool>();
  }
  std::uint64_t natural() const {
    if (!value_.is_number_unsigned()) fail("is no natural number");
    return value_.get<std::uint64_t>();
  }
  std::uint32_t natural32() const {
    const std::uint64_t n = natural();
    if (n > 0xffffffffu) fail("is too large");
    return static_cast<std::uint32_t>(n);
  }
  /// A number, or one of the words that JSON has no number for.
  double real() const {
    if (value_.is_number()) return value_.get<double>();
    const std::string text = string();
    if (text == "nan") return NAN;
    if (text == "inf") return INFINITY;
    if (text == "-inf") return -INFINITY;
    fail("is no number");
  }
  [[noreturn]] void fail(const std::string& why) const { throw malformed{place_ + ' ' + why}; }

private:
  const nlohmann::json& value_;
  std::string place_;
};

template <class Item, class Read>
std::vector<Item> list(const cursor& c, Read read) {
  std::vector<Item> out;
  for (const cursor& item : c.items()) out.push_back(read(item));
  return out;
}

std::vector<std::string> strings(const cursor& c) {
  return list<std::string>(c, [](const cursor& i) { return i.string(); });
}
std::vector<std::uint64_t> naturals(const cursor& c) {
  return list<std::uint64_t>(c, [](const cursor& i) { return i.natural(); });
}

exit_code verdict_of(const cursor& c) {
  const auto code = find_verdict(c.string());
  if (!code) c.fail("is no verdict");
  return *code;
}

analysis::level level_of(const cursor& c) {
  const std::string text = c.string();
  if (text == "error") return analysis::level::error;
  if (text == "warning") return analysis::level::warning;
  if (text != "note") c.fail("is no level");
  return analysis::level::note;
}

analysis::frame read_frame(const cursor& c) {
  return {c["function"].string(), c["file"].string(), c["line"].natural32(), c["column"].natural32(), c.has("role") ? c["role"].string() : std::string()};
}
std::vector<analysis::frame> read_stack(const cursor& c) { return list<analysis::frame>(c, read_frame); }

analysis::slice_step read_step(const cursor& c) {
  return {read_frame(c["where"]), c["ptx_line"].natural32(), c["instruction"].string(),
          c["error"].real(),      c["share"].real(),         c["error_ulps"].real()};
}

void read_triple(const cursor& c, std::uint32_t (&out)[3]) {
  const auto items = c.items();
  if (items.size() != 3) c.fail("is no triple");
  for (int k = 0; k < 3; ++k) out[k] = items[static_cast<std::size_t>(k)].natural32();
}

analysis::finding read_finding(const cursor& c) {
  analysis::finding f;
  const auto rule = analysis::find_rule(c["rule"].string());
  if (!rule) c["rule"].fail("is no rule of this version");
  f.rule = *rule;
  f.level = level_of(c["level"]);
  f.message = c["message"].string();
  f.stack = read_stack(c["stack"]);
  f.ptx_line = c["ptx_line"].natural32();
  f.instruction = c["instruction"].string();
  if (c.has("thread")) {
    analysis::thread_position t;
    t.launch = c["thread"]["launch"].natural32();
    read_triple(c["thread"]["block"], t.cta);
    read_triple(c["thread"]["thread"], t.thread);
    f.thread = t;
  }
  if (c.has("output")) f.output = c["output"].string();
  if (c.has("element")) f.element = c["element"].natural();
  if (c.has("address")) f.address = c["address"].natural();
  f.computed = c["computed"].real(), f.exact = c["exact"].real(), f.bound = c["bound"].real();
  f.excess = c["excess"].real(), f.sensitivity = c["sensitivity"].real();
  f.count = c["count"].natural();
  f.hint = c["hint"].string();
  f.slice = list<analysis::slice_step>(c["slice"], read_step);
  f.suppressed = c["suppressed"].boolean();
  if (f.suppressed) f.suppression_reason = c["suppression_reason"].string();
  return f;
}

analysis::line_error read_line(const cursor& c) {
  return {read_stack(c["stack"]),    c["output"].string(), c["instruction"].string(),
          c["ptx_line"].natural32(), c["share"].real(),    c["error_ulps"].real()};
}

analysis::error_profile read_profile(const cursor& c) {
  analysis::error_profile p;
  const auto histogram = naturals(c["histogram"]);
  if (histogram.size() > p.histogram.size()) c["histogram"].fail("has too many bins");
  std::copy(histogram.begin(), histogram.end(), p.histogram.begin());
  p.width = c["width"].natural();
  p.rows_per_cell = c["rows_per_cell"].natural(), p.columns_per_cell = c["columns_per_cell"].natural();
  p.map = strings(c["map"]);
  for (const std::string& row : p.map)
    if (p.map.size() > analysis::error_profiler::most_rows || row.size() > analysis::error_profiler::most_columns)
      c["map"].fail("is larger than a map may be");
  return p;
}

analysis::output_summary read_output(const cursor& c) {
  analysis::output_summary o;
  o.name = c["name"].string(), o.dtype = c["dtype"].string();
  o.shape = naturals(c["shape"]);
  o.elements = c["elements"].natural(), o.written = c["written"].natural();
  o.certified = c["certified"].natural(), o.undecided = c["undecided"].natural();
  o.max_error_ulps = c["max_error_ulps"].real(), o.mean_error_ulps = c["mean_error_ulps"].real();
  const cursor w = c["worst"];
  o.worst_element = w["element"].natural();
  o.worst_computed = w["computed"].real(), o.worst_exact = w["exact"].real(), o.worst_bound = w["bound"].real();
  if (c.has("errors")) o.errors = read_profile(c["errors"]);
  if (c.has("estimated")) o.estimated = c["estimated"].natural();
  if (c.has("estimated_by_two_precisions")) o.agreed = c["estimated_by_two_precisions"].natural();
  if (c.has("largest_share")) o.largest_share = c["largest_share"].real();
  return o;
}

error_split read_split(const cursor& c) {
  const cursor rounding = c["rounding"], algorithm = c["algorithm"], worst = c["worst"];
  return {c["elements"].natural(),        rounding["mean_ulps"].real(),  rounding["max_ulps"].real(),
          algorithm["mean_ulps"].real(),  algorithm["max_ulps"].real(),  worst["element"].natural(),
          worst["reference"].real(),      worst["exact"].real(),         worst["computed"].real()};
}

conditioning read_conditioning(const cursor& c) {
  const cursor kappa = c["kappa"], inputs = c["input_rounding"];
  conditioning out;
  out.elements = c["elements"].natural();
  out.kappa_median = kappa["median"].real(), out.kappa_max = kappa["max"].real(), out.element = kappa["element"].natural();
  for (const cursor& share : kappa["shares"].items()) out.shares.emplace_back(share["input"].string(), share["kappa"].real());
  out.input_ulps_median = inputs["median_ulps"].real(), out.input_ulps_max = inputs["max_ulps"].real();
  if (inputs.has("worst_element_ulps")) out.input_ulps_at_worst = inputs["worst_element_ulps"].real();
  if (inputs.has("stable_ulps")) out.stable_ulps_at_worst = inputs["stable_ulps"].real();
  return out;
}

comparison read_comparison(const cursor& c) {
  using tolerance::element_outcome;
  comparison k;
  k.output = c["output"].string(), k.reference = c["reference"].string();
  tolerance::verdict& v = k.verdict;
  v.tolerance_words = c["tolerance"].string();
  v.code = verdict_of(c["verdict"]);
  v.reason = c["reason"].string();
  v.elements = c["elements"].natural(), v.bit_equal = c["bit_equal"].natural();
  const auto count = [&](element_outcome o, const char* key) {
    v.counts[static_cast<std::size_t>(o)] = c[key].natural();
  };
  count(element_outcome::wrong, "wrong"), count(element_outcome::nan, "nan");
  count(element_outcome::infinite, "infinite"), count(element_outcome::undecided, "undecided");
  count(element_outcome::suspect, "suspect");
  v.ulp_percentiles[4] = c["max_ulps"].real();
  if (c.has("largest_share")) v.largest_share = c["largest_share"].real();
  v.bias = c["bias"].real();
  v.resolution_median = c["resolution_median"].real(), v.resolution_worst = c["resolution_worst"].real();
  for (const cursor& w : c["worst"].items()) {
    tolerance::element_report e;
    e.index = w["element"].natural();
    e.actual = w["actual"].real(), e.expected = w["expected"].real();
    e.allowed = w["allowed"].real(), e.ulps = w["ulps"].real();
    if (w.has("index"))
      for (const std::uint64_t i : naturals(w["index"])) e.position.push_back(static_cast<std::int64_t>(i));
    if (w.has("error")) e.error = w["error"].real();
    v.worst.push_back(std::move(e));
  }
  if (c.has("split")) k.split = read_split(c["split"]);
  if (c.has("conditioning")) k.conditioning = read_conditioning(c["conditioning"]);
  return k;
}

analysis::variation_result read_variant(const cursor& c) {
  analysis::variation_result r;
  r.text = c["what"].string(), r.failure = c["failure"].string();
  r.operations = c["operations"].natural(), r.changed = c["changed"].natural();
  r.outputs = list<analysis::output_error>(c["outputs"], [](const cursor& o) {
    return analysis::output_error{o["output"].string(), o["elements"].natural(), o["nonfinite"].natural(), o["changed"].natural(),
                                  o["largest"].real(), o["rms"].real(), o["largest_ulps"].real(), o["worst"].natural()};
  });
  return r;
}

diagnostic read_error(const cursor& c) {
  return {c["message"].string(),
          {c["file"].string(), c["line"].natural32(), c["column"].natural32()},
          c["excerpt"].string(),
          c["hint"].string()};
}

input read_input(const cursor& c) {
  return {c["name"].string(), c["dtype"].string(), naturals(c["shape"]), c["generator"].string(),
          c.has("sha256") ? c["sha256"].string() : ""};
}

analysis::run_result read_run(const cursor& c) {
  analysis::run_result run;
  run.kernel = c["kernel"].string(), run.shadow = c["shadow"].string();
  run.seconds = c["seconds"].real();
  const cursor k = c["coverage"];
  run.coverage = {k["instructions"].natural(), k["fp_operations"].natural(), k["fp_shadowed"].natural(), k["cuts"].natural(),
                  k["near_ties"].natural(),    k["blocks_run"].natural(),    k["blocks"].natural(),
                  k.has("race_step") ? k["race_step"].natural() : 1, {}};
  if (k.has("lineage_ends")) { // reports of earlier versions have none
    const cursor e = k["lineage_ends"];
    run.coverage.lineage_ends = {e["decided"].natural(), e["equal"].natural(), e["near_ties"].natural(), e["anchored"].natural(), e["judged"].natural(), e["incomplete"].natural()};
  }
  run.findings = list<analysis::finding>(c["findings"], read_finding);
  run.outputs = list<analysis::output_summary>(c["outputs"], read_output);
  run.lines = list<analysis::line_error>(c["lines"], read_line);
  run.incomplete = list<analysis::incomplete_note>(c["incomplete"], [](const cursor& n) {
    return analysis::incomplete_note{n["what"].string(), read_stack(n["stack"]), n["ptx_line"].natural32()};
  });
  run.printed = strings(c["printed"]);
  return run;
}

device_line read_device_line(const cursor& c) {
  device_line l;
  l.what = event_of(c["event"].string());
  l.launch = c["launch"].natural32(), l.stack = read_stack(c["stack"]), l.ptx_line = c["ptx_line"].natural32(), l.instruction = c["instruction"].string();
  l.ulps = c["ulps"].real(), l.share = c["share"].real(), l.block = c["block"].natural(), l.output = c["output"].string();
  l.over = c["over"].natural(), l.open = c["open"].natural(), l.unbounded = c["unbounded"].natural(), l.born = c["born"].natural(), l.near = c["near"].natural();
  if (c.has("element")) l.element = c["element"].natural();
  return l;
}

device_run read_device(const cursor& c) {
  device_run d;
  d.card = c["card"].string(), d.shadow = c["shadow"].string();
  d.outputs = c["outputs"].natural(), d.bytes = c["bytes"].natural(), d.bare_seconds = c["bare_seconds"].real(), d.seconds = c["seconds"].real();
  d.same_bits = c["same_bits"].boolean(), d.whole = c["replayed_whole"].boolean();
  d.replayed = list<std::uint64_t>(c["replayed"], [](const cursor& n) { return n.natural(); });
  d.lines = list<device_line>(c["lines"], read_device_line);
  return d;
}

case_report read_case(const cursor& c) {
  case_report r;
  r.file = c["file"].string(), r.title = c["launch"].string();
  if (const std::uint32_t line = c["line"].natural32(); line != 0) r.where = {r.file, line, 0};
  r.seed = c["seed"].natural();
  r.replay = c["replay"].string();
  r.inputs = list<input>(c["inputs"], read_input);
  if (c["executed"].boolean()) r.run = read_run(c);
  r.comparisons = list<comparison>(c["comparisons"], read_comparison);
  if (c.has("device")) r.device = read_device(c["device"]);
  if (c.has("what_if")) r.variants = list<analysis::variation_result>(c["what_if"], read_variant);
  r.errors = list<diagnostic>(c["errors"], read_error);
  r.notes = strings(c["notes"]);
  r.verdict = verdict_of(c["verdict"]);
  if (c.has("sums_up")) r.sums_up = c["sums_up"].boolean();
  return r;
}

document read_document(const cursor& c) {
  if (c["schema"].string() != "fpcheck/1") c["schema"].fail("is not 'fpcheck/1'");
  document d;
  d.version = c["tool"]["version"].string();
  d.cases = list<case_report>(c["cases"], read_case);
  d.sources = list<source_text>(c["sources"], [](const cursor& s) {
    return source_text{s["file"].string(), s["first_line"].natural32(), strings(s["lines"])};
  });
  return d;
}

} // namespace

result<document> read_json(const std::string& text, const std::string& file) {
  const char* hint = "a report is what fpcheck run -o json:FILE writes";
  const nlohmann::json j = nlohmann::json::parse(text, nullptr, false);
  if (j.is_discarded()) return fail("this is no JSON", {file}, hint);
  try {
    return read_document({j, "document"});
  } catch (const malformed& m) {
    return fail("this is no report of fpcheck: " + m.what, {file}, hint);
  }
}

} // namespace fpcheck::report

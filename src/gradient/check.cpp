#include <fpcheck/analysis/check.hpp>
#include <fpcheck/expr/infer.hpp>
#include <fpcheck/gradient/check.hpp>
#include <fpcheck/session/process.hpp>
#include <fpcheck/session/progress.hpp>
#include <fpcheck/tensor/file.hpp>
#include <fpcheck/verdict/verdict.hpp>

#include "adjoint.hpp"
#include "failing_inputs.hpp"
#include "forward_case.hpp"
#include "gradient_case.hpp"

#include <algorithm>

namespace fpcheck::gradient {
namespace {

/// A check of one launch while it is being put together.
struct check_state {
  const request& how;
  const gradient_case& backward;
  const session::settings& wanted;
  report::case_report& report;
};

/// The input that holds the upstream gradient of a tensor-valued forward: the one that the expression does not use.
result<std::string> upstream_of(const check_state& s, const expr::named_inputs& in) {
  if (!s.how.upstream.empty()) {
    if (in.tensors.contains(s.how.upstream)) return s.how.upstream;
    std::vector<std::string> names;
    for (const auto& [name, a] : in.tensors) names.push_back(name);
    const std::string near = nearest_name(s.how.upstream, names);
    return fail("--upstream: there is no input " + tensor::quoted(s.how.upstream), {"command line"}, near.empty() ? "" : "did you mean '" + near + "'?");
  }
  const auto tree = expr::parse(s.how.forward);
  if (!tree) return tl::unexpected(tree.error());
  const auto p = expr::infer(*tree, expr::environment_of(in));
  if (!p) return tl::unexpected(p.error());
  const auto count = expr::element_count(p->nodes.shape_of(p->root));
  const std::vector<std::string> used = expr::free_names(*tree);
  std::vector<std::string> free;
  for (const auto& [name, a] : in.tensors)
    if (tensor::is_real(a.type) && static_cast<std::int64_t>(a.size()) == count && std::find(used.begin(), used.end(), name) == used.end()) free.push_back(name);
  if (free.size() == 1 && count > 1) return free[0];
  if (count == 1) return free.size() == 1 ? free[0] : std::string("dout");
  return fail(free.empty() ? "the forward is a tensor, and no input of the kernel has its upstream gradient" : "several inputs may be the upstream gradient",
              {"command line"}, "say which one with --upstream NAME");
}

result<tolerance::sweep_options> sweep_of(const check_state& s) {
  tolerance::sweep_options out;
  const std::vector<std::string> kinds{"all", "shapes", "values", "none"};
  const std::string kind = s.how.sweep.empty() ? "all" : s.how.sweep;
  if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end())
    return fail("--sweep: there is no kind " + tensor::quoted(s.how.sweep), {"command line"}, "there are all shapes values none");
  out.shapes = kind == "all" || kind == "shapes";
  out.values = kind == "all" || kind == "values";
  out.literals = s.backward.literals();
  out.seed = s.how.seed;
  out.most = 128;
  out.kept.insert(s.how.kept.begin(), s.how.kept.end());
  for (const auto& [name, in_grid] : s.backward.extents()) {
    const bool grows = in_grid || std::find(s.how.grown.begin(), s.how.grown.end(), name) != s.how.grown.end();
    const std::int64_t now = s.backward.extent(name);
    out.limits[name] = grows ? std::max<std::int64_t>(2 * now, 67) : now;
  }
  out.rebuild = [&backward = s.backward](const std::map<std::string, std::int64_t>& extents) { return backward.inputs(extents); };
  return out;
}

/// Gives a mismatch the line that stored its worst element, on the inputs given or on others.
void locate(const check_state& s, analysis::finding& f, const expr::named_inputs* others) {
  if (!f.element) return;
  const auto request = others != nullptr ? s.backward.bind_values(*others) : s.backward.bind({});
  if (!request) return;
  if (const auto buffer = session::find_buffer(*request, f.output)) analysis::locate_writer(f, s.backward.program(), *request, *buffer, *f.element);
}

/// The mismatches of one case as findings; those of the sweep say with which inputs.
void add_mismatches(const check_state& s, const tolerance::case_report& k, const expr::named_inputs* others) {
  for (const gradient_output& g : s.backward.gradients()) {
    const auto v = k.verdicts.find(g.variable);
    if (v == k.verdicts.end() || v->second.failures() == 0) continue;
    analysis::finding f = verdict::finding_of({g.output, "grad(" + s.how.forward + ", " + g.variable + ")", v->second, {}, {}});
    f.message = "with " + k.name + ": " + f.message;
    if (others != nullptr) locate(s, f, others);
    s.report.run->findings.push_back(std::move(f));
  }
}

void add_finding(report::case_report& r, std::string message, std::string output) {
  analysis::finding f;
  f.rule = analysis::rule::mismatch;
  f.message = std::move(message);
  f.output = std::move(output);
  r.run->findings.push_back(std::move(f));
}

/// An element that a passing comparison holds near its exact value is decided, however wide the shadow's enclosure is: next
/// to an exact zero every enclosure is too wide.
void drop_decided(report::case_report& r, const std::string& output) {
  std::erase_if(r.run->incomplete, [&](const analysis::incomplete_note& n) { return n.what.find(" elements of " + output + " are undecided") != std::string::npos; });
  if (r.run->incomplete.empty() && r.verdict == exit_code::incomplete) r.verdict = r.run->verdict = exit_code::passed;
}

/// What the sweep could not decide, by its reason. A sweep that was asked for is not complete without it.
void report_unchecked(report::case_report& r, const std::vector<const tolerance::case_report*>& unchecked, const request& how) {
  std::map<std::string, std::string> by_reason;
  for (const tolerance::case_report* k : unchecked) {
    std::string& names = by_reason[k->note];
    names += (names.empty() ? "" : ", ") + k->name;
  }
  for (const auto& [reason, names] : by_reason) {
    r.notes.push_back("not checked with " + names + ": " + reason);
    if (!how.sweep.empty()) r.run->incomplete.push_back({"the sweep has no verdict with " + names, {}, 0}), r.verdict = worse(r.verdict, exit_code::incomplete);
  }
}

/// Where the derivative is a convention any value between the two sides passes: that is said, once for each gradient.
void note_conventions(const check_state& s, const tolerance::gradient_check& check) {
  for (const gradient_output& g : s.backward.gradients())
    for (const tolerance::case_report& k : check.cases) {
      const auto v = k.verdicts.find(g.variable);
      if (v == k.verdicts.end() || v->second.hulls == 0) continue;
      s.report.notes.push_back("convention: with " + k.name + " " + std::to_string(v->second.hulls) + " elements of " + g.output + " lie at a kink or a tie, and any value between the two sides passes there");
      break;
    }
}

std::string count_of(std::size_t n, const char* what) { return std::to_string(n) + ' ' + what; }

/// The other inputs: what failed there, and by name every one that was not checked.
void report_sweep(const check_state& s, const tolerance::gradient_check& check) {
  std::size_t failed = 0;
  std::vector<const tolerance::case_report*> unchecked;
  for (std::size_t i = 1; i < check.cases.size(); ++i) {
    const tolerance::case_report& k = check.cases[i];
    if (k.code == exit_code::incomplete) unchecked.push_back(&k);
    if (k.code != exit_code::findings) continue;
    const bool first = check.failing && check.failing_name == k.name;
    if (failed++ < 3 || first) add_mismatches(s, k, first ? &*check.failing : nullptr);
  }
  const std::size_t swept = check.cases.size() - 1;
  if (swept == 0) return;
  s.report.notes.push_back("sweep: " + count_of(swept, "other inputs, ") + count_of(swept - failed - unchecked.size(), "passed, ") + count_of(failed, "failed, ") + count_of(unchecked.size(), "without a verdict"));
  std::string names;
  for (const std::string& n : check.weakened) names += (names.empty() ? "" : ", ") + n;
  if (!names.empty()) s.report.notes.push_back("no bound with " + names + "; checked in a weaker form instead");
  report_unchecked(s.report, unchecked, s.how);
}

/// Puts the outcome of the check into the report of the launch as given.
void report_check(const check_state& s, const tolerance::gradient_check& check) {
  for (const gradient_output& g : s.backward.gradients()) {
    const auto v = check.cases[0].verdicts.find(g.variable);
    if (v == check.cases[0].verdicts.end()) continue;
    s.report.comparisons.push_back({g.output, "grad(" + s.how.forward + ", " + g.variable + ")", v->second, {}, {}});
    if (v->second.code == exit_code::passed) drop_decided(s.report, g.output);
    if (v->second.code == exit_code::findings) {
      s.report.run->findings.push_back(verdict::finding_of(s.report.comparisons.back()));
      locate(s, s.report.run->findings.back(), nullptr);
    }
    if (v->second.code == exit_code::incomplete) // what a sweep passed says nothing of the inputs given
      s.report.run->incomplete.push_back({g.output + ": " + v->second.reason, {}, 0});
  }
  note_conventions(s, check);
  report_sweep(s, check);
  for (const std::string& f : check.findings)
    if (f.find("does not follow the upstream gradient") != std::string::npos) add_finding(s.report, f, "");
  for (const std::string& n : check.notes) s.report.notes.push_back(n);
  s.report.verdict = worse(worse(s.report.verdict, check.code), check.cases[0].code);
}

/// The format of the gradients: binary64 where all that they are taken with respect to are.
tensor::dtype format_of_gradients(const check_state& s, const expr::named_inputs& in) {
  for (const gradient_output& g : s.backward.gradients()) {
    const auto it = in.tensors.find(g.variable);
    if (it == in.tensors.end() || it->second.type != tensor::dtype::f64) return tensor::dtype::f32;
  }
  return tensor::dtype::f64;
}

result<void> check_derived(const check_state& s) {
  const auto in = s.backward.inputs({});
  if (!in) return tl::unexpected(in.error());
  const auto upstream = upstream_of(s, *in);
  if (!upstream) return tl::unexpected(upstream.error());
  tolerance::gradient_problem problem;
  problem.forward = s.how.forward;
  for (const gradient_output& g : s.backward.gradients()) problem.wrt.push_back(g.variable);
  problem.upstream = *upstream;
  problem.arithmetic = session::declaration_of(s.wanted, format_of_gradients(s, *in));
  if (s.wanted.tolerance) {
    auto t = tolerance::parse_tolerance(s.wanted.tolerance->text);
    if (!t) return tl::unexpected(s.wanted.tolerance->error(t.error().message, t.error().hint));
    problem.allowed = *std::move(t);
  }
  auto sweep = sweep_of(s);
  if (!sweep) return tl::unexpected(sweep.error());
  tolerance::gradient_options options;
  options.inputs = *std::move(sweep);
  options.sweep = s.how.sweep != "none";
  const session::progress bar("checking gradients of " + s.report.title);
  const auto check = tolerance::check_gradient(problem, *in, [&](const expr::named_inputs& x) { return s.backward.run(x); }, options);
  if (!check) return tl::unexpected(check.error());
  s.report.notes.push_back("bound: " + tolerance::text(problem.arithmetic));
  report_check(s, *check);
  if (check->smallest) save_failing(s.how, s.backward, {check->failing_name, *check->smallest}, s.report);
  return {};
}

result<void> check_launch(const check_state& s) {
  if (!s.how.forward.empty()) return check_derived(s);
  if (!s.how.forward_kernel.empty()) {
    auto sweep = sweep_of(s);
    if (!sweep) return tl::unexpected(sweep.error());
    return check_adjoint({s.how, s.backward, s.wanted, *std::move(sweep), s.report});
  }
  return fail("nothing says what the gradient is of", {"command line"}, "add --forward EXPR, or --forward-kernel FILE:KERNEL where there is no reference");
}

/// Writes the buffers of these names to files, and puts those in the place of their words.
void write_in_words(const exec::run_request& request, const std::vector<std::string>& names, const session::temporary_directory& scratch, launch::case_text& text) {
  for (const exec::buffer& b : request.buffers) {
    if (std::find(names.begin(), names.end(), b.name) == names.end()) continue;
    const std::string path = (scratch.path() / (b.name + ".npy")).string();
    if (!tensor::save(path, session::array_of(b))) continue;
    for (launch::assignment& x : text.launches[0].assignments)
      if (x.name.text == b.name) x.value = {'@' + path, {launch::command_line_name, 0, 0}, ""};
  }
}

/// Puts what the forward pass saves, by an expression or by its kernel, in the place of the words written for it, so that the
/// launch as given is a real one. What goes wrong here goes wrong again in the check, and is said there.
void fill_saved(const request& how, const gradient_case& backward, const session::settings& wanted, const session::temporary_directory& scratch, launch::case_text& text) {
  std::vector<std::string> names;
  for (const saved_input& s : backward.saved()) names.push_back(s.name);
  if (const auto request = backward.bind({}); request && !names.empty()) write_in_words(*request, names, scratch, text);
  if (how.forward_kernel.empty()) return;
  const auto forward = forward_case::make(how, backward, wanted);
  const auto in = backward.inputs({});
  if (!forward || !in) return;
  if (const auto pair = forward->bind(*in)) write_in_words(pair->backward, pair->saved, scratch, text);
}

diagnostic placed(diagnostic d, const char* what) {
  if (d.where.file.empty() || d.where.file == "expression") d.where.file = what;
  return d;
}

} // namespace

result<report::case_report> check(const request& how, session::kernel_file& file, const session::written_case& words, const session::case_source& source) {
  session::settings wanted;
  if (const auto ok = session::apply_options(wanted, words.options); !ok) return tl::unexpected(ok.error());
  const auto backward = gradient_case::make(file, words, wanted, how.forward);
  if (!backward) return tl::unexpected(backward.error());
  const auto scratch = session::temporary_directory::make();
  if (!scratch) return tl::unexpected(scratch.error());
  launch::case_text given = backward->text();
  fill_saved(how, *backward, wanted, *scratch, given);
  report::case_report r = session::run_case(file, given, source);
  if (!r.run) return r;
  if (const auto ok = check_launch({how, *backward, wanted, r}); !ok) {
    // A kernel that cannot be run has its findings already.
    if (r.verdict == exit_code::findings) r.notes.push_back("the gradients were not checked: " + ok.error().message);
    else r.errors.push_back(placed(ok.error(), "--forward")), r.verdict = worse(r.verdict, ok.error().code);
  }
  return r;
}

} // namespace fpcheck::gradient

#include <fpcheck/tolerance/check_gradient.hpp>
#include <fpcheck/tolerance/shrink.hpp>

#include <algorithm>
#include <cmath>

namespace fpcheck::tolerance {
namespace {

using expr::named_inputs;

/// The median size of each gradient.
using gradient_scales = std::map<std::string, double>;

gradient_scales scales_of(const std::map<std::string, reference>& expected) {
  gradient_scales out;
  for (const auto& [variable, r] : expected) {
    std::vector<double> sizes;
    for (const double y : r.value) sizes.push_back(std::fabs(y));
    const auto middle = sizes.begin() + static_cast<long>(sizes.size() / 2);
    std::nth_element(sizes.begin(), middle, sizes.end());
    out[variable] = sizes.empty() ? 0 : *middle;
  }
  return out;
}

/// Whether a thousandth of the gradient's usual size would have been seen in every element. Inputs whose right gradient is
/// all zeros or all the same cannot tell some outputs from it, and yet a wrong one does not pass.
bool decides_by_size(const verdict& v, const reference& r, double usual) {
  if (v.failures() != 0) return false;
  for (std::size_t i = 0; i < r.size(); ++i)
    if (!std::isfinite(r.value[i]) || !(r.probable[i] <= 1e-3 * usual)) return false;
  return r.size() > 0;
}

using references = std::map<std::string, reference>;

/// Judges one set of inputs. Error: the kernel cannot be run there.
result<case_report> judge_case(const gradient_problem& problem, const std::string& name, const named_inputs& in, const references& expected, const backward_kernel& kernel, const judge_options& o, const gradient_scales& scale) {
  const auto actual = kernel(in);
  if (!actual) return tl::unexpected<diagnostic>(actual.error());
  auto verdicts = judge_all(*actual, expected, problem.allowed, o);
  if (!verdicts) return tl::unexpected<diagnostic>(std::move(verdicts.error()));
  case_report out{name, exit_code::passed, *std::move(verdicts), {}};
  for (auto& [variable, v] : out.verdicts) {
    const auto usual = scale.find(variable);
    if (usual != scale.end() && decides_by_size(v, expected.at(variable), usual->second)) v.code = exit_code::passed;
    if (v.code == exit_code::passed) continue;
    if (worse(out.code, v.code) == v.code && v.code != out.code) out.note = "d" + variable + ": " + v.reason;
    out.code = worse(out.code, v.code);
  }
  return out;
}

/// The same with the references worked out. Error: the expression does not fit, too.
result<case_report> check_case(const gradient_problem& problem, const std::string& name, const named_inputs& in, const backward_kernel& kernel, const judge_options& o, const gradient_scales& scale = {}) {
  const auto expected = gradient_references(problem, in);
  if (!expected) return tl::unexpected<diagnostic>(expected.error());
  return judge_case(problem, name, in, *expected, kernel, o, scale);
}

bool fails(const gradient_problem& problem, const named_inputs& in, const backward_kernel& kernel) {
  const auto c = check_case(problem, "", in, kernel, {.worst_elements = 0, .canaries = false});
  return c && c->code == exit_code::findings;
}

void check_twice(const gradient_problem& problem, const named_inputs& in, const backward_kernel& kernel, gradient_check& out) {
  const auto first = kernel(in), second = kernel(in);
  if (!first || !second) return;
  for (const auto& [name, a] : *first)
    if (const auto b = second->find(name); b != second->end())
      if (const std::uint64_t n = count_differing(a, b->second); n != 0)
        out.notes.push_back("d" + name + " is not deterministic: " + std::to_string(n) + " elements differ between two runs");
  const auto upstream = in.tensors.find(problem.upstream);
  if (upstream == in.tensors.end()) return;
  named_inputs doubled = in;
  tensor::array& u = doubled.tensors[problem.upstream];
  for (std::uint64_t i = 0; i < u.size(); ++i) u.set(i, 2 * u.value(i));
  const auto twice = kernel(doubled);
  if (!twice) return;
  for (const auto& [name, a] : *first)
    if (const auto b = twice->find(name); b != twice->end())
      if (const std::uint64_t n = count_not_doubled(a, b->second); n != 0) {
        out.findings.push_back("d" + name + " does not follow the upstream gradient: " + std::to_string(n) + " elements do not double with it");
        out.code = worse(out.code, exit_code::findings);
      }
}

} // namespace

result<std::map<std::string, reference>> gradient_references(const gradient_problem& problem, const named_inputs& inputs) {
  const auto tree = expr::parse(problem.forward);
  if (!tree) return tl::unexpected<diagnostic>(tree.error());
  expr::graph g;
  const auto f = expr::infer(*tree, expr::environment_of(inputs), g);
  if (!f) return tl::unexpected<diagnostic>(f.error());
  std::vector<expr::node_id> wrt;
  for (const std::string& name : problem.wrt) {
    const auto n = g.find_input(name);
    if (!n) return fail("the forward expression does not depend on '" + name + "'");
    wrt.push_back(*n);
  }
  const bool scalar = expr::element_count(g.shape_of(*f)) == 1 && inputs.tensors.count(problem.upstream) == 0;
  const auto d = scalar ? expr::gradient(g, *f, wrt) : expr::differentiate(g, *f, wrt, g.input(problem.upstream, g.shape_of(*f)));
  if (!d) return tl::unexpected<diagnostic>(d.error());
  auto all = make_references(g, d->gradients, expr::bindings_of(inputs), problem.arithmetic);
  if (!all) return tl::unexpected<diagnostic>(std::move(all.error()));
  std::map<std::string, reference> out;
  for (std::size_t i = 0; i < problem.wrt.size(); ++i) out[problem.wrt[i]] = std::move((*all)[i]);
  return out;
}

namespace {

/// One case of a sweep. What the kernel cannot run says nothing about its gradients.
case_report swept_case(const gradient_problem& problem, const sweep_case& s, const backward_kernel& kernel, const judge_options& o, const gradient_scales& scale) {
  auto c = check_case(problem, s.name, s.inputs, kernel, o, scale);
  if (!c) return {s.name, exit_code::incomplete, {}, c.error().message};
  // Extreme inputs often leave no bound, or nothing to tell apart; that is no fault of the tolerance at the inputs given.
  const bool wrong = std::any_of(c->verdicts.begin(), c->verdicts.end(), [](const auto& v) { return v.second.failures() != 0; });
  if (c->code == exit_code::findings && !wrong) c->code = exit_code::incomplete;
  return *std::move(c);
}

} // namespace

result<gradient_check> check_gradient(const gradient_problem& problem, const named_inputs& inputs, const backward_kernel& kernel, const gradient_options& options) {
  gradient_check out;
  out.notes = degeneracies(inputs, options.inputs.literals);
  const auto expected = gradient_references(problem, inputs);
  if (!expected) return tl::unexpected<diagnostic>(expected.error());
  const gradient_scales scale = scales_of(*expected);
  auto first = judge_case(problem, "as given", inputs, *expected, kernel, options.judging, {});
  if (!first) return tl::unexpected<diagnostic>(std::move(first.error()));
  out.cases.push_back(*std::move(first));
  if (options.twice) check_twice(problem, inputs, kernel, out);
  std::vector<sweep_case> sweep;
  if (options.sweep) sweep = input_sweep(problem.forward, inputs, options.inputs);
  if (out.cases[0].code == exit_code::findings) out.failing = inputs, out.failing_name = "as given";
  for (std::size_t i = 1; i < sweep.size(); ++i) {
    case_report c = swept_case(problem, sweep[i], kernel, options.judging, scale);
    const sweep_case* tried = &sweep[i];
    // Weaker forms of the same, until one leaves a bound.
    for (const sweep_case& milder : sweep[i].milder) {
      if (c.code != exit_code::incomplete) break;
      case_report again = swept_case(problem, milder, kernel, options.judging, scale);
      if (again.code == exit_code::incomplete) continue;
      out.weakened.push_back(sweep[i].name);
      c = std::move(again), tried = &milder;
    }
    if (c.code == exit_code::findings && !out.failing) out.failing = tried->inputs, out.failing_name = tried->name;
    out.cases.push_back(std::move(c));
  }
  bool any_passed = false;
  for (const case_report& c : out.cases) {
    any_passed = any_passed || c.code == exit_code::passed;
    if (c.code == exit_code::findings) out.findings.push_back(c.name + ": " + c.note), out.code = worse(out.code, c.code);
  }
  if (!any_passed) out.code = worse(out.code, exit_code::incomplete);
  if (out.failing && options.shrink) out.smallest = shrink_inputs(*out.failing, [&](const named_inputs& x) { return fails(problem, x, kernel); });
  return out;
}

std::string text(const gradient_check& c) {
  std::string out;
  std::size_t passed = 0, incomplete = 0;
  for (const case_report& k : c.cases) passed += k.code == exit_code::passed ? 1 : 0, incomplete += k.code == exit_code::incomplete ? 1 : 0;
  out += std::to_string(c.cases.size()) + " cases: " + std::to_string(passed) + " passed, " + std::to_string(c.cases.size() - passed - incomplete) + " failed, " + std::to_string(incomplete) + " incomplete\n";
  for (const std::string& f : c.findings) out += "finding: " + f + "\n";
  for (const std::string& n : c.notes) out += "note: " + n + "\n";
  for (const case_report& k : c.cases)
    if (k.code == exit_code::incomplete) out += "incomplete: " + k.name + ": " + k.note + "\n";
  if (c.smallest) {
    out += "smallest failing inputs (from " + c.failing_name + "):";
    for (const auto& [name, a] : c.smallest->tensors) out += " " + name + " " + tensor::text(a.shape);
    out += "\n";
  }
  if (!c.cases.empty())
    for (const auto& [name, v] : c.cases[0].verdicts) out += "d" + name + " " + text(v);
  return out;
}

} // namespace fpcheck::tolerance

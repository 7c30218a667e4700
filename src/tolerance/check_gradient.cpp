#include <fpcheck/tolerance/check_gradient.hpp>

#include <algorithm>
#include <cmath>

namespace fpcheck::tolerance {
namespace {

using expr::named_inputs;

/// Judges one set of inputs. Error: the expression or the kernel cannot be run there.
result<case_report> check_case(const gradient_problem& problem, const std::string& name, const named_inputs& in, const backward_kernel& kernel, const judge_options& o) {
  const auto expected = gradient_references(problem, in);
  if (!expected) return tl::unexpected<diagnostic>(expected.error());
  const auto actual = kernel(in);
  if (!actual) return tl::unexpected<diagnostic>(actual.error());
  auto verdicts = judge_all(*actual, *expected, problem.allowed, o);
  if (!verdicts) return tl::unexpected<diagnostic>(std::move(verdicts.error()));
  case_report out{name, exit_code::passed, *std::move(verdicts), {}};
  for (const auto& [variable, v] : out.verdicts) {
    if (v.code == exit_code::passed) continue;
    if (worse(out.code, v.code) == v.code && v.code != out.code) out.note = "d" + variable + ": " + v.reason;
    out.code = worse(out.code, v.code);
  }
  return out;
}

bool fails(const gradient_problem& problem, const named_inputs& in, const backward_kernel& kernel) {
  const auto c = check_case(problem, "", in, kernel, {.worst_elements = 0, .canaries = false});
  return c && c->code == exit_code::findings;
}

/// The leading part of every tensor along the axes of one named extent.
named_inputs cropped(const named_inputs& in, const std::string& dimension, std::int64_t size) {
  named_inputs out = in;
  out.dimensions[dimension] = size;
  for (auto& [name, a] : out.tensors) {
    const auto names = in.dimension_names.find(name);
    if (names == in.dimension_names.end()) continue;
    const tensor::array& from = in.tensors.at(name);
    tensor::shape s = from.shape;
    for (std::size_t k = 0; k < s.size() && k < names->second.size(); ++k)
      if (names->second[k] == dimension) s[k] = static_cast<std::uint64_t>(size);
    a = tensor::array(from.type, s);
    for (std::uint64_t i = 0; i < a.size(); ++i) {
      std::uint64_t rest = i, source = 0, stride = 1;
      for (std::size_t k = s.size(); k-- > 0;) source += rest % s[k] * stride, rest /= s[k], stride *= from.shape[k];
      tensor::store_code(a.type, a.data.data() + i * tensor::size_of(a.type), from.code(source));
    }
  }
  return out;
}

/// Smaller extents first, then simpler numbers, as long as the check still fails.
named_inputs shrunk(const gradient_problem& problem, named_inputs in, const backward_kernel& kernel) {
  int budget = 200;
  std::map<std::string, std::int64_t> sizes;
  for (const auto& [name, names] : in.dimension_names)
    for (std::size_t k = 0; k < names.size(); ++k)
      if (const auto a = in.tensors.find(name); a != in.tensors.end() && !names[k].empty() && (names[k][0] < '0' || names[k][0] > '9')) sizes[names[k]] = static_cast<std::int64_t>(a->second.shape[k]);
  for (bool changed = true; changed && budget > 0;) {
    changed = false;
    for (auto& [dimension, size] : sizes)
      for (const std::int64_t smaller : {std::int64_t{1}, size / 2, size - 1}) {
        if (smaller < 1 || smaller >= size || budget-- <= 0) continue;
        named_inputs trial = cropped(in, dimension, smaller);
        if (!fails(problem, trial, kernel)) continue;
        in = std::move(trial), size = smaller, changed = true;
        break;
      }
  }
  for (const double grid : {1.0, 0.25, 0x1p-6})
    for (auto& [name, a] : in.tensors) {
      if (!tensor::is_real(a.type) || budget-- <= 0) continue;
      named_inputs trial = in;
      tensor::array& t = trial.tensors[name];
      for (std::uint64_t i = 0; i < t.size(); ++i) t.set(i, std::nearbyint(a.value(i) / grid) * grid);
      if (fails(problem, trial, kernel)) a = t;
    }
  return in;
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

result<gradient_check> check_gradient(const gradient_problem& problem, const named_inputs& inputs, const backward_kernel& kernel, const gradient_options& options) {
  gradient_check out;
  out.notes = degeneracies(inputs, options.inputs.literals);
  auto first = check_case(problem, "as given", inputs, kernel, options.judging);
  if (!first) return tl::unexpected<diagnostic>(std::move(first.error()));
  out.cases.push_back(*std::move(first));
  if (options.twice) check_twice(problem, inputs, kernel, out);
  std::vector<sweep_case> sweep;
  if (options.sweep) sweep = input_sweep(problem.forward, inputs, options.inputs);
  std::optional<named_inputs> failing;
  if (out.cases[0].code == exit_code::findings) failing = inputs, out.smallest_name = "as given";
  for (std::size_t i = 1; i < sweep.size(); ++i) {
    auto c = check_case(problem, sweep[i].name, sweep[i].inputs, kernel, options.judging);
    // A case that the kernel cannot run says nothing about its gradients.
    if (!c) {
      out.cases.push_back({sweep[i].name, exit_code::incomplete, {}, c.error().message});
      continue;
    }
    // Extreme inputs often leave no bound, or nothing to tell apart; that is no fault of the tolerance at the inputs given.
    const bool vacuous = std::any_of(c->verdicts.begin(), c->verdicts.end(), [](const auto& v) { return v.second.failures() != 0; });
    if (c->code == exit_code::findings && !vacuous) c->code = exit_code::incomplete;
    if (c->code == exit_code::findings && !failing) failing = sweep[i].inputs, out.smallest_name = sweep[i].name;
    out.cases.push_back(*std::move(c));
  }
  bool any_passed = false;
  for (const case_report& c : out.cases) {
    any_passed = any_passed || c.code == exit_code::passed;
    if (c.code == exit_code::findings) out.findings.push_back(c.name + ": " + c.note), out.code = worse(out.code, c.code);
  }
  if (!any_passed) out.code = worse(out.code, exit_code::incomplete);
  if (failing && options.shrink) out.smallest = shrunk(problem, std::move(*failing), kernel);
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
    out += "smallest failing inputs (from " + c.smallest_name + "):";
    for (const auto& [name, a] : c.smallest->tensors) out += " " + name + " " + tensor::text(a.shape);
    out += "\n";
  }
  if (!c.cases.empty())
    for (const auto& [name, v] : c.cases[0].verdicts) out += "d" + name + " " + text(v);
  return out;
}

} // namespace fpcheck::tolerance

#include <fpcheck/expr/commands.hpp>
#include <fpcheck/expr/print.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

namespace fpcheck::expr {
namespace {

bool decides(double value, double low, double radius) {
  // value + low within radius rounds to value unless the interval crosses half a gap.
  const double gap = std::min(std::nextafter(std::fabs(value), INFINITY) - std::fabs(value), std::fabs(value) - std::nextafter(std::fabs(value), 0.0));
  return !std::isfinite(value) ? radius == 0 : value == 0 ? radius == 0 : std::fabs(low) + radius < gap / 2;
}

/// Whether an infinity or NaN comes up on the way. Double-double makes NaN of infinities where IEEE arithmetic and MPFR go
/// on with them, and a comparison or a maximum may hide it. Of very large expressions only the result is looked at.
bool meets_infinities(const graph& g, node_id root, const bindings& inputs) {
  std::vector<node_id> nodes = g.needed(std::array{root});
  std::int64_t elements = 0;
  for (const node_id n : nodes) elements += element_count(g.shape_of(n));
  if (elements > std::int64_t{1} << 22) nodes = {root};
  const auto e = evaluate<double>(g, nodes, inputs, exact_arithmetic());
  if (!e) return false;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    // Masks are chosen, not computed with; a softmax knows them.
    const operation_family f = family(g[nodes[i]].op);
    if (f == operation_family::leaf || f == operation_family::ternary || f == operation_family::structure || f == operation_family::composite) continue;
    if (!std::all_of(e->roots[i].middle.begin(), e->roots[i].middle.end(), [](double x) { return std::isfinite(x); })) return true;
  }
  return false;
}

/// The first operation of `root` that gives no number at `inputs`, as a part of a sentence; empty where all do.
std::string first_without_number(const graph& g, node_id root, const bindings& inputs) {
  const std::vector<node_id> nodes = g.needed(std::array{root});
  std::int64_t elements = 0;
  for (const node_id n : nodes) elements = std::min(elements, std::int64_t{1} << 40) + element_count(g.shape_of(n));
  const auto e = elements > std::int64_t{1} << 22 ? evaluate<double>(g, std::array{root}, inputs, exact_arithmetic()) : evaluate<double>(g, nodes, inputs, exact_arithmetic());
  if (!e) return {};
  const auto number = [](const enclosure<double>& r) { return std::all_of(r.middle.begin(), r.middle.end(), [](double x) { return std::isfinite(x); }); };
  if (number(e->roots.back())) return {}; // masks and what a selection leaves out
  for (std::size_t i = 0; e->roots.size() == nodes.size() && i < nodes.size(); ++i) {
    if (number(e->roots[i]) || g[nodes[i]].op == operation::constant) continue;
    if (g[nodes[i]].op == operation::input) return "'" + g[nodes[i]].name + "' holds infinities or NaN";
    std::string what = text(g, nodes[i]);
    if (constexpr std::size_t most = 60; what.size() > most) what = what.substr(0, most) + "...";
    return what + " is no finite number";
  }
  return "the expression is no finite number";
}

/// Why F has no derivative at `inputs`; empty where it has.
std::string without_derivative(const graph& g, node_id f, const derivation& d, const evaluation<exact::double_double>& gradients, const bindings& inputs) {
  if (std::string what = first_without_number(g, f, inputs); !what.empty()) return what + " at these inputs: there is no derivative";
  if (gradients.hulls > 0)
    return std::to_string(gradients.hulls) + (gradients.hulls == 1 ? " element lies" : " elements lie") + " at a kink or a tie: there is no derivative, and the value by convention is not checked";
  for (std::size_t i = 0; i < gradients.roots.size(); ++i)
    for (const exact::double_double& x : gradients.roots[i].middle)
      if (!std::isfinite(x.high)) return "the gradient in '" + g[d.wrt[i]].name + "' is no finite number at these inputs";
  return {};
}

eval_report shaped(const graph& g, node_id root) {
  eval_report out;
  out.shape = text(g.shape_of(root));
  for (const dimension& d : g.shape_of(root)) out.sizes.push_back(d.size);
  return out;
}

/// Shapes to try for a name without a value: matrices for capitals, vectors for the rest, then everything else.
std::vector<shape> candidates(const std::string& name) {
  const shape scalar, vector{{3, ""}}, matrix{{3, ""}, {3, ""}}, heads{{2, ""}, {4, ""}, {3, ""}};
  if (std::isupper(static_cast<unsigned char>(name[0])) != 0) return {matrix, vector, scalar, heads};
  return {vector, scalar, matrix, heads};
}

/// Finds shapes for `missing` under which the expression fits, in order of preference. The whole space is 4^n.
result<node_id> infer_with_guesses(const syntax& tree, environment& names, const std::vector<std::string>& missing, graph& g, std::vector<std::string>& assumptions) {
  if (missing.size() > 6) return fail("too many names without a value to guess their shapes", {}, "give them, as NAME=randn:3x3");
  std::size_t combinations = 1;
  for (std::size_t i = 0; i < missing.size(); ++i) combinations *= 4;
  result<node_id> first = fail("no shapes fit");
  for (std::size_t k = 0; k < combinations; ++k) {
    environment trial = names;
    std::size_t code = k;
    std::vector<std::string> notes;
    for (const std::string& m : missing) {
      const shape s = candidates(m)[code % 4];
      code /= 4;
      trial.tensors[m] = s;
      notes.push_back(m + ": " + text(s) + ", assumed");
    }
    graph attempt;
    auto root = infer(tree, trial, attempt);
    if (root) {
      g = std::move(attempt);
      names = std::move(trial);
      assumptions = std::move(notes);
      return root;
    }
    if (k == 0) first = std::move(root);
  }
  return first;
}

struct variable {
  std::string name;
  property kind = property::general;
};

result<std::vector<variable>> variables(const std::vector<std::string>& words) {
  std::vector<variable> out;
  for (const std::string& w : words) {
    const std::size_t colon = w.find(':');
    variable v{w.substr(0, colon)};
    if (colon != std::string::npos) {
      const auto p = parse_property(w.substr(colon + 1));
      if (!p) return tl::unexpected<diagnostic>(p.error());
      v.kind = *p;
    }
    out.push_back(std::move(v));
  }
  return out;
}

bool all_numbers(const graph& g, node_id f, const bindings& inputs) {
  const auto e = evaluate<double>(g, std::array{f}, inputs, exact_arithmetic());
  return e && std::all_of(e->roots[0].middle.begin(), e->roots[0].middle.end(), [](double x) { return std::isfinite(x); });
}

/// Values for everything: those given, and random ones in a domain where the function is defined.
bindings values_for(const graph& g, node_id f, const named_inputs& in, std::uint64_t seed, const std::map<std::string, property>& properties) {
  const bindings given = bindings_of(in);
  for (const domain d : {domain::normal, domain::positive, domain::unit, domain::above_one}) {
    bindings all = given;
    for (auto& [name, v] : random_inputs(g, seed, d, properties)) all.emplace(name, std::move(v));
    if (all_numbers(g, f, all) || d == domain::above_one) return all;
  }
  return given;
}

/// The names that hold integers: labels and ids by their use, tensors of an integer type by their own.
std::vector<std::string> integer_names(const graph& g, const named_inputs& in) {
  std::vector<std::string> out;
  for (const auto& [name, count] : integer_inputs(g)) out.push_back(name);
  for (const auto& [name, a] : in.tensors)
    if (!tensor::is_real(a.type) && std::find(out.begin(), out.end(), name) == out.end()) out.push_back(name);
  return out;
}

} // namespace

environment environment_of(const named_inputs& in) {
  environment e;
  e.dimensions = in.dimensions;
  e.scalars = in.scalars;
  e.round = in.round;
  for (const auto& [name, a] : in.tensors) {
    shape s;
    const auto names = in.dimension_names.find(name);
    for (std::size_t i = 0; i < a.shape.size(); ++i) {
      dimension d{static_cast<std::int64_t>(a.shape[i]), names != in.dimension_names.end() && i < names->second.size() ? names->second[i] : ""};
      // A number where a name could stand is no name.
      if (!d.name.empty() && std::isdigit(static_cast<unsigned char>(d.name[0])) != 0) d.name.clear();
      if (!d.name.empty()) e.dimensions.emplace(d.name, d.size);
      s.push_back(std::move(d));
    }
    e.tensors[name] = std::move(s);
  }
  return e;
}

bindings bindings_of(const named_inputs& in) {
  bindings out;
  for (const auto& [name, a] : in.tensors) out[name] = from_tensor(a);
  return out;
}

bool eval_report::is_certified() const {
  return std::all_of(certified.begin(), certified.end(), [](bool c) { return c; });
}

result<eval_report> eval_command(std::string_view expression, const named_inputs& in, const progress& report) {
  const auto p = infer(expression, environment_of(in));
  if (!p) return tl::unexpected<diagnostic>(p.error());
  const bindings inputs = bindings_of(in);
  const auto quick = evaluate<exact::double_double>(p->nodes, std::array{p->root}, inputs, exact_arithmetic(), report);
  if (!quick) return tl::unexpected<diagnostic>(quick.error());
  eval_report out = shaped(p->nodes, p->root);
  const auto& r = quick->roots[0];
  for (std::size_t i = 0; i < r.middle.size(); ++i) out.certified.push_back(std::isfinite(r.middle[i].high) && decides(r.middle[i].high, r.middle[i].low, r.radius[i]));
  out.undecided = quick->hulls;
  out.computed_in = "double-double";
  if (out.is_certified() && !meets_infinities(p->nodes, p->root, inputs)) {
    for (const exact::double_double& x : r.middle) out.values.push_back(x.high);
    out.radius = r.radius;
    return out;
  }
  const auto wide = evaluate_wide(p->nodes, std::array{p->root}, inputs, exact_arithmetic());
  if (!wide) return tl::unexpected<diagnostic>(wide.error());
  out.computed_in = "256 bits";
  out.undecided = wide->hulls;
  out.radius = wide->roots[0].radius;
  out.certified.clear();
  for (const wide_number& x : wide->roots[0].middle) {
    out.certified.push_back(decides(x.nearest, x.rest, out.radius[out.values.size()]));
    out.values.push_back(x.nearest), out.decimals.push_back(x.decimal);
  }
  return out;
}

namespace {

/// The nodes of variables in a graph, and what those that are said to be more than a matrix are.
struct chosen_variables {
  std::vector<node_id> nodes;
  std::map<std::string, property> properties;
};
/// `words`: the variables as written; `used`: the names of the expression. Error: it does not depend on one, or one is not what it is said to be.
result<chosen_variables> find_variables(const graph& g, const std::vector<variable>& wrt, const std::vector<std::string>& words, const std::vector<std::string>& used) {
  chosen_variables out;
  for (const variable& v : wrt) {
    const auto n = g.find_input(v.name);
    if (!n) {
      const std::string near = nearest_name(v.name, used);
      return fail("the expression does not depend on '" + v.name + "'", {}, near.empty() ? "" : "did you mean '" + near + "'?");
    }
    const shape& s = g.shape_of(*n);
    if (v.kind != property::general && (s.size() != 2 || s[0].size != s[1].size)) return fail("'" + v.name + "' must be a square matrix to be " + words[out.nodes.size()].substr(v.name.size() + 1));
    out.nodes.push_back(*n);
    if (v.kind != property::general) out.properties[v.name] = v.kind;
  }
  return out;
}

} // namespace

result<grad_report> grad_command(std::string_view expression, const std::vector<std::string>& words, const named_inputs& in, std::uint64_t seed) {
  const auto tree = parse(expression);
  if (!tree) return tl::unexpected<diagnostic>(tree.error());
  auto wrt = variables(words);
  if (!wrt) return tl::unexpected<diagnostic>(std::move(wrt.error()));
  environment names = environment_of(in);
  std::vector<std::string> missing;
  const std::vector<std::string> used = free_names(*tree);
  for (const std::string& n : used)
    if (names.tensors.count(n) == 0 && names.dimensions.count(n) == 0 && names.scalars.count(n) == 0) missing.push_back(n);
  grad_report out;
  graph g;
  auto f = infer_with_guesses(*tree, names, missing, g, out.assumptions);
  if (!f) return tl::unexpected<diagnostic>(std::move(f.error()));
  const std::vector<std::string> integers = integer_names(g, in);
  const auto holds_integers = [&](const std::string& n) { return std::find(integers.begin(), integers.end(), n) != integers.end(); };
  for (const variable& v : *wrt)
    if (holds_integers(v.name)) return fail("'" + v.name + "' holds integers (labels, ids), which have no gradient", {}, "name another variable with --wrt");
  const bool all = wrt->empty();
  for (const std::string& n : used) {
    if (!all || names.tensors.count(n) == 0) continue;
    if (holds_integers(n)) out.constants.push_back(n);
    else wrt->push_back({n});
  }
  auto chosen = find_variables(g, *wrt, words, used);
  if (!chosen) return tl::unexpected<diagnostic>(std::move(chosen.error()));
  const auto& [nodes, properties] = *chosen;
  const bool scalar = element_count(g.shape_of(*f)) == 1;
  auto d = scalar ? gradient(g, *f, nodes) : differentiate(g, *f, nodes, g.input("dout", g.shape_of(*f)));
  if (!d) return tl::unexpected<diagnostic>(std::move(d.error()));
  out.derivation = text(g, *d);
  out.latex = text(g, *d, notation::latex);
  for (std::size_t i = 0; i < nodes.size(); ++i) d->gradients[i] = project(g, nodes[i], d->gradients[i], (*wrt)[i].kind);
  const bindings inputs = values_for(g, *f, in, seed, properties);
  const auto values = evaluate<exact::double_double>(g, d->gradients, inputs, exact_arithmetic());
  if (!values) return tl::unexpected<diagnostic>(values.error());
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    gradient_report r{(*wrt)[i].name, std::string(convention((*wrt)[i].kind)), text(g, d->gradients[i]), text(g, d->gradients[i], notation::latex), values->roots[i].sizes, {}};
    for (const exact::double_double& x : values->roots[i].middle) r.values.push_back(x.high);
    out.gradients.push_back(std::move(r));
  }
  if (out.checks.failure = without_derivative(g, *f, *d, *values, inputs); !out.checks.failure.empty()) return out;
  out.checks = verify(g, *d, inputs, seed, properties);
  // Beside a pole, say, finite differences mean nothing: then the derivation is right where they do.
  if (!out.checks.agrees() && out.checks.failure.empty() && !in.tensors.empty()) {
    named_inputs others = in;
    std::erase_if(others.tensors, [&](const auto& t) { return !holds_integers(t.first); });
    if (verify(g, *d, values_for(g, *f, others, seed, properties), seed, properties).agrees())
      out.checks.failure = "the checks agree at other inputs and not at these: too near to a kink, a pole or an overflow";
  }
  return out;
}

} // namespace fpcheck::expr

#include "rules.hpp"

#include <fpcheck/expr/print.hpp>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace fpcheck::expr {
namespace {

/// Binding strengths; a child weaker than its place needs parentheses.
enum strength : int { comparing = 1, adding, multiplying, prefixing, raising, atomic };

struct printed {
  std::string text;
  int strength = atomic;
};

class printer {
public:
  printer(const graph& g, notation n) : graph_(g), latex_(n == notation::latex) {}

  /// Names of nodes that are referred to instead of written out.
  std::map<node_id, std::string> names;

  std::string operator()(node_id id) { return write(id, false).text; }
  std::string definition(node_id id) { return write(id, true).text; }

private:
  std::string within(node_id id, int needed) {
    printed p = write(id, false);
    return p.strength < needed ? (latex_ ? "\\left(" + p.text + "\\right)" : "(" + p.text + ")") : p.text;
  }
  static std::string bracketed(const printed& p, int needed) { return p.strength < needed ? "(" + p.text + ")" : p.text; }
  static std::string word(std::string_view w) { return std::string(w); }
  std::string function(const std::string& name) const { return latex_ && !name.empty() ? "\\operatorname{" + escaped(name) + "}" : name; }
  static std::string escaped(const std::string& s) {
    std::string out;
    for (const char c : s) out += c == '_' ? std::string("\\_") : std::string(1, c);
    return out;
  }
  std::string call(const std::string& name, const std::vector<node_id>& arguments, const std::string& rest = {}) {
    std::string out = function(name) + (latex_ ? "\\left(" : "(");
    for (std::size_t i = 0; i < arguments.size(); ++i) out += (i == 0 ? "" : ", ") + within(arguments[i], comparing);
    return out + (latex_ ? escaped(rest) + "\\right)" : rest + ")");
  }

  printed write(node_id id, bool definition) {
    const node& n = graph_[id];
    if (!definition)
      if (const auto at = names.find(id); at != names.end()) return {latex_ ? symbol(at->second) : at->second, atomic};
    switch (family(n.op)) {
    case operation_family::leaf: return leaf(n);
    case operation_family::composite: return {call(n.name, n.arguments, n.detail), atomic};
    case operation_family::unary: return unary(n);
    case operation_family::binary: return binary(n);
    case operation_family::discrete:
      if (!n.integers.empty()) return {whole_call(word(printed_name(n.op)), n.arguments, axes(n)), atomic};
      return n.arguments.size() == 2 ? infix(n, word(printed_name(n.op)), comparing) : unary(n);
    case operation_family::structure: return structure(n, definition);
    case operation_family::linear_algebra: return linear_algebra(n);
    case operation_family::cast: return {call(word(printed_name(n.op)), n.arguments, ", '" + n.name + "'"), atomic};
    case operation_family::reduction:
    case operation_family::normalisation: return {whole_call(word(printed_name(n.op)), n.arguments, axes(n)), atomic};
    default: {
      const std::string rest = n.op == operation::max_weight ? axes(n) : n.op == operation::step && n.name != "0" ? ", " + n.name : "";
      return {call(word(printed_name(n.op)), n.arguments, rest), atomic};
    }
    }
  }

  std::string symbol(const std::string& name) const {
    static const std::set<std::string> greek{"alpha", "beta", "gamma", "delta", "epsilon", "eta", "theta", "lambda", "mu", "nu", "rho", "sigma", "tau", "phi", "psi", "omega"};
    if (greek.count(name) != 0) return "\\" + name;
    return name.size() == 1 ? name : "\\mathrm{" + escaped(name) + "}";
  }

  printed leaf(const node& n) {
    if (n.op == operation::arange) return {function("arange") + "(" + std::to_string(n.dims[0].size) + ")", atomic};
    if (n.op == operation::input) return {latex_ ? symbol(n.name) : n.name, atomic};
    if (latex_ && n.name == "pi") return {"\\pi", atomic};
    return {n.name, !n.name.empty() && n.name[0] == '-' ? prefixing : atomic};
  }

  std::string axes(const node& n) {
    const std::size_t rank = graph_.rank(n.arguments[0]);
    const bool all_by_default = family(n.op) == operation_family::reduction && n.op != operation::logsumexp;
    if (n.integers.size() == rank && all_by_default) return "";
    if (n.integers.size() == 1) return ", " + std::to_string(n.integers[0]);
    std::string out = ", (";
    for (std::size_t i = 0; i < n.integers.size(); ++i) out += (i == 0 ? "" : ", ") + std::to_string(n.integers[i]);
    return out + ")";
  }

  printed infix(const node& n, const std::string& op, int s) {
    return {within(n.arguments[0], s) + (latex_ ? " " + op + " " : " " + op + " ") + within(n.arguments[1], s + 1), s};
  }

  printed unary(const node& n) {
    if (n.op == operation::neg) return {"-" + within(n.arguments[0], multiplying), prefixing - 1};
    if (n.op == operation::powi) {
      const std::string exponent = std::to_string(n.integers[0]);
      return {within(n.arguments[0], atomic) + "^" + (latex_ ? "{" + exponent + "}" : exponent), raising};
    }
    if (latex_ && n.op == operation::sqrt) return {"\\sqrt{" + within(n.arguments[0], comparing) + "}", atomic};
    if (n.op == operation::polygamma)
      return {n.integers[0] == 0 ? call("digamma", n.arguments) : function("polygamma") + (latex_ ? "\\left(" : "(") + std::to_string(n.integers[0]) + ", " + within(n.arguments[0], comparing) + (latex_ ? "\\right)" : ")"), atomic};
    return {call(word(printed_name(n.op)), n.arguments), atomic};
  }

  printed binary(const node& n) {
    switch (n.op) {
    case operation::add: return infix(n, "+", adding);
    case operation::sub: return infix(n, "-", adding);
    case operation::mul: return infix(n, latex_ ? "\\circ" : "*", multiplying);
    case operation::div:
      if (latex_) return {"\\frac{" + within(n.arguments[0], comparing) + "}{" + within(n.arguments[1], comparing) + "}", atomic};
      return infix(n, "/", multiplying);
    default: return {call(word(printed_name(n.op)), n.arguments), atomic};
    }
  }

  bool swaps_last_two(const node& n) const {
    const std::size_t r = n.integers.size();
    for (std::size_t i = 0; i + 2 < r; ++i)
      if (n.integers[i] != static_cast<std::int64_t>(i)) return false;
    return r >= 2 && n.integers[r - 1] == static_cast<std::int64_t>(r) - 2;
  }

  static std::string list(const std::vector<std::int64_t>& v) {
    std::string out = "(";
    for (std::size_t i = 0; i < v.size(); ++i) out += (i == 0 ? "" : ", ") + std::to_string(v[i]);
    return out + (v.size() == 1 ? ",)" : ")");
  }
  static std::string sizes(const shape& s) {
    std::vector<std::int64_t> v;
    for (const dimension& d : s) v.push_back(d.size);
    return list(v);
  }

  std::string slices(const node& n, const shape& from) {
    std::string out = "[";
    for (std::size_t i = 0; i < from.size(); ++i) {
      const std::int64_t start = n.integers[3 * i], stop = n.integers[3 * i + 1], step = n.integers[3 * i + 2];
      out += i == 0 ? "" : ", ";
      if (start != 0) out += std::to_string(start);
      out += ":";
      if (stop != from[i].size) out += std::to_string(stop);
      if (step != 1) out += ":" + std::to_string(step);
    }
    return out + "]";
  }

  printed structure(const node& n, bool definition) {
    const node_id x = n.arguments[0];
    switch (n.op) {
    // Repetition and extents of 1 are what broadcasting does anyway.
    case operation::broadcast: return !definition ? write(x, false) : printed{whole_call("broadcast_to", {x}, ", " + sizes(n.dims)), atomic};
    case operation::reshape: return reshaped(n);
    case operation::transpose:
      if (swaps_last_two(n)) {
        // TeX takes no double superscript.
        const std::string inner = latex_ && graph_[x].op == operation::inv ? "{" + within(x, raising) + "}" : whole(x, atomic);
        return {inner + (latex_ ? "^{T}" : ".T"), raising};
      }
      return {whole_call("transpose", {x}, ", " + list(n.integers)), atomic};
    case operation::slice: return {whole(x, raising) + slices(n, graph_.shape_of(x)), atomic};
    case operation::unslice: {
      std::vector<std::int64_t> starts, steps;
      for (std::size_t i = 0; i < n.dims.size(); ++i) starts.push_back(n.integers[3 * i]), steps.push_back(n.integers[3 * i + 2]);
      return {whole_call("place", {x}, ", " + list(starts) + ", " + list(steps) + ", " + sizes(n.dims)), atomic};
    }
    case operation::concat: return {function("concat") + "(" + whole_call("", n.arguments) + ", " + std::to_string(n.integers[0]) + ")", atomic};
    case operation::flip: return {whole_call("flip", {x}, ", " + std::to_string(n.integers[0])), atomic};
    case operation::diag:
      if (graph_[x].op == operation::broadcast && graph_.constant_value(x) == 1) return {latex_ ? "I" : "eye(" + std::to_string(n.dims[0].size) + ")", atomic};
      return {whole_call("diag", {x}), atomic};
    case operation::take_along: return {whole_call(word(printed_name(n.op)), n.arguments, ", " + std::to_string(n.integers[0])), atomic};
    case operation::scatter_along: {
      const auto axis = static_cast<std::size_t>(n.integers[0]);
      return {whole_call(word(printed_name(n.op)), n.arguments, ", " + std::to_string(n.integers[0]) + ", " + std::to_string(n.dims[axis].size)), atomic};
    }
    case operation::scatter_add: return {whole_call("scatter_add", n.arguments, ", " + std::to_string(n.dims[0].size)), atomic};
    default: return {whole_call(word(printed_name(n.op)), n.arguments), atomic};
    }
  }

  static bool only_ones_differ(const shape& a, const shape& b) {
    const auto squeezed = [](const shape& s) {
      std::vector<std::int64_t> out;
      for (const dimension& d : s)
        if (d.size != 1) out.push_back(d.size);
      return out;
    };
    return squeezed(a) == squeezed(b);
  }

  /// Whether `id` is printed as something with one element, since repetition is left out.
  bool collapses(node_id id) const {
    const node& n = graph_[id];
    if (element_count(n.dims) == 1) return true;
    if (names.count(id) != 0) return false;
    const operation_family f = family(n.op);
    const bool elementwise = f == operation_family::unary || f == operation_family::binary || f == operation_family::ternary;
    if (!elementwise && n.op != operation::broadcast && n.op != operation::reshape) return false;
    return std::all_of(n.arguments.begin(), n.arguments.end(), [this](node_id a) { return collapses(a); });
  }

  /// An operand whose extents matter: repetition is written out.
  printed spelled(node_id id) {
    const node& n = graph_[id];
    if (names.count(id) != 0) return write(id, false);
    if (n.op == operation::broadcast) return {call("broadcast_to", {n.arguments[0]}, ", " + sizes(n.dims)), atomic};
    if (element_count(n.dims) > 1 && collapses(id)) return {function("broadcast_to") + "(" + write(id, false).text + ", " + sizes(n.dims) + ")", atomic};
    return write(id, false);
  }
  std::string whole(node_id id, int needed) { return bracketed(spelled(id), needed); }
  std::string whole_call(const std::string& name, const std::vector<node_id>& arguments, const std::string& rest = {}) {
    std::string out = function(name) + (latex_ ? "\\left(" : "(");
    for (std::size_t i = 0; i < arguments.size(); ++i) out += (i == 0 ? "" : ", ") + whole(arguments[i], comparing);
    return out + (latex_ ? escaped(rest) + "\\right)" : rest + ")");
  }

  bool is_row(node_id id) const { return graph_.rank(id) == 2 && graph_.extent(id, 0) == 1; }
  bool is_column(node_id id) const { return graph_.rank(id) == 2 && graph_.extent(id, 1) == 1; }

  /// A one-row or one-column matrix written as the vector that it holds.
  printed as_vector(node_id id) {
    const node& n = graph_[id];
    if (names.count(id) == 0) {
      if (n.op == operation::reshape && graph_.rank(n.arguments[0]) == 1) return spelled(n.arguments[0]);
      if (n.op == operation::transpose) return as_vector(n.arguments[0]);
      if (n.op == operation::matmul && (is_row(n.arguments[0]) || is_column(n.arguments[1]))) return vector_product(n);
    }
    return {within(id, raising) + (is_row(id) ? "[0]" : "[:, 0]"), atomic};
  }
  printed vector_product(const node& n) {
    const node_id a = n.arguments[0], b = n.arguments[1];
    const std::string left = is_row(a) ? bracketed(as_vector(a), multiplying) : whole(a, multiplying);
    const std::string right = is_column(b) ? bracketed(as_vector(b), prefixing) : whole(b, prefixing);
    return {left + (latex_ ? (is_row(a) ? "^{T}\\," : "\\,") : " @ ") + right, multiplying};
  }

  /// Extents of 1 that come and go: keepdims of a reduction, the vectors of a product, or an index.
  printed reshaped(const node& n) {
    const node_id x = n.arguments[0];
    const shape& from = graph_.shape_of(x);
    if (!only_ones_differ(from, n.dims)) return {whole_call("reshape", {x}, ", " + sizes(n.dims)), atomic};
    const node& inner = graph_[x];
    const bool flat = n.dims.size() <= 1 && from.size() == 2 && (is_row(x) || is_column(x));
    if (flat && inner.op == operation::matmul && names.count(x) == 0 && (is_row(inner.arguments[0]) || is_column(inner.arguments[1]))) return vector_product(inner);
    if (flat && n.dims.size() == 1) return as_vector(x);
    if (family(inner.op) == operation_family::reduction && keeps(inner, n.dims) && names.count(x) == 0)
      return {whole_call(word(printed_name(inner.op)), inner.arguments, axes(inner) + ", keepdims=1"), atomic};
    if (element_count(n.dims) == 1) return from.empty() ? write(x, false) : printed{whole_call("reshape", {x}, ", " + sizes(n.dims)), atomic};
    if (collapses(x)) return write(x, false);
    std::string index;
    std::size_t i = 0, k = 0;
    while (i < from.size() || k < n.dims.size()) {
      index += index.empty() ? "[" : ", ";
      if (i < from.size() && k < n.dims.size() && from[i].size == n.dims[k].size) {
        index += ":", ++i, ++k;
      } else if (k < n.dims.size() && n.dims[k].size == 1) {
        index += "None", ++k;
      } else {
        index += "0", ++i;
      }
    }
    return {whole(x, raising) + index + "]", atomic};
  }

  bool keeps(const node& reduction, const shape& to) const {
    shape kept = graph_.shape_of(reduction.arguments[0]);
    for (const std::int64_t a : reduction.integers) kept[static_cast<std::size_t>(a)] = {1, ""};
    return same_sizes(kept, to);
  }

  printed linear_algebra(const node& n) {
    switch (n.op) {
    case operation::matmul:
      if (is_column(n.arguments[0]) && is_row(n.arguments[1])) {
        const printed l = as_vector(n.arguments[0]), r = as_vector(n.arguments[1]);
        if (latex_) return {bracketed(l, raising) + "\\," + bracketed(r, raising) + "^{T}", multiplying};
        return {function("outer") + "(" + l.text + ", " + r.text + ")", atomic};
      }
      if (element_count(n.dims) == 1) return vector_product(n);
      if (is_row(n.arguments[0])) return {"(" + vector_product(n).text + ")[None, :]", atomic};
      if (is_column(n.arguments[1])) return {"(" + vector_product(n).text + ")[:, None]", atomic};
      return {whole(n.arguments[0], multiplying) + (latex_ ? "\\," : " @ ") + whole(n.arguments[1], prefixing), multiplying};
    case operation::inv:
      if (latex_) return {within(n.arguments[0], atomic) + "^{-1}", raising};
      return {call("inv", n.arguments), atomic};
    default: return {whole_call(word(printed_name(n.op)), n.arguments), atomic};
    }
  }

  const graph& graph_;
  bool latex_;
};

/// Nodes that are written more than once and are long get a name.
std::vector<node_id> shared_nodes(const graph& g, std::span<const node_id> roots, const std::map<node_id, std::string>& named) {
  std::vector<int> uses(g.size(), 0), length(g.size(), 1);
  std::vector<bool> seen(g.size(), false);
  std::vector<node_id> stack(roots.begin(), roots.end());
  for (const node_id r : roots) ++uses[index_of(r)];
  while (!stack.empty()) {
    const node_id n = stack.back();
    stack.pop_back();
    if (seen[index_of(n)]) continue;
    seen[index_of(n)] = true;
    for (const node_id a : g[n].arguments) ++uses[index_of(a)], stack.push_back(a);
  }
  std::vector<node_id> out;
  for (std::size_t i = 0; i < g.size(); ++i) {
    const auto id = static_cast<node_id>(i);
    const node& n = g[id];
    // Vectors as matrices, and repetition, are written where they are used.
    const bool turned = n.op == operation::transpose && n.dims.size() == 2 && (n.dims[0].size == 1 || n.dims[1].size == 1);
    const bool invisible = n.op == operation::broadcast || n.op == operation::reshape || turned;
    for (const node_id a : n.arguments) length[i] += length[index_of(a)];
    if (invisible) length[i] = length[index_of(n.arguments[0])];
    if (named.count(id) != 0) length[i] = 1;
    if (!seen[i] || invisible || family(n.op) == operation_family::leaf || named.count(id) != 0) continue;
    if (uses[i] > 1 && length[i] > 4) out.push_back(id), length[i] = 1;
    length[i] = std::min(length[i], 100000);
  }
  return out;
}

std::string plain_bindings(printer& p, const std::vector<node_id>& shared, notation n, const std::string& prefix) {
  std::string out;
  int count = 0;
  for (const node_id s : shared) {
    const std::string name = prefix + std::to_string(++count);
    out += (n == notation::plain ? "let " + name : "\\mathrm{" + name + "}") + " = " + p.definition(s) + (n == notation::plain ? ";\n" : ",\\quad ");
    p.names[s] = name;
  }
  return out;
}

std::string function_line(const graph& g, printer& p, const derivation& d, notation n) {
  const bool scalar = g.rank(d.scalar) == 0;
  const std::string seed = p(d.seed);
  if (n == notation::latex) return "F &= " + p.definition(d.scalar) + (scalar ? "" : ",\\quad dF = \\langle " + seed + ", dF\\rangle") + " \\\\\n";
  return "F = " + p.definition(d.scalar) + (scalar ? "" : "        (dF stands for <" + seed + ", dF>)") + "\n";
}

bool is_one(const graph& g, node_id id) { return g.constant_value(id) == 1; }

std::string pending_text(const graph& g, printer& p, const derivation_step& s, notation n) {
  std::string out;
  for (const auto& [node, adjoint] : s.pending) {
    if (family(g[node].op) == operation_family::leaf && g[node].op != operation::input) continue;
    out += out.empty() ? "" : " + ";
    const bool matrix = g.rank(node) == 2;
    const std::string what = n == notation::latex ? "d\\left(" + p(node) + "\\right)" : "d(" + p(node) + ")";
    if (g.rank(node) == 0) {
      out += is_one(g, adjoint) ? what : (n == notation::latex ? "\\left(" + p(adjoint) + "\\right)" : "(" + p(adjoint) + ")") + " " + what;
    } else if (n == notation::latex) {
      out += matrix ? "\\mathrm{tr}\\left(\\left(" + p(adjoint) + "\\right)^{T} " + what + "\\right)" : "\\left\\langle " + p(adjoint) + ", " + what + "\\right\\rangle";
    } else {
      out += matrix ? "tr((" + p(adjoint) + ")^T " + what + ")" : "<" + p(adjoint) + ", " + what + ">";
    }
  }
  return out.empty() ? "0" : out;
}

/// Steps that only move or repeat elements are not worth a line unless something else happens.
bool is_bookkeeping(const graph& g, node_id n) {
  return g[n].op == operation::broadcast || g[n].op == operation::reshape;
}

} // namespace

std::string text(const graph& g, node_id root, notation n) {
  printer p(g, n);
  const auto shared = shared_nodes(g, std::span(&root, 1), p.names);
  const std::string bindings = plain_bindings(p, shared, n, "t");
  return bindings + (p.names.count(root) != 0 ? p(root) : p.definition(root));
}

std::string text(const graph& g, const derivation& d, notation n) {
  printer p(g, n);
  const bool latex = n == notation::latex;
  std::string out = latex ? "\\begin{aligned}\n" : "";
  // Let-bound names and every subexpression that occurs in several steps are written once.
  std::vector<node_id> all{d.scalar};
  for (const derivation_step& s : d.steps)
    for (const auto& [node, adjoint] : s.pending) all.push_back(adjoint);
  for (std::size_t i = 0; i < g.size(); ++i)
    if (const auto id = static_cast<node_id>(i); !g.name_of(id).empty() && id != d.scalar) p.names[id] = g.name_of(id);
  out += function_line(g, p, d, n);
  for (const auto& [id, name] : p.names)
    out += latex ? "&\\mathrm{" + name + "} = " + p.definition(id) + " \\\\\n" : "  where " + name + " = " + p.definition(id) + "\n";
  const auto shared = shared_nodes(g, all, p.names);
  int count = 0, step = 0;
  std::size_t next = 0;
  const auto introduce = [&](node_id up_to) {
    for (; next < shared.size() && shared[next] <= up_to; ++next) {
      if (shared[next] == d.scalar) continue;
      const std::string name = "t" + std::to_string(++count);
      out += latex ? "&" + name + " := " + p.definition(shared[next]) + " \\\\\n" : "     let " + name + " = " + p.definition(shared[next]) + "\n";
      p.names[shared[next]] = name;
    }
  };
  for (const derivation_step& s : d.steps) {
    if (is_bookkeeping(g, s.at)) continue;
    for (const auto& [node, adjoint] : s.pending) introduce(std::max(node, adjoint));
    const std::string pending = pending_text(g, p, s, n);
    out += latex ? "dF &= " + pending + " && " + std::string(rule_latex(g, s.at)) + " \\\\\n"
                 : std::to_string(++step) + ". dF = " + pending + "        [" + s.rule + "]\n";
  }
  out += latex ? "&\\text{identification: } dF = \\mathrm{tr}(G^{T}dX) \\Rightarrow \\partial F/\\partial X = G \\\\\n" : "Identification: dF = tr(G^T dX) means that the gradient is G.\n";
  for (std::size_t i = 0; i < d.wrt.size(); ++i) {
    introduce(d.gradients[i]);
    // The gradient itself is written out once more, whatever name it got.
    out += latex ? "\\partial F/\\partial " + p(d.wrt[i]) + " &= " + p.definition(d.gradients[i]) + " \\\\\n"
                 : "dF/d" + p(d.wrt[i]) + " = " + p.definition(d.gradients[i]) + "\n";
  }
  for (const std::string& note : d.notes) out += latex ? "&\\text{" + note + "} \\\\\n" : "convention: " + note + "\n";
  return out + (latex ? "\\end{aligned}\n" : "");
}

} // namespace fpcheck::expr

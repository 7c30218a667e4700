#include <fpcheck/expr/graph.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <numeric>

namespace fpcheck::expr {
namespace {

struct operation_row {
  std::string_view printed;
  operation_family family;
  bool rational;
};

constexpr bool rational = true, real = false;
using enum operation_family;
constexpr operation_row rows[] = {
#define FPCHECK_EXPR_OPERATION(name, printed, family, field) {printed, family, field},
#include <fpcheck/expr/operations.def>
};

const operation_row& row(operation o) { return rows[static_cast<std::size_t>(o)]; }

std::string key_of(const node& n) {
  std::string key(1, static_cast<char>(n.op));
  const auto put = [&key](std::int64_t v) { key += std::to_string(v) + ','; };
  for (const node_id a : n.arguments) put(static_cast<std::int64_t>(a));
  key += '|';
  for (const std::int64_t i : n.integers) put(i);
  key += '|';
  for (const dimension& d : n.dims) put(d.size);
  key += '|' + n.name + '|' + n.detail;
  return key;
}

} // namespace

std::int64_t element_count(const shape& s) {
  std::int64_t out = 1;
  bool many = false; // more than there are numbers, unless another extent is 0
  for (const dimension& d : s) {
    if (d.size == 0) return 0;
    many = many || __builtin_mul_overflow(out, d.size, &out);
  }
  return many ? std::numeric_limits<std::int64_t>::max() : out;
}

bool same_sizes(const shape& a, const shape& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const dimension& x, const dimension& y) { return x.size == y.size; });
}

std::string text(const shape& s) {
  if (s.empty()) return "scalar";
  std::string out;
  for (const dimension& d : s) out += (out.empty() ? "" : "x") + (d.name.empty() ? std::to_string(d.size) : d.name);
  return out;
}

std::vector<std::int64_t> strides(const shape& s) {
  std::vector<std::int64_t> out(s.size(), 1);
  for (std::size_t i = s.size(); i-- > 1;) out[i - 1] = out[i] * s[i].size;
  return out;
}

std::optional<shape> broadcast_shapes(const shape& a, const shape& b) {
  const shape& longer = a.size() >= b.size() ? a : b;
  const shape& shorter = a.size() >= b.size() ? b : a;
  shape out = longer;
  const std::size_t skip = longer.size() - shorter.size();
  for (std::size_t i = 0; i < shorter.size(); ++i) {
    dimension& d = out[skip + i];
    const dimension& s = shorter[i];
    if (d.size == s.size) {
      if (d.name.empty()) d.name = s.name;
    } else if (d.size == 1) {
      d = s;
    } else if (s.size != 1) {
      return std::nullopt;
    }
  }
  return out;
}

std::optional<shape> matmul_shape(const shape& a, const shape& b) {
  if (a.empty() || b.empty()) return std::nullopt;
  const dimension& inner_b = b.size() == 1 ? b[0] : b[b.size() - 2];
  if (a.back().size != inner_b.size) return std::nullopt;
  const auto batch = [](const shape& s) { return s.size() < 2 ? shape{} : shape(s.begin(), s.end() - 2); };
  auto out = broadcast_shapes(batch(a), batch(b));
  if (!out) return std::nullopt;
  if (a.size() > 1) out->push_back(a[a.size() - 2]);
  if (b.size() > 1) out->push_back(b.back());
  return out;
}

std::string_view printed_name(operation o) { return row(o).printed; }
operation_family family(operation o) { return row(o).family; }
bool is_rational(operation o) { return row(o).rational; }

const std::string& graph::name_of(node_id id) const {
  static const std::string none;
  const auto found = names_.find(id);
  return found == names_.end() ? none : found->second;
}

void graph::set_name(node_id id, std::string name) { names_.emplace(id, std::move(name)); }

std::optional<node_id> graph::find_input(std::string_view name) const {
  for (std::size_t i = 0; i < nodes_.size(); ++i)
    if (nodes_[i].op == operation::input && nodes_[i].name == name) return static_cast<node_id>(i);
  return std::nullopt;
}

node_id graph::intern(node n) {
  const auto [found, fresh] = known_.try_emplace(key_of(n), static_cast<node_id>(nodes_.size()));
  if (fresh) nodes_.push_back(std::move(n));
  return found->second;
}

node_id graph::input(std::string name, expr::shape dims) {
  return intern({.op = operation::input, .name = std::move(name), .dims = std::move(dims)});
}

node_id graph::constant(std::string literal) { return intern({.op = operation::constant, .name = std::move(literal)}); }

node_id graph::arange(dimension count) { return intern({.op = operation::arange, .dims = {std::move(count)}}); }

node_id graph::full(const expr::shape& dims, std::string literal) { return broadcast(constant(std::move(literal)), dims); }

node_id graph::identity(dimension n) { return diag(full({n}, "1")); }

node_id graph::composite(std::string function, std::vector<node_id> arguments, std::string detail, node_id body) {
  expr::shape dims = shape_of(body);
  // Equal names and arguments mean equal bodies, so that the body need not be part of the key.
  return intern({.op = operation::composite, .arguments = std::move(arguments), .name = std::move(function),
                 .detail = std::move(detail), .dims = std::move(dims), .body = body});
}

std::optional<double> graph::constant_value(node_id id) const {
  const node& n = (*this)[id];
  if (n.op == operation::broadcast || n.op == operation::reshape) return constant_value(n.arguments[0]);
  if (n.op != operation::constant) return std::nullopt;
  std::int64_t value = 0;
  const char* const end = n.name.data() + n.name.size();
  const auto [stop, error] = std::from_chars(n.name.data(), end, value);
  if (error != std::errc{} || stop != end || value > (1LL << 53) || value < -(1LL << 53)) return std::nullopt;
  return static_cast<double>(value);
}

node_id graph::unary(operation o, node_id x) {
  if (o == operation::neg) {
    if ((*this)[x].op == operation::neg) return (*this)[x].arguments[0];
    if ((*this)[x].op == operation::constant && constant_value(x)) return constant(-static_cast<std::int64_t>(*constant_value(x)));
    if ((*this)[x].op == operation::broadcast) return broadcast(neg((*this)[x].arguments[0]), shape_of(x));
  }
  return intern({.op = o, .arguments = {x}, .dims = shape_of(x)});
}

node_id graph::step(node_id x, std::string value_at_zero) {
  return intern({.op = operation::step, .arguments = {x}, .name = std::move(value_at_zero), .dims = shape_of(x)});
}

node_id graph::binary(operation o, node_id a, node_id b) {
  const expr::shape dims = *broadcast_shapes(shape_of(a), shape_of(b));
  const auto is = [this](node_id x, double v) { return constant_value(x) == v; };
  const bool one_b = is(b, 1) && (o == operation::mul || o == operation::div), one_a = is(a, 1) && o == operation::mul;
  const bool zero_b = is(b, 0) && (o == operation::add || o == operation::sub), zero_a = is(a, 0) && o == operation::add;
  if (one_b || zero_b) return broadcast(a, dims);
  if (one_a || zero_a) return broadcast(b, dims);
  if (o == operation::mul && is(b, -1)) return broadcast(neg(a), dims);
  if (o == operation::mul && is(a, -1)) return broadcast(neg(b), dims);
  if (o == operation::add && (*this)[b].op == operation::neg) return binary(operation::sub, a, (*this)[b].arguments[0]);
  if (o == operation::sub && (*this)[b].op == operation::neg) return binary(operation::add, a, (*this)[b].arguments[0]);
  // Scalars of one expression are combined before they meet a tensor: 2 * (3 * x) stays as written, 2 * 3 is 6.
  if (o == operation::mul && dims.empty() && constant_value(a) && constant_value(b)) {
    const double product = *constant_value(a) * *constant_value(b);
    if (product < 9e15 && product > -9e15) return constant(static_cast<std::int64_t>(product));
  }
  return intern({.op = o, .arguments = {broadcast(a, dims), broadcast(b, dims)}, .dims = dims});
}

node_id graph::polygamma(std::int64_t order, node_id x) {
  return intern({.op = operation::polygamma, .arguments = {x}, .integers = {order}, .dims = shape_of(x)});
}

node_id graph::powi(node_id x, std::int64_t exponent) {
  if (exponent == 1) return x;
  return intern({.op = operation::powi, .arguments = {x}, .integers = {exponent}, .dims = shape_of(x)});
}

node_id graph::where(node_id condition, node_id a, node_id b) {
  const expr::shape dims = *broadcast_shapes(*broadcast_shapes(shape_of(condition), shape_of(a)), shape_of(b));
  if (a == b) return broadcast(a, dims);
  return intern({.op = operation::where, .arguments = {broadcast(condition, dims), broadcast(a, dims), broadcast(b, dims)}, .dims = dims});
}

node_id graph::reduce(operation o, node_id x, std::vector<std::int64_t> axes) {
  if (axes.empty() && o != operation::logsumexp && o != operation::argmax) return x;
  std::sort(axes.begin(), axes.end());
  expr::shape dims;
  for (std::size_t i = 0; i < rank(x); ++i)
    if (!std::binary_search(axes.begin(), axes.end(), static_cast<std::int64_t>(i))) dims.push_back(shape_of(x)[i]);
  return intern({.op = o, .arguments = {x}, .integers = std::move(axes), .dims = std::move(dims)});
}

node_id graph::reduce_keeping(operation o, node_id x, const std::vector<std::int64_t>& axes) {
  expr::shape dims = shape_of(x);
  for (const std::int64_t a : axes) dims[static_cast<std::size_t>(a)] = {1, ""};
  return reshape(reduce(o, x, axes), std::move(dims));
}

node_id graph::along(operation o, node_id x, std::vector<std::int64_t> axes) {
  return intern({.op = o, .arguments = {x}, .integers = std::move(axes), .dims = shape_of(x)});
}

node_id graph::broadcast(node_id x, const expr::shape& to) {
  if (same_sizes(shape_of(x), to)) return x;
  if ((*this)[x].op == operation::broadcast) {
    const node_id inner = (*this)[x].arguments[0];
    // Only a scalar can skip the middle shape whatever it was.
    if (rank(inner) == 0) return broadcast(inner, to);
  }
  return intern({.op = operation::broadcast, .arguments = {x}, .dims = to});
}

node_id graph::reshape(node_id x, expr::shape to) {
  if (same_sizes(shape_of(x), to)) return x;
  if ((*this)[x].op == operation::reshape) return reshape((*this)[x].arguments[0], std::move(to));
  if ((*this)[x].op == operation::broadcast && rank((*this)[x].arguments[0]) == 0) return broadcast((*this)[x].arguments[0], to);
  return intern({.op = operation::reshape, .arguments = {x}, .dims = std::move(to)});
}

node_id graph::transpose(node_id x, std::vector<std::int64_t> permutation) {
  if ((*this)[x].op == operation::transpose) {
    std::vector<std::int64_t> both;
    for (const std::int64_t p : permutation) both.push_back((*this)[x].integers[static_cast<std::size_t>(p)]);
    return transpose((*this)[x].arguments[0], std::move(both));
  }
  if (std::is_sorted(permutation.begin(), permutation.end())) return x;
  expr::shape dims;
  for (const std::int64_t p : permutation) dims.push_back(shape_of(x)[static_cast<std::size_t>(p)]);
  if ((*this)[x].op == operation::broadcast && rank((*this)[x].arguments[0]) == 0) return broadcast((*this)[x].arguments[0], dims);
  if ((*this)[x].op == operation::diag && permutation.size() == 2) return x;
  // A vector as a row is the vector as a column, turned.
  if ((*this)[x].op == operation::reshape && permutation.size() == 2 && rank((*this)[x].arguments[0]) == 1 && (dims[0].size == 1 || dims[1].size == 1))
    return reshape((*this)[x].arguments[0], std::move(dims));
  return intern({.op = operation::transpose, .arguments = {x}, .integers = std::move(permutation), .dims = std::move(dims)});
}

node_id graph::transpose(node_id x) {
  if (rank(x) < 2) return x;
  std::vector<std::int64_t> p(rank(x));
  std::iota(p.begin(), p.end(), 0);
  std::swap(p[p.size() - 1], p[p.size() - 2]);
  return transpose(x, std::move(p));
}

node_id graph::slice(node_id x, std::vector<std::int64_t> s) {
  expr::shape dims = shape_of(x);
  bool whole = true;
  for (std::size_t i = 0; i < dims.size(); ++i) {
    const std::int64_t start = s[3 * i], stop = s[3 * i + 1], step = s[3 * i + 2];
    const std::int64_t size = std::max<std::int64_t>(0, (stop - start + step - 1) / step);
    whole = whole && start == 0 && step == 1 && size == dims[i].size;
    if (size != dims[i].size) dims[i] = {size, ""};
  }
  if (whole) return x;
  return intern({.op = operation::slice, .arguments = {x}, .integers = std::move(s), .dims = std::move(dims)});
}

node_id graph::unslice(node_id x, std::vector<std::int64_t> s, expr::shape to) {
  return intern({.op = operation::unslice, .arguments = {x}, .integers = std::move(s), .dims = std::move(to)});
}

node_id graph::concat(std::vector<node_id> parts, std::int64_t axis) {
  if (parts.size() == 1) return parts[0];
  expr::shape dims = shape_of(parts[0]);
  std::int64_t size = 0;
  for (const node_id p : parts) size += extent(p, static_cast<std::size_t>(axis));
  dims[static_cast<std::size_t>(axis)] = {size, ""};
  return intern({.op = operation::concat, .arguments = std::move(parts), .integers = {axis}, .dims = std::move(dims)});
}

node_id graph::flip(node_id x, std::int64_t axis) {
  return intern({.op = operation::flip, .arguments = {x}, .integers = {axis}, .dims = shape_of(x)});
}

node_id graph::gather(node_id table, node_id ids) {
  expr::shape dims = shape_of(ids);
  dims.insert(dims.end(), shape_of(table).begin() + 1, shape_of(table).end());
  return intern({.op = operation::gather, .arguments = {table, ids}, .dims = std::move(dims)});
}

node_id graph::scatter_add(node_id values, node_id ids, dimension rows) {
  expr::shape dims{std::move(rows)};
  dims.insert(dims.end(), shape_of(values).begin() + static_cast<long>(rank(ids)), shape_of(values).end());
  return intern({.op = operation::scatter_add, .arguments = {values, ids}, .dims = std::move(dims)});
}

node_id graph::take_along(node_id x, node_id ids, std::int64_t axis) {
  return intern({.op = operation::take_along, .arguments = {x, ids}, .integers = {axis}, .dims = shape_of(ids)});
}

node_id graph::scatter_along(node_id values, node_id ids, std::int64_t axis, dimension extent) {
  expr::shape dims = shape_of(values);
  dims[static_cast<std::size_t>(axis)] = std::move(extent);
  return intern({.op = operation::scatter_along, .arguments = {values, ids}, .integers = {axis}, .dims = std::move(dims)});
}

node_id graph::diagonal(node_id matrix) {
  if ((*this)[matrix].op == operation::diag) return (*this)[matrix].arguments[0];
  if ((*this)[matrix].op == operation::transpose && (*this)[matrix].dims.size() == 2) return diagonal((*this)[matrix].arguments[0]);
  expr::shape dims = shape_of(matrix);
  dims.pop_back();
  return intern({.op = operation::diagonal, .arguments = {matrix}, .dims = std::move(dims)});
}

node_id graph::diag(node_id vector) {
  expr::shape dims = shape_of(vector);
  dims.push_back(dims.back());
  return intern({.op = operation::diag, .arguments = {vector}, .dims = std::move(dims)});
}

node_id graph::matmul(node_id a, node_id b) {
  const expr::shape dims = *matmul_shape(shape_of(a), shape_of(b));
  const auto identity = [this](node_id x) { return (*this)[x].op == operation::diag && constant_value((*this)[x].arguments[0]) == 1; };
  // A 1 x 1 matrix is a factor.
  const auto factor = [this](node_id x) { return rank(x) == 2 && element_count(shape_of(x)) == 1; };
  if (rank(a) == 2 && rank(b) == 2 && (factor(a) || factor(b))) return factor(a) ? mul(a, b) : mul(b, a);
  if (identity(b) && rank(a) >= rank(b)) return a;
  if (identity(a) && rank(b) >= rank(a)) return b;
  const auto matrix = [this](node_id x, bool row) {
    if (rank(x) > 1) return x;
    const dimension d = shape_of(x)[0];
    return reshape(x, row ? expr::shape{{1, ""}, d} : expr::shape{d, {1, ""}});
  };
  node_id left = matrix(a, true), right = matrix(b, false);
  const auto batch = [](const expr::shape& s) { return expr::shape(s.begin(), s.end() - 2); };
  const expr::shape both = *broadcast_shapes(batch(shape_of(left)), batch(shape_of(right)));
  const auto batched = [&](node_id x) {
    expr::shape to = both;
    to.insert(to.end(), shape_of(x).end() - 2, shape_of(x).end());
    return broadcast(x, to);
  };
  left = batched(left), right = batched(right);
  expr::shape full = both;
  full.push_back(shape_of(left)[rank(left) - 2]);
  full.push_back(shape_of(right).back());
  return reshape(intern({.op = operation::matmul, .arguments = {left, right}, .dims = std::move(full)}), dims);
}

node_id graph::inv(node_id x) {
  if ((*this)[x].op == operation::inv) return (*this)[x].arguments[0];
  return unary(operation::inv, x);
}

node_id graph::det(node_id x) {
  return intern({.op = operation::det, .arguments = {x}, .dims = expr::shape(shape_of(x).begin(), shape_of(x).end() - 2)});
}

node_id graph::logdet(node_id x) {
  return intern({.op = operation::logdet, .arguments = {x}, .dims = expr::shape(shape_of(x).begin(), shape_of(x).end() - 2)});
}

node_id graph::eigvalsh(node_id x) {
  return intern({.op = operation::eigvalsh, .arguments = {x}, .dims = expr::shape(shape_of(x).begin(), shape_of(x).end() - 1)});
}

node_id graph::eigen_compose(node_id x, node_id weights) {
  return intern({.op = operation::eigen_compose, .arguments = {x, weights}, .dims = shape_of(x)});
}

node_id graph::eigen_diagonal(node_id x, node_id inner) {
  return intern({.op = operation::eigen_diagonal, .arguments = {x, inner}, .dims = expr::shape(shape_of(x).begin(), shape_of(x).end() - 1)});
}

node_id graph::cholesky(node_id x) { return unary(operation::cholesky, x); }

node_id graph::solve(node_id a, node_id b) {
  return intern({.op = operation::solve, .arguments = {a, b}, .dims = shape_of(b)});
}

node_id graph::cast(operation o, node_id x, std::string format) {
  return intern({.op = o, .arguments = {x}, .name = std::move(format), .dims = shape_of(x)});
}

std::vector<node_id> graph::needed(std::span<const node_id> roots) const {
  std::vector<bool> used(nodes_.size(), false);
  for (const node_id r : roots) used[index_of(r)] = true;
  for (std::size_t i = nodes_.size(); i-- > 0;) {
    if (!used[i]) continue;
    if (nodes_[i].body) {
      used[index_of(*nodes_[i].body)] = true;
    } else {
      for (const node_id a : nodes_[i].arguments) used[index_of(a)] = true;
    }
  }
  std::vector<node_id> out;
  for (std::size_t i = 0; i < nodes_.size(); ++i)
    if (used[i]) out.push_back(static_cast<node_id>(i));
  return out;
}

} // namespace fpcheck::expr

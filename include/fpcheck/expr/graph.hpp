#pragma once
#include <fpcheck/base/diagnostic.hpp>

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace fpcheck::expr {

/// An extent of a tensor, with the name it was declared under, or empty.
struct dimension {
  std::int64_t size = 1;
  std::string name;
};

/// The extents of a tensor, slowest first; empty for a scalar.
using shape = std::vector<dimension>;

/// The number of elements of a tensor of shape `s`.
std::int64_t element_count(const shape& s);
/// Whether the extents agree; names do not matter.
bool same_sizes(const shape& a, const shape& b);
/// `NxC` with names where known, `4x8` otherwise, `scalar` for none.
std::string text(const shape& s);
/// Row-major strides in elements.
std::vector<std::int64_t> strides(const shape& s);

/// A core operation; one enumerator for each row of `operations.def`.
enum class operation : std::uint8_t {
#define FPCHECK_EXPR_OPERATION(name, printed, family, field) name,
#include <fpcheck/expr/operations.def>
};

/// What operations have in common.
enum class operation_family : std::uint8_t {
  leaf, composite, unary, binary, ternary, discrete, kink, reduction, normalisation, structure, linear_algebra, cast
};

/// The word for `o` in printed expressions.
std::string_view printed_name(operation o);
/// The family of `o`.
operation_family family(operation o);
/// Whether `o` is defined over every field, so that it can be evaluated modulo a prime.
bool is_rational(operation o);

/// The index of a node of a `graph`.
enum class node_id : std::uint32_t {};
constexpr std::size_t index_of(node_id id) noexcept { return static_cast<std::size_t>(id); }

/// One operation. What `integers` hold: axes (reductions, normalisations, concat, flip), a permutation (transpose),
/// start, stop and step for each axis (slice; unslice has the full extents in `dims`), the exponent (powi), the order (polygamma).
struct node {
  operation op = operation::constant;
  std::vector<node_id> arguments{};
  std::vector<std::int64_t> integers{};
  std::string name{};            ///< input's name, constant's literal, format of a cast, composite's function
  std::string detail{};          ///< composite: its further arguments as printed, ", axis=1"
  expr::shape dims{};
  std::optional<node_id> body{}; ///< composite: what it means
};

/// An expression as a graph of core operations with concrete extents, in topological order. Equal nodes are one node.
class graph {
public:
  const node& operator[](node_id id) const { return nodes_[index_of(id)]; }
  std::size_t size() const { return nodes_.size(); }
  const expr::shape& shape_of(node_id id) const { return nodes_[index_of(id)].dims; }
  std::size_t rank(node_id id) const { return shape_of(id).size(); }
  std::int64_t extent(node_id id, std::size_t axis) const { return shape_of(id)[axis].size; }

  /// The name given to `id` by a let-binding, or empty.
  const std::string& name_of(node_id id) const;
  void set_name(node_id id, std::string name);
  /// The input called `name`, if the expression has one.
  std::optional<node_id> find_input(std::string_view name) const;

  node_id input(std::string name, expr::shape dims);
  /// A scalar constant with its decimal or hexadecimal literal, or `pi`, `inf`, `nan`.
  node_id constant(std::string literal);
  node_id constant(std::int64_t value) { return constant(std::to_string(value)); }
  node_id arange(dimension count);
  /// A constant in every element of `dims`.
  node_id full(const expr::shape& dims, std::string literal);
  node_id identity(dimension n);
  /// The node `n` as it stands. Requires: its arguments are nodes of this graph, its extents are what they imply.
  node_id put(node n) { return intern(std::move(n)); }
  /// A named function of `arguments` that means `body`.
  node_id composite(std::string function, std::vector<node_id> arguments, std::string detail, node_id body);

  node_id unary(operation o, node_id x);
  node_id step(node_id x, std::string value_at_zero);
  /// Elementwise, after broadcasting both as numpy does. Requires: the shapes broadcast.
  node_id binary(operation o, node_id a, node_id b);
  node_id add(node_id a, node_id b) { return binary(operation::add, a, b); }
  node_id sub(node_id a, node_id b) { return binary(operation::sub, a, b); }
  node_id mul(node_id a, node_id b) { return binary(operation::mul, a, b); }
  node_id div(node_id a, node_id b) { return binary(operation::div, a, b); }
  node_id neg(node_id x) { return unary(operation::neg, x); }
  node_id powi(node_id x, std::int64_t exponent);
  /// The derivative of digamma of this order; digamma itself is of order 0.
  node_id polygamma(std::int64_t order, node_id x);
  node_id where(node_id condition, node_id a, node_id b);

  /// Reduces over `axes` and drops them. Requires: 0 <= axis < rank, no repetition.
  node_id reduce(operation o, node_id x, std::vector<std::int64_t> axes);
  /// The same with the reduced extents kept as 1.
  node_id reduce_keeping(operation o, node_id x, const std::vector<std::int64_t>& axes);
  /// softmax, cumsum or max_weight over axes; sort, cummax, argsort or cumargmax over one.
  node_id along(operation o, node_id x, std::vector<std::int64_t> axes);

  node_id broadcast(node_id x, const expr::shape& to);
  node_id reshape(node_id x, expr::shape to);
  node_id transpose(node_id x, std::vector<std::int64_t> permutation);
  /// Swaps the last two axes; of a vector or scalar: itself.
  node_id transpose(node_id x);
  node_id slice(node_id x, std::vector<std::int64_t> start_stop_step);
  /// The adjoint of `slice`: `x` placed into zeros of shape `to`.
  node_id unslice(node_id x, std::vector<std::int64_t> start_stop_step, expr::shape to);
  node_id concat(std::vector<node_id> parts, std::int64_t axis);
  node_id flip(node_id x, std::int64_t axis);
  /// Rows `table[ids]`: shape of `ids` followed by that of a row.
  node_id gather(node_id table, node_id ids);
  /// Zeros of `rows` rows, with the rows of `values` added at `ids`; the adjoint of `gather`.
  node_id scatter_add(node_id values, node_id ids, dimension rows);
  /// Along one axis the elements x[ids]; the other extents agree.
  node_id take_along(node_id x, node_id ids, std::int64_t axis);
  /// Zeros of `extent` along the axis, with the values added at `ids`; the adjoint of `take_along`.
  node_id scatter_along(node_id values, node_id ids, std::int64_t axis, dimension extent);
  node_id diagonal(node_id matrix);
  node_id diag(node_id vector);

  /// numpy's matmul, vectors and batches included. Requires: the shapes fit.
  node_id matmul(node_id a, node_id b);
  node_id inv(node_id x);
  node_id det(node_id x);
  node_id logdet(node_id x);
  node_id cholesky(node_id x);
  node_id expm(node_id x) { return unary(operation::expm, x); }
  /// Of the symmetric part (x + x^T) / 2 = V D V^T: D ascending; V diag(weights) V^T; the diagonal of V^T inner V.
  node_id eigvalsh(node_id x);
  node_id eigen_compose(node_id x, node_id weights);
  node_id eigen_diagonal(node_id x, node_id inner);
  node_id solve(node_id a, node_id b);
  node_id cast(operation o, node_id x, std::string format);

  /// The value of a node that is one exactly representable constant in all elements.
  std::optional<double> constant_value(node_id id) const;
  /// The nodes that `roots` need, in topological order; through composites into their bodies.
  std::vector<node_id> needed(std::span<const node_id> roots) const;

private:
  node_id intern(node n);
  std::deque<node> nodes_; ///< stable references: a rule may read a node while it makes others
  std::unordered_map<std::string, node_id> known_;
  std::map<node_id, std::string> names_;
};

/// The shape that `a` and `b` broadcast to as in numpy, if they do.
std::optional<shape> broadcast_shapes(const shape& a, const shape& b);
/// The shape of `a @ b`, if they fit.
std::optional<shape> matmul_shape(const shape& a, const shape& b);

} // namespace fpcheck::expr

#pragma once
#include "error_rules.hpp"
#include "matrix_product.hpp"
#include "running_sums.hpp"
#include "scalar.hpp"
#include "stream_plan.hpp"

#include <fpcheck/expr/evaluate.hpp>

#include <algorithm>
#include <limits>
#include <memory>
#include <numeric>
#include <optional>

namespace fpcheck::expr {

/// What all errors of a row have in common: element k of row i (rows run along the last axis) is within `rest` of its
/// middle, times one factor within `factor[i]` of 1 for the whole row. A softmax's denominator is such a factor; a sum along the row
/// moves by it as a whole, however much its terms cancel.
struct row_error {
  std::vector<double> rest, factor;
};

/// The values of one node; no radius means zero everywhere. Shared, so that reshaping copies nothing.
template <class S>
struct cell {
  std::shared_ptr<const std::vector<S>> middle;
  std::shared_ptr<const std::vector<double>> radius;
  std::shared_ptr<const row_error> by_row{}; ///< the same errors told apart, where that is known

  std::size_t size() const { return middle->size(); }
  const S& at(std::size_t i) const { return (*middle)[i]; }
  double error(std::size_t i) const { return radius ? (*radius)[i] : 0.0; }
  double rest(std::size_t i) const { return by_row ? by_row->rest[i] : error(i); }
};

/// A number and how far it may be off.
struct uncertain {
  double value, error;
};

/// Storage of a node in the making.
template <class S>
struct draft {
  std::vector<S> middle;
  std::vector<double> radius;
  std::shared_ptr<const row_error> by_row{};

  explicit draft(std::size_t n, bool bounded) : middle(n), radius(bounded ? n : 0, 0.0) {}
  cell<S> finish() {
    cell<S> c;
    c.middle = std::make_shared<const std::vector<S>>(std::move(middle));
    const bool zero = std::all_of(radius.begin(), radius.end(), [](double r) { return r == 0; });
    if (!zero) c.radius = std::make_shared<const std::vector<double>>(std::move(radius)), c.by_row = std::move(by_row);
    return c;
  }
};

/// Evaluates the nodes of a graph in order. One instance a call.
template <class S>
class evaluator {
public:
  evaluator(const graph& g, const bindings& inputs, const arithmetic& a)
      : graph_(g), inputs_(inputs), rules_(a, scalar<S>::unit) {}

  /// Inputs with values of type S (duals); consulted before the bindings.
  std::map<std::string, std::vector<S>> overrides;
  /// Inputs with values and radii, consulted first: what a block needs of the whole.
  std::map<std::string, cell<S>> given;
  /// Nodes that are a part of a longer sum, with the number of all its terms.
  std::map<node_id, std::int64_t> whole;
  /// The most elements that a tensor other than inputs and results may have before it is worked out in blocks.
  std::int64_t most_held = std::int64_t{1} << 20;

  result<std::vector<cell<S>>> run(std::span<const node_id> roots, const progress& report) {
    const std::vector<node_id> order = graph_.needed(roots);
    cells_.assign(graph_.size(), {});
    uses_.assign(graph_.size(), 0);
    for (const node_id n : order) for_each_source(n, [&](node_id a) { ++uses_[index_of(a)]; });
    for (const node_id r : roots) ++uses_[index_of(r)];
    progress_ = report ? &report : nullptr;
    steps_ = order.size();
    if (const auto ok = run_in_order(order, roots); !ok) return tl::unexpected<diagnostic>(ok.error());
    std::vector<cell<S>> out;
    for (const node_id r : roots) out.push_back(cells_[index_of(r)]);
    return out;
  }

  std::int64_t hulls = 0;
  std::vector<std::string> unbounded;

private:
  static constexpr bool bounded = scalar<S>::bounded;
  static double nearest(const S& x) { return scalar<S>::nearest(x); }

  /// Whether x is a multiple of 2^-digits; sums of such numbers below 2^(53 - digits) are exact in every order.
  static bool is_dyadic(const S& x, int digits) {
    const double scaled = std::ldexp(nearest(x), digits);
    return std::isfinite(scaled) && scaled == std::nearbyint(scaled) && scalar<S>::is_binary64(x);
  }

  template <class F>
  void for_each_source(node_id n, F f) const {
    if (graph_[n].body) {
      f(*graph_[n].body);
    } else {
      for (const node_id a : graph_[n].arguments) f(a);
    }
  }
  /// Frees what `n` was the last to need.
  void release_sources(node_id n) {
    for_each_source(n, [&](node_id a) {
      if (--uses_[index_of(a)] == 0) give_up(a);
    });
  }
  /// What the values that are needed at one time may take together: an expression must not fill the memory.
  static constexpr std::int64_t most_bytes = std::int64_t{6} << 30;
  std::int64_t bytes_of(node_id n) const {
    // The digits of a wide number lie elsewhere: as much again and more.
    constexpr std::int64_t each = static_cast<std::int64_t>(std::is_trivially_copyable_v<S> ? sizeof(S) : 3 * sizeof(S)) + (bounded ? sizeof(double) : 0);
    std::int64_t out = 0;
    return __builtin_mul_overflow(element_count(graph_[n].dims), each, &out) ? std::numeric_limits<std::int64_t>::max() : out;
  }
  /// Counts what `n` will take. Error: there is no room.
  result<void> take_room(node_id n) {
    const std::int64_t bytes = bytes_of(n);
    if (bytes > most_bytes - held_)
      return fail("the expression needs more than " + std::to_string(most_bytes >> 30) + " GiB at once: a part of it is " + text(graph_[n].dims), {}, "take smaller extents");
    held_ += bytes;
    return {};
  }
  void give_up(node_id n) {
    if (cells_[index_of(n)].middle) held_ -= bytes_of(n);
    cells_[index_of(n)] = {};
  }
  /// Error: the caller gave up.
  result<void> step_done() {
    if (progress_ == nullptr || (*progress_)(std::min(1.0, static_cast<double>(++done_) / static_cast<double>(steps_)))) return {};
    return tl::unexpected<diagnostic>(diagnostic{.message = "the evaluation was given up", .code = exit_code::interrupted});
  }
  result<void> run_in_order(std::span<const node_id> order, std::span<const node_id> roots) {
    if constexpr (bounded)
      if (const auto plan = plan_stream(graph_, order, roots, most_held)) return run_in_blocks(order, *plan);
    return run_whole(order);
  }
  result<void> run_whole(std::span<const node_id> order) {
    for (const node_id n : order) {
      if (const auto ok = take_room(n); !ok) return ok;
      cells_[index_of(n)] = compute(graph_[n]);
      if (error_) return tl::unexpected<diagnostic>(std::move(*error_));
      note_lost_bound(n);
      release_sources(n);
      if (const auto ok = step_done(); !ok) return ok;
    }
    return {};
  }
  // evaluator_stream.hpp
  result<void> run_in_blocks(std::span<const node_id> order, const stream_plan& plan);
  result<void> run_blocks(const stream_plan& plan);
  cell<S> block_of(const cut_node& entry, std::int64_t start, std::int64_t count);
  void collect(const stream_plan& plan, const std::vector<cell<S>>& block, std::int64_t start, std::int64_t count, std::vector<draft<S>>& into);

  cell<S> fail_with(std::string message) {
    if (!error_) error_ = diagnostic{.message = std::move(message)};
    return {std::make_shared<const std::vector<S>>(), nullptr};
  }
  /// Terms of the sum that `n` is a part of, beyond the `here` of its own.
  std::int64_t missing_terms(const node& n, std::int64_t here) const {
    if (whole.empty()) return 0;
    for (const auto& [id, all] : whole)
      if (&graph_[id] == &n) return all - here;
    return 0;
  }
  const cell<S>& argument(const node& n, std::size_t i) const { return cells_[index_of(n.arguments[i])]; }
  const shape& argument_shape(const node& n, std::size_t i) const { return graph_.shape_of(n.arguments[i]); }

  void note_lost_bound(node_id n) {
    if constexpr (bounded) {
      const cell<S>& c = cells_[index_of(n)];
      const auto lost = [](const cell<S>& x) { return x.radius && std::any_of(x.radius->begin(), x.radius->end(), [](double r) { return std::isinf(r); }); };
      if (unbounded.size() > 8 || !lost(c)) return;
      bool before = false;
      for_each_source(n, [&](node_id a) { before = before || lost(cells_[index_of(a)]); });
      if (!before) unbounded.emplace_back(graph_[n].body ? graph_[n].name : std::string(printed_name(graph_[n].op)));
    }
  }

  cell<S> compute(const node& n) {
    if (n.body) return cells_[index_of(*n.body)];
    switch (family(n.op)) {
    case operation_family::leaf: return leaf(n);
    case operation_family::unary: return unary(n);
    case operation_family::binary: return binary(n);
    case operation_family::reduction: return reduction(n);
    case operation_family::normalisation: return normalisation(n);
    case operation_family::structure: return structure(n);
    case operation_family::linear_algebra: return linear_algebra(n);
    case operation_family::composite: return fail_with("internal: a composite without a body");
    default: break;
    }
    if constexpr (scalar<S>::ordered)
      switch (family(n.op)) {
      case operation_family::ternary: return where(n);
      case operation_family::discrete: return positions(n) ? index_of_rows(n) : discrete(n);
      case operation_family::kink: return n.op == operation::max_weight ? max_weight(n) : kink(n);
      case operation_family::cast: return cast(n);
      default: break;
      }
    return fail_with("internal: an operation that only real numbers have");
  }

  /// The discrete operations that give positions along an axis instead of a number for each element.
  static bool positions(const node& n) { return n.op == operation::argmax || n.op == operation::argsort || n.op == operation::cumargmax; }
  cell<S> index_of_rows(const node& n) {
    if (n.op == operation::argmax) return argmax(n);
    return along_rows(n, [&](const row& r, S* middle, double* radius) { n.op == operation::argsort ? argsort_row(r, middle, radius) : cumargmax_row(r, middle, radius); });
  }

  // evaluator_elementwise.hpp
  cell<S> leaf(const node& n);
  cell<S> unary(const node& n);
  cell<S> power_of(const node& n);
  cell<S> polygamma_of(const node& n);
  bool is_exact_result(operation o, const S& a, const S& b, const S& v) const;
  double binary_error(operation o, uncertain x, uncertain y, double v, bool exact) const;
  cell<S> binary(const node& n);
  cell<S> where(const node& n);
  cell<S> discrete(const node& n);
  cell<S> kink(const node& n);
  cell<S> cast(const node& n);
  // evaluator_reduction.hpp
  struct row {
    const S* middle;
    const double* radius; ///< null for zeros
    std::size_t size;
    const double* rest = nullptr; ///< the part of the radii that is not the factor of the row
    double factor = 0;
    double error(std::size_t i) const { return radius != nullptr ? radius[i] : 0.0; }
  };
  template <class F>
  cell<S> by_rows(const node& n, F f);
  template <class F>
  cell<S> along_rows(const node& n, F f);
  /// What all terms of a sum are multiples of, a power of two, and their magnitudes together.
  struct grid {
    double step = 0x1p400, sizes = 0;
    void add(const S& x, double off) { step = std::min(step, scalar<S>::is_binary64(x) ? last_bit(nearest(x), off) : 0), sizes += std::fabs(nearest(x)); }
  };
  bool sums_exactly(const grid& g) const;
  int exact_digits() const;    ///< sums of multiples of 2^-exact_digits are exact
  double exact_limit() const; ///< up to this sum of magnitudes
  void sum_row(const row& r, S& middle, double& radius, const node& n);
  cell<S> softmax_along_last(const node& n);
  double reach(const S& low, const S& middle, const S& high) const;
  void extreme_row(const row& r, S& middle, double& radius, bool largest);
  struct softmax_parts {
    S top, sum;
    double log_moved, own, log_sum, rescaled; ///< rescaled: of the factors of an online softmax, part of own
  };
  softmax_parts exponentials(const row& r, std::vector<S>& p);
  void logsumexp_row(const row& r, S& middle, double& radius);
  void softmax_row(const row& r, S* middle, double* radius, double* rest = nullptr, double* factor = nullptr);
  void cumsum_row(const row& r, S* middle, double* radius);
  cell<S> reduction(const node& n);
  cell<S> normalisation(const node& n);
  cell<S> argmax(const node& n);
  // evaluator_order.hpp
  std::vector<std::size_t> sorted_order(const row& r) const;
  void sort_row(const row& r, S* middle, double* radius);
  void cummax_row(const row& r, S* middle, double* radius);
  void argsort_row(const row& r, S* middle, double* radius);
  void cumargmax_row(const row& r, S* middle, double* radius);
  void store_index(std::size_t likely, std::size_t first, std::size_t last, S& middle, double& radius);
  struct index_range {
    std::int64_t likely, first, last;
  };
  std::optional<index_range> index_at(const cell<S>& ids, std::size_t i, std::int64_t extent);
  cell<S> take_along(const node& n);
  cell<S> scatter_along(const node& n);
  cell<S> max_weight(const node& n);
  // evaluator_structure.hpp
  cell<S> strided(const cell<S>& x, const shape& out, const std::vector<std::int64_t>& steps, std::int64_t base);
  void place(const cell<S>& x, const shape& in, const std::vector<std::int64_t>& steps, std::int64_t base, draft<S>& into);
  cell<S> structure(const node& n);
  cell<S> gather(const node& n);
  cell<S> scatter_add(const node& n);
  // evaluator_linear.hpp
  bool bound_by_running_sums(const node& n, const cell<S>& x, const cell<S>& y, std::size_t b, double* radius, std::size_t m, std::size_t k, std::size_t c);
  bool is_exact_product(const cell<S>& x, const cell<S>& y, std::size_t b, std::size_t m, std::size_t k, std::size_t c);
  cell<S> matmul(const node& n);
  cell<S> linear_algebra(const node& n);
  struct elimination {
    std::vector<S> x;
    S determinant;
    std::vector<S> pivots;
  };
  elimination eliminate(std::vector<S> a, std::vector<S> b, std::size_t n, std::size_t m);
  std::vector<S> cholesky_factor(const std::vector<S>& a, std::size_t n);
  std::vector<double> backward_error(const std::vector<S>& a, const double* radius, std::size_t n);
  /// One matrix of a batch as its bounds need it; magnitudes row by row.
  struct factored {
    std::size_t size;
    const double* radius; ///< of its elements, or null
    const S* result;
    std::vector<double> inverse, moved, step; ///< |A^-1| (of the factor for cholesky), dA, their product
    double rho;                               ///< the largest row sum of `step`
  };
  static std::vector<double> magnitudes(const S* v, std::size_t count);
  void bound_cholesky(const factored& f, double* r);
  void bound_solution(const factored& f, const cell<S>& rhs, std::size_t first, std::size_t columns, double* r);
  double bound_determinant(const factored& f, const std::vector<S>& pivots, bool is_log);
  // evaluator_spectral.hpp
  struct eigen_pairs {
    std::vector<S> values, vectors; ///< ascending; vectors in columns
    double off = 0;                 ///< how far each value may be off, for the exact matrix
    double skew = 0;                ///< how far the vectors are from orthonormal ones
    double size = 0;                ///< Frobenius norm of the matrix
  };
  eigen_pairs symmetric_eigen(const std::vector<S>& a, std::size_t n);
  void bound_eigen(const std::vector<S>& a, std::size_t n, eigen_pairs& into);
  std::vector<double> eigenvector_errors(const eigen_pairs& e, double moved) const;
  cell<S> spectral(const node& n);
  std::vector<S> exponential_of(const std::vector<S>& a, std::size_t n, int squarings, int terms);
  cell<S> expm(const node& n);

  const graph& graph_;
  const bindings& inputs_;
  error_rules rules_;
  std::vector<cell<S>> cells_;
  std::vector<std::uint32_t> uses_;
  std::optional<diagnostic> error_;
  const progress* progress_ = nullptr;
  std::size_t steps_ = 0, done_ = 0;
  std::int64_t held_ = 0;
};

} // namespace fpcheck::expr

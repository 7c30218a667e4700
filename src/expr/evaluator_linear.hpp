#pragma once
#include "evaluator_reduction.hpp"
#include "running_sums.hpp"

namespace fpcheck::expr {

/// Whether every product and every partial sum of block b is a multiple of 2^-20 below 2^32: exact in any order.
template <class S>
bool evaluator<S>::is_exact_product(const cell<S>& x, const cell<S>& y, std::size_t b, std::size_t m, std::size_t k, std::size_t c) {
  if (!rules_.numbers().exact() || x.radius || y.radius) return false;
  double largest_x = 0, largest_y = 0;
  for (std::size_t i = 0; i < m * k; ++i) {
    const S& v = x.at(b * m * k + i);
    if (!is_dyadic(v, sum_digits / 2)) return false;
    largest_x = std::max(largest_x, std::fabs(nearest(v)));
  }
  for (std::size_t i = 0; i < k * c; ++i) {
    const S& v = y.at(b * k * c + i);
    if (!is_dyadic(v, sum_digits / 2)) return false;
    largest_y = std::max(largest_y, std::fabs(nearest(v)));
  }
  return static_cast<double>(k) * largest_x * largest_y <= sum_limit;
}

/// The bound of a product that a tensor core makes, where the whole inner extent is here and everything is finite; false elsewhere.
template <class S>
bool evaluator<S>::bound_by_running_sums(const node& n, const cell<S>& x, const cell<S>& y, std::size_t b, double* radius, std::size_t m, std::size_t k, std::size_t c) {
  const tensor_core_sums& core = rules_.numbers().core;
  if (core.step == 0 || missing_terms(n, static_cast<std::int64_t>(k)) != 0) return false;
  std::vector<double> left(m * k), right(k * c), left_off, right_off, by_row;
  for (std::size_t i = 0; i < m * k; ++i) left[i] = nearest(x.at(b * m * k + i));
  for (std::size_t i = 0; i < k * c; ++i) right[i] = nearest(y.at(b * k * c + i));
  if (x.radius) {
    left_off.resize(m * k);
    for (std::size_t i = 0; i < m * k; ++i) left_off[i] = x.rest(b * m * k + i);
  }
  if (y.radius) {
    right_off.resize(k * c);
    for (std::size_t i = 0; i < k * c; ++i) right_off[i] = y.error(b * k * c + i);
  }
  if (x.by_row) by_row.assign(x.by_row->factor.begin() + static_cast<std::ptrdiff_t>(b * m), x.by_row->factor.begin() + static_cast<std::ptrdiff_t>(b * m + m));
  const auto data = [](const std::vector<double>& v) { return v.empty() ? nullptr : v.data(); };
  bound_running_sums({left.data(), data(left_off), data(by_row)}, {right.data(), data(right_off), nullptr}, core, rules_.own(), radius, m, k, c);
  return std::all_of(radius, radius + m * c, [](double r) { return std::isfinite(r); });
}

template <class S>
cell<S> evaluator<S>::matmul(const node& n) {
  const cell<S>&x = argument(n, 0), &y = argument(n, 1);
  const shape &sx = argument_shape(n, 0), &sy = argument_shape(n, 1);
  const auto m = static_cast<std::size_t>(sx[sx.size() - 2].size), k = static_cast<std::size_t>(sx.back().size), c = static_cast<std::size_t>(sy.back().size);
  const auto batches = static_cast<std::size_t>(element_count(n.dims)) / std::max<std::size_t>(1, m * c);
  draft<S> out(batches * m * c, bounded);
  std::vector<double> left, right, bound;
  for (std::size_t b = 0; b < batches; ++b) {
    const S *pa = x.middle->data() + b * m * k, *pb = y.middle->data() + b * k * c;
    S* pc = out.middle.data() + b * m * c;
    if constexpr (std::is_same_v<S, double>) {
      matrix_product(pa, pb, pc, m, k, c);
    } else {
      for (std::size_t i = 0; i < m; ++i) {
        for (std::size_t j = 0; j < c; ++j) pc[i * c + j] = scalar<S>::from(0);
        for (std::size_t q = 0; q < k; ++q)
          for (std::size_t j = 0; j < c; ++j) pc[i * c + j] = pc[i * c + j] + pa[i * k + q] * pb[q * c + j];
      }
    }
    if constexpr (bounded) {
      // |A| (E_B + gamma (|B| + E_B)) + E_A (1 + gamma) (|B| + E_B), and k products' underflow.
      const double g = rules_.chain(static_cast<std::int64_t>(k) + missing_terms(n, static_cast<std::int64_t>(k)));
      double* pr = out.radius.data() + b * m * c;
      left.resize(m * k), right.resize(k * c);
      bool finite = true;
      if (is_exact_product(x, y, b, m, k, c)) continue;
      if (bound_by_running_sums(n, x, y, b, pr, m, k, c)) {
        const double lost = static_cast<double>(k) * rules_.tiny();
        for (std::size_t i = 0; i < m * c; ++i) {
          if (x.by_row) pr[i] += x.by_row->factor[b * m + i / c] * (std::fabs(nearest(pc[i])) + pr[i]);
          pr[i] = rules_.seal(nearest(pc[i]), pr[i] == 0 ? 0 : pr[i] + lost, true);
        }
        continue;
      }
      for (std::size_t i = 0; i < m * k; ++i) left[i] = std::fabs(nearest(pa[i])), finite = finite && std::isfinite(left[i]);
      for (std::size_t i = 0; i < k * c; ++i) {
        const double size = std::fabs(nearest(pb[i])), e = y.error(b * k * c + i);
        right[i] = e + g * (size + e);
        finite = finite && std::isfinite(size);
      }
      bound_product(left.data(), right.data(), pr, m, k, c);
      if (x.radius) {
        for (std::size_t i = 0; i < m * k; ++i) left[i] = x.rest(b * m * k + i) * (1 + g);
        for (std::size_t i = 0; i < k * c; ++i) right[i] = std::fabs(nearest(pb[i])) + y.error(b * k * c + i);
        bound.resize(m * c);
        bound_product(left.data(), right.data(), bound.data(), m, k, c);
        for (std::size_t i = 0; i < m * c; ++i) pr[i] += bound[i];
      }
      if (x.by_row) // the factor of a row of A is one of a row of A B
        for (std::size_t i = 0; i < m * c; ++i) pr[i] += x.by_row->factor[b * m + i / c] * (std::fabs(nearest(pc[i])) + pr[i]);
      const double lost = static_cast<double>(k) * rules_.tiny();
      for (std::size_t i = 0; i < m * c; ++i) pr[i] = rules_.seal(nearest(pc[i]), pr[i] == 0 ? 0 : pr[i] + lost, finite);
    }
  }
  return out.finish();
}

/// Gauss-Jordan elimination with partial pivoting: a X = b, and the pivots.
template <class S>
typename evaluator<S>::elimination evaluator<S>::eliminate(std::vector<S> a, std::vector<S> b, std::size_t n, std::size_t m) {
  elimination out;
  out.determinant = scalar<S>::from(1);
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    for (std::size_t i = k + 1; i < n; ++i)
      if (std::fabs(nearest(a[i * n + k])) > std::fabs(nearest(a[pivot * n + k]))) pivot = i;
    if (pivot != k) {
      std::swap_ranges(a.begin() + static_cast<long>(k * n), a.begin() + static_cast<long>(k * n + n), a.begin() + static_cast<long>(pivot * n));
      std::swap_ranges(b.begin() + static_cast<long>(k * m), b.begin() + static_cast<long>(k * m + m), b.begin() + static_cast<long>(pivot * m));
      out.determinant = -out.determinant;
    }
    const S p = a[k * n + k];
    out.pivots.push_back(p);
    out.determinant = out.determinant * p;
    for (std::size_t i = 0; i < n; ++i) {
      if (i == k) continue;
      const S factor = a[i * n + k] / p;
      for (std::size_t j = k; j < n; ++j) a[i * n + j] = a[i * n + j] - factor * a[k * n + j];
      for (std::size_t j = 0; j < m; ++j) b[i * m + j] = b[i * m + j] - factor * b[k * m + j];
    }
  }
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < m; ++j) b[i * m + j] = b[i * m + j] / a[i * n + i];
  out.x = std::move(b);
  return out;
}

template <class S>
std::vector<S> evaluator<S>::cholesky_factor(const std::vector<S>& a, std::size_t n) {
  std::vector<S> l(n * n, scalar<S>::from(0));
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t i = j; i < n; ++i) {
      S sum = a[i * n + j];
      for (std::size_t k = 0; k < j; ++k) sum = sum - l[i * n + k] * l[j * n + k];
      l[i * n + j] = i == j ? scalar<S>::call(operation::sqrt, sum) : sum / l[j * n + j];
    }
  return l;
}

/// |dA| such that any elimination with partial pivoting solves (A + dA) x = b exactly: 3 gamma_n |L| |U| and A's own error.
template <class S>
std::vector<double> evaluator<S>::backward_error(const std::vector<S>& a, const double* radius, std::size_t n) {
  std::vector<double> u(n * n), l(n * n, 0.0), out(n * n);
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (std::size_t i = 0; i < n * n; ++i) u[i] = nearest(a[i]);
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    for (std::size_t i = k + 1; i < n; ++i)
      if (std::fabs(u[i * n + k]) > std::fabs(u[pivot * n + k])) pivot = i;
    std::swap(order[k], order[pivot]);
    for (std::size_t j = 0; j < n; ++j) std::swap(u[k * n + j], u[pivot * n + j]), std::swap(l[k * n + j], l[pivot * n + j]);
    l[k * n + k] = 1;
    for (std::size_t i = k + 1; i < n; ++i) {
      l[i * n + k] = u[i * n + k] / u[k * n + k];
      for (std::size_t j = k; j < n; ++j) u[i * n + j] -= l[i * n + k] * u[k * n + j];
    }
  }
  for (double& x : u) x = std::fabs(x);
  for (double& x : l) x = std::fabs(x);
  std::vector<double> product(n * n);
  bound_product(l.data(), u.data(), product.data(), n, n, n);
  // Twice, since another order of the rows has other factors of much the same size.
  const double g = 6 * rules_.chain(static_cast<std::int64_t>(n) + 1);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      out[order[i] * n + j] = g * product[i * n + j] + (radius != nullptr ? radius[order[i] * n + j] : 0);
  return out;
}

namespace detail {

inline std::vector<double> product(const std::vector<double>& a, const std::vector<double>& b, std::size_t m, std::size_t k, std::size_t n) {
  std::vector<double> c(m * n);
  bound_product(a.data(), b.data(), c.data(), m, k, n);
  return c;
}

inline double row_norm(const std::vector<double>& a, std::size_t n) {
  double worst = 0;
  for (std::size_t i = 0; i < n; ++i) {
    double sum = 0;
    for (std::size_t j = 0; j < n; ++j) sum += a[i * n + j];
    worst = std::isnan(sum) ? unknown : std::max(worst, sum);
  }
  return worst;
}

} // namespace detail

template <class S>
std::vector<double> evaluator<S>::magnitudes(const S* v, std::size_t count) {
  std::vector<double> m(count);
  for (std::size_t i = 0; i < count; ++i) m[i] = std::fabs(nearest(v[i]));
  return m;
}

/// How far the factor L of a symmetric matrix moves: |dL| <= |L| up(|L^-1| |dA| |L^-T|), with dA of the factorisation and of A itself.
template <class S>
void evaluator<S>::bound_cholesky(const factored& f, double* r) {
  const std::size_t size = f.size, square = size * size;
  const std::vector<double> l = magnitudes(f.result, square);
  std::vector<double> lt(square), it(square);
  for (std::size_t i = 0; i < size; ++i)
    for (std::size_t j = 0; j < size; ++j) lt[j * size + i] = l[i * size + j], it[j * size + i] = f.inverse[i * size + j];
  std::vector<double> moved = detail::product(l, lt, size, size, size);
  const double g = 2 * rules_.chain(static_cast<std::int64_t>(size) + 2);
  for (std::size_t i = 0; i < square; ++i) moved[i] = g * moved[i] + (f.radius != nullptr ? f.radius[i] : 0);
  std::vector<double> inner = detail::product(detail::product(f.inverse, moved, size, size, size), it, size, size, size);
  const double rho = detail::row_norm(inner, size);
  for (std::size_t i = 0; i < size; ++i)
    for (std::size_t j = i + 1; j < size; ++j) inner[i * size + j] = 0;
  const std::vector<double> e = detail::product(l, inner, size, size, size);
  for (std::size_t i = 0; i < square; ++i) r[i] = rules_.seal(nearest(f.result[i]), rho < 0.25 ? e[i] / (1 - 2 * rho) : unknown, true);
}

/// |dx| <= (I - |A^-1| dA)^-1 |A^-1| (dA |x| + db): the series is bounded column by column.
template <class S>
void evaluator<S>::bound_solution(const factored& f, const cell<S>& rhs, std::size_t first, std::size_t columns, double* r) {
  const std::size_t size = f.size, each = size * columns;
  std::vector<double> residual = detail::product(f.moved, magnitudes(f.result, each), size, size, columns);
  for (std::size_t i = 0; i < each; ++i) residual[i] += rhs.error(first + i);
  const std::vector<double> e = detail::product(f.inverse, residual, size, size, columns);
  for (std::size_t j = 0; j < columns; ++j) {
    double largest = 0;
    for (std::size_t i = 0; i < size; ++i) largest = std::max(largest, e[i * columns + j]);
    for (std::size_t i = 0; i < size; ++i) {
      double row = 0;
      for (std::size_t k = 0; k < size; ++k) row += f.step[i * size + k];
      r[i * columns + j] = rules_.seal(nearest(f.result[i * columns + j]), e[i * columns + j] + row * largest / (1 - f.rho), true);
    }
  }
}

/// log det moves by at most sum_k |tr((A^-1 dA)^k)| / k <= n * -log(1 - rho); first order: the trace itself.
template <class S>
double evaluator<S>::bound_determinant(const factored& f, const std::vector<S>& pivots, bool is_log) {
  double trace = 0;
  for (std::size_t i = 0; i < f.size; ++i) trace += f.step[i * f.size + i];
  const double log_moved = trace + static_cast<double>(f.size) * (-std::log1p(-f.rho) - f.rho);
  const double v = nearest(f.result[0]);
  const auto length = static_cast<std::int64_t>(f.size);
  if (!is_log) return rules_.seal(v, std::fabs(v) * std::expm1(log_moved + rules_.chain(length)), true);
  double logs = 0;
  for (const S& p : pivots) logs += std::fabs(std::log(std::fabs(nearest(p))));
  const double own = rules_.chain(length + 2) * (logs + std::fabs(v)) + static_cast<double>(f.size) * rules_.of_function(operation::log, 1, 0, 0) +
                     rules_.of_function(operation::log, 1, logs, 0) + rules_.chain(length);
  return rules_.seal(v, log_moved + own, true);
}

template <class S>
cell<S> evaluator<S>::linear_algebra(const node& n) {
  if (n.op == operation::matmul) return matmul(n);
  if constexpr (scalar<S>::ordered) {
    if (n.op == operation::expm) return expm(n);
    if (n.op == operation::eigvalsh || n.op == operation::eigen_compose || n.op == operation::eigen_diagonal) return spectral(n);
  }
  const cell<S>& x = argument(n, 0);
  const auto size = static_cast<std::size_t>(argument_shape(n, 0).back().size), square = size * size;
  const auto columns = n.op == operation::solve ? static_cast<std::size_t>(n.dims.back().size) : size;
  const std::size_t batches = x.size() / square, each = static_cast<std::size_t>(element_count(n.dims)) / std::max<std::size_t>(1, batches);
  draft<S> out(batches * each, bounded);
  std::vector<S> unit(square, scalar<S>::from(0));
  for (std::size_t i = 0; i < size; ++i) unit[i * size + i] = scalar<S>::from(1);
  for (std::size_t b = 0; b < batches; ++b) {
    const std::vector<S> a(x.middle->begin() + static_cast<long>(b * square), x.middle->begin() + static_cast<long>(b * square + square));
    const double* const radius = x.radius ? x.radius->data() + b * square : nullptr;
    S* const to = out.middle.data() + b * each;
    const std::vector<S> factor = n.op == operation::cholesky ? cholesky_factor(a, size) : std::vector<S>{};
    const elimination inverse = eliminate(n.op == operation::cholesky ? factor : a, unit, size, size);
    switch (n.op) {
    case operation::inv: std::copy(inverse.x.begin(), inverse.x.end(), to); break;
    case operation::det: to[0] = inverse.determinant; break;
    case operation::logdet: to[0] = scalar<S>::call(operation::log, inverse.determinant); break;
    case operation::cholesky: std::copy(factor.begin(), factor.end(), to); break;
    default: { // solve
      const cell<S>& y = argument(n, 1);
      const std::vector<S> rhs(y.middle->begin() + static_cast<long>(b * each), y.middle->begin() + static_cast<long>(b * each + each));
      const elimination solved = eliminate(a, rhs, size, columns);
      std::copy(solved.x.begin(), solved.x.end(), to);
    }
    }
    if constexpr (bounded) {
      double* const r = out.radius.data() + b * each;
      factored f{size, radius, to, magnitudes(inverse.x.data(), square), {}, {}, 0};
      if (n.op == operation::cholesky) {
        bound_cholesky(f, r);
        continue;
      }
      f.moved = backward_error(a, radius, size);
      f.step = detail::product(f.inverse, f.moved, size, size, size);
      f.rho = detail::row_norm(f.step, size);
      if (!(f.rho < 0.5)) {
        std::fill(r, r + each, unknown);
      } else if (n.op == operation::inv) {
        const std::vector<double> e = detail::product(f.step, f.inverse, size, size, size);
        for (std::size_t i = 0; i < square; ++i) r[i] = rules_.seal(nearest(to[i]), e[i] / (1 - f.rho) + rules_.rounding(nearest(to[i]), 0), true);
      } else if (n.op == operation::solve) {
        bound_solution(f, argument(n, 1), b * each, columns, r);
      } else {
        r[0] = bound_determinant(f, inverse.pivots, n.op == operation::logdet);
      }
    }
  }
  return out.finish();
}

} // namespace fpcheck::expr

#pragma once
#include "evaluator_linear.hpp"

namespace fpcheck::expr {
namespace detail {

inline double frobenius(const std::vector<double>& a) {
  double sum = 0;
  for (const double x : a) sum += x * x;
  return std::sqrt(sum) * (1 + 0x1p-30);
}

/// exp of a matrix without negative elements, and of the block matrix [[a, e], [0, a]] its upper right block: all terms
/// are positive, so that a factor of 1 + 2^-20 covers the rounding.
struct positive_exponential {
  std::vector<double> value, moved;
};

inline positive_exponential exponential_of_positive(const std::vector<double>& a, const std::vector<double>& e, std::size_t n) {
  const std::size_t m = 2 * n;
  std::vector<double> x(m * m, 0.0), sum(m * m, 0.0), term;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) x[i * m + j] = x[(n + i) * m + n + j] = a[i * n + j], x[i * m + n + j] = e[i * n + j];
  const double norm = std::max(row_norm(a, n), 0x1p-1000);
  const int squarings = std::isfinite(norm) ? std::clamp(static_cast<int>(std::ceil(std::log2(norm))) + 1, 0, 40) : 0;
  for (double& v : x) v = std::ldexp(v, -squarings);
  for (std::size_t i = 0; i < m; ++i) sum[i * m + i] = 1;
  term = sum;
  for (int k = 1; k <= 40; ++k) {
    term = product(term, x, m, m, m);
    for (std::size_t i = 0; i < m * m; ++i) term[i] /= k, sum[i] += term[i];
  }
  for (int k = 0; k < squarings; ++k) sum = product(sum, sum, m, m, m);
  positive_exponential out{std::vector<double>(n * n), std::vector<double>(n * n)};
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) out.value[i * n + j] = sum[i * m + j] * (1 + 0x1p-20), out.moved[i * n + j] = sum[i * m + n + j] * (1 + 0x1p-20);
  return out;
}

} // namespace detail

/// Jacobi's method: rotations until nothing is left beside the diagonal; ascending.
template <class S>
typename evaluator<S>::eigen_pairs evaluator<S>::symmetric_eigen(const std::vector<S>& given, std::size_t n) {
  std::vector<S> a = given;
  eigen_pairs out;
  out.vectors.assign(n * n, scalar<S>::from(0));
  for (std::size_t i = 0; i < n; ++i) out.vectors[i * n + i] = scalar<S>::from(1);
  for (const S& x : a) out.size = std::hypot(out.size, nearest(x));
  const double limit = out.size * (scalar<S>::unit > 0 ? scalar<S>::unit * 0x1p-12 : 0x1p-280);
  const S one = scalar<S>::from(1), two = scalar<S>::from(2);
  const auto turn = [&](S& x, S& y, const S& c, const S& s) {
    const S moved = c * x - s * y;
    y = s * x + c * y;
    x = moved;
  };
  bool left = true;
  for (int sweep = 0; sweep < 80 && left; ++sweep) {
    left = false;
    for (std::size_t p = 0; p < n; ++p)
      for (std::size_t q = p + 1; q < n; ++q) {
        if (!(std::fabs(nearest(a[p * n + q])) > limit)) continue;
        left = true;
        const S theta = (a[q * n + q] - a[p * n + p]) / (two * a[p * n + q]);
        const S root = scalar<S>::call(operation::sqrt, theta * theta + one);
        const S t = nearest(theta) >= 0 ? one / (theta + root) : one / (theta - root);
        const S c = one / scalar<S>::call(operation::sqrt, t * t + one), s = t * c;
        for (std::size_t k = 0; k < n; ++k) turn(a[k * n + p], a[k * n + q], c, s);
        for (std::size_t k = 0; k < n; ++k) turn(a[p * n + k], a[q * n + k], c, s);
        for (std::size_t k = 0; k < n; ++k) turn(out.vectors[k * n + p], out.vectors[k * n + q], c, s);
      }
  }
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t x, std::size_t y) { return scalar<S>::less(a[x * n + x], a[y * n + y]); });
  std::vector<S> columns(n * n);
  for (std::size_t j = 0; j < n; ++j) {
    out.values.push_back(a[order[j] * n + order[j]]);
    for (std::size_t i = 0; i < n; ++i) columns[i * n + j] = out.vectors[i * n + order[j]];
  }
  out.vectors = std::move(columns);
  return out;
}

/// After the fact, whatever the method did: with R = A V - V D and V within `skew` of an orthogonal Q, Q^T A Q differs from
/// D by at most |R| + 2 skew |A|, and no eigenvalue moves by more (Weyl).
template <class S>
void evaluator<S>::bound_eigen(const std::vector<S>& a, std::size_t n, eigen_pairs& into) {
  std::vector<double> residual(n * n), product(n * n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      S r = -(into.vectors[i * n + j] * into.values[j]), g = scalar<S>::from(i == j ? -1 : 0);
      for (std::size_t k = 0; k < n; ++k) {
        r = r + a[i * n + k] * into.vectors[k * n + j];
        g = g + into.vectors[k * n + i] * into.vectors[k * n + j];
      }
      residual[i * n + j] = nearest(r), product[i * n + j] = nearest(g);
    }
  const auto size = static_cast<double>(n);
  const double rounding = 2 * (size + 4) * rules_.own() * size; // of the sums above, whose terms have norms |A| |V| and |V| |V|
  into.skew = detail::frobenius(product) + rounding;
  into.off = (detail::frobenius(residual) + rounding * into.size + 2.5 * into.skew * into.size) * (1 + 0x1p-30);
  if (!(into.skew < 0.1)) into.off = unknown;
}

/// How far the projector on each eigenvector may be off when the matrix is `moved` off: moved / gap (Davis, Kahan).
template <class S>
std::vector<double> evaluator<S>::eigenvector_errors(const eigen_pairs& e, double moved) const {
  std::vector<double> out;
  const std::size_t n = e.values.size();
  for (std::size_t i = 0; i < n; ++i) {
    double gap = unknown;
    if (i > 0) gap = std::min(gap, nearest(e.values[i] - e.values[i - 1]));
    if (i + 1 < n) gap = std::min(gap, nearest(e.values[i + 1] - e.values[i]));
    out.push_back(std::isinf(gap) ? 0 : gap > 4 * moved ? 2 * moved / (gap - 2 * moved) + 3 * e.skew : unknown);
  }
  return out;
}

template <class S>
cell<S> evaluator<S>::spectral(const node& n) {
  const cell<S>& x = argument(n, 0);
  const auto size = static_cast<std::size_t>(argument_shape(n, 0).back().size), square = size * size;
  const std::size_t batches = square == 0 ? 0 : x.size() / square, each = static_cast<std::size_t>(element_count(n.dims)) / std::max<std::size_t>(1, batches);
  draft<S> out(batches * each, bounded);
  for (std::size_t b = 0; b < batches; ++b) {
    std::vector<S> a(square);
    const S half = scalar<S>::from(1) / scalar<S>::from(2);
    for (std::size_t i = 0; i < size; ++i)
      for (std::size_t j = 0; j < size; ++j) a[i * size + j] = (x.at(b * square + i * size + j) + x.at(b * square + j * size + i)) * half;
    eigen_pairs e = symmetric_eigen(a, size);
    double moved = 0;
    if constexpr (bounded) {
      bound_eigen(a, size, e);
      std::vector<double> given(square);
      for (std::size_t i = 0; i < square; ++i) given[i] = x.error(b * square + i);
      // A backward stable algorithm: the eigenvalues of a matrix within 8 n u of this one.
      const double law = rules_.numbers().exact() ? 0 : 8 * static_cast<double>(size) * rules_.numbers().accumulator.unit * e.size;
      moved = e.off + detail::frobenius(given) + law + rules_.own() * e.size;
    }
    S* const to = out.middle.data() + b * each;
    double* const radius = bounded ? out.radius.data() + b * each : nullptr;
    if (n.op == operation::eigvalsh) {
      std::copy(e.values.begin(), e.values.end(), to);
      if constexpr (bounded)
        for (std::size_t i = 0; i < each; ++i) radius[i] = rules_.seal(nearest(to[i]), moved, true);
      continue;
    }
    const cell<S>& second = argument(n, 1);
    const bool composing = n.op == operation::eigen_compose;
    const std::size_t given = composing ? size : square;
    std::fill(to, to + each, scalar<S>::from(0));
    for (std::size_t k = 0; k < size; ++k)
      for (std::size_t i = 0; i < size; ++i)
        for (std::size_t j = 0; j < size; ++j) {
          const S weight = e.vectors[i * size + k] * e.vectors[j * size + k];
          if (composing) to[i * size + j] = to[i * size + j] + weight * second.at(b * given + k);
          else to[k] = to[k] + weight * second.at(b * given + i * size + j);
        }
    if constexpr (bounded) {
      const std::vector<double> turned = eigenvector_errors(e, moved);
      double total = 0, whole = 0, errors = 0;
      for (std::size_t k = 0; k < given; ++k) whole = std::hypot(whole, nearest(second.at(b * given + k))), errors += second.error(b * given + k);
      for (std::size_t k = 0; k < size; ++k) total += composing && nearest(second.at(b * given + k)) == 0 && second.error(b * given + k) == 0 ? 0 : turned[k] * (composing ? std::fabs(nearest(second.at(b * given + k))) + second.error(b * given + k) : 1);
      const double sums = rules_.chain(static_cast<std::int64_t>(2 * given) + 4) * (whole * static_cast<double>(size) + errors);
      for (std::size_t i = 0; i < each; ++i) radius[i] = rules_.seal(nearest(to[i]), (composing ? total : turned[i] * (1.5 * whole + errors)) + errors * (1 + 3 * e.skew) + sums, true);
    }
  }
  return out.finish();
}

/// Taylor's series of a / 2^squarings, squared as often.
template <class S>
std::vector<S> evaluator<S>::exponential_of(const std::vector<S>& a, std::size_t n, int squarings, int terms) {
  const S scale = scalar<S>::from(std::ldexp(1.0, -squarings));
  const auto multiply = [n](const std::vector<S>& x, const std::vector<S>& y) {
    std::vector<S> out(n * n, scalar<S>::from(0));
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t k = 0; k < n; ++k)
        for (std::size_t j = 0; j < n; ++j) out[i * n + j] = out[i * n + j] + x[i * n + k] * y[k * n + j];
    return out;
  };
  std::vector<S> x(n * n), sum(n * n, scalar<S>::from(0));
  for (std::size_t i = 0; i < n * n; ++i) x[i] = a[i] * scale;
  for (std::size_t i = 0; i < n; ++i) sum[i * n + i] = scalar<S>::from(1);
  for (int k = terms; k >= 1; --k) {
    sum = multiply(x, sum);
    for (S& v : sum) v = v / scalar<S>::from(k);
    for (std::size_t i = 0; i < n; ++i) sum[i * n + i] = sum[i * n + i] + scalar<S>::from(1);
  }
  for (int k = 0; k < squarings; ++k) sum = multiply(sum, sum);
  return sum;
}

template <class S>
cell<S> evaluator<S>::expm(const node& n) {
  const cell<S>& x = argument(n, 0);
  const auto size = static_cast<std::size_t>(n.dims.back().size), square = size * size;
  const std::size_t batches = square == 0 ? 0 : x.size() / square;
  draft<S> out(x.size(), bounded);
  for (std::size_t b = 0; b < batches; ++b) {
    const std::vector<S> a(x.middle->begin() + static_cast<long>(b * square), x.middle->begin() + static_cast<long>(b * square + square));
    std::vector<double> sizes(square), errors(square);
    for (std::size_t i = 0; i < square; ++i) sizes[i] = std::fabs(nearest(a[i])), errors[i] = x.error(b * square + i);
    const double norm = detail::row_norm(sizes, size), wanted = scalar<S>::unit > 0 ? scalar<S>::unit : 0x1p-280;
    const int squarings = norm > 0.25 && std::isfinite(norm) ? std::min(static_cast<int>(std::ceil(std::log2(norm))) + 2, 40) : 0;
    int terms = 1;
    for (double rest = 0.25; rest > wanted / 16; rest *= 0.25 / ++terms) {}
    const std::vector<S> e = exponential_of(a, size, squarings, terms);
    std::copy(e.begin(), e.end(), out.middle.begin() + static_cast<long>(b * square));
    if constexpr (bounded) {
      // Every term of the result is a product of elements, so that exp(|A|) bounds what a relative error of each can do.
      for (std::size_t i = 0; i < square; ++i) sizes[i] += errors[i];
      const auto bound = detail::exponential_of_positive(sizes, errors, size);
      const double doubled = std::ldexp(1.0, squarings);
      const auto roundings = [&](int k) { return doubled * static_cast<double>(k) * static_cast<double>(size + 3) + doubled * static_cast<double>(size); };
      const auto chain = [&](int k) { return roundings(k) < 0x1p+40 ? rules_.chain(static_cast<std::int64_t>(roundings(k))) : unknown; };
      const double relative = chain(std::min(terms, 24)) + 2 * roundings(terms) * rules_.own() + doubled * wanted;
      for (std::size_t i = 0; i < square; ++i)
        out.radius[b * square + i] = sizes == std::vector<double>(square, 0.0) ? 0 : rules_.seal(nearest(e[i]), bound.moved[i] + relative * bound.value[i], std::isfinite(norm));
    }
  }
  return out.finish();
}

} // namespace fpcheck::expr

#include <fpcheck/testing/code_space.hpp>
#include <fpcheck/testing/matrices.hpp>

#include "recipe.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace fpcheck::testing {
namespace {

/// A dense matrix of binary64 numbers.
struct dense {
  std::uint64_t rows, columns;
  std::vector<double> elements = std::vector<double>(rows * columns);
  double& at(std::uint64_t i, std::uint64_t j) { return elements[i * columns + j]; }
  double at(std::uint64_t i, std::uint64_t j) const { return elements[i * columns + j]; }
};

std::vector<double> unit_vector(std::uint64_t n, dice& d) {
  std::vector<double> v(n);
  double square = 0;
  for (double& x : v) x = d.normal(), square += x * x;
  if (square == 0) return v[0] = 1, v;
  for (double& x : v) x /= std::sqrt(square);
  return v;
}

/// m := (I - 2 v v^T) m
void reflect_rows(dense& m, const std::vector<double>& v) {
  for (std::uint64_t j = 0; j < m.columns; ++j) {
    double dot = 0;
    for (std::uint64_t i = 0; i < m.rows; ++i) dot += v[i] * m.at(i, j);
    for (std::uint64_t i = 0; i < m.rows; ++i) m.at(i, j) -= 2 * dot * v[i];
  }
}
/// m := m (I - 2 v v^T)
void reflect_columns(dense& m, const std::vector<double>& v) {
  for (std::uint64_t i = 0; i < m.rows; ++i) {
    double dot = 0;
    for (std::uint64_t j = 0; j < m.columns; ++j) dot += m.at(i, j) * v[j];
    for (std::uint64_t j = 0; j < m.columns; ++j) m.at(i, j) -= 2 * dot * v[j];
  }
}

/// How many reflections are drawn, before shrinking takes them away: they mix every row with every other; more would make large matrices dear.
constexpr std::uint64_t most_reflections = 8;
/// Of those, as many as n rows have a use for.
std::uint64_t reflections(std::uint64_t n, std::uint64_t wanted) { return std::min(n, wanted); }
/// Shrinks to none, which leaves the diagonal matrix of the spectrum.
rc::Gen<std::uint64_t> how_many_reflections() { return shrinking_to_zero(most_reflections); }

tensor::array rounded(const dense& m, tensor::dtype type) {
  tensor::array out(type, {m.rows, m.columns});
  for (std::uint64_t i = 0; i < out.size(); ++i) out.set(i, m.elements[i]);
  return out;
}

/// How many reflections mix the rows and the columns.
using mixing = std::tuple<std::uint64_t, std::uint64_t>;

tensor::array draw_general(tensor::dtype type, std::uint64_t rows, std::uint64_t columns, const std::vector<double>& values, const mixing& mixed, dice& d) {
  dense m{rows, columns};
  for (std::uint64_t i = 0; i < values.size(); ++i) m.at(i, i) = values[i];
  for (std::uint64_t k = reflections(rows, std::get<0>(mixed)); k > 0; --k) reflect_rows(m, unit_vector(rows, d));
  for (std::uint64_t k = reflections(columns, std::get<1>(mixed)); k > 0; --k) reflect_columns(m, unit_vector(columns, d));
  return rounded(m, type);
}

tensor::array draw_symmetric(tensor::dtype type, const std::vector<double>& values, std::uint64_t mixed, dice& d) {
  const std::uint64_t n = values.size();
  dense m{n, n};
  for (std::uint64_t i = 0; i < n; ++i) m.at(i, i) = values[i];
  for (std::uint64_t k = reflections(n, mixed); k > 0; --k) {
    const std::vector<double> v = unit_vector(n, d);
    reflect_rows(m, v);
    reflect_columns(m, v);
  }
  for (std::uint64_t i = 0; i < n; ++i)
    for (std::uint64_t j = 0; j < i; ++j) m.at(i, j) = m.at(j, i); // the two differ in their last bits
  return rounded(m, type);
}

/// n values in geometric progression from 1 down to 1 / condition.
std::vector<double> spectrum(std::uint64_t n, double condition) {
  std::vector<double> out;
  for (std::uint64_t i = 0; i < n; ++i) out.push_back(std::pow(condition, n == 1 ? 0 : -static_cast<double>(i) / static_cast<double>(n - 1)));
  return out;
}

/// Upper triangular matrices with elements of one size above the diagonal and simple numbers elsewhere: `m` with one element made simpler. The
/// first one above each diagonal element stays, lest the matrix become normal.
std::vector<tensor::array> simpler_triangles(const tensor::array& m, double departure) {
  const code_space space = code_space::of(m.type);
  const std::uint64_t n = m.shape[0];
  std::vector<tensor::array> out;
  const auto propose = [&](std::uint64_t at, double value) {
    if (out.size() >= most_candidates) return;
    tensor::array simpler = m;
    simpler.set(at, value);
    if (space.complexity(simpler.code(at)) < space.complexity(m.code(at))) out.push_back(std::move(simpler));
  };
  for (std::uint64_t i = 0; i < n; ++i) {
    propose(i * n + i, 1);
    for (std::uint64_t j = i + 1; j < n; ++j) {
      if (j > i + 1) propose(i * n + j, 0);
      propose(i * n + j, departure);
    }
  }
  return out;
}

/// One rotation that makes columns p and q of `m` orthogonal. Returns how far from it they were.
double rotate(dense& m, std::uint64_t p, std::uint64_t q) {
  double pp = 0, qq = 0, pq = 0;
  for (std::uint64_t i = 0; i < m.rows; ++i) {
    pp += m.at(i, p) * m.at(i, p);
    qq += m.at(i, q) * m.at(i, q);
    pq += m.at(i, p) * m.at(i, q);
  }
  if (pq == 0) return 0;
  const double zeta = (qq - pp) / (2 * pq);
  const double t = (zeta >= 0 ? 1 : -1) / (std::fabs(zeta) + std::hypot(1, zeta)), c = 1 / std::hypot(1, t), s = c * t;
  for (std::uint64_t i = 0; i < m.rows; ++i) {
    const double x = m.at(i, p), y = m.at(i, q);
    m.at(i, p) = c * x - s * y;
    m.at(i, q) = s * x + c * y;
  }
  return std::fabs(pq) / std::sqrt(pp * qq);
}

} // namespace

rc::Gen<tensor::array> with_singular_values(tensor::dtype type, std::uint64_t rows, std::uint64_t columns, std::vector<double> values) {
  RC_ASSERT(values.size() <= std::min(rows, columns));
  return built<tensor::array, mixing>(rc::gen::tuple(how_many_reflections(), how_many_reflections()), [=](const mixing& mixed, dice& d) {
    return draw_general(type, rows, columns, values, mixed, d);
  });
}

rc::Gen<tensor::array> with_condition(tensor::dtype type, rc::Gen<std::uint64_t> rows, rc::Gen<std::uint64_t> columns, double condition) {
  RC_ASSERT(condition >= 1);
  using parameters = std::tuple<std::uint64_t, std::uint64_t, mixing>;
  auto drawn = rc::gen::tuple(std::move(rows), std::move(columns), rc::gen::tuple(how_many_reflections(), how_many_reflections()));
  return built<tensor::array, parameters>(std::move(drawn), [type, condition](const parameters& p, dice& d) {
    const auto& [m, n, mixed] = p;
    return draw_general(type, m, n, spectrum(std::min(m, n), condition), mixed, d);
  });
}

rc::Gen<tensor::array> symmetric(tensor::dtype type, std::vector<double> eigenvalues) {
  RC_ASSERT(!eigenvalues.empty());
  return built<tensor::array, std::uint64_t>(how_many_reflections(), [=](const std::uint64_t& mixed, dice& d) {
    return draw_symmetric(type, eigenvalues, mixed, d);
  });
}

rc::Gen<tensor::array> spd(tensor::dtype type, rc::Gen<std::uint64_t> n, double condition) {
  RC_ASSERT(condition >= 1);
  using parameters = std::tuple<std::uint64_t, std::uint64_t>;
  return built<tensor::array, parameters>(rc::gen::tuple(std::move(n), how_many_reflections()), [type, condition](const parameters& p, dice& d) {
    return draw_symmetric(type, spectrum(std::get<0>(p), condition), std::get<1>(p), d);
  });
}

rc::Gen<tensor::array> non_normal(tensor::dtype type, rc::Gen<std::uint64_t> n, double departure) {
  auto whole = built<tensor::array, std::uint64_t>(std::move(n), [type, departure](const std::uint64_t& size, dice& d) {
    dense m{size, size};
    for (std::uint64_t i = 0; i < size; ++i) {
      m.at(i, i) = d.uniform(0.5, 1) * (d.one_in(2) ? 1 : -1);
      for (std::uint64_t j = i + 1; j < size; ++j) m.at(i, j) = departure * d.normal();
    }
    return rounded(m, type);
  });
  return then_simpler<tensor::array>(std::move(whole), [departure](const tensor::array& m) { return simpler_triangles(m, departure); });
}

std::vector<double> singular_values(const tensor::array& a) {
  dense m{a.shape[0], a.shape[1]};
  for (std::uint64_t i = 0; i < a.size(); ++i) m.elements[i] = a.value(i);
  for (int sweep = 0; sweep < 60; ++sweep) {
    double most = 0;
    for (std::uint64_t p = 0; p < m.columns; ++p)
      for (std::uint64_t q = p + 1; q < m.columns; ++q) most = std::fmax(most, rotate(m, p, q));
    if (most < 1e-15) break;
  }
  std::vector<double> out;
  for (std::uint64_t j = 0; j < m.columns; ++j) {
    double square = 0;
    for (std::uint64_t i = 0; i < m.rows; ++i) square += m.at(i, j) * m.at(i, j);
    out.push_back(std::sqrt(square));
  }
  std::sort(out.rbegin(), out.rend());
  out.resize(std::min(m.rows, m.columns));
  return out;
}

} // namespace fpcheck::testing

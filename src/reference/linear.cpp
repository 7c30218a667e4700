#include <fpcheck/reference/linear.hpp>
#include <fpcheck/reference/scalar.hpp>

#include <Eigen/LU>
#include <string>

namespace fpcheck::reference {
namespace {

using wide = matrix<100>;

std::string shape(const dense& m) {
  return std::to_string(m.rows) + "x" + std::to_string(m.columns);
}
tl::unexpected<diagnostic> refused(std::string message) {
  return tl::unexpected(diagnostic{.message = std::move(message)});
}

result<wide> widen(const dense& m) {
  if (m.values.size() != m.rows * m.columns)
    return refused("a " + shape(m) + " matrix with " + std::to_string(m.values.size()) + " values");
  wide out(static_cast<Eigen::Index>(m.rows), static_cast<Eigen::Index>(m.columns));
  for (std::size_t i = 0; i < m.rows; ++i)
    for (std::size_t j = 0; j < m.columns; ++j)
      out(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = m.values[i * m.columns + j];
  return out;
}
dense narrow(const wide& m) {
  dense out{static_cast<std::size_t>(m.rows()), static_cast<std::size_t>(m.cols()), {}};
  for (Eigen::Index i = 0; i < m.rows(); ++i)
    for (Eigen::Index j = 0; j < m.cols(); ++j) out.values.push_back(to_double<100>(m(i, j)));
  return out;
}
result<wide> square(const dense& a) {
  if (a.rows != a.columns || a.rows == 0) return refused("a " + shape(a) + " matrix where a square one is needed");
  return widen(a);
}
/// The decomposition of a matrix that has an inverse.
result<Eigen::FullPivLU<wide>> invertible(const dense& a) {
  const auto m = square(a);
  if (!m) return tl::unexpected(m.error());
  Eigen::FullPivLU<wide> lu(*m);
  lu.setThreshold(scalar<100>("1e-90"));
  if (!lu.isInvertible()) return refused("the " + shape(a) + " matrix is singular");
  return lu;
}

} // namespace

result<dense> product(const dense& a, const dense& b) {
  const auto x = widen(a), y = widen(b);
  if (!x || !y) return tl::unexpected(x ? y.error() : x.error());
  if (a.columns != b.rows) return refused("no product of " + shape(a) + " and " + shape(b));
  return narrow(wide(x->lazyProduct(*y)));
}
result<dense> solve(const dense& a, const dense& b) {
  const auto lu = invertible(a);
  const auto right = widen(b);
  if (!lu || !right) return tl::unexpected(lu ? right.error() : lu.error());
  if (a.rows != b.rows) return refused("a " + shape(b) + " right-hand side for a " + shape(a) + " matrix");
  return narrow(wide(lu->solve(*right)));
}
result<dense> inverse(const dense& a) {
  const auto lu = invertible(a);
  if (!lu) return tl::unexpected(lu.error());
  return narrow(wide(lu->inverse()));
}
result<double> determinant(const dense& a) {
  const auto m = square(a);
  if (!m) return tl::unexpected(m.error());
  return to_double<100>(Eigen::FullPivLU<wide>(*m).determinant());
}

} // namespace fpcheck::reference

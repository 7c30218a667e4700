#include "matrix_product.hpp"

#include <Eigen/Core>

#include <cmath>
#include <limits>
#include <thread>

namespace fpcheck::expr {
namespace {

/// The most threads of a product that this thread asks for.
thread_local std::size_t most_threads = 16;

template <class T>
using matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

template <class T>
void multiply(const T* a, const T* b, T* c, std::size_t m, std::size_t k, std::size_t n) {
  const auto part = [=](std::size_t first, std::size_t last) {
    const auto rows = static_cast<Eigen::Index>(last - first), inner = static_cast<Eigen::Index>(k), columns = static_cast<Eigen::Index>(n);
    Eigen::Map<matrix<T>>(c + first * n, rows, columns).noalias() =
        Eigen::Map<const matrix<T>>(a + first * k, rows, inner) * Eigen::Map<const matrix<T>>(b, inner, columns);
  };
  const std::size_t threads = m * k * n < (std::size_t{1} << 22) ? 1 : std::min<std::size_t>({std::max(1u, std::thread::hardware_concurrency()), m, most_threads});
  std::vector<std::thread> others;
  for (std::size_t t = 1; t < threads; ++t) others.emplace_back(part, m * t / threads, m * (t + 1) / threads);
  part(0, m / threads);
  for (std::thread& t : others) t.join();
}

/// The least binary32 number that is not below x >= 0; infinity beyond its range.
float up(double x) {
  const auto f = static_cast<float>(x);
  return static_cast<double>(f) < x ? std::nextafterf(f, std::numeric_limits<float>::infinity()) : f;
}

/// |x| / 2^e rounded up, with e such that the largest is below 1: products then stay far from both ends of the range.
std::vector<float> scaled_up(const double* x, std::size_t n, int& e) {
  double largest = 0;
  for (std::size_t i = 0; i < n; ++i) largest = std::isnan(x[i]) ? std::numeric_limits<double>::infinity() : std::max(largest, std::fabs(x[i]));
  e = largest > 0 && std::isfinite(largest) ? std::ilogb(largest) + 1 : 0;
  const double factor = std::ldexp(1.0, -e);
  std::vector<float> out(n);
  for (std::size_t i = 0; i < n; ++i) out[i] = up(std::fabs(x[i]) * factor);
  return out;
}

} // namespace

one_thread_products::one_thread_products() : before_(most_threads) { most_threads = 1; }
one_thread_products::~one_thread_products() { most_threads = before_; }

void matrix_product(const double* a, const double* b, double* c, std::size_t m, std::size_t k, std::size_t n) { multiply(a, b, c, m, k, n); }

void bound_product(const double* a, const double* b, double* c, std::size_t m, std::size_t k, std::size_t n) {
  int ea = 0, eb = 0;
  const std::vector<float> left = scaled_up(a, m * k, ea), right = scaled_up(b, k * n, eb);
  std::vector<float> out(m * n);
  multiply(left.data(), right.data(), out.data(), m, k, n);
  // gamma_k of binary32, and what k products may lose to underflow.
  const double scale = std::ldexp(1 + (static_cast<double>(k) + 2) * 0x1p-23, ea + eb), lost = std::ldexp(static_cast<double>(k), ea + eb - 149);
  for (std::size_t i = 0; i < out.size(); ++i) c[i] = static_cast<double>(out[i]) * scale + (out[i] > 0 ? lost : 0);
}

} // namespace fpcheck::expr

#pragma once
#include <cstddef>
#include <vector>

namespace fpcheck::expr {

/// c = a b for row-major m x k and k x n matrices, on several threads where the product is large.
void matrix_product(const double* a, const double* b, double* c, std::size_t m, std::size_t k, std::size_t n);
/// At least |a| b for b >= 0, with binary32 operands rounded up: for bounds only.
void bound_product(const double* a, const double* b, double* c, std::size_t m, std::size_t k, std::size_t n);

/// While one lives, products of this thread use no others.
class one_thread_products {
public:
  one_thread_products();
  ~one_thread_products();
  one_thread_products(const one_thread_products&) = delete;
  one_thread_products& operator=(const one_thread_products&) = delete;

private:
  std::size_t before_;
};

} // namespace fpcheck::expr

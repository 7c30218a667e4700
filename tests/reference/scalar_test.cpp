// MPFR scalars: directed operations bracket the exact result, and Eigen takes them.
#include <fpcheck/reference/scalar.hpp>

#include <gtest/gtest.h>

namespace fpcheck::reference {
namespace {

using real = scalar<30>;

TEST(scalar, directed_operations_are_neighbours_round_the_exact_result) {
  const real a = real(1) / 3, b = real(2) / 7, c("1e-40");
  const auto apart = [](const real& low, const real& high) {
    EXPECT_LT(low, high);
    real next = low;
    mpfr_nextabove(next.backend().data());
    EXPECT_EQ(next, high);
  };
  const auto down = rounding::down, up = rounding::up;
  apart(add<30>(a, c, down), add<30>(a, c, up));
  apart(sub<30>(a, c, down), sub<30>(a, c, up));
  apart(mul<30>(a, b, down), mul<30>(a, b, up));
  apart(div<30>(a, b, down), div<30>(a, b, up));
  apart(sqrt<30>(a, down), sqrt<30>(a, up));
  apart(fma<30>(a, b, c, down), fma<30>(a, b, c, up));
  EXPECT_EQ(div<30>(real(1), real(3), rounding::nearest), a);
  EXPECT_EQ(add<30>(real(1), real(2), down), add<30>(real(1), real(2), up));
  EXPECT_EQ(to_double<30>(real("0.1"), down), 0x1.9999999999999p-4);
  EXPECT_EQ(to_double<30>(real("0.1"), up), 0x1.999999999999ap-4);
  EXPECT_GE(precision_of<30>(a), 100);
}

TEST(scalar, is_a_scalar_of_eigen) {
  matrix<30> m(2, 2);
  m << real(1), real(2), real(3), real("1e-25");
  const matrix<30> p = m.lazyProduct(m);
  EXPECT_EQ(p(0, 0), 7);
  EXPECT_EQ(p(1, 1), 6 + real("1e-25") * real("1e-25"));
  EXPECT_EQ(m.trace() - 1, (real(1) + real("1e-25")) - 1);
  EXPECT_LT(Eigen::NumTraits<real>::epsilon(), real("1e-29"));
}

} // namespace
} // namespace fpcheck::reference

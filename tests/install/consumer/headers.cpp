// Formats and intervals need the include path only.
#include <fpcheck/formats/basic_float.hpp>
#include <fpcheck/interval/arithmetic.hpp>
#include <fpcheck/metric/compare.hpp>

int main() {
  const fpcheck::bf16_t third(1.0 / 3);
  const fpcheck::interval::interval<double> one(1), three(3);
  const auto quotient = one / three;
  const bool near = fpcheck::metric::agrees(fpcheck::metric::compare<fpcheck::bf16_format>(static_cast<double>(third), 1.0 / 3, {0, 0, 0.5}));
  return near && quotient.lower() < quotient.upper() && quotient.lower() <= 1.0 / 3 && third.code() == 0x3eab ? 0 : 1;
}

#include <fpcheck/base/number.hpp>

#include <cmath>
#include <cstdio>

namespace fpcheck {

std::string number(double x, int digits) {
  if (std::isnan(x)) return "nan";
  char text[64];
  std::snprintf(text, sizeof text, "%.*g", digits, x);
  return text;
}

told_apart apart(double x, double y) {
  constexpr int least = 6, most = 17; // 17 digits tell any two binary64 numbers apart
  for (int digits = least; digits < most; ++digits)
    if (number(x, digits) != number(y, digits)) return {number(x, digits), number(y, digits)};
  return {number(x, most), number(y, most)};
}

} // namespace fpcheck

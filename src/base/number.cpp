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

} // namespace fpcheck

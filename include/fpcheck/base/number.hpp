#pragma once
#include <string>

namespace fpcheck {

/// A number as people read it, with so many significant digits: "1.5e-07", "inf", "nan" whatever its sign.
std::string number(double x, int digits = 6);

/// Two numbers as people read them, with as many digits as it takes to see that they are two: "231.78198" and "231.782".
struct told_apart {
  std::string first, second;
};
told_apart apart(double x, double y);

} // namespace fpcheck

#pragma once
#include <string>

namespace fpcheck {

/// A number as people read it, with so many significant digits: "1.5e-07", "inf", "nan" whatever its sign.
std::string number(double x, int digits = 6);

} // namespace fpcheck

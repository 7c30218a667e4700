#pragma once
#include <fpcheck/kernels/tangent.hpp>

/// A forward function of operations that are the same on every machine, for comparing device, emulator and host.
struct ratios {
  std::uint64_t parameters;

  template <class Parameters>
  FPCHECK_HD auto operator()(std::uint64_t output, const Parameters& x) const {
    using fpcheck::kernels::fma, fpcheck::kernels::sqrt, fpcheck::kernels::max;
    const auto a = x(output % parameters), b = x((output * 7 + 3) % parameters), c = x((output + 5) % parameters);
    const auto length = sqrt(fma(b, b, a * a) + 1.5);
    return fma(0.75, max(a, c), (a * b - c) / length) - a / 3.0;
  }
};

#pragma once
#include <fpcheck/base/diagnostic.hpp>

#include <mpfr.h>

#include <string_view>

/// The functions of the library at any precision, through MPFR.
namespace fpcheck::sweep {

/// y = f(x) to y's precision. Error: half an ulp of it for what MPFR has itself, else 2^16 ulps.
using exact_function = void (*)(mpfr_ptr y, mpfr_srcptr x);

/// An MPFR number that frees itself.
struct precise {
  mpfr_t value;
  explicit precise(mpfr_prec_t bits) { mpfr_init2(value, bits); }
  ~precise() { mpfr_clear(value); }
  precise(const precise&) = delete;
  precise& operator=(const precise&) = delete;
  operator mpfr_ptr() { return value; }
  operator mpfr_srcptr() const { return value; }
};

/// The function of that name, or null.
exact_function exact_function_named(std::string_view name);

} // namespace fpcheck::sweep

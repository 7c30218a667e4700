#pragma once
#include <cstddef>

/// The same array loops by other libraries, each in a translation unit of its own with the flags it asks for.
namespace peers {

using pairwise = void (*)(const double* al, const double* au, const double* bl, const double* bu, double* rl,
                          double* ru, std::size_t n);

/// One library's loops; a null pointer where it has no such function or was not found.
struct loops {
  const char* name;
  pairwise add, mul, div, sqrt, exp, log, sin;
};

loops boost();
loops cgal();
loops mpfi();

} // namespace peers

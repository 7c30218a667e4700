#pragma once
// What several inspectors say and ask alike.
#include <fpcheck/exec/run.hpp>

#include <cstdio>
#include <string>

namespace fpcheck::analysis {

/// A number as messages show it: nine digits tell any two of binary32 apart.
inline std::string number_text(double v) {
  char text[40];
  std::snprintf(text, sizeof text, "%.9g", v);
  return text;
}

/// Whether a run came to its end, so that its outputs can be compared.
inline bool came_to_its_end(const exec::run_record& r) { return r.incomplete.empty() && r.faults.empty() && !r.interrupted; }

/// The format that numbers of `n` are summed in where nobody says more: binary32 for what is narrower.
inline exec::number accumulator_of(exec::number n) { return n == exec::number::f64 || n == exec::number::none ? n : exec::number::f32; }

} // namespace fpcheck::analysis

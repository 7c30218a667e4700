// Writes generated/Exp2Constants.v: the coefficients and the bounds of include/fpcheck/kernels/exp2.hpp.
#include <fpcheck/kernels/exp2.hpp>

#include <cmath>
#include <cstdio>

namespace {

using namespace fpcheck::kernels;

/// Prints the number x as an odd integer times a power of two.
void write(const char* name, double x) {
  int exponent = 0;
  auto significand = static_cast<long long>(std::ldexp(std::frexp(x, &exponent), 53));
  exponent -= 53;
  for (; significand % 2 == 0; significand /= 2) ++exponent;
  std::printf("Definition %s : R := %lld * powerRZ 2 (%d).\n", name, significand, exponent);
}

template <exp2_grade Grade>
void write_grade(const char* name) {
  using table = exp2_coefficients<Grade>;
  char label[32];
  for (int k = 0; k < table::degree; ++k) {
    std::snprintf(label, sizeof label, "%s_c%d", name, k + 1);
    write(label, table::c[k]);
  }
  std::snprintf(label, sizeof label, "%s_bound", name);
  write(label, table::relative_error);
  std::printf("Definition %s_degree : nat := %d.\n", name, table::degree);
  for (int k = 0; k < table::degree; ++k)
    std::printf("Definition %s_bits%d : Z := %u.\n", name, k + 1, fpcheck::bits_of(table::c[k]));
}

} // namespace

int main() {
  std::puts("(* Generated from include/fpcheck/kernels/exp2.hpp. *)\n"
            "From Coq Require Import Reals ZArith.\nLocal Open Scope R_scope.");
  write_grade<exp2_grade::bf16>("bf16_grade");
  write_grade<exp2_grade::f16>("f16_grade");
  write_grade<exp2_grade::f32>("f32_grade");
  write("least", exp2_least);
  write("greatest", exp2_greatest);
  return 0;
}

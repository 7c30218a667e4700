// Writes generated/IntervalVectors.v: directed binary64 operations of include/fpcheck/interval/directed.hpp, for Flocq to
// compute again. A vector is one number, 64 bits a field: direction, a, b, result.
#include "vector_file.hpp"

#include <fpcheck/interval/directed.hpp>

#include <cstdint>
#include <cstdio>
#include <string>

namespace {

using namespace fpcheck;

constexpr int vectors = 500;

std::uint64_t draw() {
  static std::uint64_t state = 88172645463325252ull;
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state * 0x9e3779b97f4a7c15ull;
}

/// Finite non-zero numbers: of any size, and with exponents round the given one so that products meet underflow.
double operand(int exponent) {
  const std::uint64_t word = draw();
  const std::uint64_t fraction = (word >> 12) & (draw() % 4 == 0 ? 0xff00000000000ull : 0xfffffffffffffull);
  const std::uint64_t field = draw() % 2 == 0 ? 1 + draw() % 2045 : static_cast<std::uint64_t>(1023 + exponent + static_cast<int>(draw() % 64));
  const std::uint64_t code = (word << 63) | ((field < 2046 ? field : 2045) << 52) | fraction;
  return bit_cast<double>(draw() % 16 == 0 ? (code & 0x800fffffffffffffull) | 1u : code); // some subnormals
}

void write_vector(bool first, bool upward, double a, double b, double result) {
  char digits[50];
  std::snprintf(digits, sizeof digits, "%x%016llx%016llx%016llx", upward ? 2u : 1u, static_cast<unsigned long long>(bits_of(a)),
                static_cast<unsigned long long>(bits_of(b)), static_cast<unsigned long long>(bits_of(result)));
  vector_file::write(first, digits);
}

template <class Down, class Up>
void write_operation(const char* name, int a_exponent, int b_exponent, Down down, Up up) {
  vector_file::begin_list(std::string("directed_") + name);
  for (int i = 0; i < vectors; ++i) {
    const double a = operand(a_exponent), b = operand(b_exponent);
    const bool upward = draw() % 2 == 0;
    write_vector(i == 0, upward, a, b, upward ? up(a, b) : down(a, b));
  }
  vector_file::end_list();
}

} // namespace

int main() {
  namespace down = interval::down;
  namespace up = interval::up;
  vector_file::begin();
  write_operation("add", 0, 10, [](double a, double b) { return down::add(a, b); }, [](double a, double b) { return up::add(a, b); });
  write_operation("sub", 0, 10, [](double a, double b) { return down::sub(a, b); }, [](double a, double b) { return up::sub(a, b); });
  write_operation("mul", -500, -540, [](double a, double b) { return down::mul(a, b); }, [](double a, double b) { return up::mul(a, b); });
  write_operation("div", -900, 120, [](double a, double b) { return down::div(a, b); }, [](double a, double b) { return up::div(a, b); });
  write_operation("sqrt", -1000, 0, [](double a, double) { return down::sqrt(exact::abs(a)); },
                  [](double a, double) { return up::sqrt(exact::abs(a)); });
  return 0;
}

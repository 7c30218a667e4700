// Writes generated/Vectors.v: operands and results of the shipped arithmetic and of the exp2 polynomials, for Flocq to
// compute again. A vector is one number of fields as wide as the format: mode, a, b, c, result; of a polynomial, 32 bits
// each: 1, argument, result.
#include "vector_file.hpp"

#include <fpcheck/formats/arithmetic.hpp>
#include <fpcheck/kernels/exp2.hpp>

#include <cstdint>
#include <cstdio>
#include <initializer_list>
#include <string>

namespace {

using namespace fpcheck;

constexpr int vectors_a_format = 500;

std::uint32_t draw() {
  static std::uint64_t state = 88172645463325252ull;
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return static_cast<std::uint32_t>(state >> 16);
}

/// Codes of all kinds: anything, one near another, small magnitudes, and the ends of the range.
template <class Tag>
std::uint32_t operand_code(std::uint32_t near_to) {
  const std::uint32_t any = draw() & code_mask(Tag::row);
  switch (draw() % 8) {
  case 0: return near_to ^ (any & 0x7u & code_mask(Tag::row));
  case 1: return near_to ^ sign_mask(Tag::row);
  case 2: return any & (sign_mask(Tag::row) | ((1u << Tag::row.precision) - 1));
  case 3: return (any & sign_mask(Tag::row)) | (infinity_magnitude(Tag::row) - (draw() & 3u));
  default: return any;
  }
}

/// A leading field, then the others, as wide as the format.
void write_vector(bool first, std::uint32_t leading, int bits, std::initializer_list<std::uint32_t> fields) {
  std::string digits(1, static_cast<char>('0' + leading));
  for (const std::uint32_t field : fields) {
    char text[9];
    std::snprintf(text, sizeof text, "%0*x", bits / 4, field);
    digits += text;
  }
  vector_file::write(first, digits);
}

constexpr rounding modes[] = {rounding::nearest_even, rounding::toward_zero, rounding::downward, rounding::upward,
                              rounding::nearest_away};

template <class Tag, class Operation>
void write_operation(const char* format, const char* operation, Operation compute) {
  vector_file::begin_list(std::string(format) + "_" + operation);
  for (int i = 0; i < vectors_a_format; ++i) {
    const std::uint32_t mode = draw() % 5;
    const auto a = static_cast<code_type<Tag>>(operand_code<Tag>(draw() & code_mask(Tag::row)));
    const auto b = static_cast<code_type<Tag>>(operand_code<Tag>(a));
    const auto c = static_cast<code_type<Tag>>(operand_code<Tag>(b));
    write_vector(i == 0, mode + 1, Tag::row.bits, {a, b, c, compute(a, b, c, with(policy{}, modes[mode])).code});
  }
  vector_file::end_list();
}

template <class Tag>
void write_format(const char* name) {
  using code = code_type<Tag>;
  write_operation<Tag>(name, "add", [](code a, code b, code, policy p) { return add<Tag>(a, b, p); });
  write_operation<Tag>(name, "sub", [](code a, code b, code, policy p) { return subtract<Tag>(a, b, p); });
  write_operation<Tag>(name, "mul", [](code a, code b, code, policy p) { return multiply<Tag>(a, b, p); });
  write_operation<Tag>(name, "div", [](code a, code b, code, policy p) { return divide<Tag>(a, b, p); });
  write_operation<Tag>(name, "sqrt", [](code a, code, code, policy p) { return sqrt<Tag>(a, p); });
  write_operation<Tag>(name, "fma", [](code a, code b, code c, policy p) { return fma<Tag>(a, b, c, p); });
}

template <kernels::exp2_grade Grade>
void write_polynomial(const char* name) {
  vector_file::begin_list(std::string("exp2_") + name);
  for (int i = 0; i < 4 * vectors_a_format; ++i) {
    const float scale = bit_cast<float>((126u - (i % 2 == 0 ? 0u : draw() % 120u)) << 23);
    const float f = static_cast<float>(static_cast<std::int32_t>(draw())) * 0x1p-31f * scale;
    write_vector(i == 0, 1, 32, {bits_of(f), bits_of(kernels::exp2_polynomial<Grade>(f))});
  }
  vector_file::end_list();
}

} // namespace

int main() {
  vector_file::begin();
  write_format<f32_format>("f32");
  write_format<f16_format>("f16");
  write_format<bf16_format>("bf16");
  write_format<e5m2_format>("e5m2");
  write_polynomial<kernels::exp2_grade::bf16>("bf16");
  write_polynomial<kernels::exp2_grade::f16>("f16");
  write_polynomial<kernels::exp2_grade::f32>("f32");
  return 0;
}

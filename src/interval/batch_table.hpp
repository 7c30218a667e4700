#pragma once
#include <fpcheck/interval/batch.hpp>

namespace fpcheck::interval::batch {

/// The loops of one instruction set.
struct loops {
  void (*add)(input, input, output, std::size_t);
  void (*mul)(input, input, output, std::size_t);
  void (*div)(input, input, output, std::size_t);
  void (*sqrt)(input, output, std::size_t);
  void (*exp)(input, output, std::size_t);
  void (*log)(input, output, std::size_t);
  void (*sin)(input, output, std::size_t);
};

/// Single elements, compiled for the generic machine only: the vector loops leave rare elements to them. They are
/// plain functions, because an inline one compiled here with wider instructions could end up in generic callers.
struct one {
  static void add(input a, input b, output r, std::size_t i);
  static void mul(input a, input b, output r, std::size_t i);
  static void div(input a, input b, output r, std::size_t i);
  static void sqrt(input a, output r, std::size_t i);
  static void exp(input a, output r, std::size_t i);
  static void log(input a, output r, std::size_t i);
  static void sin(input a, output r, std::size_t i);
};

namespace isa_generic {
extern const loops table;
/// Functions without a vector loop, for the other tables: those must be constants, because code that runs before main
/// would run on every machine.
void sin_loop(input a, output r, std::size_t n);
} // namespace isa_generic
namespace isa_avx2 {
extern const loops table;
}
namespace isa_avx512 {
extern const loops table;
}

/// Tables of the kernels, as arrays that any instruction set may read.
struct kernel_tables {
  double exp_high[64], exp_low[64];
  double reciprocal[92], log_high[92], log_low[92];
  double sin_high[27], sin_low[27], cos_high[27], cos_low[27];
};
const kernel_tables& tables() noexcept;

} // namespace fpcheck::interval::batch

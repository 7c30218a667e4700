#pragma once
#include <fpcheck/ptx/module.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace fpcheck::instrument {

/// What a register's bits are, as far as numbers go.
enum class number_class : std::uint8_t {
  none, ///< nothing that a shadow belongs to
  raw,  ///< bits that go from memory to memory
  f32, f64, f16, bf16, f16x2, bf16x2, f32x2,
  derived, ///< integer bits made of the bits of a binary32 number, of which another such number is made
  mixed ///< different things at different times, or parts of a number
};

/// How a class is made up.
struct class_row {
  number_class id, element; ///< `element`: of one number
  std::uint8_t numbers;     ///< in a register
  std::uint8_t bits;        ///< of one number
  std::uint8_t precision;
  std::int16_t least_exponent;
};
const class_row& row(number_class c);

/// Classes of the registers of a function, the same for all registers that moves connect.
class number_classes {
public:
  explicit number_classes(const ptx::function& f);
  number_class of(ptx::index reg) const { return classes_[root(reg)]; }
  /// Of a register operand; none of others.
  number_class of(const ptx::operand& o) const { return o.kind == ptx::operand_kind::reg ? of(o.id) : number_class::none; }

private:
  void join(const ptx::operand& a, const ptx::operand& b);
  void give(const ptx::operand& o, number_class c);
  void look(const ptx::function& f, const ptx::instruction& i);
  void look_at_product(const ptx::function& f, const ptx::instruction& i);
  void look_at_access(const ptx::function& f, const ptx::instruction& i);
  void spread();
  void mark_raw(const ptx::function& f);
  void follow_bits(const ptx::function& f);
  ptx::index root(ptx::index reg) const;

  /// A register and the registers that it is made of, low ones first.
  struct packing {
    ptx::index whole;
    std::vector<ptx::operand> parts;
  };
  mutable std::vector<ptx::index> parents_;
  std::vector<number_class> classes_;
  std::vector<bool> loaded_, stored_;
  std::vector<unsigned> widths_;
  std::vector<packing> packings_;
};

/// What the registers of a fragment of a matrix product hold, of D (0), A, B and C; nothing of forms without a shadow.
std::optional<number_class> fragment_class(const ptx::instruction& i, unsigned matrix);

/// The class of numbers of a type, or none.
number_class class_of(ptx::modifier type);

} // namespace fpcheck::instrument

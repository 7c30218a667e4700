// The tables of one instruction set level, put together.
#include "matrix.hpp"
#include "tables.hpp"

#include <array>

namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL {
namespace {

/// The selectors by form, and which of them are floating-point arithmetic.
struct form_table {
  std::array<selector, static_cast<std::size_t>(ptx::form::count)> select{};
  std::array<bool, static_cast<std::size_t>(ptx::form::count)> fp{};
  form_table() {
    add(integer_bindings(), false);
    add(bit_bindings(), false);
    add(video_bindings(), false);
    add(float_bindings(), true);
    add(half_bindings(), true);
    add(compare_bindings(), false);
    add(convert_bindings(), true);
    add(matrix_bindings(), true);
  }
  void add(std::span<const binding> rows, bool is_fp) {
    for (const binding& b : rows) {
      select[static_cast<std::size_t>(b.form)] = b.select;
      fp[static_cast<std::size_t>(b.form)] = is_fp && b.form != ptx::form::cvt_int_to_int;
    }
  }
};

const form_table& table_of_forms() {
  static const form_table table;
  return table;
}

} // namespace

bool has_arithmetic(ptx::form form) { return table_of_forms().select[static_cast<std::size_t>(form)] != nullptr; }

handler bind_arithmetic(const ptx::instruction& i, op& o) {
  const form_table& table = table_of_forms();
  const auto k = static_cast<std::size_t>(i.form);
  if (table.select[k] == nullptr) return nullptr;
  o.fp = table.fp[k];
  return table.select[k](i, o);
}

} // namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL

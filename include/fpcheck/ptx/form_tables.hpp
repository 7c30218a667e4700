#pragma once
#include <fpcheck/ptx/isa.hpp>

#include <string_view>
#include <vector>

namespace fpcheck::ptx {

/// The rows of one instruction table.
struct form_table {
  std::string_view name;   ///< "arith", "convert", "memory", "control", "warp", "matrix"
  std::vector<form> forms; ///< in table order
};

/// Every instruction form, table by table: what the coverage matrix is printed from.
const std::vector<form_table>& form_tables();

} // namespace fpcheck::ptx

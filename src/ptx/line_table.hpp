#pragma once
#include <fpcheck/ptx/module.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace fpcheck::ptx {

/// A `.loc` directive as written.
struct loc_directive {
  std::uint32_t file = 0, line = 0, column = 0;
  bool is_inlined = false;
  std::string_view function_label; ///< into .debug_str; empty where there is none
  std::uint64_t function_offset = 0;
  std::uint32_t call_file = 0, call_line = 0, call_column = 0;
};

/// Collects `.loc` directives, and makes module::positions of them once the strings they refer to are known.
class line_table {
public:
  /// Takes down a directive. Returns its index into module::positions.
  index add(const loc_directive& loc);
  /// A new function: call sites are looked up in it alone.
  void begin_function() { latest_.clear(); }
  /// A label of .debug_str, for the bytes that follow.
  void add_string_label(std::string_view label) { labels_.emplace(label, strings_.size()); }
  /// A byte of .debug_str.
  void add_string_byte(std::uint8_t byte) { strings_ += static_cast<char>(byte); }
  /// The finished table. Files that were never declared become `none`.
  std::vector<source_position> finish(const std::vector<std::string>& files) const;

private:
  struct row {
    loc_directive loc;
    index caller = none; ///< the row of the call site, if that was inlined itself
    std::uint32_t depth = 0;
  };
  std::string function_name(const loc_directive& loc) const;

  std::vector<row> rows_;
  std::unordered_map<std::uint64_t, index> latest_;          ///< by hashed place
  std::unordered_map<std::string_view, std::size_t> labels_; ///< offsets into strings_
  std::string strings_;
};

} // namespace fpcheck::ptx

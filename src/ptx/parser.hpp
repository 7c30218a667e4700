#pragma once
#include <fpcheck/base/diagnostic.hpp>
#include <fpcheck/ptx/module.hpp>

#include "cursor.hpp"
#include "form_syntax.hpp"
#include "line_table.hpp"
#include "scope.hpp"

#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace fpcheck::ptx {

/// Reads a module in one pass. Every reading step returns false after the first error, which is then in `error_`.
///
/// Directives and variables: parse_module.cpp; functions and their statements: parse_function.cpp; instructions:
/// parse_instruction.cpp and check_operands.cpp; literals: parse_constant.cpp.
class parser {
public:
  parser(std::string_view text, std::string file) : in_(text) { module_.file = std::move(file); }
  result<module> run();

private:
  // Errors.
  bool fail_here(std::string message, std::string hint = {}) {
    return fail_at(in_.token(), std::move(message), std::move(hint));
  }
  bool fail_at(std::size_t position, std::string message, std::string hint = {});
  bool fail_expected(std::string_view what);
  bool expect(char c);
  /// "unexpected ..." for what comes next.
  std::string next_token();

  // The module.
  bool read_header();
  bool read_statement();
  bool read_file_directive();
  bool read_section();
  bool read_debug_strings();
  bool read_alias();
  bool read_target();
  bool read_pragma();
  bool skip_attribute();

  // Variables.
  struct declaration_flags {
    bool is_extern = false, is_weak = false, is_visible = false, is_common = false;
  };
  bool read_linkage(declaration_flags& flags);
  bool read_variables(state_space space, const declaration_flags& flags);
  bool read_variable_type(variable& v);
  bool read_array_extents(variable& v);
  bool read_initialiser(variable& v);
  bool read_initialiser_list(variable& v, std::size_t depth);
  bool read_initialiser_element(variable& v);
  bool read_masked_address(variable& v, std::uint64_t mask);
  bool read_address_constant(variable& v, bool is_generic);
  bool store_bytes(variable& v, std::uint64_t bits, std::size_t count, std::size_t position);
  bool declare_variable(std::string_view name, variable v, std::size_t position);
  std::uint64_t element_size(const variable& v) const { return width(v.type) / 8 * vector_length_; }

  // Functions.
  struct parameter {
    variable value;
    std::string_view name;
    std::size_t position = 0;
  };
  bool read_function(bool is_entry, const declaration_flags& flags);
  bool read_parameter_list(std::vector<parameter>& out);
  bool read_function_directives(function& f);
  bool read_extents(std::array<std::uint32_t, 3>& out);
  index declare_function(std::string_view name);
  bool keep_parameters(const std::vector<parameter>& returns, const std::vector<parameter>& parameters);
  bool read_body(const std::vector<parameter>& returns, const std::vector<parameter>& parameters);
  bool read_body_statement();
  bool read_body_directive();
  bool read_label(std::string_view name, std::size_t position);
  bool read_prototype(std::string_view name, std::size_t position);
  bool read_targets(std::string_view name, name_kind kind, std::size_t position);
  bool read_loc();
  bool read_registers();
  bool read_register_names(modifier type, unsigned components);
  bool open_scope();
  bool close_scope();
  void resolve_labels(scope& inner);
  bool declare_name(std::string_view name, name_entry entry, std::size_t position);

  // Names inside a function.
  const name_entry* find_name(std::string_view name);
  const name_entry* make_register(scope& s, std::string_view name);
  index find_symbol(std::string_view name) const;

  // Instructions.
  /// What is known of an opcode as written, so that each spelling is matched once.
  struct opcode_entry {
    std::vector<form> candidates; ///< rows whose words fit
    std::vector<modifier> words;
    modifier first = modifier::none, second = modifier::none, last = modifier::none; ///< type words
    unsigned vector_length = 0;                                                      ///< of .v2, .v4, .v8
    bool is_call = false, takes_label = false;
  };
  const opcode_entry& look_up(std::string_view opcode);
  bool read_instruction();
  bool read_guard(instruction& out);
  bool split_move(const instruction& whole);
  bool read_operands(instruction& out, const opcode_entry& entry);
  bool read_operand(operand& out, const opcode_entry& entry);
  bool read_named_operand(operand& out, const opcode_entry& entry);
  bool read_register_suffix(operand& out, std::string_view base);
  bool read_vector_register(operand& out, const name_entry& entry);
  bool read_special(operand& out, std::string_view name, std::size_t position);
  bool read_vector(operand& out, const opcode_entry& entry);
  bool read_address(operand& out, const opcode_entry& entry);
  bool read_address_base(operand& out);
  bool read_offset(operand& out);
  bool read_call(instruction& out);
  bool read_call_list(operand& out);
  bool read_callee(operand& out);
  bool check_call(const instruction& call, std::size_t position);
  bool fail_unknown_name(std::string_view name, std::size_t position);
  operand symbol_operand(index symbol) const;
  index pool(const std::vector<operand>& elements);

  // Operands against a row.
  struct mismatch {
    std::size_t operand = 0; ///< the first that does not fit; operand count where one is missing
    std::string_view why;
    const operand_pattern* pattern = nullptr;
  };
  static modifier type_of(const operand_pattern& o, const opcode_entry& e);
  bool settle_form(instruction& out, const opcode_entry& entry, std::size_t position);
  bool fits(const form_pattern& p, const opcode_entry& e, const instruction& i, std::size_t group, std::size_t at,
            mismatch& m);
  std::string_view misfit(const form_pattern& p, const operand_pattern& o, const opcode_entry& e, const instruction& i,
                          std::size_t at) const;
  std::string_view address_misfit(const form_pattern& p, const operand_pattern& o, const operand& x) const;
  std::string_view vector_misfit(const form_pattern& p, const operand_pattern& o, const opcode_entry& e,
                                 const operand& x) const;
  std::string_view value_misfit(const form_pattern& p, const operand_pattern& o, const operand& x, modifier type,
                                unsigned bits) const;
  std::string_view register_misfit(const form_pattern& p, const operand& x, modifier type, unsigned bits) const;
  void settle_literals(const opcode_entry& e, instruction& i);
  /// `{%r1}` where a form that moves vectors moves one number.
  bool is_single_element(const form_pattern& p, const operand_pattern& o, const opcode_entry& e, const operand& x) const;
  /// Such a vector becomes its element: what follows the parser sees a register.
  void unwrap_elements(const opcode_entry& e, instruction& i);
  bool fail_mismatch(const instruction& i, const form_pattern& p, const mismatch& m, std::size_t position);

  // Constants.
  bool read_constant(literal& out);
  bool read_constant_ternary(literal& out, unsigned depth);
  bool read_constant_binary(literal& out, int level, unsigned depth);
  bool read_constant_unary(literal& out, unsigned depth);
  bool read_constant_primary(literal& out, unsigned depth);
  bool read_count(std::uint64_t& out, std::uint64_t most, std::string_view what);

  cursor in_;
  module module_;
  line_table lines_;
  diagnostic error_;
  bool failed_ = false;
  std::unordered_map<std::string_view, index> symbols_;
  std::unordered_map<std::string_view, opcode_entry> opcodes_;
  std::unordered_set<std::string> spellings_; ///< opcodes that the text writes with blanks inside

  // The variable being read.
  std::uint64_t vector_length_ = 1;
  std::vector<std::uint64_t> extents_; ///< of the array, and the vector length; 0 for an open one
  bool has_open_extent_ = false;
  std::uint64_t row_bytes_ = 0;
  std::uint64_t initial_limit_ = 0;
  std::uint64_t padding_ = 0;                              ///< zeros implied by initialisers, over the whole module
  std::vector<std::pair<std::uint64_t, unsigned>> masked_; ///< addresses written byte by byte: offset, bytes seen

  // The function being read.
  function function_;
  index function_id_ = none;
  std::vector<scope> scopes_;
  index position_ = none;
  std::vector<std::size_t> operand_places_;     ///< where each operand of the current instruction begins
  std::vector<const operand_pattern*> matched_; ///< what each of them was found to be
};

} // namespace fpcheck::ptx

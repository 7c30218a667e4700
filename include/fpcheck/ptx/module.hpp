#pragma once
#include <fpcheck/ptx/isa.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace fpcheck::ptx {

/// Indices into the vectors of the enclosing `module` or `function`; `none` where there is nothing.
using index = std::uint32_t;
inline constexpr index none = 0xffffffffu;

/// One inlined call: the function's name and the place of the call.
struct inline_frame {
  std::string function; ///< mangled name, empty where unknown
  index file = none;    ///< into module::files
  std::uint32_t line = 0;
  std::uint32_t column = 0;
};

/// A row of the line table: where an instruction comes from, innermost frame first.
struct source_position {
  index file = none; ///< into module::files; `none` when the PTX has no .loc before the instruction
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::vector<inline_frame> inlined_at; ///< callers, innermost first
};

/// What an operand is.
enum class operand_kind : std::uint8_t {
  reg,       ///< index into function::registers
  special,   ///< special register: `special` says which (%tid.x ...)
  immediate, ///< bits in `value`; f32 literals hold 32 bits, f64 literals and integers 64
  symbol,    ///< address of a variable or function: index into module::symbols, plus `value` as byte offset
  address,   ///< memory operand [base + offset]: base in `base`, byte offset in `value`
  vector,    ///< {a, b, c, d}: elements in function::operand_pool[first, first + count)
  label,     ///< index into function::labels
  sink,      ///< the bit bucket `_`
  prototype, ///< fourth operand of an indirect call: index into function::prototypes
  branch_targets, ///< second operand of brx.idx: index into function::branch_targets
  call_targets    ///< fourth operand of an indirect call: index into function::call_targets
};

/// What the base of an address operand is.
enum class base_kind : std::uint8_t { none, reg, symbol };

/// Which part of a register a video instruction reads or writes (`%r1.b0`, `%r1.h1`).
enum class register_part : std::uint8_t { whole, b0, b1, b2, b3, h0, h1 };

/// How a literal was written; a matcher of magic constants wants to know.
enum class literal_kind : std::uint8_t { integer, f32, f64 };

/// One operand of an instruction.
struct operand {
  operand_kind kind = operand_kind::sink;
  bool negated = false;                       ///< a predicate written `!p`, or a register written `-a`
  bool joined = false;                        ///< written after a `|`: the second half of `d|p`
  register_part part = register_part::whole;  ///< for `reg`
  literal_kind literal = literal_kind::integer;
  base_kind base = base_kind::none;           ///< for `address`
  special_register special{};                 ///< for `special`
  index id = none;                            ///< register, symbol or label index (of the base, for `address`)
  index first = 0;                            ///< for `vector`: first element in function::operand_pool; for `address`:
                                              ///< what follows the base, `[tensor, {x, y}]`, `[texture, sampler, {x}]`
  std::uint32_t count = 0;                    ///< for `vector` and `address`: elements from `first` on
  std::uint64_t value = 0;                    ///< literal bits, or signed byte offset
};

/// One instruction, matched against the instruction table. A literal has the type that its place asks for: a decimal or
/// `0d` literal of an f32 operand is rounded to `literal_kind::f32`, and an `0f` literal of an f64 operand widened.
/// A call has three or four operands: the vector of its results, the callee (`symbol` or `reg`), the vector of its
/// arguments and, for an indirect call, the `prototype` or `call_targets`.
struct instruction {
  ptx::form form{};                        ///< row of the instruction table; `form::unknown` if no row matches
  index guard = none;                  ///< predicate register, or `none`
  bool guard_negated = false;
  std::array<modifier, 16> modifiers{}; ///< the dotted words after the opcode, in order of writing
  std::uint8_t modifier_count = 0;
  std::vector<operand> operands;       ///< in order of writing; `d|p` counts as two operands; empty for `form::unknown`
  index position = none;               ///< into module::positions
  std::uint32_t ptx_line = 0;          ///< 1-based line of the PTX text
  std::string text;                    ///< the opcode with its modifiers as written, for messages ("add.rn.f32")

  /// Whether `m` is among the modifiers.
  bool has(modifier m) const {
    for (std::uint8_t i = 0; i < modifier_count; ++i)
      if (modifiers[i] == m) return true;
    return false;
  }
  /// The n-th modifier that is a type (`.f32`, `.b64`, `.f16x2`, ...), counted from 0; `modifier::none` if there is none.
  modifier type(int n = 0) const {
    for (std::uint8_t i = 0; i < modifier_count; ++i)
      if (is_type(modifiers[i]) && n-- == 0) return modifiers[i];
    return modifier::none;
  }
};

/// A declared register that is used: of `%f<19>` there is one entry for each register that an instruction names, in
/// order of first use. A vector register `v` of `.v2` is the two registers `v.x` and `v.y`. Names in different scopes may
/// coincide.
struct register_declaration {
  std::string name; ///< with its per cent sign
  modifier type = modifier::none;
};

/// A variable's or parameter's state space.
enum class state_space : std::uint8_t { global, constant, shared, local, param };

/// A stored address inside an initialiser: 8 bytes at `offset` hold the address of `symbol` plus `addend`.
struct relocation {
  std::uint64_t offset = 0;
  index symbol = none;
  std::uint64_t addend = 0;
  bool generic = false; ///< written as generic(symbol)
};

/// A variable of any state space, or a parameter.
struct variable {
  std::string name;
  state_space space = state_space::global;
  modifier type = modifier::none;  ///< element type
  std::uint32_t alignment = 1;
  std::uint64_t size = 0;          ///< bytes; 0 for an extern array of unknown size (dynamic shared memory)
  bool is_extern = false;
  bool is_array = false;
  std::vector<std::byte> initial;  ///< what is written out; zeros up to `size`. Empty: zeros (global, constant) or
                                   ///< undefined (shared, local)
  std::vector<relocation> relocations;
  index function = none;           ///< the function that declares it, or `none` at module scope
  std::uint32_t ptx_line = 0;
};

/// What a name stands for: one entry for each function and each variable or parameter of any scope.
struct symbol {
  std::string name;
  bool is_function = false;
  index id = none; ///< into module::functions or module::variables
};

/// A prototype of an indirect call.
struct prototype {
  std::string name;
  std::vector<variable> returns;
  std::vector<variable> parameters;
};

/// A branch target table (`.branchtargets`) or call target table (`.calltargets`).
struct target_list {
  std::string name;
  std::vector<index> targets; ///< labels, or symbols of functions
};

/// A label and the instruction that follows it.
struct label {
  std::string name;
  index instruction = 0; ///< may equal function::body.size()
};

/// A function or a kernel.
struct function {
  std::string name;
  bool is_entry = false;
  bool has_body = false;
  bool is_noreturn = false;
  std::vector<index> returns;     ///< variables in state_space::param
  std::vector<index> parameters;  ///< variables in state_space::param
  std::vector<register_declaration> registers;
  std::vector<index> variables;   ///< .local, .shared and .param variables declared in the body
  std::vector<instruction> body;
  std::vector<operand> operand_pool;
  std::vector<label> labels;
  std::vector<prototype> prototypes;
  std::vector<target_list> branch_targets;
  std::vector<target_list> call_targets;
  std::array<std::uint32_t, 3> maxntid{};  ///< 0 where not given
  std::array<std::uint32_t, 3> reqntid{};  ///< 0 where not given
  std::array<std::uint32_t, 3> cluster{};  ///< .reqnctapercluster; 0 where not given
  std::uint32_t ptx_line = 0;
};

/// A parsed PTX module. All indices are valid and all operands refer to declared names: the parser has checked it.
struct module {
  std::string file;              ///< name of the PTX text
  int version_major = 0, version_minor = 0;
  std::string target;            ///< "sm_90"
  int address_size = 64;
  std::vector<std::string> files; ///< the .file table; index 0 is unused when the table starts at 1
  std::vector<source_position> positions;
  std::vector<variable> variables;
  std::vector<function> functions;
  std::vector<symbol> symbols;
};

} // namespace fpcheck::ptx

#pragma once
#include <cstdint>
#include <string_view>

namespace fpcheck::ptx {

/// A dotted word of an instruction (`.rn`, `.ftz`, `.f32`, `.global`, ...): one enumerator for each word of the table.
/// Words that are C++ keywords or start with a digit end in, or start with, an underscore: `and_`, `const_`, `volatile_`,
/// `_2d`. `v2`, `v4`, `v8` are words too.
enum class modifier : std::uint16_t {
#define FPCHECK_MODIFIER(name, text) name,
#define FPCHECK_TYPE(name, text, bits) name,
#include <fpcheck/ptx/isa/modifiers.def>
};

/// An instruction form: one enumerator for each row of the instruction tables.
enum class form : std::uint16_t {
  unknown,
#define FPCHECK_FORM(name, syntax) name,
#include <fpcheck/ptx/isa/all.def>
  count
};

/// Special registers, one enumerator a scalar (`tid_x`, `ctaid_z`, `laneid`, `clock64`, ...).
enum class special_register : std::uint8_t {
#define FPCHECK_SPECIAL(name, text, bits) name,
#include <fpcheck/ptx/isa/special.def>
};

/// Whether `m` names a type.
bool is_type(modifier m);
/// The width in bits of the type `m` (1 for pred); 0 if it is no type.
unsigned width(modifier m);
/// The word of `m` with its dot, ".f32".
std::string_view text(modifier m);
/// The register as PTX writes it, "%tid.x".
std::string_view text(special_register s);
/// The register's width in bits; 1 for a predicate.
unsigned width(special_register s);
/// The table's syntax of `f`, "add{.rn|.rz|.rm|.rp}{.ftz}{.sat}.f32 d, a, b".
std::string_view syntax(form f);
/// The enumerator's name, "add_f32".
std::string_view name(form f);

} // namespace fpcheck::ptx

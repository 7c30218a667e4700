#include <fpcheck/ptx/form_tables.hpp>
#include <fpcheck/ptx/isa.hpp>

namespace fpcheck::ptx {
namespace {

struct word_row {
  std::string_view text;
  unsigned bits;
};

constexpr word_row words[] = {
#define FPCHECK_MODIFIER(name, text) {text, 0},
#define FPCHECK_TYPE(name, text, bits) {text, bits},
#include <fpcheck/ptx/isa/modifiers.def>
};

struct form_row {
  std::string_view name, syntax;
};

constexpr form_row forms[] = {
    {"unknown", ""},
#define FPCHECK_FORM(name, syntax) {#name, syntax},
#include <fpcheck/ptx/isa/all.def>
};

constexpr std::string_view special_texts[] = {
#define FPCHECK_SPECIAL(name, text, bits) text,
#include <fpcheck/ptx/isa/special.def>
};

constexpr unsigned special_widths[] = {
#define FPCHECK_SPECIAL(name, text, bits) bits,
#include <fpcheck/ptx/isa/special.def>
};

} // namespace

bool is_type(modifier m) {
  return width(m) != 0;
}
unsigned width(modifier m) {
  return words[static_cast<std::size_t>(m)].bits;
}
std::string_view text(modifier m) {
  return words[static_cast<std::size_t>(m)].text;
}
std::string_view syntax(form f) {
  return f < form::count ? forms[static_cast<std::size_t>(f)].syntax : "";
}
std::string_view name(form f) {
  return f < form::count ? forms[static_cast<std::size_t>(f)].name : "";
}
std::string_view text(special_register s) {
  return special_texts[static_cast<std::size_t>(s)];
}
unsigned width(special_register s) {
  return special_widths[static_cast<std::size_t>(s)];
}

const std::vector<form_table>& form_tables() {
#define FPCHECK_FORM(name, syntax) form::name,
  static const std::vector<form_table> tables = {{"arith",
                                                  {
#include <fpcheck/ptx/isa/arith.def>
                                                  }},
                                                 {"convert",
                                                  {
#include <fpcheck/ptx/isa/convert.def>
                                                  }},
                                                 {"memory",
                                                  {
#include <fpcheck/ptx/isa/memory.def>
                                                  }},
                                                 {"control",
                                                  {
#include <fpcheck/ptx/isa/control.def>
                                                  }},
                                                 {"warp",
                                                  {
#include <fpcheck/ptx/isa/warp.def>
                                                  }},
                                                 {"matrix",
                                                  {
#include <fpcheck/ptx/isa/matrix.def>
                                                  }}};
#undef FPCHECK_FORM
  return tables;
}

} // namespace fpcheck::ptx

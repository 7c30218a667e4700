#include <fpcheck/expr/commands.hpp>
#include <fpcheck/expr/functions.hpp>

#include "commands.hpp"

#include <cstdio>
#include <ostream>

namespace fpcheck::cli {
namespace {

/// The value of an example, as many elements as fit on a line.
std::string value_text(const std::string& example) {
  const auto value = expr::eval_command(example, {});
  if (!value) return value.error().message;
  std::string out;
  for (std::size_t i = 0; i < value->values.size() && i < 9; ++i) {
    char text[32];
    std::snprintf(text, sizeof text, "%.7g", value->values[i]);
    out += (i == 0 ? "" : ", ") + std::string(text);
  }
  if (value->values.size() > 9) out += ", ...";
  if (value->sizes.empty()) return out;
  return "[" + out + "]" + (value->sizes.size() > 1 ? " as " + value->shape : "");
}

void write_list(std::ostream& out) {
  for (const expr::function_page& p : expr::function_pages())
    out << p.signature << ": " << p.summary << "\n    takes " << p.shapes << "; " << p.example << "\n    gradient: " << p.gradient << '\n';
  out << "\nOperators: + - * / // % ^ (or **) @ < <= > >= == != and or not; x[1:, None], x.T, x.shape, [[0, 1], [2, 3]],\n"
         "let NAME = EXPR; EXPR. Constants: pi, inf, nan, true, false. fpcheck functions NAME tells more of one.\n";
}

} // namespace

exit_code functions(const std::string& name, const streams& s) {
  if (name.empty()) {
    write_list(s.out);
    return exit_code::passed;
  }
  auto page = expr::function_page_of(name);
  if (!page) {
    page.error().where.file = "command line";
    return complain(page.error(), s);
  }
  s.out << page->signature << "\n  " << page->summary << "\n\n  takes:    " << page->shapes << "\n  example:  " << page->example << " = " << value_text(page->example)
        << "\n  gradient: " << page->gradient << '\n';
  if (!page->error.empty()) s.out << "  error:    " << page->error << '\n';
  for (std::size_t i = 0; i < page->aliases.size(); ++i) s.out << (i == 0 ? "  also:     " : ", ") << page->aliases[i];
  if (!page->aliases.empty()) s.out << '\n';
  return exit_code::passed;
}

} // namespace fpcheck::cli

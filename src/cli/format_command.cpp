#include <fpcheck/formats/describe.hpp>

#include "commands.hpp"

#include <ostream>

namespace fpcheck::cli {

exit_code format(const format_command& c, const streams& s) {
  if (c.name.empty()) {
    s.out << render(describe_formats());
    return exit_code::passed;
  }
  const auto described = describe_format(c.name);
  if (!described) return complain(described.error(), s);
  if (c.values.empty()) {
    s.out << render(*described);
    return exit_code::passed;
  }
  for (std::size_t i = 0; i < c.values.size(); ++i) {
    const auto value = describe_value(c.name, c.values[i]);
    if (!value) return complain(value.error(), s);
    s.out << (i > 0 ? "\n" : "") << render(*value);
  }
  return exit_code::passed;
}

} // namespace fpcheck::cli

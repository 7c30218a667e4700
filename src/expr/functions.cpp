#include "layers.hpp"

#include <algorithm>

namespace fpcheck::expr {
namespace {

std::string trimmed(std::string_view s) {
  const std::size_t first = s.find_first_not_of(' ');
  if (first == std::string_view::npos) return {};
  return std::string(s.substr(first, s.find_last_not_of(' ') - first + 1));
}

function from_signature(std::string_view signature) {
  function f;
  const std::size_t open = signature.find('(');
  f.name = trimmed(signature.substr(0, open));
  f.signature = std::string(signature);
  std::string_view rest = signature.substr(open + 1, signature.rfind(')') - open - 1);
  while (!rest.empty()) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    const std::string_view one = rest.substr(0, comma);
    const std::size_t equals = one.find('=');
    parameter p{trimmed(one.substr(0, equals)), std::nullopt};
    if (equals != std::string_view::npos) p.fallback = trimmed(one.substr(equals + 1));
    f.parameters.push_back(std::move(p));
    rest.remove_prefix(std::min(comma + 1, rest.size()));
  }
  return f;
}

struct prelude_row {
  std::string_view signature, body;
};

constexpr prelude_row prelude[] = {
#define FPCHECK_EXPR_FUNCTION(signature, body) {signature, body},
#include "prelude.def"
};

} // namespace

const std::vector<function>& all_functions() {
  static const std::vector<function> table = [] {
    std::vector<function> out;
    for (const auto& list : {builtins(), layers()})
      for (const builtin& b : list) {
        out.push_back(from_signature(b.signature));
        out.back().make = b.make;
      }
    for (const prelude_row& r : prelude) {
      out.push_back(from_signature(r.signature));
      out.back().body = std::string(r.body);
    }
    std::sort(out.begin(), out.end(), [](const function& a, const function& b) { return a.name < b.name; });
    return out;
  }();
  return table;
}

const function* find_function(std::string_view name) {
  const auto& all = all_functions();
  const auto at = std::lower_bound(all.begin(), all.end(), name, [](const function& f, std::string_view n) { return f.name < n; });
  return at != all.end() && at->name == name ? &*at : nullptr;
}

std::vector<std::string> function_signatures() {
  std::vector<std::string> out;
  for (const function& f : all_functions()) out.push_back(f.signature);
  return out;
}

} // namespace fpcheck::expr

#include "layers.hpp"

#include <algorithm>
#include <utility>

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
    if (trimmed(one) == "...") {
      f.open = true;
      rest.remove_prefix(std::min(comma + 1, rest.size()));
      continue;
    }
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

constexpr std::pair<std::string_view, std::string_view> aliases[] = {
#define FPCHECK_EXPR_ALIAS(alias, of) {alias, of},
#include "aliases.def"
};

constexpr page pages[] = {
#define FPCHECK_EXPR_PAGE(name, shapes, example, summary) {name, shapes, example, summary},
#include "pages.def"
};

} // namespace

const std::vector<function>& all_functions() {
  static const std::vector<function> table = [] {
    std::vector<function> out;
    for (const auto& list : {builtins(), layers(), selections()})
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
  for (const auto& [alias, of] : aliases)
    if (alias == name) name = of;
  const auto& all = all_functions();
  const auto at = std::lower_bound(all.begin(), all.end(), name, [](const function& f, std::string_view n) { return f.name < n; });
  return at != all.end() && at->name == name ? &*at : nullptr;
}

std::span<const page> all_pages() { return pages; }

const page* find_page(std::string_view name) {
  const auto* at = std::find_if(std::begin(pages), std::end(pages), [name](const page& p) { return p.name == name; });
  return at == std::end(pages) ? nullptr : at;
}

std::vector<std::string> aliases_of(std::string_view name) {
  std::vector<std::string> out;
  for (const auto& [alias, of] : aliases)
    if (of == name) out.emplace_back(alias);
  return out;
}

std::vector<std::string> function_names() {
  std::vector<std::string> out;
  for (const function& f : all_functions()) out.push_back(f.name);
  for (const auto& [alias, of] : aliases) out.emplace_back(alias);
  return out;
}

namespace {

/// The longest candidate that is the beginning of a name, or that the name is the beginning of: cosin, relu_backward, sigm.
std::string sharing_a_beginning(const std::string& name, const std::vector<std::string>& candidates) {
  constexpr std::size_t least = 3;
  std::string out;
  for (const std::string& c : candidates) {
    const bool shares = std::min(c.size(), name.size()) >= least && (name.starts_with(c) || (c.starts_with(name) && c.size() <= 2 * name.size()));
    if (shares && (out.empty() || c.size() > out.size())) out = c;
  }
  return out;
}

} // namespace

std::string close_name(const std::string& name, const std::vector<std::string>& candidates) {
  const std::string near = nearest_name(name, candidates);
  // Letters at their places and the difference in length: foo is not cos, sofmax is softmax.
  std::vector<std::size_t> row(near.size() + 1);
  for (std::size_t k = 0; k < row.size(); ++k) row[k] = k;
  for (std::size_t i = 1; i <= name.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t k = 1; k < row.size(); ++k) {
      const std::size_t above = row[k];
      row[k] = std::min({above + 1, row[k - 1] + 1, diagonal + (name[i - 1] == near[k - 1] ? 0 : 1)});
      diagonal = above;
    }
  }
  const std::size_t longer = std::max(name.size(), near.size());
  return near.empty() || row.back() >= longer || row.back() > std::max<std::size_t>(1, longer / 3) ? sharing_a_beginning(name, candidates) : near;
}

std::vector<std::string> function_signatures() {
  std::vector<std::string> out;
  for (const function& f : all_functions()) out.push_back(f.signature);
  return out;
}

} // namespace fpcheck::expr

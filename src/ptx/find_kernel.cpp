#include <fpcheck/ptx/find_kernel.hpp>

#include <cxxabi.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <regex>
#include <vector>

namespace fpcheck::ptx {
namespace {

constexpr std::size_t longest_pattern = 1000;
constexpr std::size_t longest_searched_name = 4000; // std::regex recurses once a character
constexpr std::size_t longest_mangled_name = 20000;

struct kernel {
  index id = none;
  std::string mangled, demangled;
};

std::vector<kernel> kernels_of(const module& m) {
  std::vector<kernel> out;
  for (index id = 0; id < m.functions.size(); ++id) {
    const function& f = m.functions[id];
    if (f.is_entry && f.has_body) out.push_back({id, f.name, demangle(f.name)});
  }
  return out;
}

/// The part of a demangled name from the function's own name on: without return type, namespaces and classes.
std::string_view own_name(std::string_view demangled) {
  std::size_t depth = 0, begin = 0;
  for (std::size_t i = 0; i < demangled.size(); ++i) {
    const char c = demangled[i];
    if (c == '<') ++depth;
    if (c == '>' && depth > 0) --depth;
    if (depth != 0) continue;
    // A parenthesis opens the parameters, unless it is the "(anonymous namespace)".
    if (c == '(' && demangled.substr(i, 10) != "(anonymous") break;
    if (c == '(') i = std::min(demangled.find(')', i), demangled.size() - 1);
    if (c == ' ' || (c == ':' && i > 0 && demangled[i - 1] == ':')) begin = i + 1;
  }
  return demangled.substr(begin);
}

/// Whether `query` is all of `name`, or ends where a parameter or template list begins.
bool is_name_of(std::string_view query, std::string_view name) {
  if (name.substr(0, query.size()) != query) return false;
  return name.size() == query.size() || name[query.size()] == '(' || name[query.size()] == '<';
}

/// The demangled name without a return type, which templates have.
std::string_view qualified_name(const kernel& k) {
  const std::string_view own = own_name(k.demangled);
  std::size_t begin = k.demangled.size() - own.size(), depth = 0;
  for (; begin > 0; --begin) {
    const char c = k.demangled[begin - 1];
    if (c == '>' || c == ')') ++depth;
    if ((c == '<' || c == '(') && depth > 0) --depth;
    if (c == ' ' && depth == 0) break;
  }
  return std::string_view(k.demangled).substr(begin);
}

std::string listed(const std::vector<kernel>& kernels) {
  constexpr std::size_t most = 8;
  std::string out;
  for (std::size_t i = 0; i < kernels.size() && i < most; ++i) out += (i ? ", " : "") + kernels[i].demangled;
  if (kernels.size() > most) out += " and " + std::to_string(kernels.size() - most) + " more";
  return out;
}

template <class Predicate>
std::vector<kernel> matching(const std::vector<kernel>& all, Predicate&& predicate) {
  std::vector<kernel> out;
  for (const kernel& k : all)
    if (predicate(k)) out.push_back(k);
  return out;
}

result<std::vector<kernel>> search(const std::vector<kernel>& all, std::string_view pattern) {
  if (pattern.size() > longest_pattern)
    return fail("the pattern is longer than " + std::to_string(longest_pattern) + " characters");
  try {
    const std::regex expression{std::string(pattern)};
    return matching(all, [&](const kernel& k) {
      return k.mangled.size() <= longest_searched_name && k.demangled.size() <= longest_searched_name &&
             (std::regex_search(k.mangled, expression) || std::regex_search(k.demangled, expression));
    });
  } catch (const std::regex_error& e) {
    return fail("malformed pattern '" + std::string(pattern) + "': " + e.what());
  }
}

/// From the strictest reading of the query to the loosest: the first that names any kernel counts.
std::vector<kernel> by_name(const std::vector<kernel>& all, std::string_view query) {
  auto found = matching(all, [&](const kernel& k) { return k.mangled == query || k.demangled == query; });
  if (found.empty()) found = matching(all, [&](const kernel& k) { return is_name_of(query, qualified_name(k)); });
  if (found.empty()) found = matching(all, [&](const kernel& k) { return is_name_of(query, own_name(k.demangled)); });
  if (found.empty())
    found = matching(all, [&](const kernel& k) { return qualified_name(k).substr(0, query.size()) == query; });
  if (found.empty())
    found = matching(all, [&](const kernel& k) { return own_name(k.demangled).substr(0, query.size()) == query; });
  return found;
}

/// `k<256u, 4ul>` as `k<256, 4>`: who writes a template's arguments does not write the types of numbers.
std::string without_suffixes(std::string_view name) {
  std::string out;
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  for (std::size_t i = 0; i < name.size(); ++i) {
    const bool number = i > 0 && is_digit(name[i - 1]);
    std::size_t end = i;
    while (number && end < name.size() && (name[end] == 'u' || name[end] == 'l')) ++end;
    if (end > i && (end == name.size() || name[end] == ',' || name[end] == '>' || name[end] == ' ')) i = end;
    if (i < name.size()) out += name[i];
  }
  return out;
}

std::vector<kernel> by_plain_name(const std::vector<kernel>& all, std::string_view query) {
  std::vector<kernel> plain = all;
  for (kernel& k : plain) k.demangled = without_suffixes(k.demangled);
  std::vector<kernel> out;
  for (const kernel& k : by_name(plain, without_suffixes(query)))
    out.push_back(*std::find_if(all.begin(), all.end(), [&](const kernel& whole) { return whole.id == k.id; }));
  return out;
}

diagnostic no_such_kernel(const module& m, const std::vector<kernel>& all, std::string_view query) {
  diagnostic d{"no kernel '" + std::string(query) + "' in " + m.file};
  std::vector<std::string> names;
  for (const kernel& k : all) {
    const std::string_view own = own_name(k.demangled);
    names.emplace_back(own.substr(0, own.find_first_of("<(")));
  }
  const std::string near = query.size() < 200 ? nearest_name(std::string(query), names) : std::string();
  d.hint = near.empty() ? "kernels: " + listed(all) : "did you mean '" + near + "'? kernels: " + listed(all);
  return d;
}

} // namespace

std::string demangle(std::string_view name) {
  if (name.substr(0, 2) != "_Z" || name.size() > longest_mangled_name) return std::string(name);
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> text(
      abi::__cxa_demangle(std::string(name).c_str(), nullptr, nullptr, &status), std::free);
  return status == 0 && text ? text.get() : std::string(name);
}

result<index> find_kernel(const module& m, std::string_view query) {
  const std::vector<kernel> all = kernels_of(m);
  if (all.empty())
    return fail("no kernel in " + m.file, {}, "a kernel is a __global__ function; templates must be instantiated");
  std::vector<kernel> found = all;
  if (query.substr(0, 6) == "regex:") {
    auto searched = search(all, query.substr(6));
    if (!searched) return tl::unexpected(std::move(searched.error()));
    found = std::move(*searched);
  } else if (!query.empty()) {
    found = by_name(all, query);
    if (found.empty()) found = by_plain_name(all, query);
  }
  if (found.empty()) return tl::unexpected(no_such_kernel(m, all, query));
  if (found.size() > 1) {
    const std::string what = query.empty()
                                 ? "which kernel of " + m.file + "?"
                                 : "'" + std::string(query) + "' names " + std::to_string(found.size()) + " kernels";
    return fail(what, {}, "one of: " + listed(found));
  }
  return found.front().id;
}

} // namespace fpcheck::ptx

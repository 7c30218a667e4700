#include <fpcheck/exec/arguments.hpp>

#include <regex>

namespace fpcheck::exec {
namespace {

struct candidate {
  const ptx::function* function;
  demangled_kernel name;
};

/// How well a name fits a candidate; of several candidates those with the best fit are meant.
enum class fit : std::uint8_t { none, prefix, unqualified, exact };

std::string without_blanks(const std::string& text) {
  std::string out;
  for (const char c : text)
    if (c != ' ') out += c;
  return out;
}

fit fit_of(const std::string& wanted, const candidate& c) {
  const std::string display = without_blanks(c.name.display), word = without_blanks(wanted);
  if (wanted == c.function->name || word == display) return fit::exact;
  if (word == c.name.base) return fit::unqualified;
  // "k<float,128>" for "ns::k<float, 128>".
  const std::size_t base = display.find(c.name.base + "<");
  if (base != std::string::npos && display.substr(base) == word) return fit::unqualified;
  return display.starts_with(word) || (base != std::string::npos && display.substr(base).starts_with(word)) ? fit::prefix : fit::none;
}

std::string list_of(const std::vector<candidate>& candidates) {
  std::string out;
  std::size_t shown = 0;
  for (const candidate& c : candidates) {
    if (++shown > 8) return out + " ...";
    out += (out.empty() ? "" : ", ") + c.name.display;
  }
  return out;
}

result<std::vector<candidate>> matching(const std::vector<candidate>& all, const word& name) {
  std::vector<candidate> out;
  if (name.text.starts_with("regex:")) {
    try { // std::regex reports a bad pattern by throwing
      const std::regex pattern(name.text.substr(6), std::regex::ECMAScript | std::regex::optimize);
      for (const candidate& c : all)
        if (c.name.display.size() < 4096 && std::regex_search(c.name.display, pattern)) out.push_back(c);
    } catch (const std::regex_error&) {
      return tl::unexpected(name.error("not a regular expression: '" + name.text.substr(6) + "'", {}, 6));
    }
    return out;
  }
  fit best = fit::prefix;
  for (const candidate& c : all) {
    const fit f = fit_of(name.text, c);
    if (f < best || f == fit::none) continue;
    if (f > best) out.clear();
    best = f;
    out.push_back(c);
  }
  return out;
}

} // namespace

result<const ptx::function*> select_kernel(const ptx::module& module, const word& name) {
  std::vector<candidate> all;
  for (const ptx::function& f : module.functions)
    if (f.is_entry) all.push_back({&f, demangle_kernel(f.name)});
  if (all.empty())
    return fail("there is no kernel in the file", {module.file}, "only .entry functions can be launched; a template needs --instantiate 'k<float>'");
  if (name.text.empty()) {
    if (all.size() == 1) return all[0].function;
    return fail("the file has " + std::to_string(all.size()) + " kernels, name one as FILE:KERNEL", {module.file}, "it has: " + list_of(all));
  }
  const auto found = matching(all, name);
  if (!found) return tl::unexpected(found.error());
  if (found->size() == 1) return found->front().function;
  if (found->size() > 1) return tl::unexpected(name.error("'" + name.text + "' could be any of " + std::to_string(found->size()) + " kernels", "they are: " + list_of(*found)));
  std::vector<std::string> names;
  for (const candidate& c : all) names.push_back(c.name.base);
  const std::string near = nearest_name(name.text, names);
  return tl::unexpected(name.error("no kernel is called '" + name.text + "'", near.empty() ? "the file has: " + list_of(all) : "did you mean '" + near + "'?"));
}

} // namespace fpcheck::exec

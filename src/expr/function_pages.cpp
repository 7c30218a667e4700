#include <fpcheck/expr/functions.hpp>
#include <fpcheck/expr/arithmetic.hpp>

#include "elaborator.hpp"
#include "elementary.hpp"
#include "rules.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

namespace fpcheck::expr {
namespace {

std::string with_note(operation o) {
  const std::string_view note = rule_note(o);
  return std::string(rule_text(o)) + (note.empty() ? "" : " (" + std::string(note) + ")");
}

bool is_discrete(const graph& g, node_id n) {
  while (g[n].op == operation::reshape || g[n].op == operation::broadcast || g[n].op == operation::neg) n = g[n].arguments[0];
  if (g[n].body) return is_discrete(g, *g[n].body);
  const operation_family f = family(g[n].op);
  if (f == operation_family::leaf || f == operation_family::discrete || f == operation_family::kink) return true;
  const bool combines = f == operation_family::binary && g[n].op != operation::div && g[n].op != operation::pow;
  const auto& of = g[n].arguments;
  return (combines || g[n].op == operation::where || f == operation_family::structure) && std::all_of(of.begin(), of.end(), [&](node_id a) { return is_discrete(g, a); });
}

/// The operation that a function's example is evaluated by, where one carries its name; how else its gradient comes about.
std::string gradient_of(const function& f, std::string_view example) {
  const auto p = infer(example, {});
  if (!p) return p.error().message;
  for (const node_id n : p->nodes.needed(std::array{p->root})) {
    const node& one = p->nodes[n];
    const bool named = one.body ? one.name == f.name : f.name == printed_name(one.op) || (f.name == "digamma" && one.op == operation::polygamma);
    if (named && !one.body) return with_note(one.op);
  }
  if (f.name == "standardize" || f.name == "rms_scale") return std::string(rule_text(p->nodes, p->root));
  // The example's numbers are constants: only their shapes would make these seem discrete.
  const bool numbers = f.body.empty() && family(p->nodes[p->root].op) == operation_family::leaf;
  if (numbers) return "none: its value depends on shapes alone";
  if (f.body.empty()) return "by the rules of the operations that it is made of";
  const bool discrete = f.body.find("==") != std::string::npos || f.body.find(">=") != std::string::npos || f.body.find("not ") == 0 || f.body == "a and b" || f.body == "a or b";
  return discrete && is_discrete(p->nodes, p->root) ? "none: it is piecewise constant" : "by its definition: " + f.body;
}

std::string error_text(std::string_view name) {
  operation of = operation::input;
  for (const elementary_row& r : elementary_rows())
    if (printed_name(r.of) == name) of = r.of;
  for (const operation o : {operation::pow, operation::atan2, operation::hypot})
    if (printed_name(o) == name) of = o;
  if (of == operation::input || of == operation::sigmoid || of == operation::softplus) return {};
  const function_error accurate = error_of(of, function_set::accurate), fast = error_of(of, function_set::fast);
  char text[160];
  int used = std::snprintf(text, sizeof text, "%g ulp in the library of binary32, %g", accurate.ulps, fast.ulps);
  if (fast.ulps_per_argument > 0) used += std::snprintf(text + used, sizeof text - static_cast<std::size_t>(used), " + %g |x|", fast.ulps_per_argument);
  used += std::snprintf(text + used, sizeof text - static_cast<std::size_t>(used), " ulp");
  if (fast.absolute > 0) used += std::snprintf(text + used, sizeof text - static_cast<std::size_t>(used), " and %g", fast.absolute);
  std::snprintf(text + used, sizeof text - static_cast<std::size_t>(used), " in fast math");
  return text;
}

function_page page_of(const page& p) {
  const function& f = *find_function(p.name);
  return {f.name,           f.signature, std::string(p.summary), std::string(p.shapes), std::string(p.example), gradient_of(f, p.example),
          error_text(f.name), aliases_of(f.name)};
}

} // namespace

std::vector<function_page> function_pages() {
  std::vector<function_page> out;
  for (const page& p : all_pages()) out.push_back(page_of(p));
  return out;
}

result<function_page> function_page_of(std::string_view name) {
  if (const function* f = find_function(name))
    if (const page* p = find_page(f->name)) return page_of(*p);
  const std::string near = close_name(std::string(name), function_names());
  return fail("there is no function '" + std::string(name) + "'", {}, near.empty() ? "fpcheck functions lists them" : "did you mean '" + near + "'?");
}

} // namespace fpcheck::expr

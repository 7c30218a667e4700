#include "targets.hpp"

#include "../../src/cli/test_plan.hpp"
#include "../../src/session/included_files.hpp"

#include <fpcheck/expr/differentiate.hpp>
#include <fpcheck/expr/evaluate.hpp>
#include <fpcheck/expr/infer.hpp>
#include <fpcheck/expr/print.hpp>
#include <fpcheck/expr/verify.hpp>
#include <fpcheck/launch/case.hpp>
#include <fpcheck/launch/signature.hpp>
#include <fpcheck/launch/value.hpp>
#include <fpcheck/report/document.hpp>
#include <fpcheck/session/settings.hpp>
#include <fpcheck/tensor/file.hpp>

#include <array>
#include <cstdlib>
#include <string>

namespace fpcheck::fuzz {
namespace {

/// What becomes of words that a file gave, up to the point where something would be read or run.
void use(const launch::case_text& text) {
  session::settings s;
  (void)session::apply_options(s, text.options);
  for (const launch::launch_text& l : text.launches)
    for (const launch::assignment& a : l.assignments) (void)launch::parse_value(a.value);
}

} // namespace

void run_comments(std::string_view text) {
  (void)launch::scan_signatures(text, "fuzz.cu");
  (void)session::scan_includes(text);
  const auto comments = launch::scan_comments(text, "fuzz.cu");
  if (!comments && comments.error().text().empty()) std::abort();
  if (comments)
    for (const launch::case_text& c : comments->cases) use(c);
}

void run_toml(std::string_view text) {
  if (!tensor::write_bytes("fuzz.toml", text)) std::abort();
  const auto cases = cli::read_configuration("fuzz.toml");
  if (!cases && cases.error().text().empty()) std::abort();
  if (cases)
    for (const cli::listed_case& c : *cases)
      if (c.text) use(*c.text);
}

void run_expression(std::string_view text) {
  using namespace expr;
  environment names;
  names.tensors = {{"x", {{3, "N"}, {4, ""}}}, {"y", {{4, ""}}}, {"A", {{3, ""}, {3, ""}}}, {"s", {}}, {"ids", {{2, ""}}}};
  names.dimensions = {{"N", 3}};
  graph g;
  const auto tree = parse(text);
  if (!tree) return;
  const auto root = infer(*tree, names, g);
  if (!root) {
    if (root.error().text().empty()) std::abort();
    return;
  }
  constexpr std::int64_t most = 4096;
  std::int64_t elements = 0;
  for (const node_id n : g.needed(std::array{*root})) elements = std::min(elements + element_count(g.shape_of(n)), most + 1);
  if (elements > most) return; // that is refused or takes its time
  (void)fpcheck::expr::text(g, *root);
  const bindings inputs = random_inputs(g, 1, domain::normal);
  (void)evaluate<double>(g, std::array{*root}, inputs, exact_arithmetic());
  const auto x = g.find_input("x");
  if (!x || element_count(g.shape_of(*root)) != 1) return;
  const auto d = gradient(g, *root, std::array{*x});
  if (d) (void)evaluate<double>(g, d->gradients, inputs, exact_arithmetic());
}

void run_report(std::string_view text) {
  const auto d = report::read_json(std::string(text), "fuzz.json");
  if (!d) {
    if (d.error().text().empty()) std::abort();
    return;
  }
  for (const std::string& format : report::format_names()) (void)report::write(*d, format, report::attached_lines(*d), report::colour::off);
}

} // namespace fpcheck::fuzz

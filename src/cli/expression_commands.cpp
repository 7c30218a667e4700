#include <fpcheck/session/binding.hpp>
#include <fpcheck/expr/commands.hpp>
#include <fpcheck/report/document.hpp>
#include <fpcheck/session/progress.hpp>
#include <fpcheck/tensor/file.hpp>

#include "commands.hpp"
#include "json_number.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>
#include <ostream>

namespace fpcheck::cli {
namespace {

using json = nlohmann::ordered_json;

/// The expression's inputs from the words after it.
result<expr::named_inputs> read_inputs(const expression_command& c, const char* command) {
  std::vector<std::string> arguments{"fpcheck", command};
  arguments.insert(arguments.end(), c.words.begin(), c.words.end());
  const std::vector<launch::word> words = launch::command_line_words(arguments);
  std::vector<launch::option_text> none;
  auto launch = launch::parse_launch({words.begin() + 3, words.end()}, none);
  if (!launch) return tl::unexpected(launch.error());
  if (!launch->kernel.text.empty())
    return tl::unexpected(launch->kernel.error("'" + launch->kernel.text + "' is not NAME=VALUE"));
  auto values = session::read_values(launch->assignments, "", c.seed, session::named_kinds::all);
  if (!values) return tl::unexpected(values.error());
  expr::named_inputs out;
  out.dimensions = std::move(values->dimensions);
  for (const auto& [name, text] : values->scalars)
    if (!out.dimensions.contains(name)) out.scalars[name] = text;
  out.dimension_names = std::move(values->extents);
  for (exec::buffer& b : values->buffers) {
    tensor::array a;
    a.type = b.type;
    a.shape = std::move(b.shape);
    a.data = std::move(b.data);
    out.tensors.emplace(b.name, std::move(a));
  }
  return out;
}

json reals(const std::vector<double>& values) {
  json out = json::array();
  for (const double v : values) out.push_back(json_number(v));
  return out;
}

/// Rows of a matrix on a line each; of more than 64 elements the first. Values with a radius are written with it.
void write_values(const std::vector<std::int64_t>& sizes, const std::vector<double>& values, std::ostream& out, const std::vector<double>& radius = {}) {
  constexpr std::size_t most = 64;
  const std::size_t row = sizes.empty() ? 1 : static_cast<std::size_t>(std::max<std::int64_t>(1, sizes.back()));
  for (std::size_t i = 0; i < values.size() && i < most; ++i) {
    char text[40];
    std::snprintf(text, sizeof text, "%.17g", std::isnan(values[i]) ? std::fabs(values[i]) : values[i]); // a NaN has no sign to read
    out << "  " << text;
    if (i < radius.size() && radius[i] > 0) {
      std::snprintf(text, sizeof text, "%.2g", radius[i]);
      out << " +- " << text;
    }
    out << ((i + 1) % row == 0 ? "\n" : "");
  }
  if (values.size() > most) out << "\n  ... " << values.size() - most << " more (--save writes all)\n";
}

result<void> save(const std::string& path, const std::vector<std::int64_t>& sizes, const std::vector<double>& values) {
  if (path.empty()) return {};
  tensor::array a(tensor::dtype::f64, {sizes.begin(), sizes.end()});
  for (std::size_t i = 0; i < values.size(); ++i) a.set(i, values[i]);
  const auto written = tensor::save(path, a);
  return written ? result<void>{} : result<void>(tl::unexpected(written.error()));
}

result<void> check(const expression_command& c) {
  if (c.format != "text" && c.format != "json")
    return fail("text or json, not " + tensor::quoted(c.format), {"command line"});
  return {};
}

diagnostic with_place(diagnostic d) {
  if (d.where.file.empty()) d.where.file = "expression";
  return d;
}

void write_gradient(const expr::gradient_report& g, std::ostream& out) {
  out << "\nd/d" << g.name << " = " << g.formula;
  if (!g.convention.empty()) out << "   (" << g.convention << ')';
  out << '\n';
  write_values(g.sizes, g.values, out);
}

} // namespace

exit_code eval(const expression_command& c, const streams& s) {
  if (const auto ok = check(c); !ok) return complain(ok.error(), s);
  const auto inputs = read_inputs(c, "eval");
  if (!inputs) return complain(inputs.error(), s);
  std::optional<session::progress> bar("evaluating " + c.words[0]);
  const auto value = expr::eval_command(c.words[0], *inputs);
  bar.reset();
  if (!value) return complain(with_place(value.error()), s);
  if (const auto ok = save(c.save, value->sizes, value->values); !ok) return complain(ok.error(), s);
  const exit_code code = value->is_certified() ? exit_code::passed : exit_code::incomplete;
  if (c.format == "json") {
    s.out << json{{"schema", "fpcheck/eval-1"},        {"expression", c.words[0]},     {"shape", value->sizes},
                  {"values", reals(value->values)},    {"decimals", value->decimals},  {"radius", reals(value->radius)},
                  {"computed_in", value->computed_in}, {"undecided", value->undecided},
                  {"certified", value->certified}}
                 .dump(2)
          << '\n';
    return code;
  }
  s.out << value->shape << ", computed in " << value->computed_in << '\n';
  std::vector<double> open(value->radius); // what is not certified is written with its radius
  for (std::size_t i = 0; i < open.size(); ++i)
    if (value->certified[i]) open[i] = 0;
  if (value->decimals.size() == 1 && value->is_certified())
    s.out << "  " << value->decimals[0] << '\n';
  else
    write_values(value->sizes, value->values, s.out, open);
  if (value->undecided > 0) s.out << "  " << value->undecided << " elements lie at a kink or a tie\n";
  if (const auto n = std::count(value->certified.begin(), value->certified.end(), false); n > 0)
    s.out << "  not certified: " << n << (n == 1 ? " element, known" : " elements, known") << " only within the radius written with it\n";
  return code;
}

exit_code grad(const expression_command& c, const streams& s) {
  const std::string file = c.words[0].substr(0, c.words[0].rfind(':'));
  for (const std::string& name : {c.words[0], file})
    if (name.ends_with(".cu") || name.ends_with(".ptx")) return check_gradients(c, s);
  if (const auto ok = check(c); !ok) return complain(ok.error(), s);
  const auto inputs = read_inputs(c, "grad");
  if (!inputs) return complain(inputs.error(), s);
  std::optional<session::progress> bar("deriving " + c.words[0]);
  const auto g = expr::grad_command(c.words[0], c.wrt, *inputs, c.seed);
  bar.reset();
  if (!g) return complain(with_place(g.error()), s);
  if (!c.save.empty() && g->gradients.size() == 1)
    if (const auto ok = save(c.save, g->gradients[0].sizes, g->gradients[0].values); !ok)
      return complain(ok.error(), s);
  if (!c.save.empty() && g->gradients.size() != 1)
    return complain({"--save takes one gradient; there are " + std::to_string(g->gradients.size()),
                     {"command line"},
                     {},
                     "choose it with --wrt"},
                    s);
  // A derivation that its own checks contradict is a defect; one that could not be checked is incomplete.
  const exit_code code = g->checks.agrees()          ? exit_code::passed
                         : g->checks.failure.empty() ? exit_code::internal_error
                                                     : exit_code::incomplete;
  if (c.format == "json") {
    json list = json::array();
    for (const expr::gradient_report& one : g->gradients)
      list.push_back({{"name", one.name},
                      {"formula", one.formula},
                      {"latex", one.latex},
                      {"shape", one.sizes},
                      {"values", reals(one.values)}});
    s.out << json{{"schema", "fpcheck/grad-1"}, {"expression", c.words[0]},      {"derivation", g->derivation},
                  {"gradients", list},          {"constants", g->constants}, {"assumptions", g->assumptions}, {"checks", g->checks.text()}}
                 .dump(2)
          << '\n';
    return code;
  }
  s.out << g->derivation;
  for (const expr::gradient_report& one : g->gradients) write_gradient(one, s.out);
  for (const std::string& n : g->constants) s.out << "not differentiated: " << n << " holds integers\n";
  for (const std::string& a : g->assumptions) s.out << "assumed: " << a << '\n';
  s.out << "checked: " << g->checks.text() << '\n';
  return code;
}

} // namespace fpcheck::cli

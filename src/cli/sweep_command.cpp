#include <fpcheck/report/difference.hpp>
#include <fpcheck/report/document.hpp>
#include <fpcheck/session/nvcc.hpp>
#include <fpcheck/sweep/sweep.hpp>
#include <fpcheck/tensor/difference.hpp>
#include <fpcheck/tensor/file.hpp>

#include "json_number.hpp"
#include "library_sweep_command.hpp"

#include <nlohmann/json.hpp>

#include <cstdio>
#include <ostream>

namespace fpcheck::cli {
namespace {

using json = nlohmann::ordered_json;
using report::grouped;

/// A number with its code.
std::string coded(tensor::dtype type, std::uint64_t code) {
  char text[64];
  std::snprintf(text, sizeof text, "%.9g (0x%0*llx)", tensor::decode(type, code), static_cast<int>(2 * tensor::size_of(type)),
                static_cast<unsigned long long>(code));
  return text;
}

std::string arguments_text(const sweep::sweep_point& p, const sweep::swept_function& f, const std::vector<std::string>& names) {
  std::string out;
  for (std::size_t k = 0; k < names.size(); ++k)
    out += (k == 0 ? "" : ", ") + names[k] + " = " + coded(f.arguments[k], p.arguments[k]);
  return out;
}

std::string point_text(const sweep::sweep_point& p, const sweep::swept_function& f, const std::vector<std::string>& names) {
  return "at " + arguments_text(p, f, names) + ": " + coded(f.result, p.result) + ", exactly " + number(p.exact, 12);
}

/// What a sweep is, for its report.
struct sweep_report {
  const sweep::swept_function& function;
  const sweep_command& command;
  const sweep::sweep_inputs& inputs;
  const sweep::sweep_judge& judge;
};

void write_text(const sweep_report& r, std::ostream& out) {
  const sweep::sweep_tally& t = r.judge.tally();
  const auto& names = r.judge.names();
  out << r.function.signature() << " against " << r.command.reference << ": " << grouped(t.points) << " inputs, "
      << (r.inputs.complete() ? "every one" : r.function.arguments.size() == 1 ? "a sample (--all for every one)" : "a sample") << '\n';
  if (t.worst) out << "  largest error: " << number(t.worst->ulps) << " ulp " << point_text(*t.worst, r.function, names) << '\n';
  if (t.worst_subnormal && t.worst_subnormal->ulps > 0)
    out << "  of subnormal results: " << number(t.worst_subnormal->ulps) << " ulp " << point_text(*t.worst_subnormal, r.function, names) << '\n';
  for (std::size_t i = 0; i < sweep::special_count; ++i)
    if (t.specials[i] > 0)
      out << "  " << sweep::describe(static_cast<sweep::special>(i)).name << ": " << grouped(t.specials[i]) << ", first "
          << point_text(*t.special_examples[i], r.function, names) << '\n';
  if (t.reversal)
    out << "  not monotone: " << grouped(t.reversals) << " steps go the wrong way, the largest by " << number(t.reversal_steps)
        << " ulp from " << arguments_text((*t.reversal)[0], r.function, names) << " to "
        << arguments_text((*t.reversal)[1], r.function, names) << '\n';
  if (t.undecided > 0)
    out << "  undecided: " << grouped(t.undecided) << " exact values, first at "
        << arguments_text(*t.undecided_example, r.function, names) << '\n';
  out << "  error in " << tensor::name(r.function.result) << " ulp:\n";
  out << report::histogram_text(t.histogram);
  const exit_code verdict = t.verdict();
  if (verdict == exit_code::findings)
    out << (t.beyond > 0 ? grouped(t.beyond) + " results beyond " + r.command.tolerance : "special results differ") << '\n';
  else
    out << (verdict == exit_code::passed ? "within " + r.command.tolerance : "incomplete: not every exact value is known") << '\n';
}

json describe(const sweep::sweep_point& p, const sweep::swept_function& f, const std::vector<std::string>& names) {
  json out;
  for (std::size_t k = 0; k < names.size(); ++k) out["arguments"][names[k]] = coded(f.arguments[k], p.arguments[k]);
  out["result"] = coded(f.result, p.result);
  out["exact"] = json_number(p.exact);
  out["ulps"] = p.ulps;
  return out;
}

void write_json(const sweep_report& r, std::ostream& out) {
  const sweep::sweep_tally& t = r.judge.tally();
  const auto point = [&](const std::optional<sweep::sweep_point>& p) { return p ? describe(*p, r.function, r.judge.names()) : json(); };
  json specials = json::array();
  for (std::size_t i = 0; i < sweep::special_count; ++i)
    if (t.specials[i] > 0)
      specials.push_back({{"kind", sweep::describe(static_cast<sweep::special>(i)).name}, {"count", t.specials[i]}, {"first", point(t.special_examples[i])}});
  const json j{{"schema", "fpcheck/sweep-1"},
               {"function", r.function.signature()},
               {"reference", r.command.reference},
               {"tolerance", r.command.tolerance},
               {"inputs", t.points},
               {"complete", r.inputs.complete()},
               {"worst", point(t.worst)},
               {"worst_subnormal", point(t.worst_subnormal)},
               {"beyond", t.beyond},
               {"specials", specials},
               {"undecided", t.undecided},
               {"reversals", t.reversals},
               {"histogram", t.histogram},
               {"verdict", report::name(t.verdict())}};
  out << j.dump(2) << '\n';
}

/// "LO,HI".
result<std::array<double, 2>> parse_domain(const std::string& text) {
  const std::size_t comma = text.find(',');
  std::array<double, 2> out{};
  const auto low = tensor::parse_code(tensor::dtype::f64, text.substr(0, comma));
  const auto high = comma == std::string::npos ? low : tensor::parse_code(tensor::dtype::f64, text.substr(comma + 1));
  if (comma == std::string::npos || !low || !high)
    return fail("no domain is written so: " + tensor::quoted(text), {"command line"}, "--domain LO,HI");
  out = {tensor::decode(tensor::dtype::f64, *low), tensor::decode(tensor::dtype::f64, *high)};
  return out;
}

result<double> parse_ulps(const std::string& text) {
  const auto t = tensor::parse_tolerance(text, tensor::dtype::f32);
  if (!t || t->bitwise || t->allowed.absolute != 0 || t->allowed.relative != 0)
    return fail("a sweep's tolerance is in ulps, not " + tensor::quoted(text), {"command line"}, "--tol 2ulp");
  return t->allowed.ulps;
}

/// The engine unless a device is asked for: that does not tell of faults.
result<sweep::code_source> source_of(const sweep::swept_function& f, const std::string& on) {
  const auto device = wants_device(on.empty() ? "cpu" : on);
  if (!device) return tl::unexpected(device.error());
  if (*device) return sweep::results_on_device(f);
  return [&f](const sweep::code_lists& arguments) { return sweep::results_of(f, arguments, 1); };
}

} // namespace

exit_code sweep(const sweep_command& c, const streams& s) {
  if (c.format != "text" && c.format != "json")
    return complain({"sweep writes text or json, not " + tensor::quoted(c.format), {"command line"}}, s);
  const std::vector<launch::word> words = launch::command_line_words({"fpcheck", "sweep", c.function});
  const session::kernel_name name = session::split_kernel_name(words[2]);
  const bool ptx = name.file.ends_with(".ptx");
  if (name.kernel.text.empty() && !ptx)
    return complain({"which function? " + tensor::quoted(c.function), {"command line"}, {}, "fpcheck sweep FILE:FUNCTION --ref EXPR"}, s);
  const auto tolerance = parse_ulps(c.tolerance);
  if (!tolerance) return complain(tolerance.error(), s);
  sweep::input_choice choice;
  choice.wanted = c.all ? sweep::input_choice::coverage::all : sweep::input_choice::coverage::sample;
  choice.samples = c.samples;
  choice.seed = c.seed;
  if (!c.domain.empty()) {
    const auto domain = parse_domain(c.domain);
    if (!domain) return complain(domain.error(), s);
    choice.domain = *domain;
  }
  const auto flags = session::split_flags(c.nvcc);
  if (!flags) return complain(flags.error(), s);
  const auto f = sweep::wrap_function({name.file, name.kernel.text.empty() ? "function" : name.kernel.text, c.types, *flags});
  if (!f) return complain(f.error(), s);
  if (!c.save_ptx.empty())
    if (const auto written = tensor::write_bytes(c.save_ptx, f->code->ptx); !written) return complain(written.error(), s);
  const auto inputs = sweep::sweep_inputs::make(f->arguments, choice);
  if (!inputs) return complain(inputs.error(), s);
  const auto source = source_of(*f, c.on);
  if (!source) return complain(source.error(), s);
  const auto judge = sweep::run(*f, *inputs, c.reference, *tolerance, *source);
  if (!judge) return complain(judge.error(), s);
  const sweep_report r{*f, c, *inputs, *judge};
  if (c.format == "json")
    write_json(r, s.out);
  else
    write_text(r, s.out);
  return judge->tally().verdict();
}

} // namespace fpcheck::cli

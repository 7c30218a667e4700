#include <fpcheck/exec/run.hpp>
#include <fpcheck/report/difference.hpp>
#include <fpcheck/report/document.hpp>
#include <fpcheck/tensor/difference.hpp>
#include <fpcheck/tensor/file.hpp>

#include "commands.hpp"
#include "sweep.hpp"
#include "terminal.hpp"

#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdio>
#include <cstring>
#include <ostream>

namespace fpcheck::cli {
namespace {

using json = nlohmann::ordered_json;
using report::grouped;
using report::number;

constexpr std::uint64_t chunk = std::uint64_t{1} << 18;
constexpr std::uint32_t block_threads = 128;

exec::buffer buffer_of(std::string name, exec::buffer_role role, tensor::dtype type, std::uint64_t count) {
  exec::buffer out;
  out.name = std::move(name);
  out.role = role;
  out.type = type;
  out.shape = {count};
  out.data.resize(count * tensor::size_of(type));
  return out;
}

template <class T>
exec::argument value_argument(T value) {
  exec::argument out;
  out.bytes.resize(sizeof value);
  std::memcpy(out.bytes.data(), &value, sizeof value);
  return out;
}

exec::argument pointer_argument(std::uint32_t buffer) {
  exec::argument out;
  out.bytes.resize(8);
  out.pointers.push_back({0, buffer, 0});
  return out;
}

/// The launch of the wrapper for some arguments: x, z (or null), y, n.
exec::run_request request_for(const swept_function& f, const code_lists& arguments) {
  const std::uint64_t count = arguments[0].size();
  exec::run_request out;
  out.shadow = exec::shadow_kind::none;
  exec::launch launch;
  launch.kernel = f.kernel;
  launch.grid.x = static_cast<std::uint32_t>((count + block_threads - 1) / block_threads);
  launch.block.x = block_threads;
  for (std::size_t k = 0; k < arguments.size(); ++k) {
    exec::buffer b = buffer_of(k == 0 ? "x" : "z", exec::buffer_role::input, f.arguments[k], count);
    const std::size_t bytes = tensor::size_of(b.type);
    for (std::uint64_t i = 0; i < count; ++i) tensor::store_code(b.type, b.data.data() + i * bytes, arguments[k][i]);
    out.buffers.push_back(std::move(b));
    launch.arguments.push_back(pointer_argument(static_cast<std::uint32_t>(k)));
  }
  if (arguments.size() == 1) launch.arguments.push_back(value_argument(std::uint64_t{0}));
  launch.arguments.push_back(pointer_argument(static_cast<std::uint32_t>(arguments.size())));
  launch.arguments.push_back(value_argument(static_cast<std::uint32_t>(count)));
  out.buffers.push_back(buffer_of("y", exec::buffer_role::output, f.result, count));
  out.launches.push_back(std::move(launch));
  return out;
}

/// The function's results on the emulated device. Error: it faulted (a finding), or something is not modelled.
result<std::vector<std::uint64_t>> run_function(const swept_function& f, const code_lists& arguments) {
  const exec::run_request request = request_for(f, arguments);
  exec::run_plan plan;
  plan.domain = exec::no_shadow();
  plan.interrupt = &interrupted();
  plan.tracks_races = false;
  const auto record = exec::run(*f.code->program, request, plan);
  if (!record) return tl::unexpected(record.error());
  if (interrupted()) return tl::unexpected(diagnostic{"interrupted", {}, {}, {}, exit_code::interrupted});
  if (!record->faults.empty())
    return tl::unexpected(diagnostic{"the function faults: " + record->faults[0].detail, {}, {}, {}, exit_code::findings});
  if (!record->incomplete.empty())
    return tl::unexpected(diagnostic{"the run is incomplete: " + record->incomplete[0].what, {}, {}, {}, exit_code::incomplete});
  const exec::region_bytes& data = record->buffers.back()->data;
  std::vector<std::uint64_t> out(arguments[0].size());
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = tensor::load_code(f.result, data.data() + i * tensor::size_of(f.result));
  return out;
}

/// A number with its code.
std::string coded(tensor::dtype type, std::uint64_t code) {
  char text[64];
  std::snprintf(text, sizeof text, "%.9g (0x%0*llx)", tensor::decode(type, code), static_cast<int>(2 * tensor::size_of(type)),
                static_cast<unsigned long long>(code));
  return text;
}

std::string arguments_text(const sweep_point& p, const swept_function& f, const std::vector<std::string>& names) {
  std::string out;
  for (std::size_t k = 0; k < names.size(); ++k)
    out += (k == 0 ? "" : ", ") + names[k] + " = " + coded(f.arguments[k], p.arguments[k]);
  return out;
}

std::string point_text(const sweep_point& p, const swept_function& f, const std::vector<std::string>& names) {
  char exact[40];
  std::snprintf(exact, sizeof exact, "%.12g", p.exact);
  return "at " + arguments_text(p, f, names) + ": " + coded(f.result, p.result) + ", exactly " + exact;
}

/// What a sweep is, for its report.
struct sweep_report {
  const swept_function& function;
  const sweep_command& command;
  const sweep_inputs& inputs;
  const sweep_judge& judge;
};

void write_text(const sweep_report& r, std::ostream& out) {
  const sweep_tally& t = r.judge.tally();
  const auto& names = r.judge.names();
  out << r.function.signature() << " against " << r.command.reference << ": " << grouped(t.points) << " inputs, "
      << (r.inputs.complete() ? "every one" : r.function.arguments.size() == 1 ? "a sample (--all for every one)" : "a sample") << '\n';
  if (t.worst) out << "  largest error: " << number(t.worst->ulps) << " ulp " << point_text(*t.worst, r.function, names) << '\n';
  if (t.worst_subnormal && t.worst_subnormal->ulps > 0)
    out << "  of subnormal results: " << number(t.worst_subnormal->ulps) << " ulp " << point_text(*t.worst_subnormal, r.function, names) << '\n';
  for (std::size_t i = 0; i < special_count; ++i)
    if (t.specials[i] > 0)
      out << "  " << describe(static_cast<special>(i)).name << ": " << grouped(t.specials[i]) << ", first "
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

json describe(const sweep_point& p, const swept_function& f, const std::vector<std::string>& names) {
  json out;
  for (std::size_t k = 0; k < names.size(); ++k) out["arguments"][names[k]] = coded(f.arguments[k], p.arguments[k]);
  out["result"] = coded(f.result, p.result);
  out["exact"] = std::isfinite(p.exact) ? json(p.exact) : json(number(p.exact));
  out["ulps"] = p.ulps;
  return out;
}

void write_json(const sweep_report& r, std::ostream& out) {
  const sweep_tally& t = r.judge.tally();
  const auto point = [&](const std::optional<sweep_point>& p) { return p ? describe(*p, r.function, r.judge.names()) : json(); };
  json specials = json::array();
  for (std::size_t i = 0; i < special_count; ++i)
    if (t.specials[i] > 0)
      specials.push_back({{"kind", describe(static_cast<special>(i)).name}, {"count", t.specials[i]}, {"first", point(t.special_examples[i])}});
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

result<sweep_judge> sweep(const sweep_command& c, const swept_function& f, const sweep_inputs& inputs, double tolerance) {
  auto judge = sweep_judge::make(c.reference, f, tolerance);
  if (!judge) return judge;
  for (std::uint64_t at = 0; at < inputs.size(); at += chunk) {
    const progress bar("sweeping " + f.name + ", " + std::to_string(100 * at / inputs.size()) + " %");
    const auto arguments = inputs.codes(at, chunk);
    if (arguments[0].empty()) continue;
    const auto results = run_function(f, arguments);
    if (!results) return tl::unexpected(results.error());
    if (const auto ok = judge->take(arguments, *results); !ok) return tl::unexpected(ok.error());
  }
  return judge;
}

} // namespace

exit_code sweep(const sweep_command& c, const streams& s) {
  if (c.format != "text" && c.format != "json")
    return complain({"sweep writes text or json, not " + tensor::quoted(c.format), {"command line"}}, s);
  const std::vector<launch::word> words = launch::command_line_words({"fpcheck", "sweep", c.function});
  const kernel_name name = split_kernel_name(words[2]);
  const bool ptx = name.file.ends_with(".ptx");
  if (name.kernel.text.empty() && !ptx)
    return complain({"which function? " + tensor::quoted(c.function), {"command line"}, {}, "fpcheck sweep FILE:FUNCTION --ref EXPR"}, s);
  const auto tolerance = parse_ulps(c.tolerance);
  if (!tolerance) return complain(tolerance.error(), s);
  input_choice choice;
  choice.wanted = c.all ? input_choice::coverage::all : input_choice::coverage::sample;
  choice.samples = c.samples;
  choice.seed = c.seed;
  if (!c.domain.empty()) {
    const auto domain = parse_domain(c.domain);
    if (!domain) return complain(domain.error(), s);
    choice.domain = *domain;
  }
  const auto flags = split_flags(c.nvcc);
  if (!flags) return complain(flags.error(), s);
  const auto f = wrap_function({name.file, name.kernel.text.empty() ? "function" : name.kernel.text, c.types, *flags});
  if (!f) return complain(f.error(), s);
  if (!c.save_ptx.empty())
    if (const auto written = tensor::write_bytes(c.save_ptx, f->code->ptx); !written) return complain(written.error(), s);
  const auto inputs = sweep_inputs::make(f->arguments, choice);
  if (!inputs) return complain(inputs.error(), s);
  const auto judge = sweep(c, *f, *inputs, *tolerance);
  if (!judge) return complain(judge.error(), s);
  const sweep_report r{*f, c, *inputs, *judge};
  if (c.format == "json")
    write_json(r, s.out);
  else
    write_text(r, s.out);
  return judge->tally().verdict();
}

} // namespace fpcheck::cli

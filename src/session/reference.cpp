#include <fpcheck/session/reference.hpp>
#include <fpcheck/analysis/taken_nan.hpp>
#include <fpcheck/expr/commands.hpp>
#include <fpcheck/expr/infer.hpp>
#include <fpcheck/metric/distance.hpp>
#include <fpcheck/session/binding.hpp>
#include <fpcheck/session/interrupt.hpp>
#include <fpcheck/tensor/file.hpp>
#include <fpcheck/tolerance/reference.hpp>
#include <fpcheck/verdict/verdict.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <cstdio>

namespace fpcheck::session {
namespace {

using analysis::finding;

/// The output that a reference without a name means.
result<std::uint32_t> only_output(const exec::run_request& request, const launch::word& where) {
  std::vector<std::uint32_t> outputs;
  std::string names;
  for (std::uint32_t i = 0; i < request.buffers.size(); ++i)
    if (request.buffers[i].role != exec::buffer_role::input) {
      outputs.push_back(i);
      names += (names.empty() ? "" : ", ") + request.buffers[i].name;
    }
  if (outputs.size() == 1) return outputs[0];
  if (outputs.empty())
    return tl::unexpected(
        where.error("the kernel has no output to compare with a reference", "give one as out=empty:SHAPE"));
  return tl::unexpected(where.error("there are several outputs: say which the reference is for",
                                    "write --ref OUT=...; the outputs are " + names));
}

result<tolerance::reference> read_file(const launch::word& value, const reference_context& context,
                                       const exec::buffer& output) {
  std::string path = value.text.substr(1);
  const tensor::array* given = session::find_given(context.given, path);
  if (value.where.file != launch::command_line_name && !context.directory.empty() && !path.starts_with('/'))
    path = context.directory + '/' + path;
  auto loaded = given != nullptr ? result<tensor::array>(*given) : tensor::load(path);
  if (!loaded)
    return tl::unexpected(value.error(loaded.error().where.file + ": " + loaded.error().message, loaded.error().hint));
  // Codes of bf16 and fp8 stand as unsigned integers in files that have no name for them.
  if (loaded->type != output.type && tensor::is_real(output.type) &&
      tensor::class_of(loaded->type) == tensor::dtype_class::unsigned_integer)
    if (auto codes = tensor::reinterpret(*loaded, output.type)) loaded = std::move(codes);
  if (tensor::element_count(loaded->shape) != tensor::element_count(output.shape))
    return tl::unexpected(value.error("the reference is " + tensor::text(loaded->shape) + ", but " + output.name +
                                      " is " + tensor::text(output.shape)));
  return tolerance::from_tensor(*loaded);
}

/// A scalar as the kernel sees it: rounded to its parameter's type.
std::string as_stored(const std::string& name, const std::string& text, const reference_context& context) {
  for (const launch::kernel_signature& k : context.signatures.kernels)
    for (const launch::kernel_parameter& p : k.parameters) {
      if (p.name != name || p.type.is_pointer() || !p.type.element || !tensor::is_real(*p.type.element)) continue;
      const auto code = tensor::parse_code(*p.type.element, text);
      if (!code) return text;
      char hex[64];
      std::snprintf(hex, sizeof hex, "%a", tensor::decode(*p.type.element, *code));
      return hex;
    }
  return text;
}

} // namespace

tolerance::declaration declaration_of(const settings& s, tensor::dtype output) {
  tolerance::declaration d;
  d.accumulator = !s.accumulator.empty() ? s.accumulator : output == tensor::dtype::f64 ? "f64" : "f32";
  d.output = s.output_format;
  const auto has = [&](const char* flag) {
    return std::find(s.nvcc_flags.begin(), s.nvcc_flags.end(), flag) != s.nvcc_flags.end();
  };
  const bool fast = has("-use_fast_math") || has("--use_fast_math");
  if (fast) d.functions = expr::function_set::fast;
  if (fast || has("-ftz=true") || has("--ftz=true")) d.subnormal = expr::subnormal_results::flushed;
  return d;
}

namespace {

/// A diagnostic of the expression's own text, moved to where the expression stands on its line.
diagnostic moved(const diagnostic& d, const launch::word& value) {
  const std::size_t offset = d.where.line <= 1 && d.where.column > 0 ? d.where.column - 1 : 0;
  return value.error(d.message, d.hint, offset);
}

/// One number for every element of an output.
void spread(tolerance::reference& r, const std::vector<std::uint64_t>& shape, std::size_t count) {
  for (std::vector<double>* v : {&r.value, &r.low, &r.probable, &r.worst, &r.centre})
    if (v->size() == 1) v->assign(count, v->front());
  r.sizes.assign(shape.begin(), shape.end());
}

/// The value of an expression, and the expression itself in `kept`.
result<tolerance::reference> evaluate(const launch::word& value, const settings& s, const reference_context& context,
                                      const exec::buffer& output, std::optional<formula>& kept) {
  const auto inputs = reference_inputs(s, context);
  if (!inputs) return tl::unexpected(inputs.error());
  auto program = expr::infer(value.text, expr::environment_of(*inputs));
  if (!program) return tl::unexpected(moved(program.error(), value));
  tolerance::declaration d = declaration_of(s, output.type);
  if (d.output.empty() && tensor::is_real(output.type)) d.output = tensor::name(output.type);
  auto out = tolerance::make_reference(program->nodes, program->root, expr::bindings_of(*inputs), d, [](double) { return !interrupted(); });
  if (!out && out.error().code == exit_code::interrupted) return tl::unexpected(out.error());
  if (!out) return tl::unexpected(moved(out.error(), value));
  const auto wanted = static_cast<std::size_t>(tensor::element_count(output.shape).value_or(0));
  const bool is_scalar = out->size() == 1 && out->sizes.empty();
  if (is_scalar && wanted != 1) spread(*out, output.shape, wanted);
  if (out->size() != wanted)
    return tl::unexpected(value.error("the reference has " + std::to_string(out->size()) + " elements (" +
                                      expr::text(program->nodes.shape_of(program->root)) + "), but " + output.name +
                                      " is " + tensor::text(output.shape)));
  if (tensor::is_real(output.type) && (wanted == 1 || !is_scalar)) kept = formula{*std::move(program), expr::bindings_of(*inputs)};
  return out;
}

/// Where the distance of an output from its reference comes from.
std::optional<verdict::error_split> split_of(const exec::buffer& b, const tolerance::reference& y, const analysis::element_bounds& s) {
  verdict::error_split out;
  const metric::grid g = tensor::grid_of(b.type);
  double farthest = -1;
  for (std::size_t i = 0; i < y.size() && i < s.computed.size(); ++i) {
    const double rounding = metric::error_in_ulps(g, s.computed[i], s.midpoint[i]);
    const double algorithm = metric::error_in_ulps(g, s.midpoint[i], y.value[i]);
    if (!(s.radius[i] < INFINITY) || !(rounding < INFINITY) || !(algorithm < INFINITY)) continue;
    ++out.elements;
    out.rounding_mean += rounding, out.rounding_max = std::max(out.rounding_max, rounding);
    out.algorithm_mean += algorithm, out.algorithm_max = std::max(out.algorithm_max, algorithm);
    const double distance = metric::error_in_ulps(g, s.computed[i], y.value[i]);
    if (!(distance > farthest)) continue;
    farthest = distance;
    out.worst_element = i;
    out.worst_reference = y.value[i], out.worst_exact = s.midpoint[i], out.worst_computed = s.computed[i];
  }
  if (out.elements == 0) return std::nullopt;
  out.rounding_mean /= static_cast<double>(out.elements), out.algorithm_mean /= static_cast<double>(out.elements);
  return out;
}

/// Places a mismatch that rounding made at the line that made most of the error; false where the algorithm did, or that is not known.
bool place_by_rounding(finding& f, const verdict::comparison& k, const std::vector<analysis::line_error>& lines) {
  if (!k.split || k.split->algorithm_mean > k.split->rounding_mean) return false;
  const auto l = std::find_if(lines.begin(), lines.end(), [&](const analysis::line_error& x) { return x.output == k.output; }); // the largest share first
  if (l == lines.end()) return false;
  f.stack = l->stack, f.ptx_line = l->ptx_line, f.instruction = l->instruction;
  return true;
}

/// How far a stable computation of the reference may be off at an element, in ulps of the output.
std::optional<double> stable_ulps(const tolerance::reference& r, std::uint64_t element, const exec::buffer& output) {
  const auto format = expr::find_number_format(tensor::name(output.type));
  if (!format || element >= r.probable.size()) return std::nullopt;
  const double allowed = tolerance::allowance(r, element, {}, *format, expr::error_tier::probable);
  const double ulp = metric::ulp(tensor::grid_of(output.type), r.value[element]);
  return std::isfinite(allowed) && ulp > 0 ? std::optional(allowed / ulp) : std::nullopt;
}

/// Whether everything that a case gives is zero: nothing then comes of the data.
prepared_reference::inputs inputs_of(const exec::run_request& request) {
  using inputs = prepared_reference::inputs;
  bool has_some = false;
  for (const exec::buffer& b : request.buffers) {
    if (b.role == exec::buffer_role::output || b.data.empty()) continue;
    if (std::any_of(b.data.begin(), b.data.end(), [](std::byte x) { return x != std::byte{0}; })) return inputs::data;
    has_some = true;
  }
  return has_some ? inputs::zeros : inputs::data;
}

/// Whether the kernel wrote nothing to its outputs, and left what it was given as it was: nothing tells it from one that does nothing.
bool left_no_trace(const finished_run& done, const analysis::run_result& run) {
  if (done.before == nullptr) return false;
  for (std::size_t k = 0; k < done.after.buffers.size(); ++k) {
    const exec::buffer& b = done.after.buffers[k];
    if (b.role == exec::buffer_role::inout && done.before->buffers[k].data != b.data) return false;
    const auto wrote = [&](const analysis::output_summary& o) { return o.name == b.name && o.written != 0; };
    if (b.role == exec::buffer_role::output && std::any_of(run.outputs.begin(), run.outputs.end(), wrote)) return false;
  }
  return true;
}

/// Outputs may be alike by intent; not where no data is given, or nothing was done.
tolerance::alike_outputs alike_of(const prepared_reference& r, const finished_run& done, const analysis::run_result& run) {
  return r.of == prepared_reference::inputs::zeros || left_no_trace(done, run) ? tolerance::alike_outputs::incomplete : tolerance::alike_outputs::remarked;
}

/// What is compared with a reference: where only some blocks ran, what the others would have written counts as right. Error: these wrote nothing of it.
result<tensor::array> compared(const exec::buffer& b, const tolerance::reference& expected, const finished_run& done, std::uint32_t buffer) {
  tensor::array out = array_of(b);
  const auto s = std::find_if(done.bounds.begin(), done.bounds.end(), [&](const analysis::element_bounds& x) { return x.buffer == buffer; });
  if (!done.in_part || s == done.bounds.end() || s->written.size() != expected.value.size()) return out;
  if (std::none_of(s->written.begin(), s->written.end(), std::identity())) return fail("the blocks that ran wrote nothing of it");
  for (std::size_t i = 0; i < s->written.size(); ++i)
    if (!s->written[i]) out.set(i, expected.value[i]);
  return out;
}

} // namespace

tensor::array array_of(const exec::buffer& b) {
  tensor::array out;
  out.type = b.type;
  out.shape = b.shape;
  out.data = b.data;
  return out;
}

result<expr::named_inputs> reference_inputs(const settings& s, const reference_context& context) {
  expr::named_inputs out;
  std::vector<launch::assignment> words;
  for (const launch::launch_text& l : context.text.launches)
    words.insert(words.end(), l.assignments.begin(), l.assignments.end());
  auto numbers = session::read_values(words, context.directory, s.seed, session::named_kinds::numbers);
  if (!numbers) return tl::unexpected(numbers.error());
  out.dimensions = std::move(numbers->dimensions);
  for (const auto& [name, text] : numbers->scalars)
    if (!out.dimensions.contains(name)) out.scalars[name] = as_stored(name, text, context);
  for (const exec::buffer& b : context.request.buffers)
    if (b.role != exec::buffer_role::output) out.tensors.emplace(b.name, array_of(b));
  out.round = s.rounded;
  return out;
}

result<std::uint32_t> find_buffer(const exec::run_request& request, const std::string& name) {
  std::vector<std::string> names;
  std::optional<std::uint32_t> found;
  for (std::uint32_t i = 0; i < request.buffers.size(); ++i) {
    names.push_back(request.buffers[i].name);
    if (request.buffers[i].name == name) found = i; // of several launches the last one's
  }
  if (found) return *found;
  const std::string near = nearest_name(name, names);
  std::string list;
  for (const std::string& n : names) list += (list.empty() ? "" : ", ") + n;
  return fail("there is no buffer " + tensor::quoted(name), {},
              near.empty() || name.size() == 1 ? "there are: " + list : "did you mean '" + near + "'?");
}

result<std::vector<prepared_reference>> prepare_references(const settings& s, const reference_context& context) {
  std::vector<prepared_reference> out;
  for (const reference& r : s.references) {
    const auto buffer =
        r.output.empty() ? only_output(context.request, r.value) : find_buffer(context.request, r.output);
    if (!buffer)
      return tl::unexpected(buffer.error().where.file.empty()
                                ? r.value.error(buffer.error().message, buffer.error().hint)
                                : buffer.error());
    const exec::buffer& output = context.request.buffers[*buffer];
    const bool from_file = r.value.text.starts_with('@');
    const bool derived = !s.tolerance || s.tolerance->text == "auto";
    const bool exactly = from_file && derived && !tensor::is_real(output.type); // integers are what they are
    if (from_file && derived && !exactly)
      return tl::unexpected(r.value.error("how far from a file the output may be cannot be derived",
                                          "say it: --tol 2ulp, rtol=1e-5,atol=1e-6, torch or bitwise"));
    auto allowed = tolerance::parse_tolerance(exactly ? "bitwise" : s.tolerance ? s.tolerance->text : "auto", output.type);
    if (!allowed) return tl::unexpected(s.tolerance->error(allowed.error().message, allowed.error().hint));
    std::optional<formula> expression;
    auto expected = from_file ? read_file(r.value, context, output) : evaluate(r.value, s, context, output, expression);
    if (!expected) return tl::unexpected(expected.error());
    out.push_back({*buffer, r.value.text, *std::move(expected), *std::move(allowed),
                   from_file ? "" : tolerance::text(declaration_of(s, output.type)), std::move(expression), inputs_of(context.request)});
  }
  return out;
}

analysis::reference_word word_of(const std::vector<prepared_reference>& references, const exec::run_request& request, std::uint32_t buffer,
                                 std::span<const std::byte> data) {
  using analysis::reference_word;
  reference_word out = reference_word::none;
  for (const prepared_reference& r : references) {
    if (r.buffer != buffer) continue;
    tensor::array left;
    left.type = request.buffers[buffer].type, left.shape = request.buffers[buffer].shape;
    left.data.assign(data.begin(), data.end());
    const auto v = tolerance::judge(left, r.expected, r.allowed, {.worst_elements = 0, .alike = tolerance::alike_outputs::remarked});
    if (!v || v->code != exit_code::passed) return reference_word::none;
    const auto word = r.allowed.kind == tolerance::tolerance_kind::derived ? reference_word::within_derived : reference_word::within_stated;
    out = out == reference_word::none ? word : std::min(out, word);
  }
  return out;
}

std::vector<verdict::comparison> compare_outputs(const std::vector<prepared_reference>& references,
                                                const finished_run& done, analysis::run_result& run) {
  std::vector<verdict::comparison> out;
  const auto start = std::chrono::steady_clock::now();
  const auto seconds_left = [&] { return done.before->time_budget - run.seconds - std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(); };
  for (const prepared_reference& r : references) {
    const exec::buffer& b = done.after.buffers[r.buffer];
    auto left = compared(b, r.expected, done, r.buffer);
    auto verdict = left ? tolerance::judge(*left, r.expected, r.allowed, {.alike = alike_of(r, done, run)}) : tl::unexpected(left.error());
    if (!verdict) {
      run.incomplete.push_back({b.name + ": " + verdict.error().message, {}, 0});
      continue;
    }
    const bool in_part = left->data != b.data;
    out.push_back({b.name, in_part ? r.text + " in what the blocks that ran wrote" : r.text, *std::move(verdict), {}, {}});
    const auto& worst = out.back().verdict.worst;
    if (r.expression) out.back().conditioning = conditioning_of(*r.expression, r.expected, done.after, b, worst.empty() ? 0 : worst[0].index);
    if (out.back().conditioning && !worst.empty()) out.back().conditioning->stable_ulps_at_worst = stable_ulps(r.expected, worst[0].index, b);
    for (const analysis::element_bounds& s : done.bounds)
      if (s.buffer == r.buffer && tensor::is_real(b.type)) out.back().split = split_of(b, r.expected, s);
    const verdict::comparison& k = out.back();
    if (k.verdict.code == exit_code::findings) {
      run.findings.push_back(verdict::finding_of(k));
      finding& f = run.findings.back();
      if (!place_by_rounding(f, k, run.lines) && f.element && done.before != nullptr) {
        analysis::locate_writer(f, done.code, *done.before, r.buffer, *f.element, done.blocks);
        analysis::name_taken_nan(f, done.code, *done.before, r.buffer, *f.element, run, seconds_left(), done.blocks);
      }
    }
    if (k.verdict.code == exit_code::passed && !k.verdict.untold.empty()) run.findings.push_back(verdict::finding_of(k));
    if (k.verdict.code == exit_code::incomplete)
      run.incomplete.push_back({k.output + " against " + k.reference + ": " + k.verdict.reason, {}, 0});
  }
  return out;
}

} // namespace fpcheck::session

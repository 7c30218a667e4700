#include "reference.hpp"

#include <fpcheck/tensor/file.hpp>

#include <algorithm>

namespace fpcheck::cli {
namespace {

using analysis::finding;

/// The output that a reference without a name means.
result<std::uint32_t> only_output(const exec::run_request& request, const exec::word& where) {
  std::vector<std::uint32_t> outputs;
  std::string names;
  for (std::uint32_t i = 0; i < request.buffers.size(); ++i)
    if (request.buffers[i].role != exec::buffer_role::input) {
      outputs.push_back(i);
      names += (names.empty() ? "" : ", ") + request.buffers[i].name;
    }
  if (outputs.size() == 1) return outputs[0];
  if (outputs.empty()) return tl::unexpected(where.error("the kernel has no output to compare with a reference", "give one as out=empty:SHAPE"));
  return tl::unexpected(where.error("there are several outputs: say which the reference is for", "write --ref OUT=...; the outputs are " + names));
}

result<tensor::array> read_reference(const exec::word& value, const std::string& directory, const exec::buffer& output) {
  if (!value.text.starts_with('@')) return tl::unexpected(value.error("a reference that is an expression cannot be evaluated by this build", "write it to a file and give --ref OUT=@file.npy"));
  std::string path = value.text.substr(1);
  if (value.where.file != exec::command_line_name && !directory.empty() && !path.starts_with('/')) path = directory + '/' + path;
  auto loaded = tensor::load(path);
  if (!loaded) return tl::unexpected(value.error(loaded.error().where.file + ": " + loaded.error().message, loaded.error().hint));
  // Codes of bf16 and fp8 stand as unsigned integers in files that have no name for them.
  if (loaded->type != output.type && tensor::is_real(output.type) && tensor::class_of(loaded->type) == tensor::dtype_class::unsigned_integer)
    if (auto codes = tensor::reinterpret(*loaded, output.type)) loaded = std::move(codes);
  if (loaded->shape != output.shape && tensor::element_count(loaded->shape) == tensor::element_count(output.shape)) loaded->shape = output.shape;
  if (loaded->shape != output.shape)
    return tl::unexpected(value.error("the reference is " + tensor::text(loaded->shape) + ", but " + output.name + " is " + tensor::text(output.shape)));
  return loaded;
}

tensor::array output_of(const exec::buffer& b) {
  tensor::array out;
  out.type = b.type;
  out.shape = b.shape;
  out.data = b.data;
  return out;
}

/// What a careless output would be: all zero, all the mean, or the reference turned by one place.
std::string vacuous_with(const tensor::array& expected, const tensor::array& actual, const tensor::tolerance& allowed) {
  const std::uint64_t n = actual.size();
  double sum = 0;
  bool all_zero = true, constant = true;
  for (std::uint64_t i = 0; i < n; ++i) {
    const double v = expected.value(i);
    sum += v;
    all_zero = all_zero && v == 0;
    constant = constant && v == expected.value(0);
  }
  const auto passes = [&](const auto& value_at) {
    tensor::array fake(actual.type, actual.shape);
    for (std::uint64_t i = 0; i < n; ++i) fake.set(i, value_at(i));
    const auto d = tensor::compare(fake, expected, allowed);
    return d && d->passed();
  };
  if (n == 0) return {};
  if (!all_zero && passes([](std::uint64_t) { return 0.0; })) return "all zeros";
  if (!constant && passes([&](std::uint64_t) { return sum / static_cast<double>(n); })) return "the same value everywhere";
  if (!constant && passes([&](std::uint64_t i) { return expected.value((i + 1) % n); })) return "every element in its neighbour's place";
  return {};
}

std::string count_text(std::uint64_t n, std::uint64_t all) { return report::grouped(n) + " of " + report::grouped(all) + " elements"; }

finding mismatch_of(const report::comparison& k) {
  const tensor::difference& d = k.difference;
  finding f;
  f.rule = analysis::rule::mismatch;
  f.output = k.output;
  f.count = d.failed;
  f.message = count_text(d.failed, d.elements) + " of " + k.output + " differ from " + k.reference + " by more than " + k.tolerance;
  if (d.worst.empty()) return f;
  const tensor::element_difference& w = d.worst[0];
  f.element = w.index;
  f.computed = w.actual;
  f.exact = w.expected;
  f.message += "; the worst is [" + std::to_string(w.index) + "]: " + report::number(w.actual) + ", not " + report::number(w.expected);
  if (w.agreement <= metric::agreement::apart) f.message += " (" + report::number(w.ulps) + " ulp)";
  return f;
}

} // namespace

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
  return fail("there is no buffer " + tensor::quoted(name), {}, near.empty() ? "there are: " + list : "did you mean '" + near + "'?");
}

result<std::vector<prepared_reference>> prepare_references(const settings& s, const exec::run_request& request, const std::string& directory) {
  std::vector<prepared_reference> out;
  for (const reference& r : s.references) {
    const auto buffer = r.output.empty() ? only_output(request, r.value) : find_buffer(request, r.output);
    if (!buffer) return tl::unexpected(buffer.error().where.file.empty() ? r.value.error(buffer.error().message, buffer.error().hint) : buffer.error());
    const exec::buffer& output = request.buffers[*buffer];
    auto expected = read_reference(r.value, directory, output);
    if (!expected) return tl::unexpected(expected.error());
    if (!s.tolerance || s.tolerance->text == "auto")
      return tl::unexpected(r.value.error("how far from a file the output may be cannot be derived", "say it: --tol 2ulp, rtol=1e-5,atol=1e-6, torch or bitwise"));
    auto tolerance = tensor::parse_tolerance(s.tolerance->text, output.type);
    if (!tolerance) return tl::unexpected(s.tolerance->error(tolerance.error().message));
    out.push_back({*buffer, r.value.text, *std::move(expected), *std::move(tolerance)});
  }
  return out;
}

std::vector<report::comparison> compare_outputs(const std::vector<prepared_reference>& references, const exec::run_request& request, analysis::run_result& run) {
  std::vector<report::comparison> out;
  for (const prepared_reference& r : references) {
    const exec::buffer& b = request.buffers[r.buffer];
    const tensor::array actual = output_of(b);
    auto difference = tensor::compare(actual, r.expected, r.tolerance);
    if (!difference) {
      run.incomplete.push_back({b.name + ": " + difference.error().message, {}, 0});
      continue;
    }
    out.push_back({b.name, r.text, r.tolerance.text, *std::move(difference)});
    if (!out.back().difference.passed()) {
      run.findings.push_back(mismatch_of(out.back()));
    } else if (const std::string fake = vacuous_with(r.expected, actual, r.tolerance); !fake.empty()) {
      finding f;
      f.rule = analysis::rule::vacuous_tolerance;
      f.output = b.name;
      f.message = "the tolerance " + r.tolerance.text + " would accept " + fake + " for " + b.name + " too";
      run.findings.push_back(std::move(f));
    }
  }
  return out;
}

} // namespace fpcheck::cli

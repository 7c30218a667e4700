#include "derivatives.hpp"

#include <fpcheck/analysis/derivative.hpp>
#include <fpcheck/launch/generator.hpp>
#include <fpcheck/session/interrupt.hpp>
#include <fpcheck/session/reference.hpp>
#include <fpcheck/tensor/file.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace fpcheck::session {
namespace {

std::vector<double> values_of(const tensor::array& a) {
  std::vector<double> out;
  for (std::uint64_t i = 0; i < a.size(); ++i) out.push_back(a.value(i));
  return out;
}

/// A direction of its own for each name, the same for the same seed.
exec::direction random_direction(const exec::run_request& request, std::uint32_t k) {
  const exec::buffer& b = request.buffers[k];
  return {k, values_of(launch::generate({launch::generator_kind::randn, {0, 1}}, request.seed, "direction of " + b.name, tensor::dtype::f64, b.shape)), {}};
}

result<std::vector<exec::direction>> directions_of(const settings& s, const exec::run_request& request) {
  std::vector<exec::direction> out;
  for (const auto& [name, path] : s.along) {
    const auto k = find_buffer(request, name);
    if (!k) return tl::unexpected(k.error());
    out.push_back(random_direction(request, *k));
    if (path.empty()) continue;
    const auto file = tensor::load(path);
    if (!file) return tl::unexpected(file.error());
    out.back().tangent = values_of(*file);
  }
  for (std::uint32_t k = 0; s.along.empty() && k < request.buffers.size(); ++k)
    if (request.buffers[k].role != exec::buffer_role::output && tensor::is_real(request.buffers[k].type)) out.push_back(random_direction(request, k));
  return out;
}

std::string summary(const analysis::output_derivative& d, const std::string& name, const std::string& along, std::uint64_t unknown) {
  double largest = 0, norm = 0, widest = 0;
  for (std::size_t i = 0; i < d.derivative.size(); ++i) {
    if (!(d.radius[i] < INFINITY)) continue;
    largest = std::max(largest, std::fabs(d.derivative[i])), norm = std::hypot(norm, d.derivative[i]), widest = std::max(widest, d.radius[i]);
  }
  char text[160];
  std::snprintf(text, sizeof text, "|J v| = %.6g, largest element %.6g, each known to %.2g", norm, largest, widest);
  return "J v of " + name + " along " + along + ": " + text + (unknown == 0 ? "" : "; " + std::to_string(unknown) + " elements unknown");
}

result<void> save_derivative(const settings& s, const analysis::output_derivative& d, const exec::buffer& b) {
  for (const saved_file& file : s.derivative_saves) {
    if (file.buffer != b.name) continue;
    tensor::array a(tensor::dtype::f64, b.shape);
    for (std::size_t i = 0; i < d.derivative.size(); ++i) a.set(i, d.radius[i] < INFINITY ? d.derivative[i] : NAN);
    if (const auto ok = save(file, a); !ok) return ok;
  }
  return {};
}

} // namespace

result<void> add_derivatives(const settings& s, const exec::program& code, const exec::run_request& start, report::case_report& report) {
  for (const saved_file& file : s.derivative_saves)
    if (const auto k = find_buffer(start, file.buffer); !k) return tl::unexpected(k.error());
  const auto directions = directions_of(s, start);
  if (!directions) return tl::unexpected(directions.error());
  const auto run = analysis::differentiate(code, start, *directions, &interrupted());
  if (!run) return tl::unexpected(run.error());
  std::string along;
  for (const exec::direction& d : *directions) along += (along.empty() ? "" : ", ") + start.buffers[d.buffer].name;
  for (const std::string& why : run->incomplete) report.run->incomplete.push_back({"the derivatives: " + why, {}, 0});
  for (const analysis::output_derivative& d : run->outputs) {
    const exec::buffer& b = start.buffers[d.buffer];
    const auto unknown = static_cast<std::uint64_t>(std::count_if(d.radius.begin(), d.radius.end(), [](double r) { return !(r < INFINITY); }));
    report.notes.push_back(summary(d, b.name, along.empty() ? "nothing" : along, unknown));
    if (unknown != 0) report.run->incomplete.push_back({"the derivative of " + std::to_string(unknown) + " elements of " + b.name + " is lost in a step that is not modelled", {}, 0});
    if (const auto ok = save_derivative(s, d, b); !ok) return ok;
  }
  return {};
}

} // namespace fpcheck::session

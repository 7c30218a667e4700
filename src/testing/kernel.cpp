#include <fpcheck/testing/kernel.hpp>

#include "device.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <optional>

namespace fpcheck::testing {

std::string unavailable(target where) {
  return where == target::gpu ? device_problem() : std::string();
}

std::string_view name(target where) {
  return where == target::gpu ? "gpu" : "emulator";
}

target default_target() {
  const char* wanted = std::getenv("FPCHECK_TARGET");
  return wanted != nullptr && std::string_view(wanted) == "gpu" ? target::gpu : target::emulator;
}

execution::execution(diagnostic d) {
  outcome_.code = d.code;
  outcome_.text = d.text();
}

const tensor::array& execution::operator[](const std::string& buffer) const {
  const auto at = outcome_.data.after.find(buffer);
  return at == outcome_.data.after.end() ? none_ : at->second;
}

result<std::string> execution::only_output() const {
  const auto& cases = outcome_.document.cases;
  if (cases.empty() || !cases.back().run) return fail("the kernel did not run:\n" + outcome_.text);
  const auto& outputs = cases.back().run->outputs;
  if (outputs.size() != 1) return fail("the kernel has " + std::to_string(outputs.size()) + " outputs", {}, "name one: execution[\"out\"]");
  return outputs[0].name;
}

/// The session of a file, opened when it is first needed, for all copies of a kernel.
struct kernel::opened {
  std::mutex mutex;
  std::optional<result<session::kernel_session>> session;
};

kernel::kernel(std::string file, std::string name)
    : file_(std::move(file)), name_(std::move(name)), opened_(std::make_shared<opened>()) {}

kernel kernel::with(std::string word) const {
  kernel out = *this;
  out.words_.push_back(std::move(word));
  return out;
}

kernel kernel::launch(exec::dim3 grid, exec::dim3 block, std::uint32_t dynamic_shared) const {
  const auto text = [](const exec::dim3& d) {
    return "dim3(" + std::to_string(d.x) + ", " + std::to_string(d.y) + ", " + std::to_string(d.z) + ')';
  };
  return launch(text(grid) + ", " + text(block) + ", " + std::to_string(dynamic_shared));
}

kernel kernel::arg(const std::string& parameter, double number) const {
  char hex[64];
  std::snprintf(hex, sizeof hex, "%a", number);
  return with(parameter + '=' + hex);
}

kernel kernel::buffer(const std::string& parameter, result<tensor::array> values, const char* prefix) const {
  kernel out = with(parameter + '=' + prefix + parameter);
  if (values)
    out.tensors_[parameter] = *std::move(values);
  else
    out.errors_.push_back(values.error());
  return out;
}

kernel kernel::output(const std::string& parameter, tensor::dtype type, const tensor::shape& extents) const {
  std::string shape;
  for (const std::uint64_t n : extents) shape += (shape.empty() ? "" : "x") + std::to_string(n);
  return with(parameter + "=empty:" + (shape.empty() ? "1" : shape) + ':' + std::string(tensor::name(type)));
}

execution kernel::execute(target where) const {
  if (!errors_.empty()) return execution(errors_[0]);
  const std::scoped_lock lock(opened_->mutex);
  if (!opened_->session) opened_->session = session::kernel_session::open(file_);
  if (!*opened_->session) return execution(opened_->session->error());
  const bool judged = std::find(words_.begin(), words_.end(), "--ref") != words_.end();
  session::executor gpu = [judged](const std::string& ptx, exec::run_request& request) {
    auto out = run_on_device(ptx, request);
    if (out && !judged) out->result.incomplete.push_back({"nothing was judged: on a GPU only a reference does", {}, 0});
    return out;
  };
  auto outcome = (*opened_->session)->run(name_, words_, tensors_, where == target::gpu ? gpu : session::executor{});
  return outcome ? execution(*std::move(outcome)) : execution(outcome.error());
}

bool findings_matcher::MatchAndExplain(const execution& e, std::ostream* out) const {
  if (out != nullptr) *out << '\n' << e.text();
  return e.code() == exit_code::passed;
}

void PrintTo(const execution& e, std::ostream* out) {
  *out << report::name(e.code());
}

result<tensor::array> to_tensor(const execution& e) {
  const auto name = e.only_output();
  if (!name) return tl::unexpected(name.error());
  return e[*name];
}

} // namespace fpcheck::testing

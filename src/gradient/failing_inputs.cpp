#include "failing_inputs.hpp"

#include <fpcheck/session/run_case.hpp>
#include <fpcheck/tensor/file.hpp>

#include <filesystem>

namespace fpcheck::gradient {
namespace {

namespace fs = std::filesystem;

std::string quoted_option(const char* name, const std::string& value) { return value.empty() ? "" : " --" + std::string(name) + ' ' + session::shell_word(value); }

std::string replay_command(const request& how, const gradient_case& backward, const expr::named_inputs& in, const std::map<std::string, std::string>& files) {
  std::string out = "fpcheck grad " + session::shell_word(how.target) + ' ' + backward.replay_words(in, files);
  out += quoted_option("forward", how.forward) + quoted_option("forward-kernel", how.forward_kernel) + quoted_option("forward-launch", how.forward_launch);
  out += quoted_option("upstream", how.upstream) + " --sweep none";
  for (const auto& [name, value] : how.options) out += value.empty() ? " --" + name : quoted_option(name.c_str(), value);
  return out;
}

} // namespace

void save_failing(const request& how, const gradient_case& backward, const failing_inputs& failing, report::case_report& report) {
  std::string shapes;
  for (const auto& [name, a] : failing.values.tensors) shapes += (shapes.empty() ? "" : ", ") + name + ' ' + tensor::text(a.shape);
  report.notes.push_back("smallest failing inputs (from " + failing.from + "): " + shapes);
  if (how.failing == "none") return;
  const std::string kernel = backward.text().launches[0].kernel.text;
  const fs::path folder = fs::path(how.failing) / (kernel.empty() ? "kernel" : kernel);
  std::error_code error;
  fs::create_directories(folder, error);
  std::map<std::string, std::string> files;
  for (const auto& [name, a] : failing.values.tensors) {
    files[name] = (folder / (name + ".npy")).string();
    if (const auto ok = tensor::save(files[name], a); !ok) {
      report.notes.push_back("the failing inputs could not be saved: " + ok.error().message);
      return;
    }
  }
  report.notes.push_back("replay: " + replay_command(how, backward, failing.values, files));
}

} // namespace fpcheck::gradient

#include <fpcheck/session/nvcc.hpp>
#include <fpcheck/launch/exec_names.hpp>
#include <fpcheck/session/interrupt.hpp>
#include <fpcheck/session/process.hpp>
#include <fpcheck/session/progress.hpp>
#include <fpcheck/tensor/digest.hpp>
#include <fpcheck/tensor/file.hpp>

#include "compiler_view.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace fpcheck::session {
namespace {

namespace fs = std::filesystem;

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

bool runs(const fs::path& path) {
  return access(path.c_str(), X_OK) == 0 && !fs::is_directory(path);
}

/// Whether the text includes only what the toolkit and the system bring along.
bool is_self_contained(const std::string& text) {
  for (std::size_t at = text.find("#"); at != std::string::npos; at = text.find('#', at + 1)) {
    std::size_t word = text.find_first_not_of(" \t", at + 1);
    if (word == std::string::npos || text.compare(word, 7, "include") != 0) continue;
    word = text.find_first_not_of(" \t", word + 7);
    if (word == std::string::npos || text[word] != '<') return false;
  }
  return true;
}

/// Where cached PTX of this compilation lies, or empty where nothing may be cached.
std::string cache_path(const compilation& what, const std::string& text, const std::string& nvcc) {
  if (variable("FPCHECK_CACHE") == "off" || !is_self_contained(text)) return {};
  for (const std::string& flag : what.flags) // other files may come in by flags
    if (flag.find("include") != std::string::npos || flag.starts_with("-I") || flag.find('@') != std::string::npos)
      return {};
  const std::string home =
      variable("XDG_CACHE_HOME").empty() ? variable("HOME") + "/.cache" : variable("XDG_CACHE_HOME");
  if (home == "/.cache") return {};
  std::error_code error;
  std::string key = "2\n" + nvcc + '\n' + std::to_string(fs::last_write_time(nvcc, error).time_since_epoch().count()) + '\n' +
                    fs::path(what.file).filename().string() + '\n';
  for (const std::string& flag : what.flags) key += flag + '\n';
  for (const std::string& k : what.instantiations) key += "<" + k + '\n';
  return home + "/fpcheck/" + tensor::sha256(key + '\n' + text) + ".ptx";
}

void store(const std::string& path, const std::string& ptx) {
  std::error_code error;
  fs::create_directories(fs::path(path).parent_path(), error);
  // Written aside and renamed, so that no other process reads half of it; a cache that cannot be written is none.
  const std::string aside = path + '.' + std::to_string(getpid());
  if (!error && tensor::write_bytes(aside, ptx)) fs::rename(aside, path, error);
}

diagnostic compiler_error(const compilation& what, const compiler_view& view, const std::string& nvcc, process_result done) {
  constexpr std::size_t most = 4000;
  if (what.quoted == compilation::messages::of_own_files) done.messages = view.quotable(done.messages, nvcc);
  if (done.messages.size() > most) done.messages = done.messages.substr(0, most) + "\n...";
  while (done.messages.ends_with('\n')) done.messages.pop_back();
  std::string hint;
  if (done.messages.find("instantiate.cu(") != std::string::npos) hint = "--instantiate takes a kernel with its namespaces and arguments: 'ns::k<float,128>'";
  return {"nvcc could not compile it (status " + std::to_string(done.status) + "):\n" + done.messages, {what.file}, {}, hint};
}

} // namespace

std::string find_nvcc() {
  const char* own = std::getenv("FPCHECK_NVCC");
  if (own != nullptr) return runs(own) ? own : "";
  std::vector<std::string> places;
  if (!variable("CUDA_PATH").empty()) places.push_back(variable("CUDA_PATH") + "/bin");
  const std::string path = variable("PATH");
  for (std::size_t at = 0; at <= path.size();) {
    const std::size_t end = std::min(path.find(':', at), path.size());
    if (end > at) places.push_back(path.substr(at, end - at));
    at = end + 1;
  }
  places.emplace_back("/usr/local/cuda/bin");
  for (const std::string& place : places)
    if (runs(fs::path(place) / "nvcc")) return (fs::path(place) / "nvcc").string();
  return {};
}

result<std::vector<std::string>> split_flags(const std::string& text) {
  const auto words = exec::split_words(text, 0, "--nvcc", 0);
  if (!words) return tl::unexpected(words.error());
  std::vector<std::string> out;
  for (const exec::word& w : *words) out.push_back(w.text);
  return out;
}

result<std::string> compile(const compilation& what) {
  const auto text = tensor::read_bytes(what.file);
  if (!text) return tl::unexpected(text.error());
  const std::string nvcc = find_nvcc();
  if (nvcc.empty())
    return fail("there is no nvcc to compile it with", {what.file},
                "install the CUDA toolkit, set FPCHECK_NVCC, or give the .ptx (nvcc -ptx -lineinfo -arch=sm_90)");
  const std::string cached = cache_path(what, *text, nvcc);
  if (!cached.empty())
    if (auto ptx = tensor::read_bytes(cached)) return ptx;
  const auto scratch = temporary_directory::make();
  if (!scratch) return tl::unexpected(scratch.error());
  const auto view = compiler_view::make(scratch->path(), what.file, what.flags, what.instantiations);
  if (!view) return tl::unexpected(view.error());
  std::vector<std::string> arguments{nvcc, "-ptx", "-lineinfo"};
  const bool has_arch = std::any_of(what.flags.begin(), what.flags.end(), [](const std::string& f) {
    return f.starts_with("-arch") || f.starts_with("--gpu-arch") || f.starts_with("-gencode") || f.starts_with("--generate-code");
  });
  if (!has_arch) arguments.emplace_back("-arch=sm_90");
  arguments.insert(arguments.end(), view->flags().begin(), view->flags().end());
  arguments.insert(arguments.end(), {view->source(), "-o", "out.ptx"});
  const progress bar("compiling " + what.file);
  auto done = run_process(arguments, *scratch);
  if (!done) return tl::unexpected(done.error());
  if (interrupted()) return tl::unexpected(diagnostic{"interrupted", {what.file}, {}, {}, exit_code::interrupted});
  if (done->status != 0) return tl::unexpected(compiler_error(what, *view, nvcc, *std::move(done)));
  const auto ptx = tensor::read_bytes((scratch->path() / "out.ptx").string());
  if (!ptx) return ptx;
  std::string named = view->in_user_names(*ptx);
  if (!cached.empty()) store(cached, named);
  return named;
}

} // namespace fpcheck::session

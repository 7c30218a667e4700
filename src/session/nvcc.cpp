#include <fpcheck/session/nvcc.hpp>
#include <fpcheck/launch/exec_names.hpp>
#include <fpcheck/session/interrupt.hpp>
#include <fpcheck/session/process.hpp>
#include <fpcheck/session/progress.hpp>
#include <fpcheck/tensor/file.hpp>

#include "compiler_view.hpp"
#include "names.hpp"
#include "own_headers.hpp"
#include "ptx_cache.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace fpcheck::session {
namespace {

namespace fs = std::filesystem;

bool runs(const fs::path& path) {
  return access(path.c_str(), X_OK) == 0 && !fs::is_directory(path);
}

/// How much room a directory has, in words; empty where there is enough.
std::string lack_of_room(const fs::path& directory) {
  std::error_code error;
  const fs::space_info space = fs::space(directory, error);
  constexpr std::uintmax_t little = std::uintmax_t{16} << 20;
  if (error || space.available >= little) return {};
  return "there are " + std::to_string(space.available >> 10) + " KiB left in " + directory.parent_path().string() + ": make room, or set TMPDIR to a directory with more";
}

diagnostic compiler_error(const compilation& what, const compiler_view& view, const std::string& nvcc, const temporary_directory& scratch, process_result done) {
  constexpr std::size_t most = 4000;
  if (what.quoted == compilation::messages::of_own_files) done.messages = view.quotable(done.messages, nvcc);
  if (done.messages.size() > most) done.messages = done.messages.substr(0, most) + "\n...";
  while (done.messages.ends_with('\n')) done.messages.pop_back();
  std::string hint;
  if (done.messages.find("instantiate.cu(") != std::string::npos) hint = "--instantiate takes a kernel with its namespaces and arguments: 'ns::k<float,128>'";
  if (std::string room = lack_of_room(scratch.path()); !room.empty()) hint = std::move(room);
  const std::string words = done.messages.empty() ? " without a word" : "):\n" + done.messages;
  return {"nvcc could not compile it (status " + std::to_string(done.status) + (done.messages.empty() ? ")" : "") + words, {what.file}, {}, hint};
}

} // namespace

std::string find_nvcc() {
  const char* own = std::getenv("FPCHECK_NVCC");
  if (own != nullptr) return runs(own) ? own : "";
  std::vector<std::string> places;
  if (!environment("CUDA_PATH").empty()) places.push_back(environment("CUDA_PATH") + "/bin");
  const std::string path = environment("PATH");
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

result<std::string> compile(const compilation& asked) {
  const auto text = tensor::read_bytes(asked.file);
  if (!text) return tl::unexpected(text.error());
  compilation what = asked;
  what.flags = with_own_headers(std::move(what.flags), *text);
  const std::string nvcc = find_nvcc();
  if (nvcc.empty())
    return fail("there is no nvcc to compile it with", {what.file},
                "install the CUDA toolkit, set FPCHECK_NVCC, or give the .ptx (nvcc -ptx -lineinfo -arch=sm_90)");
  const auto cache = ptx_cache::place_of(what, *text, nvcc);
  if (cache)
    if (auto ptx = cache->read()) return *std::move(ptx);
  const auto scratch = temporary_directory::make();
  if (!scratch) return tl::unexpected(scratch.error());
  const auto view = compiler_view::make(scratch->path(), what.file, what.flags, what.instantiations);
  if (!view) return tl::unexpected(view.error());
  const bool has_arch = std::any_of(what.flags.begin(), what.flags.end(), [](const std::string& f) {
    return f.starts_with("-arch") || f.starts_with("--gpu-arch") || f.starts_with("-gencode") || f.starts_with("--generate-code");
  });
  const progress bar("compiling " + what.file);
  const auto run = [&](const char* arch) {
    std::vector<std::string> arguments{nvcc, "-ptx", "-lineinfo"};
    if (!has_arch) arguments.emplace_back(arch);
    arguments.insert(arguments.end(), view->flags().begin(), view->flags().end());
    arguments.insert(arguments.end(), {view->source(), "-o", "out.ptx"});
    return run_process(arguments, *scratch);
  };
  auto done = run("-arch=sm_90");
  // Instructions that exist on sm_90a alone: wgmma and its kin.
  if (done && done->status != 0 && !has_arch && !interrupted() && done->messages.find("not supported on .target 'sm_90'") != std::string::npos) done = run("-arch=sm_90a");
  if (!done) return tl::unexpected(done.error());
  if (interrupted()) return tl::unexpected(diagnostic{"interrupted", {what.file}, {}, {}, exit_code::interrupted});
  if (done->status != 0) return tl::unexpected(compiler_error(what, *view, nvcc, *scratch, *std::move(done)));
  const auto ptx = tensor::read_bytes((scratch->path() / "out.ptx").string());
  if (!ptx) return ptx;
  std::string named = view->in_user_names(*ptx);
  // What was written while the compiler read it is not what the key says.
  if (const auto still = cache ? ptx_cache::place_of(what, tensor::read_bytes(what.file).value_or(""), nvcc) : std::nullopt; still && *still == *cache) cache->store(named);
  return named;
}

} // namespace fpcheck::session

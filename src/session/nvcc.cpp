#include <fpcheck/session/nvcc.hpp>
#include <fpcheck/launch/exec_names.hpp>
#include <fpcheck/session/interrupt.hpp>
#include <fpcheck/session/process.hpp>
#include <fpcheck/session/progress.hpp>
#include <fpcheck/tensor/file.hpp>

#include "compiler_view.hpp"
#include "device_part.hpp"
#include "found_headers.hpp"
#include "names.hpp"
#include "own_headers.hpp"
#include "ptx_cache.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>

namespace fpcheck::session {
namespace {

namespace fs = std::filesystem;

bool runs(const fs::path& path) {
  return access(path.c_str(), X_OK) == 0 && !fs::is_directory(path);
}

/// The directories of -I that were made absolute.
std::vector<std::string> included_directories(const std::vector<std::string>& flags) {
  std::vector<std::string> out;
  for (const std::string& f : flags)
    if (f.starts_with("-I/")) out.push_back(f.substr(2));
  return out;
}

/// A directory as an include directive of the file would name it.
std::string seen_from(const std::string& file, const std::string& directory) {
  std::error_code error;
  const fs::path here = fs::absolute(file, error).parent_path();
  const std::string relative = fs::path(directory).lexically_relative(here.lexically_normal()).string();
  return relative.empty() ? directory : relative;
}

bool lacks_header(const std::string& messages) { return messages.find("No such file") != std::string::npos || messages.find("cannot open source") != std::string::npos; }

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

/// One call of the compiler.
struct attempt {
  temporary_directory scratch;
  compiler_view view;
  process_result done;
};

/// Compiles the file, or `part` in the place of what it holds.
result<attempt> tried(const compilation& what, const std::string& nvcc, const std::vector<std::string>& found, const std::string* part) {
  auto scratch = temporary_directory::make();
  if (!scratch) return tl::unexpected(scratch.error());
  auto view = compiler_view::make(scratch->path(), what, found, part);
  if (!view) return tl::unexpected(view.error());
  const bool has_arch = std::any_of(what.flags.begin(), what.flags.end(), [](const std::string& f) {
    return f.starts_with("-arch") || f.starts_with("--gpu-arch") || f.starts_with("-gencode") || f.starts_with("--generate-code");
  });
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
  return attempt{*std::move(scratch), *std::move(view), *std::move(done)};
}

std::string ptx_of(const attempt& a) {
  const auto ptx = tensor::read_bytes((a.scratch.path() / "out.ptx").string());
  return ptx ? a.view.in_user_names(*ptx) : std::string();
}

/// The kernels of a file whose host code, or whose includes for it, the compiler cannot take; nothing where device code is at fault.
std::optional<std::string> without_host_code(const compilation& what, const std::string& text, const std::string& nvcc, const std::vector<std::string>& found, const attempt& first) {
  constexpr int most_attempts = 10; // a compiler tells of one missing header at a time
  left_out without;
  std::string messages = first.done.messages, last = text;
  for (int k = 0; k < most_attempts && !interrupted(); ++k) {
    left_out blamed = blamed_by(messages, first.view.shown());
    if (blamed.headers.empty() && blamed.lines.empty() && blamed.files.empty()) return std::nullopt;
    without.headers.merge(blamed.headers), without.lines.merge(blamed.lines), without.files.merge(blamed.files);
    const device_part part = device_part_of(text, without);
    if (part.text == last) return std::nullopt;
    last = part.text;
    const auto next = tried(what, nvcc, found, &part.text);
    if (!next) return std::nullopt;
    if (next->done.status != 0) {
      messages = next->done.messages;
      continue;
    }
    std::string note = "host code does not compile here and was left out";
    for (const std::string& h : part.headers) note += (h == *part.headers.begin() ? ", as were these headers: " : ", ") + h;
    return std::string(compiler_note) + note + '\n' + ptx_of(*next);
  }
  return std::nullopt;
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
  const std::vector<std::string> found = directories_of_headers(what.file, *text, included_directories(what.flags));
  compilation known = what; // with all that it may read, and that nobody asked for it
  if (!found.empty()) known.flags.emplace_back("around it");
  for (const std::string& directory : found) known.flags.push_back("-I" + directory);
  const auto cache = ptx_cache::place_of(known, *text, nvcc);
  if (cache)
    if (auto ptx = cache->read()) return *std::move(ptx);
  const progress bar("compiling " + what.file);
  auto first = tried(what, nvcc, {}, nullptr);
  if (!first) return tl::unexpected(first.error());
  const bool lacks = first->done.status != 0 && !found.empty() && lacks_header(first->done.messages);
  auto second = lacks ? tried(what, nvcc, found, nullptr) : std::move(first);
  if (!second) return tl::unexpected(second.error());
  std::string ptx;
  if (second->done.status == 0) {
    ptx = ptx_of(*second);
  } else {
    auto part = without_host_code(what, *text, nvcc, found, *second);
    if (interrupted()) return tl::unexpected(diagnostic{"interrupted", {what.file}, {}, {}, exit_code::interrupted});
    if (!part) return tl::unexpected(compiler_error(what, second->view, nvcc, second->scratch, std::move(second->done)));
    ptx = *std::move(part);
  }
  if (lacks)
    for (const std::string& directory : found) ptx.insert(0, std::string(compiler_note) + "headers were found in " + seen_from(what.file, directory) + ", seen from the file; --nvcc '-I DIR' says where they are\n");
  // What was written while the compiler read it is not what the key says.
  if (const auto still = cache ? ptx_cache::place_of(known, tensor::read_bytes(what.file).value_or(""), nvcc) : std::nullopt; still && *still == *cache) cache->store(ptx);
  return ptx;
}

} // namespace fpcheck::session

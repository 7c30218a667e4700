#include <fpcheck/session/process.hpp>
#include <fpcheck/session/interrupt.hpp>
#include <fpcheck/tensor/file.hpp>

#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <utility>

extern char** environ; // NOLINT: as POSIX names it

namespace fpcheck::session {

result<temporary_directory> temporary_directory::make() {
  std::error_code error;
  const auto parent = std::filesystem::temp_directory_path(error);
  std::string pattern = ((error ? std::filesystem::path("/tmp") : parent) / "fpcheck-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr)
    return fail("no temporary directory can be made: " + std::string(std::strerror(errno)), {pattern});
  return temporary_directory(pattern);
}

temporary_directory::temporary_directory(temporary_directory&& other) noexcept : path_(std::move(other.path_)) {
  other.path_.clear();
}

temporary_directory::~temporary_directory() {
  std::error_code ignored;
  if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
}

namespace {

/// The environment, but what the program leaves behind lies in the scratch directory and goes with it.
std::vector<std::string> environment_for(const temporary_directory& scratch) {
  std::vector<std::string> out{"TMPDIR=" + scratch.path().string()};
  for (char** v = environ; *v != nullptr; ++v)
    if (!std::string_view(*v).starts_with("TMPDIR=")) out.emplace_back(*v);
  return out;
}

/// A program that is given a stranger's text must not fill the memory or the disk. Its children inherit the bounds.
void bound(pid_t child) {
  const rlim_t machine = static_cast<rlim_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<rlim_t>(sysconf(_SC_PAGESIZE));
  const std::pair<__rlimit_resource, rlim_t> bounds[] = {
      {RLIMIT_AS, std::min(rlim_t{12} << 30, machine / 4 * 3)}, {RLIMIT_FSIZE, rlim_t{4} << 30}, {RLIMIT_CPU, rlim_t{3600}}, {RLIMIT_CORE, rlim_t{0}}};
  for (const auto& [what, most] : bounds) {
    rlimit now{};
    if (prlimit(child, what, nullptr, &now) != 0) continue;
    now.rlim_cur = std::min(now.rlim_cur, most), now.rlim_max = std::min(now.rlim_max, most); // never more than there was
    prlimit(child, what, &now, nullptr);
  }
}

} // namespace

result<process_result> run_process(const std::vector<std::string>& arguments, const temporary_directory& scratch) {
  const std::string log = (scratch.path() / "messages").string();
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
  posix_spawn_file_actions_addchdir_np(&actions, scratch.path().c_str());
  std::vector<char*> words;
  for (const std::string& a : arguments) words.push_back(const_cast<char*>(a.c_str()));
  words.push_back(nullptr);
  pid_t child = 0;
  std::vector<std::string> own = environment_for(scratch);
  std::vector<char*> environment;
  for (std::string& v : own) environment.push_back(v.data());
  environment.push_back(nullptr);
  posix_spawnattr_t group;
  posix_spawnattr_init(&group);
  posix_spawnattr_setflags(&group, POSIX_SPAWN_SETPGROUP);
  posix_spawnattr_setpgroup(&group, 0);
  const int error = posix_spawn(&child, words[0], &actions, &group, words.data(), environment.data());
  posix_spawnattr_destroy(&group);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) return fail("cannot be started: " + std::string(std::strerror(error)), {arguments[0]});
  bound(child);
  int status = 0;
  // Looked at from time to time: the signal that interrupts us may be another thread's. What it started ends with it.
  for (pid_t ended = 0; (ended = waitpid(child, &status, WNOHANG)) != child;) {
    if (ended < 0 && errno != EINTR) break;
    if (interrupted()) kill(-child, SIGKILL);
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  process_result out;
  out.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  out.messages = tensor::read_bytes(log).value_or("");
  return out;
}

} // namespace fpcheck::session

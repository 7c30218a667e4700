#include <fpcheck/session/process.hpp>
#include <fpcheck/session/interrupt.hpp>
#include <fpcheck/tensor/file.hpp>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>

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

result<process_result> run_process(const std::vector<std::string>& arguments, const temporary_directory& scratch) {
  const std::string log = (scratch.path() / "messages").string();
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
  std::vector<char*> words;
  for (const std::string& a : arguments) words.push_back(const_cast<char*>(a.c_str()));
  words.push_back(nullptr);
  pid_t child = 0;
  const int error = posix_spawn(&child, words[0], &actions, nullptr, words.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) return fail("cannot be started: " + std::string(std::strerror(error)), {arguments[0]});
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR)
    if (interrupted()) kill(child, SIGINT);
  process_result out;
  out.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  out.messages = tensor::read_bytes(log).value_or("");
  return out;
}

} // namespace fpcheck::session

#include "child_program.hpp"

#include <fpcheck/session/interrupt.hpp>

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>

extern char** environ; // NOLINT: as POSIX names it

namespace fpcheck::cli {

result<child_end> run_child(const std::string& path, const std::vector<std::string>& words, const std::map<std::string, std::string>& variables, child_output output) {
  std::vector<std::string> environment;
  for (const auto& [name, value] : variables) environment.push_back(name + "=" + value);
  for (char** v = environ; *v != nullptr; ++v)
    if (variables.count(std::string(*v, std::strcspn(*v, "="))) == 0) environment.emplace_back(*v);
  const auto pointers = [](std::vector<std::string>& all) {
    std::vector<char*> out;
    for (std::string& s : all) out.push_back(s.data());
    out.push_back(nullptr);
    return out;
  };
  std::vector<std::string> arguments = words;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (output == child_output::stderr_only) posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO); // stdout is the report's
  posix_spawnattr_t usual;
  posix_spawnattr_init(&usual);
  sigset_t signals;
  sigemptyset(&signals), sigaddset(&signals, SIGPIPE); // we ignore it
  posix_spawnattr_setsigdefault(&usual, &signals);
  posix_spawnattr_setflags(&usual, POSIX_SPAWN_SETSIGDEF);
  pid_t child = 0;
  const int error = posix_spawn(&child, path.c_str(), &actions, &usual, pointers(arguments).data(), pointers(environment).data());
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&usual);
  if (error != 0) return fail("cannot be started: " + std::string(std::strerror(error)), {path});
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR)
    if (session::interrupted()) kill(child, SIGINT);
  return WIFEXITED(status) ? child_end{WEXITSTATUS(status), 0} : child_end{0, WTERMSIG(status)};
}

} // namespace fpcheck::cli

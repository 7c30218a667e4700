#include "commands.hpp"
#include "mcp_server.hpp"

#include <fpcheck/session/interrupt.hpp>
#include <fpcheck/session/process.hpp>
#include <fpcheck/tensor/file.hpp>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <ostream>

extern char** environ; // NOLINT: as POSIX names it

namespace fpcheck::cli {
namespace {

using clock = std::chrono::steady_clock;

/// Ends a child and all that it started.
void end(pid_t child) { kill(-child, SIGKILL); }

/// Reads a pipe until its end, or until what was said of `o` happens to the child.
void read_output(int pipe, pid_t child, clock::time_point last, mcp::outcome& o) {
  for (char buffer[65536];;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(last - clock::now()).count();
    if (left <= 0 || session::interrupted()) {
      o.too_long = true;
      return end(child);
    }
    pollfd ready{pipe, POLLIN, 0};
    if (poll(&ready, 1, static_cast<int>(std::min<long long>(left, 200))) <= 0) continue;
    const ssize_t n = read(pipe, buffer, sizeof buffer);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return;
    if (o.out.size() + static_cast<std::size_t>(n) > mcp::most_output_bytes) {
      o.too_much = true;
      return end(child);
    }
    o.out.append(buffer, static_cast<std::size_t>(n));
  }
}

/// The child: this program with other words. Its stderr goes to a file.
pid_t start(const std::vector<std::string>& words, const std::string& errors, int out) {
  std::vector<std::string> arguments{"fpcheck"};
  arguments.insert(arguments.end(), words.begin(), words.end());
  std::vector<char*> pointers;
  for (std::string& w : arguments) pointers.push_back(w.data());
  pointers.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, errors.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawnattr_t group;
  posix_spawnattr_init(&group);
  posix_spawnattr_setflags(&group, POSIX_SPAWN_SETPGROUP);
  pid_t child = 0;
  const int error = posix_spawn(&child, "/proc/self/exe", &actions, &group, pointers.data(), environ);
  posix_spawnattr_destroy(&group);
  posix_spawn_file_actions_destroy(&actions);
  return error == 0 ? child : -1;
}

/// A process of its own for each call: whatever becomes of it, the server answers.
mcp::outcome run_call(const mcp::call& c) {
  mcp::outcome o;
  o.status = static_cast<int>(exit_code::internal_error);
  const auto scratch = session::temporary_directory::make();
  int ends[2];
  if (!scratch || pipe2(ends, O_CLOEXEC) != 0) {
    o.err = scratch ? "no pipe: " + std::string(std::strerror(errno)) : scratch.error().message;
    return o;
  }
  std::vector<std::string> words = c.words;
  if (!c.input.empty())
    for (std::string& w : words)
      if (w == "{report}" && tensor::write_bytes(w = (scratch->path() / "report.json").string(), c.input)) break;
  const std::string errors = (scratch->path() / "errors").string();
  const pid_t child = start(words, errors, ends[1]);
  close(ends[1]);
  if (child < 0) o.err = "fpcheck cannot be started";
  else {
    // The command ends itself when its time is spent; what is late by more than that is stuck.
    read_output(ends[0], child, clock::now() + std::chrono::seconds(c.seconds + 20), o);
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
    if (WIFEXITED(status)) o.status = WEXITSTATUS(status);
    o.err = tensor::read_bytes(errors, std::size_t{1} << 20).value_or("");
  }
  close(ends[0]);
  return o;
}

/// Lines of stdin; of one that is too long the rest is passed over.
class line_reader {
public:
  enum class got : std::uint8_t { line, too_long, end };
  got next(std::string& line) {
    bool overlong = false;
    for (;;) {
      const std::size_t at = kept_.find('\n');
      if (at != std::string::npos) {
        line = kept_.substr(0, at);
        kept_.erase(0, at + 1);
        return overlong || line.size() > mcp::most_message_bytes ? got::too_long : got::line;
      }
      if (kept_.size() > mcp::most_message_bytes) overlong = true, kept_.clear();
      char buffer[65536];
      const ssize_t n = read(STDIN_FILENO, buffer, sizeof buffer);
      if (n < 0 && errno == EINTR && !session::interrupted()) continue;
      if (n <= 0) return got::end;
      kept_.append(buffer, static_cast<std::size_t>(n));
    }
  }

private:
  std::string kept_;
};

} // namespace

exit_code serve_assistants(const streams& s) {
  std::error_code error;
  const auto root = std::filesystem::canonical(".", error);
  if (error) return complain({"the working directory cannot be read: " + error.message(), {"."}}, s);
  mcp::server server(run_call, root);
  line_reader lines;
  for (std::string line; !session::interrupted();) {
    const auto got = lines.next(line);
    if (got == line_reader::got::end) break;
    if (got == line_reader::got::line && line.find_first_not_of(" \t\r") == std::string::npos) continue;
    const auto answer = got == line_reader::got::line ? server.answer(line) : std::optional(mcp::server::refuse_length());
    if (answer) s.out << *answer << '\n' << std::flush;
    if (!s.out) return exit_code::internal_error;
  }
  return session::interrupted() ? exit_code::interrupted : exit_code::passed;
}

} // namespace fpcheck::cli

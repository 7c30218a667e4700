#include "terminal.hpp"

#include <fpcheck/session/interrupt.hpp>

#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdlib>

namespace fpcheck::cli {
namespace {

bool is_set(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr && *value != '\0';
}

/// Whether the command looks at `interrupted` and cleans up; otherwise the first signal ends the process.
std::atomic<bool> looks_itself{false};

void on_signal(int) {
  if (!looks_itself) _exit(static_cast<int>(exit_code::interrupted));
  if (session::interrupted().exchange(true)) _exit(static_cast<int>(exit_code::interrupted));
}

} // namespace

report::colour stdout_colour() {
  const char* force = std::getenv("CLICOLOR_FORCE");
  if (force != nullptr && *force != '\0' && std::string(force) != "0") return report::colour::on;
  if (is_set("NO_COLOR")) return report::colour::off;
  return isatty(STDOUT_FILENO) != 0 ? report::colour::on : report::colour::off;
}

void end_by_itself() { looks_itself = true; }

void listen_for_interrupts() {
  session::interrupted(); // made before a signal can ask for it
  struct sigaction action {};
  action.sa_handler = on_signal;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  // Who called it under nohup wants it to go on when the terminal is closed.
  struct sigaction hang_up {};
  if (sigaction(SIGHUP, nullptr, &hang_up) == 0 && hang_up.sa_handler != SIG_IGN) sigaction(SIGHUP, &action, nullptr);
  std::signal(SIGPIPE, SIG_IGN);
}

} // namespace fpcheck::cli

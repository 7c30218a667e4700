#include "terminal.hpp"

#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>

namespace fpcheck::cli {
namespace {

bool is_set(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr && *value != '\0';
}

void on_signal(int) {
  if (interrupted().exchange(true)) _exit(static_cast<int>(exit_code::interrupted));
}

} // namespace

report::colour stdout_colour() {
  const char* force = std::getenv("CLICOLOR_FORCE");
  if (force != nullptr && *force != '\0' && std::string(force) != "0") return report::colour::on;
  if (is_set("NO_COLOR")) return report::colour::off;
  return isatty(STDOUT_FILENO) != 0 ? report::colour::on : report::colour::off;
}

std::atomic<bool>& interrupted() {
  static std::atomic<bool> flag{false};
  return flag;
}

void listen_for_interrupts() {
  interrupted(); // made before a signal can ask for it
  struct sigaction action {};
  action.sa_handler = on_signal;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  std::signal(SIGPIPE, SIG_IGN);
}

progress::progress(std::string what) : what_(std::move(what)) {
  if (isatty(STDERR_FILENO) != 0) thread_ = std::thread([this] { run(); });
}

progress::~progress() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    done_ = true;
  }
  wake_.notify_all();
  thread_.join();
}

void progress::run() {
  using namespace std::chrono_literals;
  constexpr int width = 20;
  const auto start = std::chrono::steady_clock::now();
  std::unique_lock lock(mutex_);
  if (wake_.wait_for(lock, 1s, [this] { return done_; })) return;
  // How much is left is not known: a bar that moves says that the work goes on.
  for (int step = 0; !done_; ++step) {
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    std::string bar(width, ' ');
    for (int k = 0; k < 4; ++k) bar[static_cast<std::size_t>((step + k) % width)] = '=';
    std::fprintf(stderr, "\r[%s] %s, %.0f s\x1b[K", bar.c_str(), what_.c_str(), seconds);
    std::fflush(stderr);
    wake_.wait_for(lock, 100ms, [this] { return done_; });
  }
  std::fprintf(stderr, "\r\x1b[K");
  std::fflush(stderr);
}

} // namespace fpcheck::cli

#include <fpcheck/session/progress.hpp>

#include <unistd.h>

#include <chrono>
#include <cstdio>

namespace fpcheck::session {

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

} // namespace fpcheck::session

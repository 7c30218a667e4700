#include <fpcheck/base/plain_text.hpp>
#include <fpcheck/session/progress.hpp>

#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

namespace fpcheck::session {
namespace {

using namespace std::chrono_literals;
using clock = std::chrono::steady_clock;

constexpr std::size_t longest_text = 100;

/// What is waited for, and the thread that says so while there is anything.
class board {
public:
  std::size_t add(std::string what) {
    const std::lock_guard lock(mutex_);
    waits_.emplace(++last_, wait{std::move(what), clock::now()});
    if (!painter_.joinable()) {
      stop_ = std::make_shared<bool>(false);
      painter_ = std::thread([this, stop = stop_] { paint(*stop); });
    }
    return last_;
  }
  void remove(std::size_t id) {
    std::thread ended;
    {
      const std::lock_guard lock(mutex_);
      waits_.erase(id);
      if (waits_.empty()) *stop_ = true, ended = std::move(painter_);
    }
    wake_.notify_all();
    if (ended.joinable()) ended.join();
  }

private:
  struct wait {
    std::string what;
    clock::time_point since;
  };

  void paint(const bool& stop) {
    constexpr int width = 20;
    bool painted = false;
    std::unique_lock lock(mutex_);
    // How much is left is not known: a bar that moves says that the work goes on.
    for (int step = 0; !stop; ++step) {
      const wait& oldest = waits_.begin()->second;
      const double seconds = std::chrono::duration<double>(clock::now() - oldest.since).count();
      if (seconds >= 1) {
        std::string bar(width, ' ');
        for (int k = 0; k < 4; ++k) bar[static_cast<std::size_t>((step + k) % width)] = '=';
        const std::string more = waits_.size() > 1 ? " (and " + std::to_string(waits_.size() - 1) + " more)" : "";
        std::fprintf(stderr, "\r[%s] %s, %.0f s%s\x1b[K", bar.c_str(), oldest.what.c_str(), seconds, more.c_str());
        std::fflush(stderr);
        painted = true;
      }
      wake_.wait_for(lock, 100ms, [&] { return stop; });
    }
    if (!painted) return;
    std::fprintf(stderr, "\r\x1b[K");
    std::fflush(stderr);
  }

  std::mutex mutex_;
  std::condition_variable wake_;
  std::map<std::size_t, wait> waits_; ///< the oldest first
  std::size_t last_ = 0;
  std::thread painter_;
  std::shared_ptr<bool> stop_;
};

board& the_board() {
  static board* const one = new board; // NOLINT: a wait may outlive static storage
  return *one;
}

} // namespace

progress::progress(std::string what) {
  if (isatty(STDERR_FILENO) == 0) return;
  what = one_line(what);
  if (what.size() > longest_text) what = what.substr(0, longest_text) + "...";
  id_ = the_board().add(std::move(what));
}

progress::~progress() {
  if (id_ != 0) the_board().remove(id_);
}

} // namespace fpcheck::session

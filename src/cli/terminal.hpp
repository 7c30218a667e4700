#pragma once
#include <fpcheck/report/document.hpp>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace fpcheck::cli {

/// Whether reports on stdout are coloured: CLICOLOR_FORCE, then NO_COLOR, then whether stdout is a terminal.
report::colour stdout_colour();

/// Set by the first SIGINT or SIGTERM; a second one ends the process at once with code 130.
std::atomic<bool>& interrupted();
/// Starts to listen for them.
void listen_for_interrupts();

/// Says on stderr, where that is a terminal, what is going on and for how long, from one second after its construction
/// to its destruction.
class progress {
public:
  explicit progress(std::string what);
  ~progress();
  progress(const progress&) = delete;
  progress& operator=(const progress&) = delete;

private:
  void run();
  std::string what_;
  std::mutex mutex_;
  std::condition_variable wake_;
  bool done_ = false;
  std::thread thread_;
};

} // namespace fpcheck::cli

#pragma once
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace fpcheck::session {

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

} // namespace fpcheck::session

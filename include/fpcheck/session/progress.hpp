#pragma once
#include <cstddef>
#include <string>

namespace fpcheck::session {

/// Says on stderr, where that is a terminal, what is waited for and for how long, from one second after its construction to its
/// destruction. Of several at a time the oldest is named, with how many there are besides.
class progress {
public:
  explicit progress(std::string what);
  ~progress();
  progress(const progress&) = delete;
  progress& operator=(const progress&) = delete;

private:
  std::size_t id_ = 0; ///< 0: there is no terminal
};

} // namespace fpcheck::session

#include <fpcheck/session/interrupt.hpp>

namespace fpcheck::session {

std::atomic<bool>& interrupted() {
  static std::atomic<bool> flag{false};
  return flag;
}

} // namespace fpcheck::session

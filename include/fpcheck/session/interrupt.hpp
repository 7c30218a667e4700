#pragma once
#include <atomic>

namespace fpcheck::session {

/// Set by whoever wants everything to end: a program's handler of SIGINT. Nothing of the session listens for signals itself.
std::atomic<bool>& interrupted();

} // namespace fpcheck::session

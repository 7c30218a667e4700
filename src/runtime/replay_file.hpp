#pragma once
#include <fpcheck/base/diagnostic.hpp>

#include "check_chain.hpp"

#include <string>

namespace fpcheck::runtime {

/// Writes the part of a chain into a new folder under `folder`: its PTX, its buffers as they were, and a source whose comment is the case
/// that launches it again. The command that does so. Error: a file cannot be written, or the launches hold addresses in places that a
/// case cannot name.
result<std::string> write_replay(const std::string& folder, const module_image& module, const checked_chain& part);

} // namespace fpcheck::runtime

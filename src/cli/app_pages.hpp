#pragma once
// What is written out of the command line's own description, so that it cannot drift from it: shell completions and the manual page.
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace fpcheck::cli {

/// The shells that completions are written for.
const std::vector<std::string>& shells();
/// A completion script. Requires: `shell` is one of `shells()`.
std::string completion(const CLI::App& app, const std::string& shell);
/// The manual page, section 1, in man(7) macros.
std::string man_page(const CLI::App& app);

} // namespace fpcheck::cli

#pragma once
#include <fpcheck/base/diagnostic.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace fpcheck::session {

/// Which launches of a program are checked.
struct launch_choice {
  std::vector<std::string> kernels;     ///< `--kernel`: only of these, by name or the begin of it; empty: of all
  std::vector<std::string> alone;       ///< `--check-only`: of these, each for itself: what comes into it is taken as exact
  std::vector<std::uint64_t> numbers;   ///< `--launches`: of the chosen kernels, counted from 1; empty: all
  bool last = false;                    ///< `--launches last`
  std::uint64_t every = 1;              ///< `--every N`: the first, and each N-th after it
};

/// How `fpcheck app` wants a program's launches to be run: what it tells the runtime in the program's environment.
struct program_settings {
  launch_choice which;      ///< launches that are checked
  double budget = 120;      ///< seconds for all checks together; then launches run unchecked
  double launch_time = 600; ///< seconds that one launch may take unchecked
  std::uint64_t chain = 8;  ///< most launches that errors are followed through
  std::uint32_t blocks = 0; ///< of a checked launch that are looked at, each launch for itself then; 0: all
  std::string report;       ///< the folder that each process of the program writes its report to, as JSON
  std::string replays;      ///< the folder for replays of findings; empty: none
  std::string captures;     ///< the folder for captures of the chosen launches; empty: none
};

/// The environment variable that holds them.
inline constexpr const char* program_settings_variable = "FPCHECK_APP";

/// `1,5,last`. Error: anything else.
result<void> read_launch_numbers(const std::string& text, launch_choice& into);
/// One line of text.
std::string write_program_settings(const program_settings& s);
/// What write_program_settings wrote. Error: text that is not of this version.
result<program_settings> read_program_settings(const std::string& text);

} // namespace fpcheck::session

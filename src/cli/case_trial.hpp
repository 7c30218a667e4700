#pragma once
#include "case_guess.hpp"

#include <fpcheck/session/kernel_file.hpp>

#include <ctime>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace fpcheck::report {
struct case_report;
}

namespace fpcheck::cli {

/// What a fitted case lacks; the smaller, the better it is.
struct shortcomings {
  bool unfinished = false;    ///< a run did not end, or met what is not modelled
  std::size_t strays = 0;     ///< places that still leave their buffers
  bool idle = false;          ///< nothing is written
  std::size_t padded = 0;     ///< buffers longer than every product of the case's sizes
  bool partial = false;       ///< some output is written in part
  bool unset = false;         ///< data that nothing wrote are used, under a block that is a guess
  std::size_t races = 0;      ///< where other data may have none: indices that are alike, what the host code sets to zero
  std::size_t other = 0;      ///< findings of other kinds

  auto rank() const { return std::tuple(unfinished, strays > 0, idle, padded, unset, races, partial, strays, other); }
  bool none() const { return !unfinished && strays == 0 && !idle && padded == 0 && !unset && races == 0 && !partial; }
};

/// One guess and how it fares.
struct trial {
  guessed_case words;
  shortcomings lacks;
  std::vector<std::string> remarks;
};

/// Runs until `deadline`, in processor time of this process; nothing where the case cannot be run at all, and `why`.
std::optional<trial> try_case(guessed_case guess, session::kernel_file& file, std::string& why, std::clock_t deadline);

} // namespace fpcheck::cli

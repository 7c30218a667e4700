#pragma once
#include <nlohmann/json.hpp>

#include <map>
#include <mutex>
#include <string>

namespace corpus {

/// What the tool says of each run of the corpus, beside what was recorded: a line "RUN = EXIT RULE:LEVEL:LINE:EXCESS .." for each,
/// findings in order of their text.
class verdict_record {
public:
  /// Reads `recorded` and `changes`, whose lines "RUN: reason" are differences that are meant. Either may be empty or missing.
  verdict_record(const std::string& recorded, const std::string& changes);

  /// Adds one run. Several threads may.
  void add(const std::string& run, int exit_code, const nlohmann::json& findings);
  /// Prints the runs whose verdict changed without a reason, and the reasons that nothing needs. Returns how many there are.
  std::size_t report() const;
  /// Writes what was added, and what was recorded of other runs. Returns whether it could be written.
  bool write(const std::string& path) const;

private:
  std::map<std::string, std::string> recorded_, now_, reasons_;
  mutable std::mutex mutex_;
};

} // namespace corpus

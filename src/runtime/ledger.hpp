#pragma once
// What became of a program's launches: the report at its end.
#include <fpcheck/report/document.hpp>

#include "check_chain.hpp"

#include <map>
#include <string>
#include <vector>

namespace fpcheck::runtime {

/// Collects what is found out about a program and writes it as a document.
class ledger {
public:
  explicit ledger(std::string program) : program_(std::move(program)) {}

  /// A launch was made, unchecked so far; `seconds` is what it took.
  void launched(const std::string& kernel, double seconds);
  /// A launch was left out: it repeats one that changed nothing.
  void repeated(const std::string& kernel);
  /// A launch that was asked for was not checked: the time for checks is spent.
  void unaffordable(const std::string& kernel);
  /// A part of a chain was checked.
  void checked(const chain& c, const checked_chain& part);
  /// Something that could not be done, once for each text.
  void incomplete(const std::string& what);
  /// What the user should know.
  void note(const std::string& what);
  report::document document() const;
  const std::string& program() const { return program_; }
  /// Whether there is a finding that was not there at the last call.
  bool has_news();
  /// Whether the part is the first of its kind with an error: such a one is kept so that it can be run again, by `command`.
  bool wants_replay(const checked_chain& part) const;
  void add_replay(const checked_chain& part, const std::string& command);

private:
  struct kernel_row {
    std::uint64_t launches = 0, checked = 0, repeats = 0, unaffordable = 0;
    double seconds = 0;
  };
  std::vector<std::string> rows() const;

  std::string program_;
  std::map<std::string, kernel_row> kernels_;
  std::map<std::string, std::size_t> cases_;   ///< by the names of a chain's kernels
  std::vector<report::case_report> reports_;
  std::vector<std::uint64_t> counts_;          ///< checked parts of each case
  std::vector<std::string> incomplete_, notes_;
  bool news_ = false;
};

} // namespace fpcheck::runtime

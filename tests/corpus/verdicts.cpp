#include "verdicts.hpp"

#include <cstdio>
#include <fstream>
#include <set>

namespace corpus {
namespace {

/// Lines "KEY<separator>VALUE"; those that begin with # say something to the reader only.
std::map<std::string, std::string> read(const std::string& path, const std::string& separator) {
  std::map<std::string, std::string> out;
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) {
    const std::size_t at = line.find(separator);
    if (!line.starts_with('#') && at != std::string::npos) out[line.substr(0, at)] = line.substr(at + separator.size());
  }
  return out;
}

/// The line of the case's own source: the innermost frame in a .cu.
unsigned line_of(const nlohmann::json& finding) {
  for (const auto& frame : finding.value("stack", nlohmann::json::array()))
    if (frame.value("file", "").ends_with(".cu")) return frame.value("line", 0u);
  return 0;
}

std::string text_of(const nlohmann::json& finding) {
  std::string out = finding.value("rule", "?") + ':' + finding.value("level", "?") + ':' + std::to_string(line_of(finding));
  if (const auto excess = finding.find("excess"); excess != finding.end() && excess->is_number()) {
    char digits[32];
    std::snprintf(digits, sizeof digits, ":%.3g", excess->get<double>());
    out += digits;
  }
  return out;
}

} // namespace

verdict_record::verdict_record(const std::string& recorded, const std::string& changes) : recorded_(read(recorded, " = ")), reasons_(read(changes, ": ")) {}

void verdict_record::add(const std::string& run, int exit_code, const nlohmann::json& findings) {
  std::multiset<std::string> texts;
  for (const auto& f : findings) texts.insert(text_of(f));
  std::string verdict = std::to_string(exit_code);
  for (const std::string& t : texts) verdict += ' ' + t;
  const std::lock_guard lock(mutex_);
  now_[run] = verdict;
}

std::size_t verdict_record::report() const {
  std::size_t wrong = 0;
  for (const auto& [run, verdict] : now_) {
    const auto was = recorded_.find(run);
    if (was == recorded_.end()) {
      std::printf("NOT RECORDED %s = %s\n", run.c_str(), verdict.c_str());
      continue;
    }
    const bool changed = was->second != verdict;
    const auto reason = reasons_.find(run);
    if (changed == (reason != reasons_.end())) continue;
    ++wrong;
    if (!changed) std::printf("AS RECORDED %s, yet it is listed as changed: %s\n", run.c_str(), reason->second.c_str());
    else std::printf("CHANGED %s\n  recorded: %s\n  now:      %s\n", run.c_str(), was->second.c_str(), verdict.c_str());
  }
  return wrong;
}

bool verdict_record::write(const std::string& path) const {
  std::map<std::string, std::string> all = recorded_;
  for (const auto& [run, verdict] : now_) all[run] = verdict;
  std::ofstream out(path);
  out << "# What the tool says of each run of the corpus, seed 1. Written by run_corpus --record; see verdicts.hpp.\n";
  for (const auto& [run, verdict] : all) out << run << " = " << verdict << '\n';
  return static_cast<bool>(out.flush());
}

} // namespace corpus

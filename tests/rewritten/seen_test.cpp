// What the records of rewritten kernels show of the wrong kernels of the corpus, before the engine runs a single block: each numeric finding
// that is recorded of the engine has an event, and at its line. The records are those of the emulator here, in a card's place.
#include "corpus_cases.hpp"
#include "emulation.hpp"

#include <fpcheck/session/on_device.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>

namespace fpcheck::instrument::test {
namespace {

/// What a number beside each number may show: neither memory nor order nor a comparison with something else.
constexpr const char* numeric[] = {"nan-born", "inf-born", "overflow", "underflow-flushed", "cancellation", "absorption", "narrowing", "saturated", "narrow-accumulator", "int-to-float-loss", "inaccurate", "branch-flip", "out-of-domain"};

struct expected {
  std::string rule;
  unsigned line = 0;
};

/// The engine's errors of each run of the corpus, as they are recorded: "SET/FILE.cu:KERNEL#N O3".
std::map<std::string, std::vector<expected>> recorded() {
  std::map<std::string, std::vector<expected>> out;
  std::ifstream in(std::string(FPCHECK_SOURCE_DIR) + "/tests/corpus/verdicts.txt");
  for (std::string line; std::getline(in, line);) {
    const std::size_t at = line.find(" = ");
    if (line.starts_with('#') || at == std::string::npos) continue;
    std::istringstream words(line.substr(at + 3));
    std::vector<expected>& all = out[line.substr(0, at)];
    for (std::string word; words >> word;) {
      const std::size_t level = word.find(":error:");
      if (level != std::string::npos) all.push_back({word.substr(0, level), static_cast<unsigned>(std::atoi(word.c_str() + level + 7))});
    }
  }
  return out;
}

std::string key_of(const std::string& path, const numbered_case& c) {
  const std::string source = source_of(path);
  const std::size_t set = source.rfind('/', source.rfind('/') - 1) + 1;
  return source.substr(set) + ":" + c.kernel + (c.number == 0 ? "" : "#" + std::to_string(c.number + 1)) + (path.ends_with(".fast.ptx") ? " fast" : " O3");
}

/// The innermost line in the case's own source.
unsigned line_of(const report::device_line& l) {
  for (const analysis::frame& f : l.stack)
    if (f.file.ends_with(".cu")) return f.line;
  return 0;
}

/// Numbers of which nothing is known tell where every instruction has a shadow.
bool tells(const report::device_line& l, bool whole) { return l.over + l.open + l.born + l.near != 0 || (whole && l.unbounded != 0); }

std::string described(const report::device_line& l) {
  std::ostringstream out;
  out << line_of(l) << ':' << static_cast<int>(l.what) << ' ' << l.instruction << " (over " << l.over << " open " << l.open << " near " << l.near << " born " << l.born << " unbounded " << l.unbounded << " share " << l.share << ")";
  return out.str();
}

/// What the records of a case say; none where it cannot be rewritten or the emulation of it does not end.
std::optional<session::device_findings> records_of(const session::bound_case& c, domain beside) {
  auto run = emulate(c, beside, depth::causes, std::uint64_t{1} << 30);
  if (!run) return std::nullopt;
  device::outcome done;
  done.card = "emulator", done.after.resize(c.request.buffers.size());
  for (std::size_t k = 0; k < done.after.size(); ++k) {
    const exec::buffer& b = c.request.buffers[k];
    const auto first = run->arena.begin() + static_cast<std::ptrdiff_t>(run->where.buffers[k]);
    if (b.role != exec::buffer_role::input) done.after[k].assign(first, first + static_cast<std::ptrdiff_t>(b.data.size()));
  }
  for (auto& r : run->records) done.launches.push_back({std::move(r), 0, 0, 0, 0, 0});
  return session::findings_of(*c.code, c.request, run->kernels, std::move(done), beside);
}

struct tally {
  int wrong = 0, seen = 0, pointed = 0, incomplete = 0, refused = 0, lines = 0, sound = 0, quiet = 0, sound_incomplete = 0;
};

void look(const std::string& path, const numbered_case& c, const std::map<std::string, std::vector<expected>>& known, tally& sum) {
  const auto verdict = known.find(key_of(path, c));
  if (verdict == known.end()) return;
  std::vector<expected> wanted;
  for (const expected& e : verdict->second)
    if (std::find(std::begin(numeric), std::end(numeric), e.rule) != std::end(numeric)) wanted.push_back(e);
  if (wanted.empty() && !verdict->second.empty()) return; // wrong by what no number shows
  const auto found = records_of(c.bound, domain::ball);
  const bool tell = std::getenv("FPCHECK_LIST") != nullptr, whole = found && found->incomplete.empty();
  if (wanted.empty()) {
    if (!found) return;
    const bool quiet = std::none_of(found->report.lines.begin(), found->report.lines.end(), [&](const report::device_line& l) { return tells(l, whole); });
    ++sum.sound, sum.quiet += quiet, sum.sound_incomplete += !found->incomplete.empty();
    if (tell && !quiet)
      for (const report::device_line& l : found->report.lines)
        if (tells(l, whole)) std::printf("LOUD %s: %s\n", key_of(path, c).c_str(), described(l).c_str());
    return;
  }
  ++sum.wrong;
  if (!found) {
    ++sum.refused;
    if (tell) std::printf("REFUSED %s\n", key_of(path, c).c_str());
    return;
  }
  if (tell && !whole) std::printf("INCOMPLETE %s: %s\n", key_of(path, c).c_str(), found->incomplete[0].what.c_str());
  bool seen = false, pointed = true;
  std::ostringstream about;
  for (const report::device_line& l : found->report.lines) seen = seen || tells(l, whole), sum.lines += tells(l, whole);
  for (const expected& e : wanted) {
    pointed = pointed && std::any_of(found->report.lines.begin(), found->report.lines.end(), [&](const report::device_line& l) { return tells(l, whole) && (e.line == 0 || line_of(l) == e.line); });
    about << ' ' << e.rule << ':' << e.line;
  }
  sum.seen += seen, sum.pointed += seen && pointed, sum.incomplete += !found->incomplete.empty();
  if (!tell || (seen && pointed)) return;
  about << (found->incomplete.empty() ? "" : " incomplete: " + found->incomplete[0].what) << " |";
  for (const report::device_line& l : found->report.lines) about << ' ' << described(l);
  std::printf("%s %s:%s\n", seen ? "ELSEWHERE" : "UNSEEN", key_of(path, c).c_str(), about.str().c_str());
}

TEST(records, point_to_what_the_engine_finds) {
  const auto known = recorded();
  tally sum;
  std::vector<std::string> sets{"bugs"};
  if (std::getenv("FPCHECK_LIST") != nullptr) sets.push_back("sound"); // to read, not to judge
  for (const std::string& path : corpus_files(sets, 1)) each_case(path, std::uint64_t{1} << 16, [&](const numbered_case& c) { look(path, c, known, sum); });
  std::printf("%d wrong cases of numeric rules: %d seen, %d at the finding's line (%d lines told); %d incomplete, %d refused\n%d sound cases: %d with no event, %d incomplete\n", sum.wrong, sum.seen, sum.pointed, sum.lines, sum.incomplete, sum.refused, sum.sound, sum.quiet,
              sum.sound_incomplete);
  EXPECT_GT(sum.wrong, 100);
  EXPECT_GE(100 * sum.seen, 97 * sum.wrong); // what only the exact value of sinf shows is not seen on a card
  EXPECT_GE(50 * sum.pointed, 47 * sum.wrong); // a cause further up may be all that a card records
  EXPECT_LE(20 * (sum.incomplete + sum.refused), sum.wrong);
}

/// Angles, generators, hashes and differences of clocks wrap on purpose before they become numbers.
TEST(records, let_integers_wrap_that_are_meant_to) {
  int cases = 0;
  for (const std::string& path : corpus_files({"sound"}, 1)) {
    if (path.find("/wrapping_integers.") == std::string::npos) continue;
    each_case(path, std::uint64_t{1} << 16, [&](const numbered_case& c) {
      const auto found = records_of(c.bound, domain::ball);
      ASSERT_TRUE(found) << c.title;
      ++cases;
      for (const report::device_line& l : found->report.lines) EXPECT_NE(l.what, report::device_line::event::left_range) << c.title << ": " << described(l);
    });
  }
  EXPECT_GE(cases, 20);
}

} // namespace
} // namespace fpcheck::instrument::test

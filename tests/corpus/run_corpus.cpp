// Runs the tool on every case of the corpus and compares what it says with what the sources expect:
//   run_corpus --tool FPCHECK --corpus DIR [--set bugs|sound] [--seeds N] [--big only|no|yes] [--fast only|no|yes]
//              [--jobs N] [--filter TEXT] [--compiled DIR]
// `--compiled` takes the .ptx files from DIR, in the layout of the corpus: other compilations of the same sources.
// A case is a line `// fpcheck: KERNEL <<<...>>> words`; the line after it says `// expect: KERNEL clean [big]
// [no-fast]` or `// expect: KERNEL rule=a|b [line=N|marked] [max_findings=N]`, where `marked` means the lines with `//
// expect-line`. `open=N` marks a known gap: today the tool exits N here instead; a case that has come right fails, so that
// the mark goes. Open cases are counted apart.
//   --verdicts FILE [--changes FILE]   the whole verdicts too, rules, levels, lines and excess, are those of FILE, but where the second
//                                      file gives a reason; --record FILE writes them instead
#include "cases.hpp"
#include "tool_process.hpp"
#include "verdicts.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>
#include <stdexcept>
#include <thread>

namespace {

namespace fs = std::filesystem;
using corpus::corpus_case, corpus::fail;

struct settings {
  std::string tool, corpus, compiled, verdicts, changes, record, set = "both", filter, big = "no", fast = "yes";
  unsigned seeds = 1, jobs = 1;
};

/// One run to make: a case, a way of compiling it and a seed.
struct job {
  const corpus_case* what;
  bool fast;
  unsigned seed;
};

struct outcome {
  bool passed = false;
  std::string got;
  double seconds = 0, shadowed = 1;
  bool has_coverage = false;
};

/// Whether any frame of a finding lies in `file` on one of `lines`.
bool on_line(const nlohmann::json& finding, const std::string& file, const std::set<unsigned>& lines) {
  if (lines.empty()) return true;
  for (const auto& frame : finding.value("stack", nlohmann::json::array()))
    if (fs::path(frame.value("file", "")).filename() == file && lines.count(frame.value("line", 0u)) != 0) return true;
  return false;
}

std::string describe(const nlohmann::json& findings) {
  std::string text;
  for (const auto& f : findings) {
    unsigned line = 0;
    for (const auto& frame : f.value("stack", nlohmann::json::array()))
      if (fs::path(frame.value("file", "")).extension() == ".cu") line = frame.value("line", 0u);
    text += (text.empty() ? "" : ", ") + f.value("rule", "?") + ":" + std::to_string(line);
  }
  return text;
}

/// Findings that count: errors that no comment suppresses.
nlohmann::json counted(const nlohmann::json& document) {
  nlohmann::json out = nlohmann::json::array();
  for (const auto& f : document.value("findings", nlohmann::json::array()))
    if (f.value("level", "error") == "error" && !f.value("suppressed", false)) out.push_back(f);
  return out;
}

void judge(const corpus_case& c, const corpus::tool_result& run, const nlohmann::json& document, outcome& o) {
  const nlohmann::json findings = counted(document);
  o.got = std::to_string(run.exit_code) + " " + describe(findings);
  if (run.exit_code == 3 && document.contains("incomplete") && !document["incomplete"].empty())
    o.got += " incomplete: " + document["incomplete"][0].value("what", "").substr(0, 90);
  for (const auto& e : document.value("errors", nlohmann::json::array()))
    o.got += " error: " + e.value("message", "").substr(0, 90);
  if (document.contains("coverage")) {
    const auto& coverage = document["coverage"];
    const double all = coverage.value("fp_operations", 0.0);
    o.has_coverage = all > 0;
    if (o.has_coverage) o.shadowed = coverage.value("fp_shadowed", 0.0) / all;
  }
  if (c.expected.open >= 0) {
    o.passed = run.exit_code == c.expected.open;
    return;
  }
  if (c.expected.clean) {
    o.passed = run.exit_code == 0 && findings.empty() && (!o.has_coverage || o.shadowed >= 0.95);
    return;
  }
  const bool hit = std::any_of(findings.begin(), findings.end(), [&](const nlohmann::json& f) {
    return c.expected.rules.count(f.value("rule", "")) != 0 &&
           on_line(f, c.source.filename().string(), c.expected.lines);
  });
  o.passed = run.exit_code == 1 && hit && findings.size() <= c.expected.max_findings;
}

/// Where a compilation of a case's source lies.
fs::path compilation(const settings& s, const corpus_case& c, const char* extension) {
  const fs::path folder = c.source.parent_path();
  return (s.compiled.empty() ? folder : fs::absolute(s.compiled) / folder.filename()) / (c.source.stem().string() + extension);
}

std::vector<std::string> arguments(const settings& s, const job& j) {
  const corpus_case& c = *j.what;
  const std::string stem = c.source.stem().string();
  std::vector<std::string> a{
      "run", compilation(s, c, j.fast ? ".fast.ptx" : ".ptx").string() + ':' + c.kernel, "--source", stem + ".cu", "-l", c.launch};
  a.insert(a.end(), c.words.begin(), c.words.end());
  a.insert(a.end(), {"--seed", std::to_string(j.seed), "--no-lines", "--format", "json"});
  return a;
}

/// What a run is called in the record: "bugs/sums.cu:kernel O3".
std::string name_of(const job& j) {
  const corpus_case& c = *j.what;
  const std::string which = c.number == 0 ? "" : '#' + std::to_string(c.number + 1);
  return c.source.parent_path().filename().string() + '/' + c.source.filename().string() + ':' + c.kernel + which + (j.fast ? " fast" : " O3");
}

outcome run_job(const settings& s, const job& j, corpus::verdict_record& verdicts) {
  outcome o;
  const auto run = corpus::run_tool(s.tool, arguments(s, j), j.what->source.parent_path().string());
  o.seconds = run.seconds;
  const auto document = nlohmann::json::parse(run.output, nullptr, false);
  if (document.is_discarded() || document.value("cases", nlohmann::json::array()).size() != 1) {
    o.got = "exit " + std::to_string(run.exit_code) + ", no report: " + run.messages.substr(0, run.messages.find('\n'));
    return o;
  }
  judge(*j.what, run, document["cases"][0], o);
  if (j.seed == 1) verdicts.add(name_of(j), run.exit_code, document["cases"][0].value("findings", nlohmann::json::array()));
  return o;
}

settings parse_arguments(int argc, char** argv) {
  settings s;
  const std::map<std::string, std::string*> texts{{"--tool", &s.tool}, {"--corpus", &s.corpus},
                                                  {"--set", &s.set},   {"--filter", &s.filter},
                                                  {"--big", &s.big},   {"--fast", &s.fast},
                                                  {"--compiled", &s.compiled}, {"--verdicts", &s.verdicts},
                                                  {"--changes", &s.changes}, {"--record", &s.record}};
  const std::map<std::string, unsigned*> numbers{{"--seeds", &s.seeds}, {"--jobs", &s.jobs}};
  for (int i = 1; i + 1 < argc; i += 2) {
    if (const auto t = texts.find(argv[i]); t != texts.end())
      *t->second = argv[i + 1];
    else if (const auto n = numbers.find(argv[i]); n != numbers.end())
      *n->second = static_cast<unsigned>(std::stoul(argv[i + 1]));
    else
      fail(std::string("unknown option ") + argv[i]);
  }
  if (s.tool.empty() || s.corpus.empty()) fail("--tool and --corpus are needed");
  return s;
}

std::vector<corpus_case> all_cases(const settings& s) {
  std::vector<corpus_case> cases;
  for (const std::string set : {"bugs", "sound"}) {
    if (s.set != "both" && s.set != set) continue;
    for (corpus_case& c : corpus::cases_of(fs::path(s.corpus) / set))
      if ((c.source.filename().string() + ":" + c.kernel).find(s.filter) != std::string::npos) cases.push_back(std::move(c));
  }
  return cases;
}

std::vector<job> all_jobs(const settings& s, const std::vector<corpus_case>& cases) {
  std::vector<job> jobs;
  for (const auto& c : cases) {
    if ((s.big == "no" && c.expected.big) || (s.big == "only" && !c.expected.big)) continue;
    const bool has_fast = fs::exists(compilation(s, c, ".fast.ptx"));
    if (!fs::exists(compilation(s, c, ".ptx"))) continue; // not compiled this way
    for (unsigned seed = 1; seed <= s.seeds; ++seed) {
      if (s.fast != "only") jobs.push_back({&c, false, seed});
      if (s.fast != "no" && has_fast && !c.expected.no_fast) jobs.push_back({&c, true, seed});
    }
  }
  return jobs;
}

int run_all(const settings& s) {
  const auto cases = all_cases(s);
  const auto jobs = all_jobs(s, cases);
  if (jobs.empty()) fail("no case matches");
  corpus::verdict_record verdicts(s.record.empty() ? s.verdicts : s.record, s.changes);
  std::atomic<std::size_t> next = 0;
  std::mutex print;
  std::size_t failed = 0, open = 0;
  double total = 0, least_shadowed = 1;
  const auto work = [&] {
    for (std::size_t i = next++; i < jobs.size(); i = next++) {
      const job& j = jobs[i];
      const outcome o = run_job(s, j, verdicts);
      std::string wanted = j.what->expected.clean ? "clean" : "";
      for (const auto& r : j.what->expected.rules) wanted += (wanted.empty() ? "" : "|") + r;
      const std::lock_guard lock(print);
      total += o.seconds;
      failed += o.passed ? 0 : 1;
      open += j.what->expected.open >= 0 ? 1 : 0;
      if (j.what->expected.clean && o.has_coverage) least_shadowed = std::min(least_shadowed, o.shadowed);
      std::printf("%s %-28s %-30s %-4s seed %u  expected %-30s got %-40s shadowed %5.1f %%  %.2f s\n",
                  !o.passed ? "FAIL" : j.what->expected.open >= 0 ? "open" : "ok  ", j.what->source.filename().c_str(), j.what->kernel.c_str(),
                  j.fast ? "fast" : "O3", j.seed, wanted.c_str(), o.got.c_str(), 100 * o.shadowed, o.seconds);
      std::fflush(stdout);
    }
  };
  std::vector<std::thread> workers;
  for (unsigned i = 1; i < std::max(1u, s.jobs); ++i) workers.emplace_back(work);
  work();
  for (auto& w : workers) w.join();
  std::printf("%zu runs of %zu cases, %zu failed, %zu open, %.1f s in the tool, least share of operations shadowed on sound "
              "kernels %.1f %%\n",
              jobs.size(), cases.size(), failed, open, total, 100 * least_shadowed);
  if (!s.record.empty() && !verdicts.write(s.record)) fail(s.record + " cannot be written");
  if (!s.verdicts.empty()) failed += verdicts.report();
  return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

} // namespace

int main(int argc, char** argv) {
  try {
    return run_all(parse_arguments(argc, argv));
  } catch (const std::exception& e) {
    std::fprintf(stderr, "run_corpus: %s\n", e.what());
    return 2;
  }
}

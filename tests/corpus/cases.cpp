#include "cases.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace corpus {

void fail(const std::string& message) {
  throw std::runtime_error(message);
}

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> words;
  std::string word;
  int depth = 0;
  bool quoted = false;
  for (const char c : text) {
    if (c == '\'') {
      quoted = !quoted;
      continue;
    }
    if (c == '(') ++depth;
    if (c == ')') --depth;
    if (c == ' ' && depth <= 0 && !quoted) {
      if (!word.empty()) words.push_back(word);
      word.clear();
      depth = 0;
    } else
      word += c;
  }
  if (!word.empty()) words.push_back(word);
  return words;
}

namespace {

expectation parse_expectation(const std::vector<std::string>& words, const std::set<unsigned>& marked) {
  expectation e;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string& w = words[i];
    if (w == "clean")
      e.clean = true;
    else if (w == "big")
      e.big = true;
    else if (w == "no-fast")
      e.no_fast = true;
    else if (w.rfind("rule=", 0) == 0) {
      std::istringstream rules(w.substr(5));
      for (std::string r; std::getline(rules, r, '|');) e.rules.insert(r);
    } else if (w == "line=marked")
      e.lines = marked;
    else if (w.rfind("line=", 0) == 0)
      e.lines.insert(static_cast<unsigned>(std::stoul(w.substr(5))));
    else if (w.rfind("open=", 0) == 0)
      e.open = std::stoi(w.substr(5));
    else if (w.rfind("max_findings=", 0) == 0)
      e.max_findings = static_cast<unsigned>(std::stoul(w.substr(13)));
    else
      fail("unknown expectation " + w);
  }
  if (e.clean == !e.rules.empty()) fail("an expectation says either clean or rule=");
  return e;
}

corpus_case parse_case(const fs::path& source, const std::string& text) {
  corpus_case c;
  c.source = source;
  const auto open = text.find("<<<"), close = text.find(">>>");
  if (open == std::string::npos || close == std::string::npos) fail(source.string() + ": a case without <<<...>>>");
  c.kernel = split(text.substr(0, open)).at(0);
  c.launch = text.substr(open, close + 3 - open);
  c.words = split(text.substr(close + 3));
  return c;
}

} // namespace

std::vector<corpus_case> read_cases(const fs::path& source) {
  std::vector<std::string> lines;
  std::ifstream file(source);
  std::set<unsigned> marked;
  for (std::string line; std::getline(file, line);) {
    lines.push_back(line);
    if (line.find("// expect-line") != std::string::npos) marked.insert(static_cast<unsigned>(lines.size()));
  }
  std::vector<corpus_case> cases;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string start = "// fpcheck: ", expect = "// expect: ";
    if (lines[i].rfind(start, 0) != 0) continue;
    cases.push_back(parse_case(source, lines[i].substr(start.size())));
    if (i + 1 >= lines.size() || lines[i + 1].rfind(expect, 0) != 0)
      fail(source.string() + ": case without expectation");
    const auto words = split(lines[i + 1].substr(expect.size()));
    cases.back().number = static_cast<std::size_t>(std::count_if(cases.begin(), cases.end() - 1, [&](const corpus_case& c) { return c.kernel == cases.back().kernel; }));
    if (words.at(0) != cases.back().kernel) fail(source.string() + ": expectation of another kernel");
    cases.back().expected = parse_expectation(words, marked);
    if (lines[i + 1].find("line=marked") != std::string::npos && marked.empty())
      fail(source.string() + ": no marked line");
  }
  return cases;
}

std::vector<corpus_case> cases_of(const fs::path& folder) {
  std::vector<fs::path> sources;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == ".cu") sources.push_back(fs::absolute(entry.path()));
  std::sort(sources.begin(), sources.end());
  std::vector<corpus_case> out;
  for (const fs::path& source : sources)
    for (corpus_case& c : read_cases(source)) out.push_back(std::move(c));
  return out;
}

} // namespace corpus

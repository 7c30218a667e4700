#include "itl.hpp"

#include <cctype>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <sstream>
#include <stdexcept>

namespace fpcheck::interval::itl {
namespace {

bool same_number(double a, double b) {
  return a == b || (std::isnan(a) && std::isnan(b));
}

std::string without_comments(const std::string& text) {
  std::string r;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') quoted = !quoted;
    if (!quoted && text.compare(i, 2, "/*") == 0) {
      const std::size_t end = text.find("*/", i + 2);
      for (; i < end + 1; ++i)
        if (text[i] == '\n') r += '\n';
      continue;
    }
    if (!quoted && (text.compare(i, 2, "//") == 0 || text[i] == '#')) {
      while (i < text.size() && text[i] != '\n') ++i;
      r += '\n';
      continue;
    }
    r += text[i];
  }
  return r;
}

std::string lower_case(std::string s) {
  for (char& c : s) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return s;
}

double read_number(const std::string& word) {
  char* end = nullptr;
  const double x = std::strtod(word.c_str(), &end);
  if (word.empty() || *end != '\0') throw std::runtime_error("no number: '" + word + "'");
  return x;
}

bool is_number(const std::string& word) {
  char* end = nullptr;
  std::strtod(word.c_str(), &end);
  return !word.empty() && *end == '\0';
}

std::string trimmed(const std::string& s) {
  const std::size_t a = s.find_first_not_of(" \t\r\n"), b = s.find_last_not_of(" \t\r\n");
  return a == std::string::npos ? "" : s.substr(a, b - a + 1);
}

decoration read_decoration(const std::string& s) {
  if (s == "com") return decoration::com;
  if (s == "dac") return decoration::dac;
  if (s == "def") return decoration::def;
  if (s == "trv") return decoration::trv;
  if (s == "ill") return decoration::ill;
  throw std::runtime_error("no decoration: '" + s + "'");
}

interval<double> read_set(const std::string& inner) {
  const std::string s = lower_case(trimmed(inner));
  if (s == "empty") return {};
  if (s == "entire") return interval<double>::entire();
  const std::size_t comma = s.find(',');
  if (comma == std::string::npos) return interval<double>{read_number(s)};
  return {read_number(trimmed(s.substr(0, comma))), read_number(trimmed(s.substr(comma + 1)))};
}

/// Reads the values of one statement from left to right.
class reader {
public:
  explicit reader(const std::string& text) : text_(text) {}

  bool at_end() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
    return at_ >= text_.size();
  }
  char peek() const { return text_[at_]; }
  bool take(const std::string& s) {
    if (text_.compare(at_, s.size(), s) != 0) return false;
    at_ += s.size();
    return true;
  }
  std::string until(const std::string& stops) {
    std::string r;
    while (at_ < text_.size() && stops.find(text_[at_]) == std::string::npos) r += text_[at_++];
    return r;
  }
  value next() {
    value v;
    if (take("[")) {
      const std::string inner = until("]");
      take("]");
      if (lower_case(trimmed(inner)) == "nai") {
        v.is = value::kind::decorated;
        v.set = decorated<double>::nai();
        return v;
      }
      v.is = value::kind::bare;
      v.set = decorated<double>{read_set(inner)};
      if (take("_")) {
        v.is = value::kind::decorated;
        v.set = decorated<double>{v.set.part, read_decoration(until(" \t\r\n=;"))};
      }
    } else if (take("\"")) {
      v.is = value::kind::text;
      v.text = until("\"");
      take("\"");
    } else if (take("{")) {
      v.is = value::kind::list;
      std::istringstream in(until("}"));
      take("}");
      for (std::string item; std::getline(in, item, ',');) v.list.push_back(read_number(trimmed(item)));
    } else {
      const std::string word = until(" \t\r\n=;");
      v.is = is_number(word) ? value::kind::number : value::kind::word;
      if (v.is == value::kind::number)
        v.number = read_number(word);
      else
        v.text = word;
    }
    return v;
  }

private:
  const std::string& text_;
  std::size_t at_ = 0;
};

statement read_statement(const std::string& text) {
  statement s;
  reader r(text);
  r.at_end();
  s.operation = trimmed(r.until(" \t\r\n"));
  std::vector<value>* into = &s.inputs;
  while (!r.at_end()) {
    if (r.take("<="))
      into = &s.accurate;
    else if (r.take("="))
      into = &s.outputs;
    else if (r.take("signal"))
      r.at_end(), s.signal = r.until(" \t\r\n");
    else
      into->push_back(r.next());
  }
  return s;
}

} // namespace

bool value::operator==(const value& o) const {
  if (is == kind::word || is == kind::text) return (o.is == kind::word || o.is == kind::text) && text == o.text;
  if (is != o.is) return false;
  if (is == kind::number) return same_number(number, o.number);
  if (is == kind::list) return list == o.list;
  if (set.is_nai() || o.set.is_nai()) return set.is_nai() && o.set.is_nai();
  return set.part == o.set.part && (is == kind::bare || set.mark == o.set.mark);
}

std::vector<statement> read(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path);
  std::stringstream buffer;
  buffer << file.rdbuf();
  const std::string text = without_comments(buffer.str());
  std::vector<statement> all;
  std::string pending, testcase;
  int line = 1;
  bool quoted = false;
  int lists = 0;
  for (const char c : text) {
    if (c == '\n') ++line;
    if (c == '"') quoted = !quoted;
    if (!quoted && c == '{' && pending.find("testcase") != std::string::npos) {
      testcase = trimmed(pending.substr(pending.find("testcase") + 8));
      pending.clear();
    } else if (!quoted && c == '}' && lists == 0) {
      pending.clear();
    } else if (!quoted && c == ';') {
      statement s = read_statement(pending);
      s.testcase = testcase, s.source = trimmed(pending), s.line = line;
      all.push_back(std::move(s));
      pending.clear();
    } else {
      if (!quoted) lists += c == '{' ? 1 : (c == '}' ? -1 : 0);
      pending += c;
    }
  }
  return all;
}

} // namespace fpcheck::interval::itl

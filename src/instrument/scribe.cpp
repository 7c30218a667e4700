#include "scribe.hpp"

#include <fpcheck/base/letters.hpp>

#include <algorithm>
#include <cctype>

namespace fpcheck::instrument {
namespace {

constexpr meaning_of_letter constants[] = {
    {'U', "0d3CA0000000000000"}, {'I', "0d7FF0000000000000"}, {'N', "0d7FF8000000000000"}, {'L', "0d4040000000000000"}, {'0', "0d0000000000000000"}};

std::string_view trimmed(std::string_view s) {
  const auto blank = [](char c) { return c == ' ' || c == '\n'; };
  while (!s.empty() && blank(s.front())) s.remove_prefix(1);
  while (!s.empty() && blank(s.back())) s.remove_suffix(1);
  return s;
}

std::string filled(std::string_view pattern, std::initializer_list<meaning_of_letter> letters, const std::string& number) {
  std::string out;
  const auto is_letter = [&](std::size_t k) { return k < pattern.size() && fpcheck::is_letter(pattern[k]); };
  for (std::size_t k = 0; k < pattern.size(); ++k) {
    if (pattern[k] == '%' && is_letter(k + 1) && !is_letter(k + 2)) { // a register of the pattern's own: no compiler names one so
      out += "%_";
      continue;
    }
    if (pattern[k] != '$' || k + 1 == pattern.size()) {
      out += pattern[k];
      continue;
    }
    const char letter = pattern[++k];
    const auto is = [&](const meaning_of_letter& l) { return l.first == letter; };
    if (letter == '@') out += number;
    else if (const auto at = std::find_if(letters.begin(), letters.end(), is); at != letters.end()) out += at->second;
    else if (const auto c = std::find_if(std::begin(constants), std::end(constants), is); c != std::end(constants)) out += c->second;
    else out += '$', out += letter;
  }
  return out;
}

} // namespace

void scribe::put(std::string_view pattern, std::initializer_list<meaning_of_letter> letters) {
  const std::string text = filled(pattern, letters, std::to_string(++patterns_));
  std::size_t begin = 0;
  int vector = 0; // braces of an operand
  for (std::size_t k = 0; k < text.size(); ++k) {
    const char c = text[k];
    const bool opens = trimmed(std::string_view(text).substr(begin, k - begin)).empty();
    if (c == '{' && !opens) ++vector;
    else if (c == '}' && vector > 0) --vector;
    else if (c == ';' || c == ':' || ((c == '{' || c == '}') && opens)) {
      statement(trimmed(std::string_view(text).substr(begin, k + 1 - begin)));
      begin = k + 1;
    }
  }
}

void scribe::statement(std::string_view s) {
  if (s.empty() || s == ";") return;
  const bool plain = s == "{" || s == "}" || s.starts_with(".reg") || s.ends_with(":");
  if (plain) return put_text(s);
  if (!s.starts_with('?')) return put_text(guard_.empty() ? std::string(s) : "@" + guard_ + " " + std::string(s));
  const auto blank = s.find(' ');
  const std::string predicate(s.substr(1, blank - 1)), rest(s.substr(blank + 1));
  if (guard_.empty()) return put_text("@" + predicate + " " + rest);
  const bool turned = predicate[0] == '!', guard_turned = guard_[0] == '!';
  put_text((turned ? "not.pred %fp_w, " : "mov.pred %fp_w, ") + predicate.substr(turned) + ";");
  put_text((guard_turned ? "not.pred %fp_v, " : "mov.pred %fp_v, ") + guard_.substr(guard_turned) + ";");
  put_text("and.pred %fp_w, %fp_w, %fp_v;");
  put_text("@%fp_w " + rest);
}

} // namespace fpcheck::instrument

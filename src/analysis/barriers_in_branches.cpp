#include "barriers_in_branches.hpp"

#include <fpcheck/base/letters.hpp>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iterator>
#include <map>
#include <unordered_set>

namespace fpcheck::analysis {
namespace {

/// Comments and texts blanked out, lines kept.
std::string code_only(const std::string& source) {
  std::string out = source;
  const auto blank = [&](std::size_t from, std::size_t to) {
    for (std::size_t k = from; k < std::min(to, out.size()); ++k)
      if (out[k] != '\n') out[k] = ' ';
  };
  for (std::size_t i = 0; i < source.size();) {
    std::size_t end = i + 1;
    if (source.compare(i, 2, "//") == 0) blank(i, end = std::min(source.find('\n', i), source.size()));
    else if (source.compare(i, 2, "/*") == 0) blank(i, end = std::min(source.find("*/", i + 2), source.size() - 2) + 2);
    else if (source[i] == '"' || (source[i] == '\'' && (i == 0 || std::isalnum(static_cast<unsigned char>(source[i - 1])) == 0))) {
      while (end < source.size() && source[end] != source[i] && source[end] != '\n') end += source[end] == '\\' ? 2 : 1;
      blank(i, ++end);
    }
    i = end;
  }
  return out;
}

class statements {
public:
  explicit statements(std::string text) : text_(std::move(text)) {}
  std::size_t start_of_line(std::uint32_t line) const {
    std::size_t at = 0;
    for (std::uint32_t n = 1; n < line && at != std::string::npos; ++n) at = text_.find('\n', at), at += at != std::string::npos;
    return at;
  }
  std::uint32_t line_of(std::size_t at) const { return 1 + static_cast<std::uint32_t>(std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(std::min(at, text_.size())), '\n')); }
  /// The first keyword that governs a statement in [at, end); npos where there is none.
  std::size_t keyword(std::size_t at, std::size_t end) const {
    for (; at < end; ++at)
      for (const char* word : {"if", "for", "while"})
        if (is_word(at, word)) return at + std::char_traits<char>::length(word);
    return std::string::npos;
  }
  /// Behind the statement that begins at `at`, with what follows an `else`; npos where the text ends first.
  std::size_t behind(std::size_t at) const {
    at = skip_blanks(at);
    if (at >= text_.size()) return std::string::npos;
    if (text_[at] == '{') return closed(at, '{', '}');
    for (const char* word : {"if", "for", "while"})
      if (is_word(at, word)) return behind_governed(at + std::char_traits<char>::length(word));
    const std::size_t end = text_.find(';', at);
    return end == std::string::npos ? end : end + 1;
  }
  /// The same of a keyword's condition and statement; `at` is behind the keyword.
  std::size_t behind_governed(std::size_t at) const {
    at = text_.find('(', at);
    if (at == std::string::npos || (at = closed(at, '(', ')')) == std::string::npos) return at;
    const std::size_t end = behind(at);
    if (end == std::string::npos) return end;
    const std::size_t next = skip_blanks(end);
    return is_word(next, "else") ? behind(next + 4) : end;
  }

private:
  bool is_word(std::size_t at, const char* word) const {
    const std::size_t n = std::char_traits<char>::length(word);
    const auto inside = [&](std::size_t k) { return k < text_.size() && is_letter(text_[k]); };
    return text_.compare(at, n, word) == 0 && !inside(at + n) && (at == 0 || !inside(at - 1));
  }
  std::size_t skip_blanks(std::size_t at) const {
    while (at < text_.size() && std::isspace(static_cast<unsigned char>(text_[at])) != 0) ++at;
    return at;
  }
  std::size_t closed(std::size_t at, char open, char close) const {
    for (int depth = 0; at < text_.size(); ++at) {
      depth += text_[at] == open, depth -= text_[at] == close;
      if (depth == 0) return at + 1;
    }
    return std::string::npos;
  }
  std::string text_;
};

/// Whether the instruction can be reached from the start of a block.
bool reaches(const exec::program& code, const exec::function_code& f, std::uint32_t block, std::uint32_t pc) {
  std::unordered_set<std::uint32_t> seen{block};
  std::vector<std::uint32_t> open{block};
  while (!open.empty()) {
    const exec::basic_block& b = f.blocks[open.back()];
    open.pop_back();
    if (b.first <= pc && pc <= b.last) return true;
    for (const std::uint32_t s : b.successors)
      if (s < f.blocks.size() && seen.insert(s).second) open.push_back(s);
  }
  (void)code;
  return false;
}

const exec::function_code* function_of(const exec::program& code, std::uint32_t pc) {
  for (const exec::function_code& f : code.functions)
    if (f.first <= pc && pc < f.first + f.count) return &f;
  return nullptr;
}

/// Whether exactly one way on from a branch leads to the barrier.
bool parts_from(const exec::program& code, std::uint32_t branch, std::uint32_t barrier) {
  const exec::function_code* const f = function_of(code, branch);
  if (f == nullptr || f != function_of(code, barrier)) return false;
  const auto block = std::find_if(f->blocks.begin(), f->blocks.end(), [&](const exec::basic_block& b) { return b.first <= branch && branch <= b.last; });
  if (block == f->blocks.end()) return false;
  const auto leads = std::count_if(block->successors.begin(), block->successors.end(), [&](std::uint32_t s) { return s < f->blocks.size() && reaches(code, *f, s, barrier); });
  return leads == 1 && block->successors.size() >= 2;
}

std::string read_source(const std::string& file, const std::vector<std::string>& sources) {
  const auto base = [](const std::string& path) { return path.substr(path.find_last_of('/') + 1); };
  std::string path = file;
  for (const std::string& s : sources)
    if (base(s) == base(file)) path = s;
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

finding finding_of_barrier(const exec::program& code, std::uint32_t barrier, std::uint32_t branch_line) {
  finding f;
  f.rule = rule::barrier_divergence;
  f.message = "part of a warp waits at this barrier, the rest took the other way at the branch in line " + std::to_string(branch_line) + " and never comes";
  f.hint = std::string(advice(f.rule));
  locate(f, code, barrier);
  return f;
}

} // namespace

std::uint32_t last_governed_line(const std::string& source, std::uint32_t first) {
  const statements s(code_only(source));
  const std::size_t from = s.start_of_line(first), end = s.start_of_line(first + 1);
  if (from == std::string::npos) return 0;
  const std::size_t at = s.keyword(from, std::min(end, source.size()));
  const std::size_t behind = at == std::string::npos ? at : s.behind_governed(at);
  return behind == std::string::npos ? 0 : s.line_of(behind - 1);
}

std::vector<finding> barriers_in_branches(const exec::program& code, const exec::run_record& run, const std::vector<std::string>& sources) {
  std::vector<finding> out;
  std::map<std::string, std::string> texts;
  for (const std::uint32_t barrier : run.halved_barriers) {
    const auto at = stack_of(code, barrier);
    if (at.empty()) continue;
    for (const std::uint32_t branch : run.parting_branches) {
      const auto from = stack_of(code, branch);
      if (from.empty() || from[0].file != at[0].file || from[0].line > at[0].line || !parts_from(code, branch, barrier)) continue;
      const auto [text, fresh] = texts.try_emplace(at[0].file);
      if (fresh) text->second = read_source(at[0].file, sources);
      if (last_governed_line(text->second, from[0].line) < at[0].line) continue;
      out.push_back(finding_of_barrier(code, barrier, from[0].line));
      break;
    }
  }
  return out;
}

} // namespace fpcheck::analysis

#include <fpcheck/ptx/parse.hpp>

#include "parser.hpp"

#include <algorithm>
#include <charconv>

namespace fpcheck::ptx {
namespace {

constexpr std::uint64_t most_files = 1u << 16;
constexpr std::size_t longest_excerpt = 200;

/// The line that holds `position`, fit for a terminal.
std::string excerpt_of(std::string_view text, std::size_t begin) {
  std::string line(
      text.substr(begin, std::min(text.find('\n', begin), text.size()) - begin).substr(0, longest_excerpt));
  for (char& c : line)
    if (c != '\t' && (c < ' ' || c == '\x7f')) c = '?';
  return line;
}

} // namespace

result<module> parse(std::string_view text, std::string file) {
  return parser(text, std::move(file)).run();
}

bool parser::fail_at(std::size_t position, std::string message, std::string hint) {
  if (failed_) return false;
  failed_ = true;
  const std::string_view before = in_.text().substr(0, position);
  const std::size_t newline = before.rfind('\n');
  const std::size_t begin = newline == std::string_view::npos ? 0 : newline + 1;
  const auto line = static_cast<std::uint32_t>(1 + std::count(before.begin(), before.end(), '\n'));
  const auto column = static_cast<std::uint32_t>(1 + position - begin);
  error_.message = std::move(message);
  error_.where = {module_.file, line, column};
  if (column <= longest_excerpt) error_.excerpt = excerpt_of(in_.text(), begin);
  error_.hint = std::move(hint);
  return false;
}

std::string parser::next_token() {
  if (in_.at_end()) return "the end of the file";
  const auto start = in_.here();
  std::string_view token = in_.name();
  if (token.empty()) token = in_.dotted();
  in_.back_to(start);
  if (!token.empty()) return "'" + std::string(token.substr(0, 60)) + "'";
  const auto c = static_cast<unsigned char>(in_.peek());
  if (c > ' ' && c < 0x7f) return std::string("'") + static_cast<char>(c) + "'";
  static constexpr char hex[] = "0123456789abcdef";
  return std::string("the byte 0x") + hex[c >> 4] + hex[c & 15];
}

bool parser::fail_expected(std::string_view what) {
  return fail_here("expected " + std::string(what) + ", not " + next_token());
}

bool parser::expect(char c) {
  return in_.accept(c) || fail_expected(std::string("'") + c + "'");
}

result<module> parser::run() {
  bool ok = read_header();
  while (ok && !in_.at_end()) ok = read_statement();
  if (!ok) return tl::unexpected(std::move(error_));
  module_.positions = lines_.finish(module_.files);
  return std::move(module_);
}

bool parser::read_header() {
  const std::size_t start = in_.token();
  if (in_.dotted() != ".version")
    return fail_at(start, "no .version directive at the beginning", "is this PTX? nvcc writes it with -ptx");
  const std::size_t position = in_.token();
  in_.skip_to('.');
  const std::string_view major = in_.since(position);
  const auto [end, error] = std::from_chars(major.data(), major.data() + major.size(), module_.version_major);
  if (error != std::errc{} || end != major.data() + major.size() || module_.version_major < 0)
    return fail_at(position, "malformed version");
  const std::string_view minor = in_.suffix();
  const auto [end2, error2] =
      std::from_chars(minor.data() + (minor.empty() ? 0 : 1), minor.data() + minor.size(), module_.version_minor);
  if (error2 != std::errc{} || end2 != minor.data() + minor.size()) return fail_at(position, "malformed version");
  return true;
}

bool parser::read_target() {
  const std::string_view target = in_.name();
  if (target.empty()) return fail_expected("a target such as sm_90");
  if (module_.target.empty()) module_.target = target;
  while (in_.accept(','))
    if (in_.name().empty()) return fail_expected("a target option");
  return true;
}

bool parser::read_statement() {
  const std::size_t position = in_.token();
  if (in_.accept(';')) return true;
  const auto start = in_.here();
  const std::string_view word = in_.dotted();
  if (word.empty()) return fail_expected("a directive");
  if (word == ".target") return read_target();
  if (word == ".address_size") {
    std::uint64_t bits = 0;
    if (!read_count(bits, 64, "the address size")) return false;
    if (bits != 64) return fail_at(position, "only 64-bit addresses are supported", "compile with -m64");
    return true;
  }
  if (word == ".file") return read_file_directive();
  if (word == ".section") return read_section();
  if (word == ".pragma") return read_pragma();
  if (word == ".alias") return read_alias();
  if (word == ".loc") return read_loc();
  in_.back_to(start);
  declaration_flags flags;
  if (!read_linkage(flags)) return false;
  const std::size_t kind_position = in_.token();
  const std::string_view kind = in_.dotted();
  if (kind == ".entry") return read_function(true, flags);
  if (kind == ".func") return read_function(false, flags);
  if (kind == ".global") return read_variables(state_space::global, flags);
  if (kind == ".const") return read_variables(state_space::constant, flags);
  if (kind == ".shared") return read_variables(state_space::shared, flags);
  if (kind == ".local") return read_variables(state_space::local, flags);
  return fail_at(kind_position, "unknown directive '" + std::string(kind.substr(0, 60)) + "'");
}

bool parser::read_linkage(declaration_flags& flags) {
  for (;;) {
    const auto start = in_.here();
    const std::string_view word = in_.dotted();
    if (word == ".visible")
      flags.is_visible = true;
    else if (word == ".extern")
      flags.is_extern = true;
    else if (word == ".weak")
      flags.is_weak = true;
    else if (word == ".common")
      flags.is_common = true;
    else
      return in_.back_to(start), true;
  }
}

bool parser::read_file_directive() {
  const std::size_t position = in_.token();
  std::uint64_t number = 0;
  if (!read_count(number, most_files, "a file number")) return false;
  const auto name = in_.quoted();
  if (!name) return fail_expected("a quoted file name");
  if (number >= module_.files.size()) module_.files.resize(number + 1);
  if (!module_.files[number].empty() && module_.files[number] != *name)
    return fail_at(position, "file number " + std::to_string(number) + " is given twice");
  module_.files[number] = *name;
  std::uint64_t ignored = 0; // time stamp and size
  for (int i = 0; i < 2 && in_.accept(','); ++i)
    if (!read_count(ignored, ~std::uint64_t{0}, "a time stamp or size")) return false;
  return true;
}

bool parser::read_section() {
  const std::size_t position = in_.token();
  const std::string_view name = in_.dotted();
  if (name.empty()) return fail_expected("a section name");
  if (in_.peek() != '{') return fail_expected("'{'");
  if (name == ".debug_str") return read_debug_strings();
  return in_.skip_block() || fail_at(position, "section " + std::string(name.substr(0, 60)) + " does not end");
}

bool parser::read_debug_strings() {
  in_.accept('{');
  while (!in_.accept('}')) {
    const std::string_view label = in_.name();
    if (!label.empty()) {
      lines_.add_string_label(label);
      if (!expect(':')) return false;
      continue;
    }
    if (in_.dotted() != ".b8") return fail_expected("a label or .b8 in .debug_str");
    do {
      std::uint64_t byte = 0;
      if (!read_count(byte, 255, "a byte")) return false;
      lines_.add_string_byte(static_cast<std::uint8_t>(byte));
    } while (in_.accept(','));
    in_.accept(';');
  }
  return true;
}

bool parser::read_pragma() {
  do
    if (!in_.quoted()) return fail_expected("a quoted pragma");
  while (in_.accept(','));
  return expect(';');
}

bool parser::read_alias() {
  const std::size_t position = in_.token();
  const std::string_view name = in_.name();
  if (!expect(',')) return false;
  const std::size_t target_position = in_.token();
  const std::string_view target = in_.name();
  const index from = find_symbol(name), to = find_symbol(target);
  if (from == none || !module_.symbols[from].is_function)
    return fail_at(position, "'" + std::string(name) + "' is no declared function");
  if (to == none || !module_.symbols[to].is_function)
    return fail_at(target_position, "'" + std::string(target) + "' is no declared function");
  module_.symbols[from].id = module_.symbols[to].id;
  return expect(';');
}

bool parser::skip_attribute() {
  if (!expect('(')) return false;
  for (unsigned depth = 1; depth > 0;) {
    if (in_.at_end()) return fail_expected("')'");
    if (in_.accept('('))
      ++depth;
    else if (in_.accept(')'))
      --depth;
    else if (in_.name().empty() && in_.dotted().empty() && !in_.accept(',') && !in_.number())
      return fail_expected("')'");
  }
  return true;
}

index parser::find_symbol(std::string_view name) const {
  const auto found = symbols_.find(name);
  return found == symbols_.end() ? none : found->second;
}

} // namespace fpcheck::ptx

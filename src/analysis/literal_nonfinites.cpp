#include "literal_nonfinites.hpp"

#include "outputs.hpp"
#include "places.hpp"

#include <fpcheck/base/bits.hpp>
#include <fpcheck/base/letters.hpp>
#include <fpcheck/tensor/array.hpp>

#include <algorithm>
#include <cctype>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>

namespace fpcheck::analysis {
namespace {

/// Blanks comments out, so that "overflows to inf" is not taken for code.
std::string without_comments(std::string_view source) {
  std::string out;
  for (std::size_t i = 0; i < source.size();) {
    const std::string_view rest = source.substr(i);
    std::size_t skip = 0;
    if (rest.starts_with("//")) skip = std::min(rest.find('\n'), rest.size());
    else if (rest.starts_with("/*")) skip = std::min(rest.find("*/", 2), rest.size() - 2) + 2;
    if (skip != 0) out += ' ', i += skip;
    else out += source[i++];
  }
  return out;
}

/// Whether a word names such a number: inf, INFINITY, CUDART_INF_F, kInf, neg_inf, but not sinf, fminf, isinf or info.
bool spells(const std::string& word, std::string_view stem) {
  for (std::size_t at = word.find(stem); at != std::string::npos; at = word.find(stem, at + 1)) {
    const std::string_view before = std::string_view(word).substr(0, at), after = std::string_view(word).substr(at + stem.size());
    const bool starts = before.empty() || (before.back() == '_' && before != "is_") || before == "k" || before.ends_with("neg") || before.ends_with("pos") || before.ends_with("minus");
    if (starts && (after.empty() || after[0] == '_' || after == "f" || after.starts_with("inity") || std::isdigit(static_cast<unsigned char>(after[0])) != 0)) return true;
  }
  return false;
}

/// The word of a hexadecimal literal as a number's bits in one of the widths that kernels write.
void look_at_bits(const std::string& word, spelled_nonfinites& out) {
  for (const std::string_view s : {"7f800000", "ff800000", "7f80", "ff80", "7c00", "fc00", "7ff0", "fff0"}) {
    const std::size_t at = word.find(s);
    if (at == 2 && word.find_first_not_of("0ul", 2 + s.size()) == std::string::npos) out.infinity = true, out.positive |= s[0] == '7';
  }
  for (const std::string_view s : {"7fc0", "ffc0", "7fff", "7ff8", "fff8", "7e00", "fe00"})
    if (word.find(s) == 2) out.nan = true;
}

/// Whether a scalar argument's bytes may be a non-finite binary32 or binary64.
void look_at_bytes(const std::vector<std::byte>& bytes, spelled_nonfinites& out) {
  for (std::size_t i = 0; i + 4 <= bytes.size(); i += 4) {
    std::uint32_t word = 0;
    std::memcpy(&word, bytes.data() + i, 4);
    const bool whole = (word & 0x7fffffffu) == 0x7f800000u || (i % 8 == 4 && (word & 0x7fffffffu) == 0x7ff00000u);
    if (whole) out.infinity = true, out.positive |= (word >> 31) == 0;
    if (word == 0x7fffffffu || (word & 0x7fffffffu) == 0x7fc00000u || (i % 8 == 4 && (word & 0x7fffffffu) == 0x7ff80000u)) out.nan = true;
  }
}

void look_at_buffer(const exec::buffer& b, spelled_nonfinites& out) {
  if (b.role == exec::buffer_role::output || number_of(b.type) == exec::number::none) return;
  const std::size_t step = tensor::size_of(b.type);
  for (std::size_t i = 0; step != 0 && i + step <= b.data.size(); i += step) {
    std::uint64_t code = 0;
    std::memcpy(&code, b.data.data() + i, step);
    const double v = tensor::decode(b.type, code);
    if (v != v) out.nan = true;
    else if (!(std::fabs(v) < INFINITY)) out.infinity = true, out.positive |= v > 0;
  }
}

/// Whether a line calls a function of the library that is infinite beyond its range or at a pole.
bool calls_unbounded(std::string_view line) {
  static constexpr std::string_view names[] = {"pow", "powf", "exp", "expf", "exp2", "exp2f", "exp10", "exp10f", "expm1", "expm1f", "sinh", "sinhf", "cosh", "coshf",
                                               "tgamma", "tgammaf", "lgamma", "lgammaf", "log", "logf", "log2", "log2f", "log10", "log10f", "log1p", "log1pf", "hypot",
                                               "hypotf", "rsqrt", "rsqrtf", "atanh", "atanhf", "erfinv", "erfinvf", "erfcinv", "erfcinvf", "normcdfinv", "normcdfinvf"};
  std::string word;
  for (const char c : line) {
    if (is_letter(c)) word += c;
    else if (c == '(' && std::find(std::begin(names), std::end(names), word) != std::end(names)) return true;
    else if (c != ' ') word.clear();
  }
  return false;
}

std::string base_name(const std::string& path) { return path.substr(path.find_last_of('/') + 1); }

/// The lines of the source that a frame names; none where it cannot be read.
std::vector<std::string> lines_of(const std::string& file, const std::vector<std::string>& sources) {
  std::string path = file;
  for (const std::string& s : sources)
    if (base_name(s) == base_name(file)) path = s;
  std::vector<std::string> out;
  std::ifstream in(path, std::ios::binary);
  for (std::string line; std::getline(in, line);) out.push_back(line);
  return out;
}

bool takes_infinity(const ptx::operand& x) {
  return x.kind == ptx::operand_kind::immediate && x.literal == ptx::literal_kind::f32 && (x.value & 0x7fffffffu) == 0x7f800000u;
}

bool is_positive_infinity(const ptx::operand& x) {
  if (x.kind != ptx::operand_kind::immediate) return false;
  return (x.literal == ptx::literal_kind::f32 && x.value == 0x7f800000u) || (x.literal == ptx::literal_kind::f64 && x.value == 0x7ff0000000000000u);
}

} // namespace

bool is_toolkit(const std::string& file) {
  if (file.starts_with("/usr/include/") || file.starts_with("/usr/lib/") || file.find("/include/c++/") != std::string::npos) return true;
  const auto named = [&](std::size_t cuda) {
    const std::string_view rest = std::string_view(file).substr(cuda + 5);
    return rest.starts_with('/') || (rest.starts_with('-') && rest.size() > 1 && std::isdigit(static_cast<unsigned char>(rest[1])) != 0);
  };
  for (std::size_t at = file.find("/cuda"); at != std::string::npos; at = file.find("/cuda", at + 1)) {
    const std::size_t include = file.find("/include/", at);
    if (!named(at) || include == std::string::npos) continue;
    // A folder that is here is asked itself. What another machine compiled is told by its name.
    const std::string folder = file.substr(0, include + 9);
    std::error_code none;
    if (!std::filesystem::is_directory(folder, none) || std::filesystem::exists(folder + "cuda_runtime_api.h", none)) return true;
  }
  return false;
}

spelled_nonfinites spelled_in(std::string_view source) {
  const std::string text = without_comments(source);
  spelled_nonfinites out;
  std::string word;
  std::string last;
  char before = ' ', first = ' '; // what stands before the word, and before that
  const auto finish = [&] {
    if (word.empty()) return;
    const bool operand = last != "return" && (is_letter(first) || first == ')' || first == ']');
    const bool negated = (before == '-' && !operand) || word.find("neg") != std::string::npos || word.find("minus") != std::string::npos;
    if (word.starts_with("0x")) look_at_bits(word, out);
    else if (spells(word, "inf") || word.find("huge_val") != std::string::npos) out.infinity = true, out.positive |= !negated;
    else if (spells(word, "nan")) out.nan = true;
    first = before, before = word.back();
    last = std::move(word);
    word.clear();
  };
  for (const char c : text) {
    const auto u = static_cast<unsigned char>(c);
    if (is_letter(c)) { word += static_cast<char>(std::tolower(u)); continue; }
    finish();
    if (std::isspace(u) != 0) continue;
    first = before, before = c;
    if (c != '-') last.clear();
  }
  finish();
  return out;
}

spelled_nonfinites literal_nonfinites::look() const {
  spelled_nonfinites out;
  bool read_any = false;
  for (const std::string& file : sources_) {
    if (file.empty() || is_toolkit(file)) continue;
    std::ifstream in(file, std::ios::binary);
    if (!in) continue;
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    const spelled_nonfinites s = spelled_in(text);
    out.infinity |= s.infinity, out.nan |= s.nan, out.positive |= s.positive;
    read_any = true;
  }
  if (!read_any) out.infinity = out.positive = true;
  for (const exec::buffer& b : request_.buffers) look_at_buffer(b, out);
  for (const exec::launch& l : request_.launches) {
    for (const exec::argument& a : l.arguments) look_at_bytes(a.bytes, out);
    for (const exec::symbol_value& v : l.symbols) look_at_bytes(v.bytes, out);
  }
  for (const ptx::variable& v : code_.module->variables)
    if (v.function == ptx::none) look_at_bytes(v.initial, out);
  // Where no instruction takes a positive one, it is the other's negative.
  out.positive |= out.infinity && std::none_of(code_.ops.begin(), code_.ops.end(), [](const exec::op& o) {
    const bool takes = o.form == ptx::form::selp || o.form == ptx::form::mov;
    return takes && o.source != nullptr && std::any_of(o.source->operands.begin(), o.source->operands.end(), is_positive_infinity);
  });
  // An infinity that comes in makes NaNs rightly: inf - inf is what the inputs ask for.
  out.nan |= out.infinity && std::any_of(request_.buffers.begin(), request_.buffers.end(), [](const exec::buffer& b) {
    spelled_nonfinites one;
    look_at_buffer(b, one);
    return one.infinity;
  });
  return out;
}

std::vector<std::uint32_t> library_infinities(const exec::program& code, const std::vector<std::string>& sources) {
  std::vector<std::uint32_t> out;
  std::map<std::string, std::vector<std::string>> read;
  for (const exec::op& o : code.ops) {
    if (o.form != ptx::form::selp || o.source == nullptr || o.d_bits != 32 || std::none_of(o.source->operands.begin(), o.source->operands.end(), takes_infinity)) continue;
    const auto stack = stack_of(code, o.pc);
    const auto own = std::find_if(stack.begin(), stack.end(), [](const frame& f) { return !is_toolkit(f.file); });
    if (own == stack.end()) continue;
    const auto [it, fresh] = read.try_emplace(own->file);
    if (fresh) it->second = lines_of(own->file, sources);
    if (own->line == 0 || own->line > it->second.size()) continue;
    const std::string line = without_comments(it->second[own->line - 1]);
    if (calls_unbounded(line) && !spelled_in(line).infinity) out.push_back(o.pc);
  }
  return out;
}

bool literal_nonfinites::meant(double x) {
  if (!known_) known_ = look();
  return x != x ? known_->nan : x > 0 ? known_->positive : known_->infinity;
}

} // namespace fpcheck::analysis

#include <fpcheck/tensor/file.hpp>

#include <algorithm>
#include <bit>
#include <cctype>
#include <cstring>
#include <optional>
#include <set>

namespace fpcheck::tensor {
namespace {

constexpr std::string_view magic = "\x93NUMPY";

/// What a .npy header says.
struct npy_header {
  std::string descr;
  bool fortran_order = false;
  tensor::shape shape;
};

/// Reads the Python dict literal of a .npy header.
class header_parser {
public:
  explicit header_parser(std::string_view text) : text_(text) {}

  /// The header, or what is wrong with it in `error`.
  std::optional<npy_header> parse(std::string& error) {
    npy_header header;
    std::set<std::string> seen;
    bool good = eat('{');
    while (good && !eat('}')) {
      std::string key;
      good = string(key) && eat(':') && entry(key, header) && seen.insert(key).second;
      if (good && !eat(',')) {
        good = eat('}');
        break;
      }
    }
    skip_blanks();
    if (!good || at_ != text_.size()) {
      error =
          "its header is not a dict of descr, fortran_order and shape (near byte " + std::to_string(at_) + " of it)";
      return std::nullopt;
    }
    if (seen.size() != 3) {
      error = "its header lacks one of descr, fortran_order and shape";
      return std::nullopt;
    }
    return header;
  }

private:
  void skip_blanks() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
  }
  bool eat(char c) {
    skip_blanks();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  bool word(std::string_view w) {
    skip_blanks();
    if (text_.substr(at_, w.size()) != w) return false;
    at_ += w.size();
    return true;
  }
  bool string(std::string& out) {
    skip_blanks();
    if (at_ >= text_.size() || (text_[at_] != '\'' && text_[at_] != '"')) return false;
    const std::size_t end = text_.find(text_[at_], at_ + 1);
    if (end == std::string_view::npos) return false;
    out = text_.substr(at_ + 1, end - at_ - 1);
    at_ = end + 1;
    return true;
  }
  bool number(std::uint64_t& out) {
    skip_blanks();
    const std::size_t start = at_;
    out = 0;
    while (at_ < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at_])) && at_ - start < 19)
      out = out * 10 + static_cast<std::uint64_t>(text_[at_++] - '0');
    if (at_ > start && at_ < text_.size() && text_[at_] == 'L') ++at_; // Python 2 wrote long integers so
    return at_ > start;
  }
  bool tuple(tensor::shape& out) {
    if (!eat('(')) return false;
    while (!eat(')')) {
      std::uint64_t n = 0;
      if (!number(n)) return false;
      out.push_back(n);
      if (!eat(',')) return eat(')') && out.size() > 1;
    }
    return true;
  }
  bool entry(const std::string& key, npy_header& header) {
    if (key == "descr") return string(header.descr);
    if (key == "shape") return tuple(header.shape);
    if (key != "fortran_order") return false;
    header.fortran_order = word("True");
    return header.fortran_order || word("False");
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

/// The element type a descr names, and whether its bytes are reversed.
struct element_layout {
  dtype type;
  bool swapped;
};

std::optional<element_layout> layout_of(const std::string& descr) {
  if (descr.size() < 2) return std::nullopt;
  const char order = descr[0];
  const bool has_order = order == '<' || order == '>' || order == '=' || order == '|';
  const std::string_view kind = std::string_view(descr).substr(has_order ? 1 : 0);
  const bool swapped = order == '>';
  if (kind == "V1") return element_layout{dtype::u8, false};
  if (kind == "V2") return element_layout{dtype::u16, swapped};
  if (kind == "?") return element_layout{dtype::boolean, false};
  // Of the types that share a descr the integer is meant: codes are told apart by whoever asks for the tensor.
  for (const dtype type : {dtype::f64, dtype::f32, dtype::f16, dtype::i64, dtype::i32, dtype::i16, dtype::i8,
                           dtype::u64, dtype::u32, dtype::u16, dtype::u8, dtype::boolean})
    if (kind == npy_name(type)) return element_layout{type, swapped};
  return std::nullopt;
}

std::uint32_t little_endian(std::string_view bytes) {
  std::uint32_t out = 0;
  for (std::size_t i = bytes.size(); i-- > 0;) out = out << 8 | static_cast<unsigned char>(bytes[i]);
  return out;
}

array row_major(array a) {
  if (a.shape.size() < 2) return a;
  array reversed = std::move(a);
  std::reverse(reversed.shape.begin(), reversed.shape.end());
  return copy(transposed(view_of(reversed)));
}

void swap_bytes(array& a) {
  const std::size_t bytes = size_of(a.type);
  for (auto p = a.data.begin(); p != a.data.end(); p += static_cast<std::ptrdiff_t>(bytes))
    std::reverse(p, p + static_cast<std::ptrdiff_t>(bytes));
}

} // namespace

result<array> parse_npy(std::string_view bytes, const std::string& name) {
  const auto malformed = [&](const std::string& why) { return fail("not a valid .npy file: " + why, {name}); };
  if (bytes.substr(0, magic.size()) != magic) return malformed("it does not start with \\x93NUMPY");
  if (bytes.size() < 10) return malformed("it ends in the header");
  const int version = static_cast<unsigned char>(bytes[6]);
  if (version < 1 || version > 3) return malformed("version " + std::to_string(version) + " is unknown");
  const std::size_t length_bytes = version == 1 ? 2 : 4, start = 8 + length_bytes;
  if (bytes.size() < start) return malformed("it ends in the header");
  const std::size_t length = little_endian(bytes.substr(8, length_bytes));
  if (bytes.size() - start < length) return malformed("it ends in the header");
  std::string why;
  const auto header = header_parser(bytes.substr(start, length)).parse(why);
  if (!header) return malformed(why);
  const auto layout = layout_of(header->descr);
  if (!layout)
    return fail("elements of type '" + printable(header->descr) + "' cannot be used", {name},
                "real, integer and bool arrays can; bf16 and fp8 as u2 and u1 codes");
  const auto count = element_count(header->shape, size_of(layout->type));
  const std::string_view body = bytes.substr(start + length);
  if (!count || *count * size_of(layout->type) != body.size())
    return malformed("its shape " + text(header->shape) + " of " + std::string(tensor::name(layout->type)) +
                     " does not fit its " + std::to_string(body.size()) + " bytes of data");
  array out(layout->type, header->shape);
  if (!body.empty()) std::memcpy(out.data.data(), body.data(), body.size());
  if (layout->swapped) swap_bytes(out);
  return header->fortran_order ? row_major(std::move(out)) : out;
}

std::string format_npy(const array& a) {
  static_assert(std::endian::native == std::endian::little);
  const std::string_view kind = npy_name(a.type);
  std::string header = "{'descr': '" + std::string(size_of(a.type) == 1 ? "|" : "<") + std::string(kind) +
                       "', 'fortran_order': False, 'shape': (";
  for (std::size_t d = 0; d < a.shape.size(); ++d)
    header += std::to_string(a.shape[d]) + (d + 1 < a.shape.size() ? ", " : a.shape.size() == 1 ? "," : "");
  header += "), }";
  const bool wide = header.size() + 64 > 0xffff;
  const std::size_t prefix = wide ? 12 : 10;
  header.append(63 - (prefix + header.size()) % 64, ' '); // the data starts at a multiple of 64
  header += '\n';
  std::string out(magic);
  out += wide ? '\2' : '\1';
  out += '\0';
  for (std::size_t i = 0; i < prefix - 8; ++i) out += static_cast<char>(header.size() >> (8 * i) & 0xff);
  out += header;
  if (!a.data.empty()) out.append(reinterpret_cast<const char*>(a.data.data()), a.data.size());
  return out;
}

} // namespace fpcheck::tensor

#include "parser.hpp"

#include <algorithm>

namespace fpcheck::ptx {
namespace {

constexpr std::uint64_t largest_variable = std::uint64_t{1} << 40;
constexpr std::uint64_t largest_alignment = 1u << 20;
// Zeros that an initialiser implies but does not write out; all others cost the text at least a byte each.
constexpr std::uint64_t most_padding = 64u << 20;

bool is_power_of_two(std::uint64_t n) {
  return n != 0 && (n & (n - 1)) == 0;
}

/// The bits that a literal has in a variable of type `type`.
std::uint64_t bits_for(const literal& x, modifier type) {
  const auto as_float = [](std::uint64_t bits) { return __builtin_bit_cast(float, static_cast<std::uint32_t>(bits)); };
  const auto from_double = [](double d) { return __builtin_bit_cast(std::uint64_t, d); };
  if (type == modifier::f32) {
    if (x.kind == literal_kind::f32) return x.bits;
    const float f = x.kind == literal_kind::f64 ? static_cast<float>(__builtin_bit_cast(double, x.bits))
                                                : static_cast<float>(static_cast<std::int64_t>(x.bits));
    return __builtin_bit_cast(std::uint32_t, f);
  }
  if (type == modifier::f64) {
    if (x.kind == literal_kind::f32) return from_double(as_float(x.bits));
    if (x.kind == literal_kind::integer) return from_double(static_cast<double>(static_cast<std::int64_t>(x.bits)));
  }
  return x.bits;
}

} // namespace

bool parser::read_variable_type(variable& v) {
  vector_length_ = 1;
  std::uint64_t alignment = 0;
  for (;;) {
    const std::size_t position = in_.token();
    const auto start = in_.here();
    const std::string_view word = in_.dotted();
    if (word.empty()) break;
    if (word == ".align") {
      if (!read_count(alignment, largest_alignment, "an alignment")) return false;
      if (!is_power_of_two(alignment)) return fail_at(position, "an alignment must be a power of two");
    } else if (word == ".attribute") {
      if (!skip_attribute()) return false;
    } else if (word == ".v2" || word == ".v4" || word == ".v8") {
      vector_length_ = static_cast<std::uint64_t>(word[2] - '0');
    } else if (word == ".ptr") {
      // What a pointer parameter points to: a space and an alignment, which bind nobody here.
      std::uint64_t ignored = 0;
      for (std::string_view hint = in_.dotted(); !hint.empty(); hint = in_.dotted())
        if (hint == ".align" && !read_count(ignored, largest_alignment, "an alignment")) return false;
      break;
    } else {
      const modifier type = word_of(word);
      if (width(type) < 8 || v.type != modifier::none) {
        in_.back_to(start);
        return fail_expected(v.type == modifier::none ? "a type" : "a name");
      }
      v.type = type;
    }
  }
  if (v.type == modifier::none) return fail_expected("a type");
  v.alignment = static_cast<std::uint32_t>(alignment != 0 ? alignment : element_size(v));
  v.size = element_size(v);
  return true;
}

bool parser::read_array_extents(variable& v) {
  extents_.clear();
  has_open_extent_ = false;
  while (in_.accept('[')) {
    v.is_array = true;
    if (in_.accept(']')) {
      if (!extents_.empty()) return fail_here("only the first extent of an array may be left open");
      has_open_extent_ = true;
      extents_.push_back(0);
      continue;
    }
    const std::size_t position = in_.token();
    std::uint64_t extent = 0;
    if (!read_count(extent, largest_variable, "an extent") || !expect(']')) return false;
    extents_.push_back(extent);
    if (extent != 0 && v.size > largest_variable / extent) return fail_at(position, "the array is too large");
    v.size *= extent;
    if (extents_.size() > 16) return fail_at(position, "an array has at most 16 extents");
  }
  row_bytes_ = v.size; // of one row, where the first extent is open
  if (has_open_extent_) v.size = 0;
  if (vector_length_ > 1) extents_.push_back(vector_length_);
  return true;
}

bool parser::read_variables(state_space space, const declaration_flags& flags) {
  variable prototype;
  prototype.space = space;
  prototype.is_extern = flags.is_extern;
  prototype.function = scopes_.empty() ? none : function_id_;
  if (!read_variable_type(prototype)) return false;
  do {
    variable v = prototype;
    v.ptx_line = (in_.token(), in_.line());
    const std::size_t position = in_.token();
    const std::string_view name = in_.name();
    if (name.empty()) return fail_expected("a name");
    if (!read_array_extents(v)) return false;
    if (in_.accept('=') && !read_initialiser(v)) return false;
    if (has_open_extent_ && v.initial.empty() && !v.is_extern && space != state_space::param)
      return fail_at(position, "array '" + std::string(name) + "' has no size",
                     "give it one, or an initialiser, or declare it .extern");
    v.name = name;
    if (!declare_variable(name, std::move(v), position)) return false;
  } while (in_.accept(','));
  return expect(';');
}

bool parser::declare_variable(std::string_view name, variable v, std::size_t position) {
  if (scopes_.empty()) {
    const index known = find_symbol(name);
    if (known != none) {
      if (module_.symbols[known].is_function)
        return fail_at(position, "'" + std::string(name) + "' is a function already");
      // A definition completes an .extern declaration; a second declaration adds nothing.
      variable& old = module_.variables[module_.symbols[known].id];
      if (!old.is_extern && !v.is_extern) return fail_at(position, "'" + std::string(name) + "' is defined twice");
      if (old.is_extern) old = std::move(v);
      return true;
    }
  }
  const auto variable_id = static_cast<index>(module_.variables.size());
  const auto symbol_id = static_cast<index>(module_.symbols.size());
  module_.symbols.push_back({std::string(name), false, variable_id});
  if (!scopes_.empty()) {
    function_.variables.push_back(variable_id);
    module_.variables.push_back(std::move(v));
    return declare_name(name, {name_kind::variable, 1, symbol_id}, position);
  }
  module_.variables.push_back(std::move(v));
  symbols_.emplace(name, symbol_id);
  return true;
}

bool parser::read_initialiser(variable& v) {
  const std::size_t position = in_.token();
  masked_.clear();
  initial_limit_ = has_open_extent_ ? largest_variable : v.size;
  if (in_.peek() == '{' ? !read_initialiser_list(v, 0) : !read_initialiser_element(v)) return false;
  if (has_open_extent_)
    v.size = (v.initial.size() + row_bytes_ - 1) / std::max<std::uint64_t>(row_bytes_, 1) * row_bytes_;
  for (const auto& [offset, bytes] : masked_)
    if (bytes != 8) return fail_at(position, "an address written byte by byte lacks some of its bytes");
  return true;
}

bool parser::read_initialiser_list(variable& v, std::size_t depth) {
  const std::size_t position = in_.token();
  if (depth >= extents_.size()) return fail_at(position, "more braces than the array has extents");
  const std::size_t begin = v.initial.size();
  in_.accept('{');
  if (in_.accept('}')) return true;
  do {
    if (in_.peek() == '}') break; // a trailing comma
    if (in_.peek() == '{' ? !read_initialiser_list(v, depth + 1) : !read_initialiser_element(v)) return false;
  } while (in_.accept(','));
  if (!expect('}')) return false;
  if (depth == 0) return true;
  // An inner list that is too short leaves zeros up to the next row.
  std::uint64_t row = width(v.type) / 8;
  for (std::size_t i = depth; i < extents_.size(); ++i) row *= extents_[i];
  const std::uint64_t written = v.initial.size() - begin;
  if (written > row) return fail_at(position, "too many values in a row of the array");
  padding_ += row - written;
  if (padding_ > most_padding) return fail_at(position, "the initialiser implies too many zeros");
  v.initial.resize(begin + row);
  return true;
}

bool parser::store_bytes(variable& v, std::uint64_t bits, std::size_t count, std::size_t position) {
  if (v.initial.size() + count > initial_limit_) return fail_at(position, "more values than the variable holds");
  for (std::size_t i = 0; i < count; ++i) v.initial.push_back(static_cast<std::byte>(i < 8 ? bits >> (8 * i) : 0));
  return true;
}

bool parser::read_initialiser_element(variable& v) {
  const std::size_t position = in_.token();
  const auto start = in_.here();
  const std::string_view name = in_.name();
  if (name == "generic" && in_.accept('(')) return read_address_constant(v, true);
  if (!name.empty() && name != "WARP_SZ") {
    in_.back_to(start);
    return read_address_constant(v, false);
  }
  in_.back_to(start);
  literal value;
  if (!read_constant(value)) return false;
  if (value.kind == literal_kind::integer && in_.peek() == '(') return read_masked_address(v, value.bits);
  const bool is_float = v.type == modifier::f32 || v.type == modifier::f64;
  if (value.kind != literal_kind::integer && !is_float &&
      width(v.type) != (value.kind == literal_kind::f32 ? 32u : 64u))
    return fail_at(position, "a floating-point value in a variable of type " + std::string(ptx::text(v.type)));
  return store_bytes(v, bits_for(value, v.type), width(v.type) / 8, position);
}

bool parser::read_address_constant(variable& v, bool is_generic) {
  const std::size_t position = in_.token();
  const std::string_view name = in_.name();
  const index symbol = find_symbol(name);
  if (symbol == none) return fail_unknown_name(name, position);
  operand offset;
  if (is_generic && !expect(')')) return false;
  if (!read_offset(offset)) return false;
  if (width(v.type) != 64)
    return fail_at(position, "an address needs a 64-bit variable, not one of type " + std::string(ptx::text(v.type)));
  v.relocations.push_back({v.initial.size(), symbol, offset.value, is_generic});
  return store_bytes(v, 0, 8, position);
}

bool parser::read_masked_address(variable& v, std::uint64_t mask) {
  const std::size_t position = in_.token();
  if (width(v.type) != 8) return fail_at(position, "a masked address needs a variable of bytes");
  in_.accept('(');
  const auto start = in_.here();
  const bool is_generic = in_.name() == "generic" && in_.accept('(');
  if (!is_generic) in_.back_to(start);
  const std::size_t name_position = in_.token();
  const std::string_view name = in_.name();
  const index symbol = find_symbol(name);
  if (symbol == none) return fail_unknown_name(name, name_position);
  operand offset;
  if ((is_generic && !expect(')')) || !read_offset(offset) || !expect(')')) return false;
  const std::uint64_t at = v.initial.size();
  if (mask == 0xff) {
    v.relocations.push_back({at, symbol, offset.value, is_generic});
    masked_.push_back({at, 1});
  } else {
    const bool continues = !masked_.empty() && masked_.back().second < 8 &&
                           masked_.back().first + masked_.back().second == at &&
                           mask == std::uint64_t{0xff} << (8 * masked_.back().second) &&
                           v.relocations.back().symbol == symbol && v.relocations.back().addend == offset.value;
    if (!continues) return fail_at(position, "a masked address must be written as its eight bytes, lowest first");
    ++masked_.back().second;
  }
  return store_bytes(v, 0, 1, position);
}

} // namespace fpcheck::ptx

#include "case_guess.hpp"

#include "case_body.hpp"
#include "case_geometry.hpp"
#include "case_sizes.hpp"
#include "host_launch.hpp"
#include "source_constants.hpp"
#include "text_patterns.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <regex>
#include <set>
#include <sstream>

namespace fpcheck::cli {
namespace {

using launch::kernel_parameter;
using launch::kernel_signature;
using launch::value_type;

constexpr std::uint64_t size = 256;         ///< one block: right for kernels that use threadIdx alone, too
constexpr int small_extents[] = {32, 64, 48, 96, 16, 24}; ///< of several integers: small, and no two products alike

/// The largest of `size` and what the type can hold.
std::uint64_t largest_of(tensor::dtype type) {
  const auto bits = 8 * tensor::size_of(type) - (tensor::class_of(type) == tensor::dtype_class::signed_integer ? 1 : 0);
  return type == tensor::dtype::boolean ? 1 : bits >= 32 ? size : std::min(size, (std::uint64_t{1} << bits) - 1);
}

/// Names of numbers of bits, which follow from a size.
constexpr const char* bit_counts = R"((?:^|_)(?:num_?bits|n_?bits|bits|log_?2?_?n|lg_?n|log_?size|log2_?size|logN|LOG_?N)$|^log2[A-Z]\w*$|^numBits$|^nbits$)";

/// What integers of certain names are, whatever the size of the data.
std::optional<std::string> by_name(const std::string& name) {
  const std::pair<const char*, const char*> known[] = {{bit_counts, "8"}, {R"(^(?:\w*(?:kernel|filter|mask|window|stencil)_?(?:size|width|len|length|dim|w|h|k)\w*|taps|ksize|\w*filter_?length)$)", "3"},
                                                       {R"(^(?:\w*radius\w*|halo|\w*pad(?:ding)?\w*|order)$)", "1"}, {R"(^(?:axis|dim|mode|level|layer|root|rank|parity|phase|pass|shift|bit|type|op)$)", "1"},
                                                       {R"(^(?:dilation\w*)$)", "1"}, {R"(^(?:ld\w?|lda|ldb|ldc|ldd|\w+_stride|stride_\w+|\w*[pP]itch\w*)$)", "128"}, {R"(^(?:causal|is_\w+|use_\w+|\w*flag\w*|\w*mask\w*|step|iter|iteration|t)$)", "1"}, {R"(offset|start|begin|first)", "0"},
                                                       {R"(^(?:\w*heads?|\w*groups?|batch\w*|\w*batch)$)", "4"}, {R"(seed)", "7"}, {R"(stride)", "1"}};
  for (const auto& [pattern, value] : known)
    if (matches(name, pattern)) return value;
  return std::nullopt;
}

/// A scalar, or as many as a vector type has.
std::string number_for(const value_type& t, const std::string& name) {
  std::string one = std::to_string(size);
  if (t.element) one = tensor::is_real(*t.element) ? "1.0" : std::to_string(largest_of(*t.element));
  if (t.element && tensor::is_real(*t.element) && name.find("eps") != std::string::npos) one = "1e-5";
  if (t.lanes <= 1) return one;
  std::string out = "[" + one;
  for (std::uint32_t k = 1; k < t.lanes; ++k) out += ", " + one;
  return out + ']';
}

std::string escaped_name(std::string name) {
  for (std::size_t dot = 0; (dot = name.find_first_of(".[]", dot)) != std::string::npos; dot += 2) name.insert(dot, 1, '\\');
  return name;
}

/// Whether a kernel's text reads the buffer that it writes: atomics, `y[i] += ..`, `y[i] = .. y[i] ..`.
bool is_read_too(const std::string& body, const std::string& written) {
  const std::string name = escaped_name(written);
  return matches(body, R"(\batomic\w+\s*\(\s*&?\s*)" + name + R"(\b)") || matches(body, R"(\b)" + name + R"(\s*\[[^\]]*\]\s*(?:[-+*/]=|\+\+|--|=[^;=]*\b)" + name + R"(\s*\[))") || matches(body, R"((?:\+\+|--)\s*)" + name + R"(\s*\[)");
}

/// Whether nothing is stored through a pointer that could be: it is an input that lacks its const.
bool is_only_read(const std::string& body, const std::string& written) {
  const std::string name = escaped_name(written);
  if (is_read_too(body, written)) return false;
  const bool read = matches(body, R"(\b)" + name + R"(\s*\[[^\]]*\]\s*(?:[^-+*/=\s\[]|[-+*/][^=]))");
  return read && !matches(body, R"(\b)" + name + R"(\s*\[[^;]*\]\s*[-+*/&|^]?=[^=])") && !matches(body, R"([,(=]\s*(?:&\s*)" + name + R"(\s*\[|)" + name + R"(\s*[,)+;]))");
}

/// An argument for a template parameter that is a type: a function object of the source where a parameter of that type is called, else float.
std::string type_for(const std::string& parameter, const kernel_signature& k, const std::string& source) {
  for (const kernel_parameter& p : k.parameters) {
    const std::string name = p.name;
    if (p.type.is_pointer() || name.empty() || !matches(p.type.spelling, R"(\b)" + parameter + R"(\b)") || !matches(source, R"([^\w])" + name + R"(\s*\([^)])")) continue;
    static const std::regex functor(R"(\b(?:struct|class)\s+(\w+)\s*(?:final\s*)?\{[^}]{0,400}\boperator\s*\(\s*\))");
    if (std::smatch found; std::regex_search(source, found, functor)) return found[1];
  }
  return "float";
}

/// An argument for one that is a number: the first name of an enumeration, a constant of the same name, a side of a square tile, or 128.
std::string number_for(const std::string& parameter, const kernel_signature& k, const std::string& body, const std::string& source) {
  const auto type = first_match(source, R"([<,]\s*([\w:]+)\s+)" + parameter + R"(\s*[,>=][^;{]{0,300}__global__[^;{]{0,300}\b)" + k.name + R"(\b)");
  if (type && matches(source, R"(\benum\s+(?:class\s+|struct\s+)?)" + *type + R"(\b)")) return "(" + *type + ")0";
  if (const auto same = constant_of(parameter, source); same && *same > 0 && *same <= 4096) return std::to_string(*same);
  return matches(body, R"(\[\s*)" + parameter + R"(\s*\]\s*\[\s*)" + parameter + R"(\b)") ? "16" : "128";
}

/// A kernel with an argument for each template parameter: those that the file itself uses, or float for types and 128 for numbers.
struct instance {
  std::string name;       ///< "scale<float,128>"
  bool in_source = false; ///< the file instantiates it
};

instance instance_of(const kernel_signature& k, const std::string& body, const std::string& source, const std::optional<host_launch>& host) {
  if (k.template_parameters.empty()) return {k.name, true};
  const std::regex used(R"(\b)" + k.name + R"(\s*<\s*((?:(?:float|double|half|__half|__nv_bfloat16|int|bool|true|false|\d+)\s*,?\s*)+)>\s*(?:\(|<<<))");
  if (std::smatch found; std::regex_search(source, found, used)) {
    std::string arguments = found[1];
    std::erase(arguments, ' ');
    return {k.name + '<' + arguments + '>', true};
  }
  std::string out = k.name + '<';
  std::size_t count = k.template_parameters.size() - (k.has_pack ? 1 : 0); // a pack is deduced, or empty
  const std::vector<std::string> given = host ? host->template_arguments : std::vector<std::string>{};
  if (!given.empty()) count = std::min(count, given.size()); // the others have defaults, or are deduced
  for (std::size_t i = 0; i < count; ++i) {
    const std::string& p = k.template_parameters[i];
    const bool type = matches(source, R"(\b(?:typename|class)\s+)" + p + R"(\b)"), flag = matches(source, R"(\bbool\s+)" + p + R"(\b)");
    const bool threads = host && !host->block.empty() && matches(p, "[bB][lL][oO][cC][kK]|[tT][hH][rR][eE][aA][dD]");
    const std::string guess = type ? type_for(p, k, source) : flag ? "true" : threads ? std::to_string(host->block[0]) : number_for(p, k, body, source);
    out += (i > 0 ? "," : "") + (i < given.size() && !given[i].empty() ? given[i] : guess);
  }
  return {out + '>', false};
}

/// The signature with float for its template types.
kernel_signature with_floats(kernel_signature k, const std::string& source) {
  for (const std::string& t : k.template_parameters) {
    if (!matches(source, R"(\b(?:typename|class)\s+)" + t + R"(\b)")) continue;
    for (kernel_parameter& p : k.parameters)
      if (!p.type.element && matches(p.type.spelling, R"(\b)" + t + R"(\b)")) p.type.element = tensor::dtype::f32;
  }
  return k;
}


/// The shape of a buffer where one element stands for each row, or a row of the first integer's length.
std::string shape_of(const std::string& name, const std::string& body, const geometry& g, const std::string& length) {
  if (g.rows.empty()) return length;
  if (matches(body, R"(\b)" + escaped_name(name) + R"(\s*\[\s*(?:blockIdx\.x|row)\s*\])")) return g.rows;
  return length == g.rows ? g.rows : g.rows + "x" + length;
}

guessed_buffer buffer_for(const value_type& t, const std::string& name, const std::string& body, const std::string& shape) {
  guessed_buffer b{name, "", shape, t.lanes, false};
  const bool index = t.element && !tensor::is_real(*t.element);
  const std::string data = index ? "randint(0," + std::to_string(largest_of(*t.element)) + ")" : "randn";
  if (t.pointee_const || is_only_read(body, name)) {
    b.content = data;
    return b;
  }
  b.is_output = true;
  b.content = !is_read_too(body, name) ? "empty" : index ? "inout:zeros" : "inout:randn";
  return b;
}

/// Integers of 32 bits or more: extents, if anything is.
bool is_extent(const value_type& t) { return !t.is_pointer() && t.lanes == 1 && t.element && !tensor::is_real(*t.element) && tensor::size_of(*t.element) >= 4; }

/// Whether a type is an enumeration of the source.
bool is_enumeration(const value_type& t, const std::string& source) {
  const auto name = first_match(t.spelling, R"((\w+)\s*$)");
  return name && matches(source, R"(\benum\s+(?:class\s+|struct\s+)?)" + *name + R"(\b)");
}

std::vector<std::string> extents_of(const kernel_signature& k, const std::string& source) {
  std::vector<std::string> out;
  for (const kernel_parameter& p : k.parameters)
    if (is_extent(p.type) && !p.name.empty() && !by_name(p.name) && !is_enumeration(p.type, source)) out.push_back(p.name);
  return out;
}

} // namespace

namespace {

/// Numbers that are likely to index something stay below the smallest extent there is.
void keep_indices_small(guessed_case& c, const std::vector<std::string>& integers) {
  std::int64_t least = 0;
  for (const auto& [name, value] : c.dimensions())
    if (std::find(integers.begin(), integers.end(), name) != integers.end()) least = least == 0 ? value : std::min(least, value);
  const std::string usual = "randint(0," + std::to_string(size) + ")";
  for (guessed_buffer& b : c.buffers)
    if (least != 0 && b.content == usual) b.content = "randint(0," + std::to_string(least) + ")";
}

/// A text with numbers for the names of template parameters.
std::string with_arguments(std::string text, const kernel_signature& k, const instance& chosen) {
  const std::size_t open = chosen.name.find('<');
  if (open == std::string::npos) return text;
  const std::vector<std::string> given = split(chosen.name.substr(open + 1, chosen.name.size() - open - 2));
  for (std::size_t i = 0; i < given.size() && i < k.template_parameters.size(); ++i)
    if (matches(given[i], R"(^\d+$)"))
      for (std::size_t at = find_word(text, k.template_parameters[i], 0); at != std::string::npos; at = find_word(text, k.template_parameters[i], at + 1))
        text.replace(at, k.template_parameters[i].size(), given[i]);
  return text;
}

/// Whether a parameter's type is a template's argument that is a class: an empty one, which has no value.
bool is_function_object(const kernel_parameter& p, const kernel_signature& k, const instance& chosen) {
  const std::size_t open = chosen.name.find('<');
  if (open == std::string::npos || p.type.is_pointer()) return false;
  const std::vector<std::string> given = split(chosen.name.substr(open + 1, chosen.name.size() - open - 2));
  for (std::size_t i = 0; i < given.size() && i < k.template_parameters.size(); ++i)
    if (matches(p.type.spelling, R"(\b)" + k.template_parameters[i] + R"(\b)") && !matches(given[i], "^(?:float|double|half|__half|__nv_bfloat16|int|unsigned|bool|true|false|[0-9(].*|)$")) return true;
  return false;
}

/// The numbers that constants of the source have in a kernel's text: names in capitals, `kLanes`.
std::vector<std::int64_t> constants_in(const std::string& text, const std::vector<std::string>& parameters, const std::string& source) {
  constexpr std::size_t most = 16;
  constexpr std::int64_t most_elements = std::int64_t{1} << 24;
  static const std::regex name(R"(\b(?:[A-Z][A-Z_0-9]*|k[A-Z]\w*)\b)");
  std::set<std::string> seen(parameters.begin(), parameters.end());
  std::vector<std::int64_t> out;
  for (std::sregex_iterator at(text.begin(), text.end(), name), end; at != end && seen.size() < parameters.size() + most; ++at)
    if (seen.insert(at->str()).second)
      if (const auto n = constant_of(at->str(), source); n && *n > 1 && *n <= most_elements) out.push_back(*n);
  return out;
}

/// A number of bits is that of the largest size's index.
void count_bits(guessed_case& c, const std::optional<host_launch>& host) {
  static const std::regex bits(bit_counts);
  std::int64_t largest = 0, log = 0;
  for (const auto& [name, value] : c.dimensions())
    if (!std::regex_search(name, bits)) largest = std::max(largest, value);
  while ((std::int64_t{1} << (log + 1)) <= largest) ++log;
  for (auto& [name, value] : c.values)
    if (log > 0 && std::regex_search(name, bits) && !(host && c.at_host.contains(name) && c.is_whole)) value = std::to_string(log);
}

} // namespace

guessed_case guess_case(const kernel_signature& written, const launch::source_signatures& all, const std::string& own, const std::string& around) {
  const std::string source = without_comments(own + '\n' + around);
  const kernel_signature k = with_floats(written, source);
  const std::string whole = body_of(written, all, own);
  const std::string body = whole.substr(std::min(whole.find('{'), whole.size()));
  const std::vector<std::string> integers = extents_of(k, source);
  std::vector<std::string> names;
  for (const kernel_parameter& p : k.parameters) names.push_back(p.name);
  const auto host = find_host_launch(k.name, names, source);
  const instance chosen = instance_of(k, body, source, host);
  const std::string reached = with_arguments(reached_text(whole, device_functions_of(source)), k, chosen);
  const std::vector<std::int64_t> constants = constants_in(reached, names, source);
  const std::vector<geometry> geometries = geometries_of({body, reached, source, constants}, integers, host);
  const geometry& g = geometries[0];
  guessed_case out{chosen.name, chosen.in_source ? "" : k.scope + chosen.name, g.grid, g.block, g.shared, g.extents, {}, {}};
  const std::string length = integers.empty() ? "N" : integers.back() == g.rows && integers.size() > 1 ? integers.front() : g.rows.empty() ? integers.front() : integers.back();
  bool needs_size = g.grid.find("(N,") != std::string::npos;
  std::size_t next = 0;
  const auto add = [&](const value_type& t, const std::string& name) {
    if (t.is_pointer()) {
      out.order.emplace_back(true, out.buffers.size());
      out.buffers.push_back(buffer_for(t, name, body, shape_of(name, body, g, length)));
      const auto pointed = all.structs.find(t.structure);
      if (t.pointers == 1 && !t.element && pointed != all.structs.end()) out.buffers.back().lanes = std::max(1u, pointed->second.size / 4); // as binary32 numbers
      needs_size = needs_size || length == "N";
      return;
    }
    const auto known = is_extent(t) ? by_name(name) : std::nullopt;
    const bool extent = std::find(integers.begin(), integers.end(), name) != integers.end();
    const std::string small = integers.size() < 2 ? std::to_string(g.grid.starts_with('(') ? size / 4 : size) : std::to_string(small_extents[next++ % std::size(small_extents)]);
    out.order.emplace_back(false, out.values.size());
    out.values.emplace_back(name, is_enumeration(t, source) ? "0" : known ? *known : extent ? small : number_for(t, name));
  };
  for (const kernel_parameter& p : k.parameters) {
    const auto s = all.structs.find(p.type.structure);
    if (p.name.empty() || is_function_object(p, k, chosen)) continue;
    if (p.type.is_pointer() || s == all.structs.end()) add(p.type, p.name);
    else
      for (const launch::struct_field& f : s->second.fields) add(f.type, p.name + '.' + f.name);
  }
  if (g.grid == "1" && (length == "N" || !matches(body, "threadIdx"))) out.grid = "cdiv(" + length + ", " + std::to_string(g.threads) + ")"; // nothing is known of it
  const bool given = std::find(integers.begin(), integers.end(), "N") != integers.end();
  if (!given && (needs_size || out.grid.find("(N,") != std::string::npos)) out.add_dimension("N", std::to_string(size));
  out.scope = k.scope, out.shared_of_host = host && host->shared.value_or(0) > 0;
  out.constants = constants;
  if (!host)
    for (std::size_t i = 1; i < geometries.size() && out.grid == g.grid; ++i) out.others.push_back({geometries[i].grid, geometries[i].block});
  if (host) take_from_host(out, *host, k);
  count_bits(out, host);
  keep_indices_small(out, integers);
  return out;
}

void guessed_case::add_dimension(const std::string& name, const std::string& value) {
  for (auto& [is_buffer, at] : order) at += is_buffer ? 0 : 1;
  values.insert(values.begin(), {name, value});
}

namespace {

/// Whether a dimension of the case's own is written somewhere in it. In shapes an x separates names.
bool is_used(const guessed_case& c, const std::string& name) {
  const std::string word = "(^|[^A-Za-z_0-9])" + name + "($|[^A-Za-z_0-9])", part = "(^|[^A-Za-z_0-9]|x)" + name + "($|[^A-Za-z_0-9]|x)";
  if (matches(c.grid + ' ' + c.block + ' ' + c.shared, word)) return true;
  return std::any_of(c.buffers.begin(), c.buffers.end(), [&](const guessed_buffer& b) { return matches(b.shape, part) || matches(b.content, word); });
}

} // namespace

std::string guessed_case::text() const {
  std::string out = kernel;
  if (!instantiated.empty()) out += " --instantiate '" + instantiated + "'";
  out += " <<<" + grid + ", " + block + (shared.empty() ? "" : ", " + shared) + ">>>";
  std::set<std::size_t> ordered;
  for (const auto& [is_buffer, at] : order)
    if (!is_buffer) ordered.insert(at);
  for (std::size_t i = 0; i < values.size(); ++i) // dimensions of its own
    if (!ordered.contains(i) && is_used(*this, values[i].first)) out += ' ' + values[i].first + '=' + values[i].second;
  for (const auto& [is_buffer, at] : order) {
    if (!is_buffer) {
      out += ' ' + values[at].first + '=' + values[at].second;
      continue;
    }
    const guessed_buffer& b = buffers[at];
    out += ' ' + b.name + '=' + b.content + ':' + b.shape + (b.lanes > 1 ? "x" + std::to_string(b.lanes) : "");
  }
  if (!nvcc.empty()) out += " --nvcc '" + nvcc + "'";
  return out;
}

std::int64_t least_extent(const guessed_case& c) {
  std::int64_t least = 16;
  for (const auto& [name, value] : c.dimensions()) least = std::min(least, value);
  return least;
}

std::vector<std::pair<std::string, std::int64_t>> guessed_case::dimensions() const {
  std::vector<std::pair<std::string, std::int64_t>> out;
  for (const auto& [name, value] : values) {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
    if (error == std::errc{} && end == value.data() + value.size() && number > 1 && name.find_first_of(".[") == std::string::npos) out.emplace_back(name, number);
  }
  return out;
}

} // namespace fpcheck::cli

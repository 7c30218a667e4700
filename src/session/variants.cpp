#include "variants.hpp"

#include "names.hpp"

#include <fpcheck/base/letters.hpp>
#include <fpcheck/launch/signature.hpp>
#include <fpcheck/ptx/meaning.hpp>
#include <fpcheck/tensor/array.hpp>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <sstream>

namespace fpcheck::session {
namespace {

using exec::word;
using exec::number;

std::vector<word> split(const word& w, char separator) {
  std::vector<word> out;
  std::size_t from = 0;
  for (std::size_t at = 0; at <= w.text.size(); ++at) {
    if (at != w.text.size() && w.text[at] != separator) continue;
    if (word part = trimmed(w.part(from, at - from)); !part.text.empty()) out.push_back(std::move(part));
    from = at + 1;
  }
  return out;
}

/// The formats that an operation's result can have.
const std::map<std::string, number>& operation_formats() {
  static const auto known = [] {
    std::map<std::string, number> out;
    const auto add = [&](std::istringstream names, number n) {
      for (std::string one; names >> one;) out[one] = n;
    };
#define FPCHECK_NUMBER(name, format, element, names) add(std::istringstream(names), number::name);
#define FPCHECK_BINARY64(name, element, names) add(std::istringstream(names), number::name);
#include <fpcheck/exec/number.def>
    return out;
  }();
  return known;
}

/// What is changed, wherever.
struct change {
  number format = number::none;
  exec::variant_rounding rounding = exec::variant_rounding::nearest_even;
  enum class kind : std::uint8_t { format, compensated, split, fused, flushed, exact } what = kind::format;
};

diagnostic unknown_change(const word& w) {
  std::vector<std::string> known{"toward-zero", "stochastic", "kahan", "two-sum", "split", "fuse", "ftz", "exact"};
  for (const auto& [name, n] : operation_formats()) known.push_back(name);
  const std::string near = nearest_name(w.text, known);
  return w.error("no change is called " + tensor::quoted(w.text), near.empty() ? "there are formats (f64, bf16, e4m3, ...), toward-zero, stochastic, kahan, split, fuse, ftz and exact" : "did you mean '" + near + "'?");
}

result<change> read_change(const word& w) {
  using k = change::kind;
  static const std::map<std::string, k> kinds{{"kahan", k::compensated}, {"two-sum", k::compensated}, {"split", k::split}, {"fuse", k::fused}, {"ftz", k::flushed}, {"exact", k::exact}};
  change out;
  const std::vector<word> parts = split(w, ' ');
  if (parts.empty()) return tl::unexpected(w.error("there is no change", "write 'line 26: f64'"));
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const std::string& t = parts[i].text;
    if (t == "toward-zero") out.rounding = exec::variant_rounding::toward_zero;
    else if (t == "stochastic") out.rounding = exec::variant_rounding::stochastic;
    else if (const auto f = operation_formats().find(t); f != operation_formats().end() && i == 0) out.format = f->second;
    else if (const auto kind = kinds.find(t); kind != kinds.end() && parts.size() == 1) out.what = kind->second;
    else return tl::unexpected(unknown_change(parts[i]));
  }
  return out;
}

// Inputs.

/// `FORMAT`, or `FORMAT scaled per N`.
struct storage {
  tensor::dtype type{};
  std::uint64_t block = 0; ///< elements that share a scale; 0: no scale
};

result<storage> read_storage(const word& w) {
  const std::vector<word> parts = split(w, ' ');
  if (parts.size() != 1 && !(parts.size() == 4 && parts[1].text == "scaled" && parts[2].text == "per"))
    return tl::unexpected(w.error("no storage is written so", "write 'x: bf16' or 'x: e4m3fn scaled per 128'"));
  storage out;
  const auto type = tensor::parse_dtype(parts[0].text);
  if (!type) return tl::unexpected(parts[0].error(type.error().message, type.error().hint));
  if (!tensor::is_real(*type)) return tl::unexpected(parts[0].error("an input is stored in a floating-point format"));
  out.type = *type;
  if (parts.size() == 1) return out;
  const std::string& t = parts[3].text;
  const auto [stop, error] = std::from_chars(t.data(), t.data() + t.size(), out.block);
  if (error != std::errc{} || stop != t.data() + t.size() || out.block == 0) return tl::unexpected(parts[3].error(tensor::quoted(t) + " is no number of elements"));
  return out;
}

/// The largest finite number of a format.
double largest_of(tensor::dtype t) {
  double most = 0;
  const unsigned bits = static_cast<unsigned>(8 * tensor::size_of(t));
  if (bits > 16) return t == tensor::dtype::f32 ? std::numeric_limits<float>::max() : std::numeric_limits<double>::max();
  for (std::uint64_t code = 0; code < std::uint64_t{1} << bits; ++code)
    if (const double v = tensor::decode(t, code); std::fabs(v) < INFINITY) most = std::max(most, std::fabs(v));
  return most;
}

/// The buffer as it is after having been stored so: every element rounded, under a scale that makes its block's largest element
/// the format's largest.
exec::buffer stored(exec::buffer b, const storage& how) {
  const std::size_t bytes = tensor::size_of(b.type);
  const std::uint64_t count = b.data.size() / bytes, block = how.block == 0 ? std::max<std::uint64_t>(count, 1) : how.block;
  const double most = how.block == 0 ? 0 : largest_of(how.type);
  for (std::uint64_t first = 0; first < count; first += block) {
    const std::uint64_t end = std::min(first + block, count);
    double scale = 1;
    if (how.block != 0) {
      double largest = 0;
      for (std::uint64_t i = first; i < end; ++i) largest = std::max(largest, std::fabs(tensor::decode(b.type, tensor::load_code(b.type, b.data.data() + i * bytes))));
      if (largest > 0 && largest < INFINITY) scale = static_cast<double>(static_cast<float>(largest / most));
    }
    for (std::uint64_t i = first; i < end; ++i) {
      const double v = tensor::decode(b.type, tensor::load_code(b.type, b.data.data() + i * bytes));
      const double rounded = tensor::decode(how.type, tensor::encode(how.type, v / scale)) * scale;
      tensor::store_code(b.type, b.data.data() + i * bytes, tensor::encode(b.type, rounded));
    }
  }
  return b;
}

// Instructions.

/// `line 26` or `lines 26-30`.
std::optional<std::pair<std::uint32_t, std::uint32_t>> read_lines(const std::string& text) {
  const std::size_t space = text.find(' ');
  if (space == std::string::npos || (text.substr(0, space) != "line" && text.substr(0, space) != "lines")) return std::nullopt;
  const char *at = text.data() + text.find_first_not_of(' ', space), *const end = text.data() + text.size();
  std::uint32_t first = 0;
  auto read = std::from_chars(at, end, first);
  if (read.ec != std::errc{}) return std::nullopt;
  std::uint32_t last = first;
  if (read.ptr != end && *read.ptr == '-') read = std::from_chars(read.ptr + 1, end, last);
  if (read.ec != std::errc{} || read.ptr != end || last < first) return std::nullopt;
  return std::pair(first, last);
}

/// Which instructions, and whether they are a variable's: what is multiplied in a fused sum is then no part of it.
struct place {
  std::vector<std::uint32_t> pcs;
  bool of_variable = false;
};

/// "12, 14, 20": the lines of a file in which numbers are computed.
std::string computing_lines(const exec::program& code, const std::function<bool(const std::string&)>& is_meant) {
  std::set<std::uint32_t> lines;
  for (const std::uint32_t pc : analysis::all_operations(code))
    for (const analysis::frame& f : analysis::source_stack(code, pc))
      if (is_meant(f.file)) lines.insert(f.line);
  std::string out;
  for (const std::uint32_t n : lines) out += (out.empty() ? "" : ", ") + std::to_string(n);
  return out.empty() ? "none, the PTX has no line table" : out;
}

bool is_sum(const exec::op& o) { return ptx::is_real_sum(o.meaning); }

/// The kernels of the launches, each once, in the order in which they run.
std::vector<std::string> launched_kernels(const exec::run_request& request) {
  std::vector<std::string> out;
  for (const exec::launch& l : request.launches)
    if (std::find(out.begin(), out.end(), l.kernel) == out.end()) out.push_back(l.kernel);
  return out;
}

/// "add, scale": names as a report writes them.
std::string displayed(const std::vector<std::string>& kernels) {
  std::string out;
  for (const std::string& k : kernels) out += (out.empty() ? "" : ", ") + launch::demangle_kernel(k).display;
  return out;
}

/// The operations of a launched kernel by its name, what it calls left out.
result<place> operations_of_kernel(const word& w, const exec::program& code, const exec::run_request& request) {
  place out;
  const std::vector<std::string> kernels = launched_kernels(request);
  for (const exec::function_code& f : code.functions) {
    if (f.source == nullptr || std::find(kernels.begin(), kernels.end(), f.source->name) == kernels.end()) continue;
    const launch::demangled_kernel name = launch::demangle_kernel(f.source->name);
    if (name.base != w.text && name.display != w.text) continue;
    for (const std::uint32_t pc : analysis::all_operations(code))
      if (pc >= f.first && pc < f.first + f.count) out.pcs.push_back(pc);
    if (!out.pcs.empty()) return out;
    return tl::unexpected(w.error("no instruction of " + w.text + " computes a number"));
  }
  return tl::unexpected(w.error("no launch of the case is of a kernel " + tensor::quoted(w.text), "kernels: " + displayed(kernels)));
}

result<place> find_place(const word& w, const kernel_file& file, const exec::program& code, const exec::run_request& request) {
  place out;
  if (w.text.starts_with("kernel ")) return operations_of_kernel(trimmed(w.part(7)), code, request);
  if (w.text == "all") {
    out.pcs = analysis::all_operations(code);
    return out;
  }
  const std::string source = file.source_path().empty() ? "" : file.shown(file.source_path());
  const auto is_meant = [&](const std::string& f) { return source.empty() || file.shown(f) == source; };
  if (const auto lines = read_lines(w.text)) {
    out.pcs = analysis::operations_at(code, is_meant, lines->first, lines->second);
    if (out.pcs.empty()) return tl::unexpected(w.error("no instruction computes a number there", "lines that do: " + computing_lines(code, is_meant)));
    return out;
  }
  std::string text;
  for (std::uint32_t n = 1;; ++n) {
    const auto line = file.line(file.source_path(), n);
    if (!line) break;
    text += *line + '\n';
  }
  out.of_variable = true;
  out.pcs = analysis::values_of_variable(code, is_meant, assigning_lines(text, w.text));
  if (out.pcs.empty())
    return tl::unexpected(w.error("no input, and no variable that a line computes, is called " + tensor::quoted(w.text), "write 'line 26: f64', 'kernel NAME: f64', 'all: f64', an input or a variable"));
  return out;
}

/// What `c` is at one instruction; nothing where it does not apply.
std::optional<exec::variant_change> change_of(const change& c, const exec::op& o, bool of_variable) {
  using k = change::kind;
  exec::variant_change out;
  out.pc = o.pc, out.rounding = c.rounding;
  const int own = exec::limits_of(o.format).precision;
  switch (c.what) {
  case k::format: out.format = c.format, out.splits = of_variable; break;
  case k::compensated: out.precision = 2 * own, out.splits = of_variable; break;
  case k::split:
    if (o.meaning.operation != ptx::operation::fused) return std::nullopt;
    out.splits = true;
    break;
  case k::fused:
    if (o.meaning.operation == ptx::operation::product) out.precision = 2 * own;
    else if (!is_sum(o)) return std::nullopt;
    break;
  case k::flushed: out.flushes = true; break;
  case k::exact:
    if (!o.meaning.approximate) return std::nullopt;
    break;
  }
  return out;
}

result<void> read_part(analysis::variation& v, const word& w, const kernel_file& file, const exec::program& code, const exec::run_request& request) {
  const std::size_t colon = w.text.rfind(':');
  if (colon == std::string::npos) return tl::unexpected(w.error("write WHERE:CHANGE", "as in 'line 26: f64', 'acc: bf16' or 'x: e4m3fn scaled per 128'"));
  const word where = trimmed(w.part(0, colon)), what = trimmed(w.part(colon + 1));
  const auto input = std::find_if(request.buffers.begin(), request.buffers.end(), [&](const exec::buffer& b) { return b.name == where.text && b.role != exec::buffer_role::output; });
  if (input != request.buffers.end()) {
    if (!tensor::is_real(input->type)) return tl::unexpected(where.error("input '" + where.text + "' holds no floating-point numbers"));
    const auto how = read_storage(what);
    if (!how) return tl::unexpected(how.error());
    v.replaced.push_back(stored(*input, *how));
    return {};
  }
  if (where.text == "order") {
    const auto [end, error] = std::from_chars(what.text.data(), what.text.data() + what.text.size(), v.repeats);
    if (error != std::errc{} || end != what.text.data() + what.text.size() || v.repeats < 1 || v.repeats > 256)
      return tl::unexpected(what.error("the number of other orders of CTAs and atomics is 1 to 256", "write 'order: 16'"));
    v.shuffles = true;
    return {};
  }
  const auto c = read_change(what);
  if (!c) return tl::unexpected(c.error());
  const auto at = find_place(where, file, code, request);
  if (!at) return tl::unexpected(at.error());
  const std::size_t before = v.plan.changes.size();
  for (const std::uint32_t pc : at->pcs)
    if (const auto one = change_of(*c, code.ops[pc], at->of_variable)) v.plan.changes.push_back(*one);
  if (v.plan.changes.size() == before) return tl::unexpected(what.error("nothing at " + where.text + " can be changed so"));
  if (c->rounding == exec::variant_rounding::stochastic) v.repeats = std::max(v.repeats, 8u);
  return {};
}

} // namespace

std::vector<std::uint32_t> assigning_lines(const std::string& text, const std::string& variable) {
  std::vector<std::uint32_t> out;
  std::uint32_t line = 1;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '\n') ++line;
    if (text.compare(at, variable.size(), variable) != 0 || variable.empty()) continue;
    if (at != 0 && (is_letter(text[at - 1]) || text[at - 1] == '.')) continue;
    std::size_t next = at + variable.size();
    if (next < text.size() && is_letter(text[next])) continue;
    while (next < text.size() && text[next] == ' ') ++next;
    while (next < text.size() && text[next] == '[') { // an array's element
      int depth = 0;
      do depth += text[next] == '[' ? 1 : text[next] == ']' ? -1 : 0;
      while (++next < text.size() && depth != 0 && text[next] != '\n');
      while (next < text.size() && text[next] == ' ') ++next;
    }
    if (next < text.size() && std::string_view("+-*/").find(text[next]) != std::string_view::npos) ++next;
    if (next + 1 < text.size() && text[next] == '=' && text[next + 1] != '=' && (out.empty() || out.back() != line)) out.push_back(line);
  }
  return out;
}

result<std::vector<analysis::variation>> read_variations(const exec::word& w, const kernel_file& file, const exec::program& code, const exec::run_request& request) {
  std::vector<analysis::variation> out;
  const std::size_t colon = w.text.rfind(':');
  if (colon == std::string::npos || trimmed(w.part(0, colon)).text != "kernels") {
    auto one = read_variation(w, file, code, request);
    if (!one) return tl::unexpected(one.error());
    out.push_back(*std::move(one));
    return out;
  }
  std::optional<diagnostic> first;
  for (const std::string& k : launched_kernels(request)) {
    const std::string text = "kernel " + launch::demangle_kernel(k).display + ": " + trimmed(w.part(colon + 1)).text;
    auto one = read_variation(exec::word{text, w.where, w.line}, file, code, request);
    if (one) out.push_back(*std::move(one));
    else if (!first) first = one.error();
  }
  if (out.empty()) return tl::unexpected(w.error("nothing in the kernels can be changed so", first ? first->message : ""));
  return out;
}

result<analysis::variation> read_variation(const exec::word& w, const kernel_file& file, const exec::program& code, const exec::run_request& request) {
  analysis::variation v;
  v.text = w.text;
  for (const word& part : split(w, ';'))
    if (const auto ok = read_part(v, part, file, code, request); !ok) return tl::unexpected(ok.error());
  if (v.plan.changes.empty() && v.replaced.empty() && !v.shuffles) return tl::unexpected(w.error("there is no change", "write 'line 26: f64'"));
  std::vector<bool> seen(code.ops.size());
  for (const exec::variant_change& c : v.plan.changes) {
    if (seen[c.pc]) return tl::unexpected(w.error("two parts change the same instruction"));
    seen[c.pc] = true;
  }
  return v;
}

} // namespace fpcheck::session

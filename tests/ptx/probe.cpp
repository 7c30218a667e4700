#include "probe.hpp"

#include "form_syntax.hpp"

#include <algorithm>
#include <cstdlib>
#include <random>

namespace fpcheck::ptx::test {
namespace {

std::string braces(const std::string& one, unsigned count) {
  std::string out = "{";
  for (unsigned i = 0; i < count; ++i) out += (i ? ", " : "") + one + std::to_string(i % 120);
  return out + "}";
}

/// The register prefix for a type.
std::string prefix(modifier type, unsigned bits) {
  switch (type) {
  case modifier::pred:
    return "%p";
  case modifier::f32:
    return "%f";
  case modifier::f64:
    return "%fd";
  case modifier::e2m1x2:
    return "%b";
  default:
    break;
  }
  return bits <= 16 ? "%h" : bits <= 32 ? "%r" : bits <= 64 ? "%rd" : "%q";
}

struct shape {
  unsigned m = 0, n = 0, k = 0;
};

shape shape_of(const std::vector<modifier>& words) {
  for (modifier w : words) {
    const std::string t(text(w));
    shape s;
    if (std::sscanf(t.c_str(), ".m%un%uk%u", &s.m, &s.n, &s.k) == 3) return s;
  }
  return {};
}

/// Operands of the matrix instructions: as many registers a thread as the shape and the element type need.
class matrix_operands {
public:
  matrix_operands(const form_pattern& p, const std::vector<modifier>& words)
      : opcode_(p.opcode), words_(words), shape_(shape_of(words)) {
    for (modifier w : words)
      if (is_type(w)) types_.push_back(w);
  }

  std::string list(const std::string& name) const {
    const unsigned x = multiple();
    if (opcode_ == "ldmatrix" || opcode_ == "stmatrix") return braces("%r", has(modifier::m16n16) ? 2 * x : x);
    if (opcode_ == "tcgen05") return name == "lanes" ? braces("%r", 4) : braces("%r", tcgen05_count(x));
    if (opcode_ == "wmma") return wmma(name);
    if (opcode_ == "wgmma") return name == "d" ? fragment(types_.front(), shape_.m * shape_.n, 128) : "%rd1";
    if (opcode_ == "mma") return mma(name);
    return {};
  }

private:
  bool has(modifier m) const { return std::find(words_.begin(), words_.end(), m) != words_.end(); }
  unsigned multiple() const {
    for (modifier w : words_) {
      const std::string t(text(w));
      if (t.size() > 2 && t[1] == 'x' && t[2] >= '0' && t[2] <= '9')
        return static_cast<unsigned>(std::atoi(t.c_str() + 2));
    }
    return 1;
  }
  unsigned tcgen05_count(unsigned x) const {
    if (has(modifier::_16x128b)) return 2 * x;
    if (has(modifier::_16x256b)) return 4 * x;
    return x;
  }
  /// `elements` values of a type, spread over `threads`, in registers.
  static std::string fragment(modifier type, unsigned elements, unsigned threads) {
    const unsigned each = elements / threads;
    if (type == modifier::f32) return braces("%f", std::max(1u, each));
    if (type == modifier::f64) return braces("%fd", std::max(1u, each));
    const unsigned bits = type == modifier::s4 || type == modifier::u4 ? 4
                          : width(type) < 8 && width(type) > 1         ? 8
                                                                       : width(type);
    return braces("%r", std::max(1u, each * bits / 32));
  }
  std::string mma(const std::string& name) const {
    if (name.substr(0, 3) == "ids") return "{%h1, %h2}";
    const bool sparse = has(modifier::sp) || has(modifier::sp_ordered_metadata);
    const bool volta = shape_.m == 8 && shape_.n == 8 && shape_.k == 4 && types_[1] == modifier::f16;
    if (volta)
      return name == "a" || name == "b" ? "{%r1, %r2}" : fragment(name == "d" ? types_[0] : types_[3], 256, 32);
    if (name == "a") return operand(types_[1], shape_.m * shape_.k / (sparse ? 2 : 1));
    if (name == "b") return operand(types_[2], shape_.n * shape_.k);
    return fragment(name == "d" ? types_[0] : types_[3], shape_.m * shape_.n, 32);
  }
  /// Four- and six-bit floats fill a byte each, but for the kinds that pack them.
  std::string operand(modifier type, unsigned elements) const {
    const bool packed = type == modifier::e2m1 && (has(modifier::kind_mxf4) || has(modifier::kind_mxf4nvf4));
    return packed ? braces("%r", elements / 32 * 4 / 32) : fragment(type, elements, 32);
  }
  std::string wmma(const std::string& name) const {
    const bool loads = words_[0] == modifier::load, stores = words_[0] == modifier::store;
    std::string role = name;
    if (loads) role = has(modifier::a) ? "a" : has(modifier::b) ? "b" : "c";
    if (stores) role = "d";
    const modifier type = loads || stores ? types_.back()
                          : role == "d"   ? types_[0]
                          : role == "c"   ? types_.back()
                                          : types_[1];
    if (role == "c" || role == "d") return fragment(type, shape_.m * shape_.n, 32);
    if (type == modifier::f16) return braces("%r", 8);
    if (type == modifier::tf32) return braces("%r", 4);
    const unsigned elements = role == "a" ? shape_.m * shape_.k : shape_.n * shape_.k;
    return fragment(type, elements, 32);
  }

  std::string opcode_;
  const std::vector<modifier>& words_;
  shape shape_;
  std::vector<modifier> types_;
};

std::string immediate_for(const form_pattern& p, const std::vector<modifier>& words, const std::string& name) {
  const auto has = [&](modifier m) { return std::find(words.begin(), words.end(), m) != words.end(); };
  if (name == "size") return p.opcode == "cp" ? (has(modifier::cg) ? "16" : "4") : "128";
  if (name == "count") return "64";
  if (name == "lut") return "0x80";
  if (name == "alignment") return "8";
  if (name == "selector" || name == "value") return "0";
  if (name == "offset") return "8";
  if (name == "ordinal") return "0";
  return "1";
}

std::string address_for(const form_pattern& p, const std::vector<modifier>& words, const std::string& name) {
  const auto has = [&](modifier m) { return std::find(words.begin(), words.end(), m) != words.end(); };
  const auto dimensions = [&] {
    return has(modifier::_1d) ? 1 : has(modifier::_2d) ? 2 : has(modifier::_3d) ? 3 : has(modifier::_4d) ? 4 : 5;
  };
  if (name == "map, coordinates")
    return "[%rd1, " +
           braces("%r", has(modifier::tile_gather4) || has(modifier::tile_scatter4)
                            ? 5u
                            : static_cast<unsigned>(dimensions())) +
           "]";
  if (p.opcode == "tex" || p.opcode == "tld4") {
    const std::string c = words.back() == modifier::f32 ? "%f" : "%r";
    unsigned n = has(modifier::_1d) ? 1 : has(modifier::_2d) ? 2 : 4;
    if (has(modifier::a1d)) return "[%rd1, {%r1, " + c + "1}]";
    if (has(modifier::a2d) || has(modifier::acube)) return "[%rd1, {%r1, " + c + "1, " + c + "2, " + c + "3}]";
    if (has(modifier::_2dms)) return "[%rd1, {%r1, %r2, %r3, %r4}]";
    if (has(modifier::a2dms)) return "[%rd1, {%r1, %r2, %r3, %r4}]";
    return "[%rd1, " + braces(c, n) + "]";
  }
  if (p.opcode == "suld" || p.opcode == "sust" || p.opcode == "sured")
    return "[%rd1, " + braces("%r", has(modifier::_1d) ? 1 : has(modifier::_2d) || has(modifier::a1d) ? 2 : 4) + "]";
  if (p.opcode == "tcgen05" && name != "mbarrier") return p.id == form::tcgen05_alloc ? "[shared_variable]" : "[%r1]";
  return "[%rd1]";
}

std::string operand_for(const form_pattern& p, const operand_pattern& o, const std::vector<modifier>& words) {
  const auto has = [&](modifier m) { return std::find(words.begin(), words.end(), m) != words.end(); };
  if (o.is_address) return address_for(p, words, o.name);
  modifier first = modifier::none, second = modifier::none, last = modifier::none;
  for (modifier w : words) {
    if (!is_type(w)) continue;
    if (first == modifier::none)
      first = w;
    else if (second == modifier::none)
      second = w;
    last = w;
  }
  const unsigned vector = has(modifier::v2) ? 2 : has(modifier::v4) ? 4 : has(modifier::v8) ? 8 : 0;
  modifier type = last;
  unsigned bits = width(last);
  switch (o.rule) {
  case type_rule::immediate:
    return immediate_for(p, words, o.name);
  case type_rule::label:
    return "here";
  case type_rule::table:
    return p.opcode == "brx" ? "branches" : "";
  case type_rule::list:
    if (p.opcode == "tex" || p.opcode == "tld4")
      return braces(first == modifier::f32 ? "%f" : "%r", first == modifier::f16x2 ? 2 : 4);
    if (p.opcode == "suld" || p.opcode == "sust") return braces(prefix(last, width(last)), std::max(1u, vector));
    if (p.opcode == "cp") return braces("%h", has(modifier::_3d) ? 1 : has(modifier::_4d) ? 2 : 3);
    if (p.opcode == "clusterlaunchcontrol") return "{%r0, %r1, %r2, %r3}";
    return matrix_operands(p, words).list(o.name);
  case type_rule::any:
    return p.opcode == "wgmma" || p.opcode == "tcgen05" ? "%rd1" : "%r1";
  case type_rule::pointer:
    return "%rd1";
  case type_rule::wide:
    type = modifier::none, bits = 2 * bits;
    break;
  case type_rule::first:
    type = first, bits = width(first);
    break;
  case type_rule::second:
    type = second, bits = width(second);
    break;
  case type_rule::fixed:
    type = o.fixed, bits = width(o.fixed);
    break;
  default:
    break;
  }
  const bool follows = o.rule == type_rule::first || o.rule == type_rule::second || o.rule == type_rule::last;
  if (vector != 0 && follows) return braces(prefix(type, bits), vector);
  if (o.name == "v") return braces("%f", 4);
  return prefix(type, bits) + std::to_string(o.is_joined ? 2 : 1);
}

/// Every choice of optional operands, the shortest first.
std::vector<std::string> operand_choices(const form_pattern& p, const std::vector<modifier>& words) {
  std::vector<std::size_t> optional;
  for (std::size_t g = 0; g < p.operands.size(); ++g)
    if (p.operands[g].is_optional) optional.push_back(g);
  std::vector<std::string> out;
  for (unsigned choice = 0; choice < 1u << optional.size(); ++choice) {
    std::string text;
    for (std::size_t g = 0; g < p.operands.size(); ++g) {
      const auto at = std::find(optional.begin(), optional.end(), g);
      if (at != optional.end() && !(choice >> (at - optional.begin()) & 1)) continue;
      for (const operand_pattern& o : p.operands[g].operands)
        text += (text.empty() ? " " : o.is_joined ? "|" : ", ") + operand_for(p, o, words);
    }
    out.push_back(text);
  }
  return out;
}

void add_probe(std::vector<probe>& out, const form_pattern& p, const std::vector<std::size_t>& choice,
               std::size_t group, std::size_t alternative) {
  std::vector<modifier> words;
  for (std::size_t g = 0; g < p.words.size(); ++g) {
    if (choice[g] == 0 && p.words[g].is_optional) continue;
    const auto& run = p.words[g].alternatives[choice[g] - (p.words[g].is_optional ? 1 : 0)];
    words.insert(words.end(), run.begin(), run.end());
  }
  probe one;
  one.form = p.id;
  one.group = group;
  one.alternative = alternative;
  one.opcode = p.opcode;
  for (modifier w : words) one.opcode += text(w);
  one.operands = p.id == form::call ? std::vector<std::string>{" callee"} : operand_choices(p, words);
  out.push_back(std::move(one));
}

} // namespace

std::vector<probe> probes(unsigned completions) {
  std::vector<probe> out;
  std::mt19937 random(1);
  for (const form_pattern& p : patterns()) {
    if (p.id == form::unknown) continue;
    const std::vector<std::size_t> base(p.words.size(), 0);
    const auto choices = [&](std::size_t g) {
      return p.words[g].alternatives.size() + (p.words[g].is_optional ? 1 : 0);
    };
    add_probe(out, p, base, 0, 0);
    for (std::size_t g = 0; g < p.words.size(); ++g)
      for (std::size_t a = 0; a < choices(g); ++a) {
        std::vector<std::size_t> choice = base;
        choice[g] = a;
        if (a != 0) add_probe(out, p, choice, g, a);
        for (unsigned n = 0; n < completions; ++n) {
          // Most groups stay as they are: many options at once are rarely legal together.
          for (std::size_t other = 0; other < p.words.size(); ++other)
            if (other != g) choice[other] = random() % 2 ? random() % choices(other) : 0;
          add_probe(out, p, choice, g, a);
        }
      }
  }
  return out;
}

std::string probe_prologue(const std::string& target) {
  return ".version 9.0\n.target " + target +
         "\n.address_size 64\n.shared .align 16 .b8 shared_variable[64];\n.func callee () { ret; }\n.visible .entry "
         "probes ()\n{\n"
         ".reg .pred %p<130>; .reg .b16 %h<130>; .reg .b32 %r<130>; .reg .b64 %rd<130>; .reg .f32 %f<130>; .reg .f64 "
         "%fd<130>;\n"
         ".reg .b128 %q<10>; .reg .b8 %b<10>;\nbranches: .branchtargets here;\nhere:\n";
}

} // namespace fpcheck::ptx::test

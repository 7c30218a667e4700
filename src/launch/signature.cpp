#include <fpcheck/launch/signature.hpp>
#include <fpcheck/launch/word.hpp>

#include "types.hpp"

#include <cxxabi.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <set>

namespace fpcheck::launch {
namespace {

std::uint64_t round_up(std::uint64_t value, std::uint64_t multiple) {
  return multiple == 0 ? value : (value + multiple - 1) / multiple * multiple;
}

/// Walks over the tokens of a file and collects aliases, structs and kernels.
class scanner {
public:
  /// `headers`: lines of headers before those of the file.
  scanner(std::vector<token> tokens, std::string file, std::uint32_t headers) : tokens_(std::move(tokens)), file_(std::move(file)), headers_(headers), after_(0) {
    constant_extents();
    after_.assign(tokens_.size(), tokens_.size());
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      if (is(i, "(") || is(i, "[") || is(i, "{")) {
        open.push_back(i);
        continue;
      }
      after_[i] = i + 1;
      if (!(is(i, ")") || is(i, "]") || is(i, "}")) || open.empty()) continue;
      after_[open.back()] = i + 1;
      open.pop_back();
    }
  }

  source_signatures run() {
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      const token& t = tokens_[i];
      while (!scopes_.empty() && (i >= scopes_.back().end || (scopes_.back().of_header && t.line > headers_))) scopes_.pop_back();
      if (t.is("namespace") && (i == 0 || !is(i - 1, "using"))) {
        i = enter(i);
      } else if (t.is("template") && is(i + 1, "<")) {
        template_at_ = i;
        i = after_angle(tokens_, i + 1) - 1;
      } else if (t.is("template")) {
        i = find(i, ";"); // an explicit instantiation says nothing new
      } else if (t.is("using") && is(i + 2, "=")) {
        i = alias(i);
      } else if (t.is("typedef")) {
        i = type_definition(i);
      } else if (t.is("enum")) {
        enumeration(i);
      } else if ((t.is("struct") || t.is("class")) && (i == 0 || !is(i - 1, "enum"))) {
        structure(i, {});
      } else if (t.is("__global__")) {
        i = kernel(i);
      } else if (t.is(";") || t.is("{") || t.is("}")) {
        template_at_ = none;
      }
    }
    return std::move(out_);
  }

private:
  static constexpr std::size_t none = static_cast<std::size_t>(-1);
  static constexpr std::size_t most_fields = std::size_t{1} << 18; ///< of all structs: those of arrays of structs multiply

  /// `constexpr int N = 2 * 32;` gives the N of `float v[N]`: what stands between the brackets of an array becomes its number, where constants tell it.
  void constant_extents() {
    dimensions known;
    std::map<std::string, std::int64_t> seen;
    std::set<std::string> ambiguous; // of several scopes
    std::vector<token> out;
    const auto next = [&](std::size_t from, std::string_view text) { // soon, or not at all
      constexpr std::size_t soon = 12;
      for (std::size_t i = from; i < std::min(from + soon, tokens_.size()); ++i)
        if (tokens_[i].is(text)) return i;
      return none;
    };
    const auto number = [&](std::size_t from, std::size_t to) -> std::optional<std::int64_t> {
      word text;
      for (std::size_t i = from; i < to; ++i) {
        if (ambiguous.contains(tokens_[i].text)) return std::nullopt;
        text.text += tokens_[i].text + ' ';
      }
      const auto value = known.evaluate(text);
      return value && *value > 0 ? std::optional(*value) : std::nullopt;
    };
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      const std::size_t stop = is(i, "=") && i > 1 && tokens_[i - 1].is_identifier() ? next(i, ";") : none;
      const bool defines = stop != none;
      std::size_t first = i;
      while (defines && first > 0 && i - first < 6 && !is(first - 1, ";") && !is(first - 1, "}") && !is(first - 1, "{")) --first;
      bool constant = false;
      for (std::size_t k = first; defines && k + 1 < i; ++k) constant = constant || is(k, "constexpr") || is(k, "const");
      if (const auto value = constant ? number(i + 1, stop) : std::nullopt) {
        const std::string& name = tokens_[i - 1].text;
        const auto [at, fresh] = seen.emplace(name, *value);
        if (fresh) known.define(name, *value);
        else if (at->second != *value) ambiguous.insert(name);
      }
      out.push_back(tokens_[i]);
      if (!is(i, "[") || i + 1 >= tokens_.size() || is(i + 1, "]")) continue;
      const std::size_t end = next(i, "]");
      const auto value = end != none && (end > i + 2 || tokens_[i + 1].is_identifier()) ? number(i + 1, end) : std::nullopt;
      if (!value) continue;
      token one = tokens_[i + 1];
      one.text = std::to_string(*value);
      out.push_back(std::move(one));
      i = end - 1;
    }
    tokens_ = std::move(out);
  }

  /// The index after the bracket that closes the one at `open`: of all brackets found once, or brackets that are never closed cost the
  /// square of their number.
  std::size_t closed(std::size_t open) const { return open < after_.size() ? after_[open] : tokens_.size(); }
  bool is(std::size_t i, std::string_view text) const { return i < tokens_.size() && tokens_[i].is(text); }
  std::vector<token> slice(std::size_t from, std::size_t to) const {
    to = std::min(to, tokens_.size());
    from = std::min(from, to);
    return {tokens_.begin() + static_cast<std::ptrdiff_t>(from), tokens_.begin() + static_cast<std::ptrdiff_t>(to)};
  }
  std::size_t find(std::size_t from, std::string_view text) const {
    while (from < tokens_.size() && !tokens_[from].is(text)) ++from;
    return from;
  }

  /// `namespace a::b {` at `i`: what follows stands in it. Returns where the scan goes on.
  std::size_t enter(std::size_t i) {
    std::string name;
    std::size_t at = i + 1;
    for (; at < tokens_.size() && (tokens_[at].is_identifier() || is(at, "::")); ++at)
      if (tokens_[at].is_identifier() && !is(at, "inline")) name += tokens_[at].text + "::";
    if (!is(at, "{")) return i; // an alias
    scopes_.push_back({std::move(name), closed(at) - 1, tokens_[i].line <= headers_});
    return at;
  }
  /// An enumeration is passed as its integer.
  void enumeration(std::size_t i) {
    std::size_t at = i + 1;
    if (is(at, "class") || is(at, "struct")) ++at;
    if (at >= tokens_.size() || !tokens_[at].is_identifier()) return;
    const std::size_t name = at++;
    if (!is(at, "{") && !is(at, ":")) return;
    token number = tokens_[name];
    number.text = "int";
    const std::size_t open = find(at, "{");
    aliases_[tokens_[name].text] = is(at, ":") ? slice(at + 1, open) : std::vector<token>{number};
  }

  std::size_t alias(std::size_t i) {
    const std::size_t end = find(i, ";");
    if (template_at_ == none) aliases_[tokens_[i + 1].text] = slice(i + 3, end);
    template_at_ = none;
    return end;
  }
  /// `typedef float real;` or `typedef struct { ... } name;`. Returns where the scan goes on.
  std::size_t type_definition(std::size_t i) {
    if (is(i + 1, "struct")) {
      const std::size_t open = std::min(find(i, "{"), find(i, ";"));
      if (is(open, "{")) {
        const std::size_t close = closed(open);
        if (close < tokens_.size() && tokens_[close].is_identifier()) structure(i + 1, tokens_[close].text);
        return close;
      }
    }
    const std::size_t end = find(i, ";");
    if (end > i + 2 && end < tokens_.size() && tokens_[end - 1].is_identifier())
      aliases_[tokens_[end - 1].text] = slice(i + 1, end - 1);
    return end;
  }

  /// `struct [attributes] NAME { ... }` at `i`; `given` is the name of a typedef of an unnamed one.
  void structure(std::size_t i, std::string given) {
    std::size_t at = i + 1;
    std::uint32_t alignment = 1;
    while (at < tokens_.size() && !is(at, "{") && !is(at, ";") && !is(at, ":")) {
      if (is(at + 1, "(")) {
        if ((is(at, "alignas") || is(at, "__align__")) && at + 2 < tokens_.size())
          alignment = std::max(1u, static_cast<std::uint32_t>(std::strtoul(tokens_[at + 2].text.c_str(), nullptr, 0)));
        at = closed(at + 1);
        continue;
      }
      if (given.empty() && tokens_[at].is_identifier() && !is(at, "final")) given = tokens_[at].text;
      if (!tokens_[at].is_identifier()) return; // an expression, a template specialisation, a parameter
      ++at;
    }
    if (!is(at, "{") || given.empty() || template_at_ != none) return;
    if (alignment > 256) alignment = 1;
    out_.structs[given] = layout(at + 1, closed(at) - 1, alignment);
  }
  /// The layout of the members between `from` and `to`.
  struct_layout layout(std::size_t from, std::size_t to, std::uint32_t alignment) {
    struct_layout s;
    s.alignment = alignment;
    std::uint64_t offset = 0;
    for (std::size_t i = from; i < to;) {
      std::size_t end = i;
      bool function = false;
      while (end < to && !tokens_[end].is(";")) {
        if (tokens_[end].is("(") && !is(end - 1, "alignas") && !is(end - 1, "__align__")) function = true;
        const bool body = tokens_[end].is("{");
        end = tokens_[end].is("(") || body ? closed(end) : end + 1;
        if (function && body) break; // a member function's body needs no semicolon
      }
      const bool skipped = function || i == end || is(i, "static") || is(i, "using") || is(i, "template") ||
                           is(i, "friend") || is(i, "struct");
      if (is(i, "public") || is(i, "private") || is(i, "protected")) {
        i += 2;
        continue;
      }
      if (is(i, "virtual") || is(i, "struct") || is(i, "union")) s.complete = false;
      if (!skipped) member(slice(i, end), s, offset);
      i = is(end, ";") ? end + 1 : end;
    }
    s.size = static_cast<std::uint32_t>(round_up(std::max<std::uint64_t>(offset, 1), s.alignment));
    return s;
  }
  void member(const std::vector<token>& tokens, struct_layout& s, std::uint64_t& offset) {
    // "float a, *b;": the words before the first declarator belong to each.
    std::vector<std::vector<token>> declarators(1);
    int angle = 0;
    for (const token& t : tokens) {
      angle += t.is("<") ? 1 : t.is(">") ? -1 : 0;
      if (t.is(",") && angle == 0)
        declarators.emplace_back();
      else
        declarators.back().push_back(t);
    }
    const auto special = std::find_if(declarators[0].begin(), declarators[0].end(),
                                      [](const token& t) { return t.is("*") || t.is("[") || t.is("="); });
    std::vector<token> base(declarators[0].begin(), special);
    const bool name_inside = special == declarators[0].end() || !special->is("*");
    if (name_inside && !base.empty()) base.pop_back();
    for (std::size_t d = 0; d < declarators.size(); ++d) {
      std::vector<token> full = d == 0 ? std::vector<token>{} : base;
      full.insert(full.end(), declarators[d].begin(), declarators[d].end());
      place(read_declaration(full, aliases_, out_.structs), s, offset);
    }
  }
  void place(const declaration& d, struct_layout& s, std::uint64_t& offset) {
    const std::uint32_t bytes = launch::size_of(d.type, out_.structs), alignment = alignment_of(d.type, out_.structs);
    std::uint64_t count = 1;
    for (const std::uint64_t n : d.extents) count = count > 4096 || n > 4096 ? 0 : count * n;
    if (bytes == 0 || d.name.empty() || count == 0 || count > 4096) {
      s.complete = false;
      return;
    }
    offset = round_up(offset, alignment);
    s.alignment = std::max(s.alignment, alignment);
    const auto nested = d.type.is_pointer() ? out_.structs.end() : out_.structs.find(d.type.structure);
    fields_ += count * (nested == out_.structs.end() ? 1 : nested->second.fields.size());
    if (fields_ > most_fields) {
      s.complete = false;
      return;
    }
    for (std::uint64_t k = 0; k < count; ++k, offset += bytes) {
      const std::string name = d.extents.empty() ? d.name : d.name + "[" + std::to_string(k) + "]";
      if (nested == out_.structs.end()) {
        s.fields.push_back({name, static_cast<std::uint32_t>(offset), d.type});
        continue;
      }
      for (const struct_field& f : nested->second.fields)
        s.fields.push_back({name + "." + f.name, static_cast<std::uint32_t>(offset) + f.offset, f.type});
    }
  }

  /// The kernel at the `__global__` of index `i`. Returns where the scan goes on.
  std::size_t kernel(std::size_t i) {
    std::size_t at = i + 1;
    const std::set<std::string> with_arguments{"__launch_bounds__", "__cluster_dims__", "__maxnreg__", "__attribute__",
                                               "__block_size__"};
    while (at < tokens_.size() && !(tokens_[at].is_identifier() && (is(at + 1, "(") || is(at + 1, "<")) &&
                                    !with_arguments.contains(tokens_[at].text))) {
      if (is(at, ";") || is(at, "{")) return at;
      at = with_arguments.contains(tokens_[at].text) ? closed(at + 1) : at + 1;
    }
    if (at >= tokens_.size()) return at;
    const std::size_t name = at++;
    if (is(at, "<")) at = after_angle(tokens_, at);
    if (!is(at, "(")) return at;
    const std::size_t close = closed(at);
    template_at_ = tokens_[name].line <= headers_ ? none : template_at_;
    if (tokens_[name].line <= headers_) return close;
    kernel_signature k{tokens_[name].text, "", template_names(), false, {}, {file_, tokens_[name].line - headers_, tokens_[name].column}};
    for (const scope& s : scopes_) k.scope += s.name;
    k.has_pack = has_pack();
    parameters(at + 1, close - 1, k);
    remember(std::move(k));
    template_at_ = none;
    return close;
  }
  /// Of a declaration and a definition the one with names for its parameters stays.
  void remember(kernel_signature k) {
    for (kernel_signature& known : out_.kernels) {
      if (known.name != k.name || known.parameters.size() != k.parameters.size()) continue;
      const bool same = std::equal(known.parameters.begin(), known.parameters.end(), k.parameters.begin(),
                                   [](const auto& a, const auto& b) { return a.type.spelling == b.type.spelling; });
      const bool nameless = !known.parameters.empty() && known.parameters[0].name.empty();
      if (same && nameless) known = k;
      if (same) return;
    }
    out_.kernels.push_back(std::move(k));
  }
  /// Whether the template header ends in a pack: `class... T`.
  bool has_pack() const {
    if (template_at_ == none) return false;
    const std::size_t end = after_angle(tokens_, template_at_ + 1);
    for (std::size_t i = template_at_ + 1; i + 2 < end && i + 2 < tokens_.size(); ++i)
      if (is(i, ".") && is(i + 1, ".") && is(i + 2, ".")) return true;
    return false;
  }
  std::vector<std::string> template_names() const {
    std::vector<std::string> out;
    if (template_at_ == none) return out;
    const std::size_t end = after_angle(tokens_, template_at_ + 1) - 1;
    std::string last;
    bool defaulted = false;
    int depth = 0;
    for (std::size_t i = template_at_ + 2; i <= end && i < tokens_.size(); ++i) {
      if ((is(i, ",") && depth == 0) || i == end) {
        if (!last.empty()) out.push_back(last);
        last.clear();
        defaulted = false;
        continue;
      }
      if (is(i, "(")) {
        i = closed(i) - 1;
        continue;
      }
      depth += is(i, "<") ? 1 : is(i, ">") ? -1 : 0;
      defaulted = defaulted || is(i, "=");
      if (!defaulted && tokens_[i].is_identifier()) last = tokens_[i].text;
    }
    return out;
  }
  void parameters(std::size_t from, std::size_t to, kernel_signature& k) {
    std::vector<token> current;
    const auto finish = [&] {
      if (current.empty() || (current.size() == 1 && current[0].is("void"))) return;
      declaration d = read_declaration(current, aliases_, out_.structs);
      if (!d.extents.empty()) {
        ++d.type.pointers;
        d.type.pointee_const =
            std::any_of(current.begin(), current.end(), [](const token& t) { return t.is("const"); });
      }
      k.parameters.push_back({d.name, d.type});
    };
    int depth = 0;
    for (std::size_t i = from; i < to && i < tokens_.size(); ++i) {
      depth += is(i, "<") || is(i, "(") || is(i, "[") || is(i, "{")   ? 1
               : is(i, ">") || is(i, ")") || is(i, "]") || is(i, "}") ? -1
                                                                      : 0;
      if (is(i, ",") && depth == 0) {
        finish();
        current.clear();
      } else {
        current.push_back(tokens_[i]);
      }
    }
    finish();
  }

  struct scope {
    std::string name; ///< "a::b::"; empty for one without a name
    std::size_t end;  ///< index of the bracket that closes it
    bool of_header;   ///< a bracket that its header never closes ends with it
  };

  std::vector<token> tokens_;
  std::string file_;
  std::uint32_t headers_;
  std::vector<scope> scopes_;
  std::vector<std::size_t> after_; ///< for each bracket that opens, the index after the one that closes it
  std::size_t fields_ = 0;
  source_signatures out_;
  type_aliases aliases_;
  std::size_t template_at_ = none; ///< of the template header that the current declaration belongs to
};

/// Splits "a, b<c, d>, e" at its outer commas, trimmed.
std::vector<std::string> split_types(const std::string& text) {
  std::vector<std::string> out;
  std::string current;
  int depth = 0;
  for (const char c : text) {
    depth += c == '<' || c == '(' ? 1 : c == '>' || c == ')' ? -1 : 0;
    if (c == ',' && depth == 0) {
      out.push_back(current);
      current.clear();
    } else if (c != ' ' || !current.empty()) {
      current += c;
    }
  }
  if (!current.empty()) out.push_back(current);
  return out;
}

} // namespace

source_signatures scan_signatures(std::string_view source, const std::string& file, std::string_view headers) {
  if (headers.empty()) return scanner(tokenize(source), file, 0).run();
  std::string all(headers);
  all += '\n';
  const auto lines = static_cast<std::uint32_t>(std::count(all.begin(), all.end(), '\n'));
  return scanner(tokenize(all += source), file, lines).run();
}

demangled_kernel demangle_kernel(const std::string& mangled) {
  constexpr std::size_t longest_name = 20000;
  int status = 0;
  if (mangled.size() > longest_name) return {mangled, mangled, {}, {}};
  const std::unique_ptr<char, void (*)(void*)> plain(abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, &status),
                                                     std::free);
  demangled_kernel out{mangled, mangled, {}, {}};
  if (status != 0 || plain == nullptr) return out;
  std::string text = plain.get();
  // The parameter list is the last bracket at depth 0; what stands before it may start with a return type.
  int depth = 0;
  std::size_t open = std::string::npos;
  for (std::size_t i = text.size(); i-- > 0;) {
    depth += text[i] == ')' ? 1 : text[i] == '(' ? -1 : 0;
    if (text[i] == '(' && depth == 0) {
      open = i;
      break;
    }
  }
  if (open == std::string::npos) return out;
  const std::size_t close = text.rfind(')');
  const std::string list = text.substr(open + 1, close - open - 1);
  out.parameter_types = split_types(list);
  if (out.parameter_types == std::vector<std::string>{"void"}) out.parameter_types.clear();
  text.resize(open);
  if (text.starts_with("void ")) text.erase(0, 5);
  out.display = text;
  const std::size_t angle = text.find('<');
  if (angle != std::string::npos && text.ends_with(">")) {
    out.template_arguments = split_types(text.substr(angle + 1, text.size() - angle - 2));
    text.resize(angle);
  }
  const std::size_t colon = text.rfind("::");
  out.base = colon == std::string::npos ? text : text.substr(colon + 2);
  return out;
}

} // namespace fpcheck::launch

#include <fpcheck/ptx/edits.hpp>
#include <fpcheck/ptx/print.hpp>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>

namespace fpcheck::ptx {
namespace {

constexpr std::string_view space_text(state_space s) {
  switch (s) {
  case state_space::global:
    return ".global";
  case state_space::constant:
    return ".const";
  case state_space::shared:
    return ".shared";
  case state_space::local:
    return ".local";
  case state_space::param:
    return ".param";
  }
  return "";
}

std::string hexadecimal(std::uint64_t value, int digits) {
  std::string out(static_cast<std::size_t>(digits), '0');
  for (int i = digits - 1; i >= 0; --i, value >>= 4) out[static_cast<std::size_t>(i)] = "0123456789ABCDEF"[value & 15];
  return out;
}

/// Gives each thing of a function a name of its own, since names of different scopes may coincide.
class distinct_names {
public:
  explicit distinct_names(const std::set<std::string>& taken) : taken_(taken) {}

  std::string add(const std::string& name) {
    std::string out = name;
    for (unsigned n = next_[name]; taken_.count(out) != 0 || !used_.insert(out).second;
         out = name + "$" + std::to_string(n))
      n = ++next_[name];
    return out;
  }

private:
  const std::set<std::string>& taken_;
  std::set<std::string> used_;
  std::map<std::string, unsigned> next_;
};

/// The functions and variables of a module that one function refers to, by name or through a variable's initialiser.
struct references {
  std::set<index> functions, variables;

  references(const module& m, const function& f) : m_(m) {
    for (const instruction& i : f.body)
      for (const operand& o : i.operands) look(f, o);
    for (const target_list& t : f.call_targets)
      for (const index s : t.targets) add(s);
  }

private:
  void look(const function& f, const operand& o) {
    if (o.kind == operand_kind::symbol || (o.kind == operand_kind::address && o.base == base_kind::symbol)) add(o.id);
    if (o.kind == operand_kind::vector || o.kind == operand_kind::address)
      for (index k = 0; k < o.count; ++k) look(f, f.operand_pool[o.first + k]);
  }
  void add(index symbol) {
    const ptx::symbol& s = m_.symbols[symbol];
    if (s.is_function) functions.insert(s.id);
    else if (variables.insert(s.id).second)
      for (const relocation& r : m_.variables[s.id].relocations) add(r.symbol);
  }
  const module& m_;
};

class printer {
public:
  explicit printer(const module& m, std::vector<printed_function>* record = nullptr)
      : m_(m), record_(record), symbols_(m.symbols.size()), variable_names_(m.variables.size()), symbol_of_(m.variables.size(), none) {
    for (index i = 0; i < m.symbols.size(); ++i) {
      const symbol& s = m.symbols[i];
      if (!s.is_function) symbol_of_[s.id] = i;
      if (!s.is_function && m.variables[s.id].function != none) continue;
      symbols_[i] = s.is_function ? m.functions[s.id].name : s.name;
      if (!s.is_function) variable_names_[s.id] = s.name;
      module_names_.insert(symbols_[i]);
    }
  }

  std::string whole() {
    file_head();
    for (std::size_t i = 0; i < m_.files.size(); ++i)
      if (!m_.files[i].empty()) out_ += ".file " + std::to_string(i) + " \"" + m_.files[i] + "\"\n";
    // Functions and variables may refer to each other: all functions are declared first.
    for (const function& f : m_.functions) declare(f);
    for (std::size_t i = 0; i < m_.variables.size(); ++i)
      if (m_.variables[i].function == none) declare(m_.variables[i], variable_names_[i]);
    for (std::size_t i = 0; i < m_.symbols.size(); ++i) {
      const symbol& s = m_.symbols[i];
      if (s.is_function && m_.functions[s.id].name != s.name)
        out_ += "  // alias " + s.name + " of " + m_.functions[s.id].name + "\n";
    }
    for (const function& f : m_.functions)
      if (f.has_body) body(f);
    return std::move(out_);
  }

  /// What comes before the instructions of `f` in a module of it alone.
  std::string opening(const function& f) {
    const references used(m_, f);
    begin(f);
    file_head();
    for (const index g : used.functions)
      if (&m_.functions[g] != &f) declare(m_.functions[g]);
    for (const index v : used.variables)
      if (m_.variables[v].function == none) declare(m_.variables[v], variable_names_[v]);
    begin(f);
    out_ += "\n.visible ";
    header(f);
    out_ += "\n{\n";
    declarations(f);
    return std::move(out_);
  }
  std::string text_of(const function& f, const instruction& i) {
    instruction_text(f, i);
    return std::move(out_);
  }
  std::string text_of(const function& f, const operand& o) {
    operand_text(f, o);
    return std::move(out_);
  }
  const std::string& label(index id) const { return labels_[id]; }
  void name(const function& f) { begin(f); }

  std::string one(const function& f, const instruction& i) {
    begin(f);
    instruction_text(f, i);
    return std::move(out_);
  }

private:
  void file_head() {
    out_ += ".version " + std::to_string(m_.version_major) + "." + std::to_string(m_.version_minor) + "\n";
    if (!m_.target.empty()) out_ += ".target " + m_.target + "\n";
    out_ += ".address_size 64\n";
  }
  void declare(const function& f) {
    begin(f);
    header(f);
    out_ += ";\n";
  }
  void declare(const variable& v, const std::string& name) {
    variable_line(v, name);
    out_ += ";\n";
  }

  /// Names everything in `f`.
  void begin(const function& f) {
    distinct_names names(module_names_);
    for (const auto* ids : {&f.returns, &f.parameters, &f.variables})
      for (index v : *ids) {
        const std::string& name = m_.variables[v].name;
        variable_names_[v] = name == "_" ? name : names.add(name);
        symbols_[symbol_of_[v]] = variable_names_[v];
      }
    const auto all = [&](const auto& things, std::vector<std::string>& out) {
      out.clear();
      for (const auto& thing : things) out.push_back(names.add(thing.name));
    };
    registers_.clear();
    for (const register_declaration& r : f.registers) registers_.push_back(names.add(without_dots(r.name)));
    all(f.prototypes, prototypes_);
    all(f.branch_targets, branches_);
    all(f.call_targets, calls_);
    all(f.labels, labels_);
  }

  void variable_line(const variable& v, const std::string& name) {
    if (v.is_extern) out_ += ".extern ";
    out_ += space_text(v.space);
    out_ += " .align " + std::to_string(v.alignment) + " " + std::string(text(v.type)) + " " + name;
    const std::uint64_t element = width(v.type) / 8;
    if (v.is_array && v.size == 0)
      out_ += v.is_extern || v.space == state_space::param ? "[]" : "[0]";
    else if (v.is_array || v.size != element)
      out_ += "[" + std::to_string(v.size / element) + "]";
    if (!v.initial.empty()) initialiser(v, element);
  }

  void initialiser(const variable& v, std::uint64_t element) {
    out_ += v.is_array || v.size != element ? " = {" : " = ";
    std::size_t relocation = 0;
    for (std::uint64_t at = 0; at < v.initial.size();) {
      if (at != 0) out_ += ", ";
      if (relocation < v.relocations.size() && v.relocations[relocation].offset == at) {
        at += address(v.relocations[relocation++], element);
        continue;
      }
      std::uint64_t bits = 0;
      for (std::uint64_t k = 0; k < element && k < 8; ++k)
        bits |= std::to_integer<std::uint64_t>(v.initial[at + k]) << (8 * k);
      out_ += v.type == modifier::f32   ? "0f" + hexadecimal(bits, 8)
              : v.type == modifier::f64 ? "0d" + hexadecimal(bits, 16)
                                        : std::to_string(bits);
      at += element;
    }
    if (v.is_array || v.size != element) out_ += "}";
  }

  std::uint64_t address(const relocation& r, std::uint64_t element) {
    std::string name = symbols_[r.symbol];
    if (r.generic) name = "generic(" + name + ")";
    name += offset(r.addend);
    if (element == 8) return out_ += name, 8;
    for (unsigned k = 0; k < 8; ++k) out_ += (k ? ", 0xFF" : "0xFF") + std::string(2 * k, '0') + "(" + name + ")";
    return 8;
  }

  static std::string offset(std::uint64_t value) {
    if (value == 0) return {};
    return "+" + std::to_string(static_cast<std::int64_t>(value)); // a negative one is written "+-8"
  }

  void parameters(const std::vector<index>& ids) {
    out_ += "(";
    for (std::size_t k = 0; k < ids.size(); ++k) {
      if (k != 0) out_ += ", ";
      variable_line(m_.variables[ids[k]], variable_names_[ids[k]]);
    }
    out_ += ")";
  }

  void header(const function& f) {
    out_ += f.is_entry ? ".entry " : ".func ";
    if (!f.returns.empty()) parameters(f.returns), out_ += " ";
    out_ += f.name;
    if (!f.parameters.empty()) out_ += " ", parameters(f.parameters);
    if (f.is_noreturn) out_ += " .noreturn";
    extents(" .maxntid ", f.maxntid);
    extents(" .reqntid ", f.reqntid);
    extents(" .reqnctapercluster ", f.cluster);
  }

  void extents(std::string_view word, const std::array<std::uint32_t, 3>& e) {
    if (e[0] == 0) return;
    out_ += word;
    out_ += std::to_string(e[0]) + ", " + std::to_string(e[1]) + ", " + std::to_string(e[2]);
  }

  void body(const function& f) {
    begin(f);
    out_ += "\n";
    header(f);
    out_ += "\n{\n";
    declarations(f);
    statements(f);
    out_ += "}\n";
  }

  /// Registers, variables and tables of `f`.
  void declarations(const function& f) {
    for (std::size_t i = 0; i < f.registers.size(); ++i) {
      const bool continues = i > 0 && f.registers[i - 1].type == f.registers[i].type;
      if (continues)
        out_ += ", " + registers_[i];
      else
        out_ +=
            std::string(i > 0 ? ";\n" : "") + "  .reg " + std::string(text(f.registers[i].type)) + " " + registers_[i];
    }
    if (!f.registers.empty()) out_ += ";\n";
    if (record_ != nullptr) recorded(f).declarations = out_.size();
    for (index v : f.variables) {
      out_ += "  ";
      variable_line(m_.variables[v], variable_names_[v]);
      out_ += ";\n";
    }
    for (std::size_t i = 0; i < f.prototypes.size(); ++i) prototype_line(f.prototypes[i], prototypes_[i]);
    for (std::size_t i = 0; i < f.branch_targets.size(); ++i)
      targets(branches_[i], ".branchtargets", f.branch_targets[i], labels_);
    for (std::size_t i = 0; i < f.call_targets.size(); ++i)
      targets(calls_[i], ".calltargets", f.call_targets[i], symbols_);
  }

  /// Components of a vector register become registers of their own.
  static std::string without_dots(std::string name) {
    std::replace(name.begin(), name.end(), '.', '$');
    return name;
  }

  void statements(const function& f) {
    std::multimap<index, std::size_t> labels;
    for (std::size_t i = 0; i < f.labels.size(); ++i) labels.emplace(f.labels[i].instruction, i);
    index position = none;
    for (index at = 0; at <= f.body.size(); ++at) {
      for (auto [it, end] = labels.equal_range(at); it != end; ++it) out_ += labels_[it->second] + ":\n";
      if (at == f.body.size()) break;
      const instruction& i = f.body[at];
      if (i.position != position && record_ == nullptr) location(position = i.position);
      const std::size_t begin = out_.size();
      out_ += "  ";
      instruction_text(f, i);
      if (record_ != nullptr) recorded(f).instructions.emplace_back(begin, out_.size());
      out_ += "\n";
    }
  }

  printed_function& recorded(const function& f) const { return (*record_)[static_cast<std::size_t>(&f - m_.functions.data())]; }

  void location(index id) {
    const source_position& p = m_.positions[id];
    std::string text = file(p.file) + ":" + std::to_string(p.line) + ":" + std::to_string(p.column);
    for (const inline_frame& frame : p.inlined_at)
      text += ", in " + (frame.function.empty() ? std::string("?") : frame.function) + " called at " +
              file(frame.file) + ":" + std::to_string(frame.line) + ":" + std::to_string(frame.column);
    for (char& c : text) // names may hold anything; the comment is one line
      if (static_cast<unsigned char>(c) < ' ') c = '?';
    out_ += "  // " + text + "\n";
  }

  std::string file(index id) const { return id == none ? "?" : m_.files[id]; }

  void prototype_line(const prototype& p, const std::string& name) {
    const auto list = [&](const std::vector<variable>& variables) {
      out_ += "(";
      for (std::size_t k = 0; k < variables.size(); ++k) {
        if (k != 0) out_ += ", ";
        variable_line(variables[k], "_");
      }
      out_ += ") ";
    };
    out_ += "  " + name + ": .callprototype ";
    list(p.returns);
    out_ += "_ ";
    list(p.parameters);
    out_ += ";\n";
  }

  void targets(const std::string& name, std::string_view word, const target_list& list,
               const std::vector<std::string>& names) {
    out_ += "  " + name + ": " + std::string(word);
    for (std::size_t k = 0; k < list.targets.size(); ++k) out_ += (k ? ", " : " ") + names[list.targets[k]];
    out_ += ";\n";
  }

  void instruction_text(const function& f, const instruction& i) {
    if (i.guard != none) out_ += std::string(i.guard_negated ? "@!" : "@") + registers_[i.guard] + " ";
    out_ += i.text;
    if (i.form == form::call) return call_text(f, i);
    for (std::size_t k = 0; k < i.operands.size(); ++k) {
      out_ += k == 0 ? " " : i.operands[k].joined ? "|" : ", ";
      operand_text(f, i.operands[k]);
    }
    out_ += ";";
    if (i.form == form::unknown) out_ += " // unknown";
  }

  void call_text(const function& f, const instruction& i) {
    const auto list = [&](const operand& o) {
      out_ += "(";
      for (index k = 0; k < o.count; ++k) {
        if (k != 0) out_ += ", ";
        operand_text(f, f.operand_pool[o.first + k]);
      }
      out_ += ")";
    };
    out_ += " ";
    if (i.operands[0].count != 0) list(i.operands[0]), out_ += ", ";
    operand_text(f, i.operands[1]);
    if (i.operands[2].count != 0) out_ += ", ", list(i.operands[2]);
    if (i.operands.size() > 3) out_ += ", ", operand_text(f, i.operands[3]);
    out_ += ";";
  }

  void operand_text(const function& f, const operand& o) {
    static constexpr std::array<std::string_view, 7> parts = {"", ".b0", ".b1", ".b2", ".b3", ".h0", ".h1"};
    switch (o.kind) {
    case operand_kind::reg:
      if (o.negated) out_ += f.registers[o.id].type == modifier::pred ? "!" : "-";
      out_ += registers_[o.id];
      out_ += parts[static_cast<std::size_t>(o.part)];
      break;
    case operand_kind::special:
      out_ += text(o.special);
      break;
    case operand_kind::immediate:
      immediate(o);
      break;
    case operand_kind::symbol:
      out_ += symbols_[o.id] + offset(o.value);
      break;
    case operand_kind::address:
      memory(f, o);
      break;
    case operand_kind::vector:
      out_ += "{";
      elements(f, o, "");
      out_ += "}";
      break;
    case operand_kind::label:
      out_ += labels_[o.id];
      break;
    case operand_kind::sink:
      out_ += "_";
      break;
    case operand_kind::prototype:
      out_ += prototypes_[o.id];
      break;
    case operand_kind::branch_targets:
      out_ += branches_[o.id];
      break;
    case operand_kind::call_targets:
      out_ += calls_[o.id];
      break;
    }
  }

  void elements(const function& f, const operand& o, std::string_view before) {
    for (index k = 0; k < o.count; ++k) {
      out_ += k == 0 ? before : ", ";
      operand_text(f, f.operand_pool[o.first + k]);
    }
  }

  void immediate(const operand& o) {
    switch (o.literal) {
    case literal_kind::integer:
      out_ += std::to_string(static_cast<std::int64_t>(o.value));
      break;
    case literal_kind::f32:
      out_ += "0f" + hexadecimal(o.value, 8);
      break;
    case literal_kind::f64:
      out_ += "0d" + hexadecimal(o.value, 16);
      break;
    }
  }

  void memory(const function& f, const operand& o) {
    out_ += "[";
    if (o.base == base_kind::none)
      out_ += std::to_string(o.value);
    else
      out_ += (o.base == base_kind::reg ? registers_[o.id] : symbols_[o.id]) + offset(o.value);
    elements(f, o, ", ");
    out_ += "]";
  }

  const module& m_;
  std::vector<printed_function>* record_; ///< where things stand, by function; without positions in the text
  std::string out_;
  std::vector<std::string> symbols_, variable_names_; ///< as printed
  std::vector<index> symbol_of_;                      ///< by variable
  std::set<std::string> module_names_;
  std::vector<std::string> registers_, labels_, prototypes_, branches_, calls_;
};

} // namespace

std::string print(const module& m) {
  return printer(m).whole();
}

changeable_text::changeable_text(const module& m) : functions_(m.functions.size()) { text_ = printer(m, &functions_).whole(); }

std::string changeable_text::with(const replacement& r) const {
  const printed_function& f = functions_[r.function];
  std::string out = text_.substr(0, f.declarations) + r.declarations;
  std::size_t from = f.declarations;
  for (const auto& [at, text] : r.instructions) {
    const auto [begin, end] = f.instructions[at];
    out.append(text_, from, begin - from);
    out += text, from = end;
  }
  return out.append(text_, from);
}

std::string print(const module& m, const function& f, const instruction& i) {
  return printer(m).one(f, i);
}

struct function_printer::state {
  const function& what;
  printer print;
};
function_printer::function_printer(const module& m, const function& f) : state_(new state{f, printer(m)}) { state_->print.name(f); }
function_printer::~function_printer() = default;
std::string function_printer::opening() { return state_->print.opening(state_->what); }
std::string function_printer::text_of(const instruction& i) { return state_->print.text_of(state_->what, i); }
std::string function_printer::text_of(const operand& o) { return state_->print.text_of(state_->what, o); }
const std::string& function_printer::label(index id) const { return state_->print.label(id); }

} // namespace fpcheck::ptx

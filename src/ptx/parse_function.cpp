#include "parser.hpp"

#include <algorithm>
#include <array>

namespace fpcheck::ptx {
namespace {

constexpr std::size_t deepest_scope = 256;
constexpr std::uint64_t most_numbered_registers = 0xffffffffu;

/// Directives between a function's header and its body that take this many numbers and say nothing to us.
struct ignored_directive {
  std::string_view name;
  int least, most;
};
constexpr ignored_directive ignored_directives[] = {
    {".minnctapersm", 1, 1},   {".maxnctapersm", 1, 1},         {".maxnreg", 1, 1},
    {".maxclusterrank", 1, 1}, {".explicitcluster", 0, 0},      {".blocksareclusters", 0, 0},
    {".abi_preserve", 1, 1},   {".abi_preserve_control", 1, 1}, {".unique", 0, 0}};

} // namespace

index parser::declare_function(std::string_view name) {
  const index known = find_symbol(name);
  if (known != none) return module_.symbols[known].id;
  const auto id = static_cast<index>(module_.functions.size());
  module_.functions.emplace_back();
  module_.functions.back().name = name;
  symbols_.emplace(name, static_cast<index>(module_.symbols.size()));
  module_.symbols.push_back({std::string(name), true, id});
  return id;
}

bool parser::read_function(bool is_entry, const declaration_flags&) {
  function f;
  f.is_entry = is_entry;
  std::vector<parameter> returns, parameters;
  while (in_.peek() == '.') {
    if (in_.dotted() != ".attribute" || !skip_attribute()) return fail_here("expected a function's name");
  }
  if (!is_entry && in_.peek() == '(' && !read_parameter_list(returns)) return false;
  const std::size_t position = in_.token();
  const std::string_view name = in_.name();
  f.ptx_line = in_.line();
  if (name.empty()) return fail_expected("a function's name");
  const index known = find_symbol(name);
  if (known != none && !module_.symbols[known].is_function)
    return fail_at(position, "'" + std::string(name) + "' is a variable already");
  if (in_.peek() == '(' && !read_parameter_list(parameters)) return false;
  if (!read_function_directives(f)) return false;
  f.name = name;
  const bool has_body = in_.peek() == '{';
  const index id = declare_function(name);
  const function& old = module_.functions[id];
  if (old.has_body) {
    if (has_body) return fail_at(position, "function '" + std::string(name) + "' is defined twice");
    return expect(';');
  }
  const bool is_new = old.ptx_line == 0;
  if (!is_new && (old.returns.size() != returns.size() || old.parameters.size() != parameters.size()))
    return fail_at(position, "function '" + std::string(name) + "' was declared with other parameters");
  function_ = std::move(f);
  function_.is_noreturn = function_.is_noreturn || old.is_noreturn;
  function_id_ = id;
  if (!has_body) {
    if (is_new) keep_parameters(returns, parameters);
    if (is_new) module_.functions[id] = std::move(function_);
    return expect(';');
  }
  return read_body(returns, parameters);
}

bool parser::read_parameter_list(std::vector<parameter>& out) {
  if (!expect('(')) return false;
  if (in_.accept(')')) return true;
  do {
    parameter p;
    p.position = in_.token();
    const std::string_view space = in_.dotted();
    if (space == ".reg") {
      fail_at(p.position, "parameters in registers are not supported", "declare them .param");
      error_.code = exit_code::incomplete;
      return false;
    }
    if (space != ".param") return fail_at(p.position, "expected .param");
    p.value.space = state_space::param;
    p.value.ptx_line = in_.line();
    if (!read_variable_type(p.value)) return false;
    p.name = in_.name();
    if (p.name.empty()) return fail_expected("a parameter's name");
    if (!read_array_extents(p.value)) return false;
    p.value.name = p.name;
    out.push_back(std::move(p));
  } while (in_.accept(','));
  return expect(')');
}

bool parser::read_extents(std::array<std::uint32_t, 3>& out) {
  out = {1, 1, 1};
  for (std::size_t i = 0; i < 3; ++i) {
    std::uint64_t n = 0;
    if (!read_count(n, 0xffffffffu, "an extent")) return false;
    out[i] = static_cast<std::uint32_t>(n);
    if (!in_.accept(',')) break;
  }
  return true;
}

bool parser::read_function_directives(function& f) {
  for (;;) {
    const std::size_t position = in_.token();
    const std::string_view word = in_.dotted();
    if (word.empty()) return true;
    if (word == ".maxntid" || word == ".reqntid" || word == ".reqnctapercluster") {
      if (!read_extents(word == ".maxntid" ? f.maxntid : word == ".reqntid" ? f.reqntid : f.cluster)) return false;
      continue;
    }
    if (word == ".noreturn") {
      f.is_noreturn = true;
      continue;
    }
    if (word == ".pragma") {
      if (!read_pragma()) return false;
      continue;
    }
    if (word == ".attribute") {
      if (!skip_attribute()) return false;
      continue;
    }
    const auto known = std::find_if(std::begin(ignored_directives), std::end(ignored_directives),
                                    [&](const auto& d) { return d.name == word; });
    if (known == std::end(ignored_directives))
      return fail_at(position, "unknown directive '" + std::string(word.substr(0, 60)) + "'");
    std::uint64_t ignored = 0;
    for (int i = 0; i < known->most; ++i)
      if (!read_count(ignored, ~std::uint64_t{0}, "the directive's value")) return false;
  }
}

bool parser::keep_parameters(const std::vector<parameter>& returns, const std::vector<parameter>& parameters) {
  const auto keep = [&](const parameter& p, std::vector<index>& out) {
    const auto id = static_cast<index>(module_.variables.size());
    out.push_back(id);
    module_.variables.push_back(p.value);
    module_.variables.back().function = function_id_;
    const auto symbol = static_cast<index>(module_.symbols.size());
    module_.symbols.push_back({std::string(p.name), false, id});
    return scopes_.empty() || p.name == "_" || declare_name(p.name, {name_kind::variable, 1, symbol}, p.position);
  };
  for (const parameter& p : returns)
    if (!keep(p, function_.returns)) return false;
  for (const parameter& p : parameters)
    if (!keep(p, function_.parameters)) return false;
  return true;
}

bool parser::read_body(const std::vector<parameter>& returns, const std::vector<parameter>& parameters) {
  function_.has_body = true;
  // Known to calls from inside before it is finished.
  function& outside = module_.functions[function_id_];
  outside.has_body = true;
  outside.is_entry = function_.is_entry;
  outside.ptx_line = function_.ptx_line;
  position_ = none;
  lines_.begin_function();
  if (!open_scope() || !keep_parameters(returns, parameters)) return false;
  module_.functions[function_id_].returns = function_.returns;
  module_.functions[function_id_].parameters = function_.parameters;
  while (!scopes_.empty()) {
    if (in_.at_end()) return fail_at(scopes_.back().position, "this block does not end");
    if (!read_body_statement()) return false;
  }
  module_.functions[function_id_] = std::move(function_);
  function_ = {};
  return true;
}

bool parser::read_body_statement() {
  switch (in_.peek()) {
  case '{':
    return open_scope();
  case '}':
    return close_scope();
  case ';':
    return in_.accept(';');
  case '.':
    return read_body_directive();
  case '@':
    return read_instruction();
  default:
    break;
  }
  const std::size_t position = in_.token();
  const auto start = in_.here();
  const std::string_view name = in_.name();
  if (name.empty()) return fail_expected("an instruction");
  if (in_.peek() == ':' && in_.ahead(1) != ':') {
    in_.accept(':');
    return read_label(name, position);
  }
  in_.back_to(start);
  return read_instruction();
}

bool parser::open_scope() {
  if (scopes_.size() >= deepest_scope)
    return fail_here("blocks are nested more than " + std::to_string(deepest_scope) + " deep");
  const std::size_t position = in_.token();
  if (!expect('{')) return false;
  scopes_.emplace_back();
  scopes_.back().position = position;
  return true;
}

bool parser::close_scope() {
  if (!expect('}')) return false;
  scope& inner = scopes_.back();
  resolve_labels(inner);
  if (scopes_.size() == 1 && !inner.uses.empty()) {
    const label_use& use = inner.uses.front();
    std::vector<std::string> names;
    for (const label& l : function_.labels) names.push_back(l.name);
    const std::string near =
        use.name.size() < 100 && names.size() < 1000 ? nearest_name(std::string(use.name), names) : std::string();
    return fail_at(use.position, "unknown label '" + std::string(use.name) + "'",
                   near.empty() ? near : "did you mean '" + near + "'?");
  }
  std::vector<label_use> rest = std::move(inner.uses);
  scopes_.pop_back();
  if (!scopes_.empty()) scopes_.back().uses.insert(scopes_.back().uses.end(), rest.begin(), rest.end());
  return true;
}

void parser::resolve_labels(scope& inner) {
  std::erase_if(inner.uses, [&](const label_use& use) {
    const auto found = inner.labels.find(use.name);
    if (found == inner.labels.end()) return false;
    if (use.where == label_use::place::operand)
      function_.body[use.outer].operands[use.inner].id = found->second;
    else
      function_.branch_targets[use.outer].targets[use.inner] = found->second;
    return true;
  });
}

bool parser::declare_name(std::string_view name, name_entry entry, std::size_t position) {
  if (!scopes_.back().names.emplace(name, entry).second)
    return fail_at(position, "'" + std::string(name) + "' is declared twice");
  return true;
}

bool parser::read_label(std::string_view name, std::size_t position) {
  const auto start = in_.here();
  if (in_.peek() == '.') {
    const std::string_view word = in_.dotted();
    if (word == ".callprototype") return read_prototype(name, position);
    if (word == ".branchtargets") return read_targets(name, name_kind::branch_targets, position);
    if (word == ".calltargets") return read_targets(name, name_kind::call_targets, position);
    in_.back_to(start);
  }
  const auto id = static_cast<index>(function_.labels.size());
  if (!scopes_.back().labels.emplace(name, id).second)
    return fail_at(position, "label '" + std::string(name) + "' is defined twice");
  function_.labels.push_back({std::string(name), static_cast<index>(function_.body.size())});
  return true;
}

bool parser::read_prototype(std::string_view name, std::size_t position) {
  std::vector<parameter> returns, parameters;
  if (in_.peek() == '(' && !read_parameter_list(returns)) return false;
  if (in_.name().empty()) return fail_expected("'_'");
  if (in_.peek() == '(' && !read_parameter_list(parameters)) return false;
  function ignored;
  if (!read_function_directives(ignored)) return false;
  prototype p;
  p.name = name;
  for (parameter& r : returns) p.returns.push_back(std::move(r.value));
  for (parameter& a : parameters) p.parameters.push_back(std::move(a.value));
  function_.prototypes.push_back(std::move(p));
  const auto id = static_cast<index>(function_.prototypes.size() - 1);
  return declare_name(name, {name_kind::prototype, 1, id}, position) && expect(';');
}

bool parser::read_targets(std::string_view name, name_kind kind, std::size_t position) {
  auto& lists = kind == name_kind::branch_targets ? function_.branch_targets : function_.call_targets;
  const auto id = static_cast<index>(lists.size());
  lists.push_back({std::string(name), {}});
  do {
    const std::size_t place = in_.token();
    const std::string_view target = in_.name();
    if (target.empty()) return fail_expected("a target");
    auto& targets = lists.back().targets;
    if (kind == name_kind::branch_targets) {
      scopes_.back().uses.push_back(
          {label_use::place::branch_target, id, static_cast<index>(targets.size()), target, place});
      targets.push_back(none);
    } else {
      const index symbol = find_symbol(target);
      if (symbol == none || !module_.symbols[symbol].is_function) return fail_unknown_name(target, place);
      targets.push_back(symbol);
    }
  } while (in_.accept(','));
  return declare_name(name, {kind, 1, id}, position) && expect(';');
}

bool parser::read_body_directive() {
  const std::size_t position = in_.token();
  const std::string_view word = in_.dotted();
  if (word == ".loc") return read_loc();
  if (word == ".reg") return read_registers();
  if (word == ".pragma") return read_pragma();
  if (word == ".param") return read_variables(state_space::param, {});
  if (word == ".local") return read_variables(state_space::local, {});
  if (word == ".shared") return read_variables(state_space::shared, {});
  if (word == ".global") return read_variables(state_space::global, {});
  if (word == ".const") return read_variables(state_space::constant, {});
  if (word == ".file") return read_file_directive();
  if (word == ".extern" || word == ".weak") {
    const std::string_view space = in_.dotted();
    declaration_flags flags;
    flags.is_extern = word == ".extern";
    if (space == ".shared") return read_variables(state_space::shared, flags);
    if (space == ".global") return read_variables(state_space::global, flags);
    if (space == ".const") return read_variables(state_space::constant, flags);
  }
  return fail_at(position, "unknown directive '" + std::string(word.substr(0, 60)) + "'");
}

bool parser::read_loc() {
  loc_directive loc;
  const auto number = [&](std::uint32_t& out) {
    std::uint64_t n = 0;
    if (!read_count(n, 0xffffffffu, "a file, line or column number")) return false;
    out = static_cast<std::uint32_t>(n);
    return true;
  };
  if (!number(loc.file) || !number(loc.line) || !number(loc.column)) return false;
  while (in_.accept(',')) {
    const std::string_view attribute = in_.name();
    if (attribute == "function_name") {
      loc.function_label = in_.name();
      if (loc.function_label.empty()) return fail_expected("a label of .debug_str");
      operand offset;
      if (!read_offset(offset)) return false;
      loc.function_offset = offset.value;
    } else if (attribute == "inlined_at") {
      loc.is_inlined = true;
      if (!number(loc.call_file) || !number(loc.call_line) || !number(loc.call_column)) return false;
    } else {
      return fail_here("expected function_name or inlined_at");
    }
  }
  in_.accept(';');
  const index row = lines_.add(loc);
  if (!scopes_.empty()) position_ = row;
  return true;
}

bool parser::read_registers() {
  unsigned components = 1;
  const auto start = in_.here();
  std::string_view word = in_.dotted();
  if (word == ".v2" || word == ".v4") {
    components = static_cast<unsigned>(word[2] - '0');
    word = in_.dotted();
  }
  const modifier type = word_of(word);
  if (!is_type(type)) {
    in_.back_to(start);
    return fail_expected("a register type");
  }
  do
    if (!read_register_names(type, components)) return false;
  while (in_.accept(','));
  return expect(';');
}

bool parser::read_register_names(modifier type, unsigned components) {
  const std::size_t position = in_.token();
  const std::string_view name = in_.name();
  if (name.empty()) return fail_expected("a register's name");
  if (in_.accept('<')) {
    std::uint64_t count = 0;
    const std::size_t number = in_.token();
    const auto n = in_.number();
    if (!n || n->kind != literal_kind::integer || n->bits > most_numbered_registers)
      return fail_at(number, "expected a number of registers");
    count = n->bits;
    if (!expect('>')) return false;
    if (!scopes_.back().ranges.emplace(name, register_range{count, type, static_cast<std::uint8_t>(components)}).second)
      return fail_at(position, "'" + std::string(name) + "' is declared twice");
    return true;
  }
  const auto id = static_cast<index>(function_.registers.size());
  if (components == 1) {
    function_.registers.push_back({std::string(name), type});
    return declare_name(name, {name_kind::reg, 1, id}, position);
  }
  for (unsigned i = 0; i < components; ++i) function_.registers.push_back({std::string(name) + '.' + "xyzw"[i], type});
  return declare_name(name, {name_kind::vector_reg, static_cast<std::uint8_t>(components), id}, position);
}

const name_entry* parser::find_name(std::string_view name) {
  for (std::size_t i = scopes_.size(); i-- > 0;) {
    const auto found = scopes_[i].names.find(name);
    if (found != scopes_[i].names.end()) return &found->second;
    if (scopes_[i].ranges.empty()) continue;
    if (const name_entry* made = make_register(scopes_[i], name)) return made;
  }
  return nullptr;
}

const name_entry* parser::make_register(scope& s, std::string_view name) {
  // `%r12` belongs to `%r<20>`, or to `%r1<3>`: every split of the digits is tried, the shortest prefix first.
  std::size_t split = name.size();
  while (split > 0 && name[split - 1] >= '0' && name[split - 1] <= '9') --split;
  std::uint64_t number = 0;
  for (split = std::max<std::size_t>(split, 1); split < name.size(); ++split) {
    if (name.size() - split > 10 || (name[split] == '0' && split + 1 < name.size())) continue;
    const auto range = s.ranges.find(name.substr(0, split));
    if (range == s.ranges.end()) continue;
    number = 0;
    for (char c : name.substr(split)) number = number * 10 + static_cast<unsigned>(c - '0');
    if (number >= range->second.count) continue;
    const auto id = static_cast<index>(function_.registers.size());
    const std::uint8_t components = range->second.components;
    for (unsigned i = 0; i < components; ++i)
      function_.registers.push_back({components == 1 ? std::string(name) : std::string(name) + '.' + "xyzw"[i], range->second.type});
    return &s.names.emplace(name, name_entry{components == 1 ? name_kind::reg : name_kind::vector_reg, components, id}).first->second;
  }
  return nullptr;
}

} // namespace fpcheck::ptx

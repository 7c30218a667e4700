#include "places.hpp"

#include <algorithm>
#include <set>

namespace fpcheck::instrument {
namespace {

using ptx::operand_kind;
using ptx::state_space;

constexpr std::uint64_t aligned(std::uint64_t at, std::uint64_t to) { return (at + to - 1) / to * to; }

class placer {
public:
  placer(const ptx::module& m, ptx::index kernel) : out_{m, 0, 0, {}, 0, {}}, kernel_(kernel) {}

  result<placed_module> run() {
    ptx::function& f = out_.code.functions[kernel_];
    find_arguments(f);
    place_module_variables();
    shared_ = add_variable(name::shared, state_space::shared, ptx::none);
    local_ = add_variable(name::local, state_space::local, kernel_);
    for (ptx::instruction& i : f.body) {
      for (ptx::operand& o : i.operands)
        if (const auto ok = move(i, o); !ok) return tl::unexpected(ok.error());
      if (moved_parameter_) make_local(i);
      moved_parameter_ = false;
    }
    if (const auto ok = check_lists(f); !ok) return tl::unexpected(ok.error());
    finish(f);
    return std::move(out_);
  }

private:
  /// Of the pool the lists that an instruction has: those of calls that were inlined are left over.
  result<void> check_lists(const ptx::function& f) const {
    for (const ptx::instruction& i : f.body)
      for (const ptx::operand& list : i.operands)
        for (ptx::index k = 0; list.kind == operand_kind::vector && k < list.count; ++k)
          if (const ptx::operand& o = f.operand_pool[list.first + k]; o.kind == operand_kind::symbol && is_moved(o.id))
            return tl::unexpected(diagnostic{"an address of a variable in a list of operands is not rewritten yet", {out_.code.file, i.ptx_line}, {}, {}, exit_code::incomplete});
    return {};
  }

  /// Variables that hold arguments and results of calls that were not inlined stay.
  void find_arguments(const ptx::function& f) {
    for (const ptx::instruction& i : f.body)
      if (i.form == ptx::form::call)
        for (const ptx::operand& list : i.operands)
          for (ptx::index k = 0; list.kind == operand_kind::vector && k < list.count; ++k)
            if (const ptx::operand& o = f.operand_pool[list.first + k]; o.kind == operand_kind::symbol) arguments_.insert(o.id);
  }

  ptx::index add_variable(const char* called, state_space space, ptx::index function) {
    ptx::variable v;
    v.name = called, v.space = space, v.type = ptx::modifier::b8, v.alignment = 16, v.is_array = true, v.function = function;
    v.is_extern = space == state_space::shared;
    const auto id = static_cast<ptx::index>(out_.code.variables.size()), symbol = static_cast<ptx::index>(out_.code.symbols.size());
    out_.code.variables.push_back(v);
    out_.code.symbols.push_back({called, false, id});
    return symbol;
  }

  bool is_moved(ptx::index symbol) const {
    const ptx::symbol& s = out_.code.symbols[symbol];
    if (s.is_function || symbol == shared_ || symbol == local_) return false;
    const ptx::variable& v = out_.code.variables[s.id];
    const auto& parameters = out_.code.functions[kernel_].parameters;
    switch (v.space) {
    case state_space::constant: return false;
    case state_space::param: return std::find(parameters.begin(), parameters.end(), s.id) == parameters.end() && arguments_.count(symbol) == 0;
    default: return true;
    }
  }

  std::uint64_t place_of(ptx::index variable) {
    const auto [at, fresh] = places_.try_emplace(variable, 0);
    if (!fresh) return at->second;
    const ptx::variable& v = out_.code.variables[variable];
    if (v.space == state_space::shared && v.is_extern) {
      dynamic_.push_back(variable); // behind all others, once these are known
      return 0;
    }
    if (v.space == state_space::global) {
      at->second = shared_places_[variable];
      out_.globals.push_back({variable, at->second});
      return at->second;
    }
    std::uint64_t& end = v.space == state_space::shared ? shared_end_ : local_end_;
    at->second = aligned(end, std::max<std::uint64_t>(v.alignment, 8));
    end = at->second + std::max<std::uint64_t>(v.size, 1);
    return at->second;
  }

  /// Module variables lie where they lie for every other kernel of the module: what one leaves there another may read.
  void place_module_variables() {
    for (const ptx::variable& v : out_.code.variables) {
      shared_places_.push_back(out_.globals_bytes);
      if (v.space == state_space::global) out_.globals_bytes = aligned(out_.globals_bytes + std::max<std::uint64_t>(v.size, 1), std::max<std::uint64_t>(v.alignment, 256));
    }
  }

  result<void> move(const ptx::instruction& i, ptx::operand& o) {
    const bool memory = o.kind == operand_kind::address && o.base == ptx::base_kind::symbol;
    if ((!memory && o.kind != operand_kind::symbol) || !is_moved(o.id)) return {};
    const ptx::index id = out_.code.symbols[o.id].id;
    const ptx::variable& v = out_.code.variables[id];
    if (!v.relocations.empty()) return tl::unexpected(diagnostic{"the variable " + v.name + " holds addresses: they are not rewritten yet", {out_.code.file, i.ptx_line}, {}, {}, exit_code::incomplete});
    const std::uint64_t at = place_of(id);
    o.value += at;
    if (v.space == state_space::global) {
      const ptx::index base = address_register(memory ? 0 : o.value);
      if (memory) o.base = ptx::base_kind::reg;
      else o.kind = operand_kind::reg, o.value = 0;
      o.id = base;
      return {};
    }
    moved_parameter_ = moved_parameter_ || v.space == state_space::param;
    if (v.space == state_space::shared && v.is_extern) behind_.push_back(&o);
    o.id = v.space == state_space::shared ? shared_ : local_;
    return {};
  }

  /// The register that holds the address of module variables plus `at`.
  ptx::index address_register(std::uint64_t at) {
    const auto [known, fresh] = registers_.try_emplace(at, 0);
    if (!fresh) return known->second;
    ptx::function& f = out_.code.functions[kernel_];
    const std::string called = "%fp_global" + std::to_string(registers_.size());
    known->second = static_cast<ptx::index>(f.registers.size());
    f.registers.push_back({called, ptx::modifier::b64});
    out_.addresses.push_back({called, at});
    return known->second;
  }

  /// What was a parameter of an inlined call is local memory now.
  static void make_local(ptx::instruction& i) {
    for (std::uint8_t k = 0; k < i.modifier_count; ++k)
      if (i.modifiers[k] == ptx::modifier::param || i.modifiers[k] == ptx::modifier::param_func || i.modifiers[k] == ptx::modifier::param_entry) i.modifiers[k] = ptx::modifier::local;
    if (const auto at = i.text.find(".param"); at != std::string::npos) {
      const auto end = i.text.find('.', at + 1);
      i.text = i.text.substr(0, at) + ".local" + (end == std::string::npos ? "" : i.text.substr(end));
    }
  }

  void finish(ptx::function& f) {
    out_.shared_bytes = static_cast<std::uint32_t>(aligned(shared_end_, 16));
    out_.local_bytes = static_cast<std::uint32_t>(aligned(local_end_, 16));
    for (ptx::operand* o : behind_) o->value += out_.shared_bytes;
    std::vector<ptx::index> kept;
    for (const ptx::index v : f.variables) {
      const ptx::variable& x = out_.code.variables[v];
      const bool argument = std::any_of(arguments_.begin(), arguments_.end(), [&](ptx::index s) { return out_.code.symbols[s].id == v; });
      if (x.space == state_space::constant || argument) kept.push_back(v);
    }
    f.variables = std::move(kept);
    ptx::variable& local = out_.code.variables[out_.code.symbols[local_].id];
    local.size = out_.local_bytes;
    if (local.size != 0) f.variables.push_back(out_.code.symbols[local_].id);
  }

  placed_module out_;
  ptx::index kernel_, shared_ = ptx::none, local_ = ptx::none;
  std::set<ptx::index> arguments_; ///< symbols
  std::map<ptx::index, std::uint64_t> places_;
  std::vector<std::uint64_t> shared_places_; ///< of module variables
  std::map<std::uint64_t, ptx::index> registers_;
  std::vector<ptx::index> dynamic_;
  std::vector<ptx::operand*> behind_;
  std::uint64_t shared_end_ = 0, local_end_ = 0;
  bool moved_parameter_ = false;
};

} // namespace

result<placed_module> place(const ptx::module& m, ptx::index kernel) { return placer(m, kernel).run(); }

} // namespace fpcheck::instrument

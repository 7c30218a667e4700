#include "addressed_parameters.hpp"

#include <algorithm>
#include <unordered_map>

namespace fpcheck::ptx {
namespace {

/// A .param variable of a device function with its copy in local memory, both as symbols.
struct copied {
  index parameter = none, place = none;
};

operand register_operand(index r) {
  operand out;
  out.kind = operand_kind::reg, out.id = r;
  return out;
}
operand address_of(index symbol, std::uint64_t offset) {
  operand out;
  out.kind = operand_kind::address, out.base = base_kind::symbol, out.id = symbol, out.value = offset;
  return out;
}
instruction access(form f, modifier space, modifier type, std::string text, const instruction& first) {
  instruction out;
  out.form = f;
  out.modifiers[0] = space, out.modifiers[1] = type;
  out.modifier_count = 2;
  out.text = std::move(text);
  out.position = first.position, out.ptx_line = first.ptx_line;
  return out;
}

class address_giver {
public:
  address_giver(module& m, index f) : m_(m), f_(m.functions[f]), number_(f) {}

  void run() {
    for (const instruction& i : f_.body)
      if (i.form == form::mov && i.operands.size() == 2 && is_parameter(i.operands[1])) add(i.operands[1].id);
    if (places_.empty()) return;
    for (instruction& i : f_.body) redirect(i);
    std::vector<instruction> copies;
    for (const copied& c : order_) copy(c, copies);
    for (label& l : f_.labels) l.instruction += static_cast<index>(copies.size()); // a loop to the start does not copy again
    f_.body.insert(f_.body.begin(), std::make_move_iterator(copies.begin()), std::make_move_iterator(copies.end()));
  }

private:
  bool is_parameter(const operand& p) const {
    if (p.kind != operand_kind::symbol || m_.symbols[p.id].is_function) return false;
    return std::find(f_.parameters.begin(), f_.parameters.end(), m_.symbols[p.id].id) != f_.parameters.end();
  }
  void add(index symbol) {
    if (places_.contains(symbol)) return;
    variable v = m_.variables[m_.symbols[symbol].id];
    v.space = state_space::local;
    v.alignment = std::max<std::uint32_t>(v.alignment, 4);
    v.function = number_;
    const auto id = static_cast<index>(m_.variables.size()), place = static_cast<index>(m_.symbols.size());
    m_.symbols.push_back({v.name, false, id});
    f_.variables.push_back(id);
    m_.variables.push_back(std::move(v));
    places_[symbol] = place;
    order_.push_back({symbol, place});
  }
  void redirect(instruction& i) const {
    for (operand& p : i.operands) {
      const bool names = p.kind == operand_kind::symbol || (p.kind == operand_kind::address && p.base == base_kind::symbol);
      const auto it = names ? places_.find(p.id) : places_.end();
      if (it == places_.end() || (i.form != form::mov && i.form != form::ld)) continue;
      p.id = it->second;
      std::replace(i.modifiers.begin(), i.modifiers.begin() + i.modifier_count, modifier::param, modifier::local);
    }
  }
  /// Word by word, so that numbers come through; what is left of a struct, byte by byte.
  void copy(const copied& c, std::vector<instruction>& out) {
    const std::uint64_t size = m_.variables[m_.symbols[c.parameter].id].size;
    for (std::uint64_t at = 0; at < size;) {
      const bool word = size - at >= 4;
      const auto r = static_cast<index>(f_.registers.size());
      f_.registers.push_back({"%copied" + std::to_string(r), word ? modifier::b32 : modifier::b16});
      const modifier type = word ? modifier::b32 : modifier::b8;
      instruction load = access(form::ld, modifier::param, type, word ? "ld.param.b32" : "ld.param.b8", f_.body.front());
      load.operands = {register_operand(r), address_of(c.parameter, at)};
      instruction store = access(form::st, modifier::local, type, word ? "st.local.b32" : "st.local.b8", f_.body.front());
      store.operands = {address_of(c.place, at), register_operand(r)};
      out.push_back(std::move(load));
      out.push_back(std::move(store));
      at += word ? 4 : 1;
    }
  }

  module& m_;
  function& f_;
  index number_;
  std::unordered_map<index, index> places_; ///< parameter's symbol to its copy's
  std::vector<copied> order_;
};

} // namespace

void give_addresses(module& m) {
  for (index f = 0; f < m.functions.size(); ++f)
    if (m.functions[f].has_body && !m.functions[f].is_entry && !m.functions[f].body.empty()) address_giver(m, f).run();
}

} // namespace fpcheck::ptx

#include "grid_workspace.hpp"

#include <algorithm>

namespace fpcheck::ptx {
namespace {

bool reads_address(const instruction& i) {
  const auto is_half = [](const operand& p) {
    return p.kind == operand_kind::special && (p.special == special_register::envreg1 || p.special == special_register::envreg2);
  };
  return i.form == form::mov && i.operands.size() == 2 && is_half(i.operands[1]);
}

operand as_operand(index r) {
  operand out;
  out.kind = operand_kind::reg, out.id = r;
  return out;
}

instruction like(const instruction& i, form f, std::initializer_list<modifier> modifiers, std::string text, std::vector<operand> operands) {
  instruction out = i;
  out.form = f;
  std::copy(modifiers.begin(), modifiers.end(), out.modifiers.begin());
  out.modifier_count = static_cast<std::uint8_t>(modifiers.size());
  out.text = std::move(text);
  out.operands = std::move(operands);
  return out;
}

/// One half of the workspace's address, where `i` reads it.
void spell_out(function& f, const instruction& i, index workspace, std::vector<instruction>& body) {
  const auto r = static_cast<index>(f.registers.size());
  f.registers.push_back({"%workspace" + std::to_string(r), modifier::b64});
  operand address;
  address.kind = operand_kind::symbol, address.id = workspace;
  body.push_back(like(i, form::mov, {modifier::u64}, "mov.u64", {as_operand(r), address}));
  if (i.operands[1].special == special_register::envreg1) {
    operand by;
    by.kind = operand_kind::immediate, by.value = 32;
    body.push_back(like(i, form::shr, {modifier::u64}, "shr.u64", {as_operand(r), as_operand(r), by}));
  }
  body.push_back(like(i, form::cvt_int_to_int, {modifier::u32, modifier::u64}, "cvt.u32.u64", {i.operands[0], as_operand(r)}));
}

void spell_out(function& f, index workspace) {
  std::vector<instruction> old = std::move(f.body);
  std::vector<index> moved;
  f.body.clear();
  for (instruction& i : old) {
    moved.push_back(static_cast<index>(f.body.size()));
    if (reads_address(i)) spell_out(f, i, workspace, f.body);
    else f.body.push_back(std::move(i));
  }
  moved.push_back(static_cast<index>(f.body.size()));
  for (label& l : f.labels) l.instruction = moved[l.instruction];
}

} // namespace

void give_grid_workspace(module& m) {
  index workspace = none;
  for (function& f : m.functions) {
    if (std::none_of(f.body.begin(), f.body.end(), reads_address)) continue;
    if (workspace == none) {
      workspace = static_cast<index>(m.symbols.size());
      variable v;
      v.name = "%grid_workspace";
      v.type = modifier::b64, v.alignment = 8, v.size = 8;
      m.symbols.push_back({v.name, false, static_cast<index>(m.variables.size())});
      m.variables.push_back(std::move(v));
    }
    spell_out(f, workspace);
  }
}

} // namespace fpcheck::ptx

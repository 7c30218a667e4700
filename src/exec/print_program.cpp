#include "intended.hpp"

#include <fpcheck/exec/program.hpp>

#include <cstdio>
#include <utility>

namespace fpcheck::exec {
namespace {

std::string place(const ref& r) {
  switch (r.where) {
  case pool::frame: return "s" + std::to_string(r.slot());
  case pool::constant: return "c" + std::to_string(r.offset);
  case pool::special: return "sr" + std::to_string(r.slot());
  case pool::none: break;
  }
  return "-";
}

/// The roles that decoding finds; those of one run are not in the program.
constexpr std::pair<role, const char*> role_names[] = {{role::magic_add, "rounds on purpose"},     {role::eft_residual, "error term"},
                                                       {role::range_reduction, "range reduction"}, {role::mixed_bits, "mixed bits"},
                                                       {role::pole, "pole of a function"},         {role::narrow_accumulator, "narrow accumulator"},
                                                       {role::index, "becomes an address"},      {roles::split_part, "leading bits of a split"},
                                                       {roles::wrap, "takes a period off"},         {roles::kept_logarithm, "a logarithm kept"},
                                                       {roles::guess, "verified by an atomic"},    {roles::half_up, "rounds a datum"},
                                                       {roles::chosen_least, "a minimum"},         {roles::chosen_most, "a maximum"}};

void print_op(std::string& out, const op& o) {
  char head[48];
  std::snprintf(head, sizeof head, "%6u  b%-4u l%-5u ", o.pc, o.block, o.ptx_line);
  out += head;
  if (o.guard) out += (o.guard.negated ? "@!p" : "@p") + std::to_string(o.guard.index) + ' ';
  out += o.source != nullptr ? o.source->text : "end";
  for (const ref* r : {&o.d, &o.a, &o.b, &o.c, &o.e})
    if (*r) out += ' ' + place(*r);
  for (const ref& r : o.list) out += " [" + place(r) + "]";
  if (o.pd) out += " p" + std::to_string(o.pd.index);
  if (o.pa) out += (o.pa.negated ? " !p" : " p") + std::to_string(o.pa.index);
  if (o.flow == control::branch) out += " -> " + std::to_string(o.target);
  if (o.flow == control::unsupported) out += " ; NOT MODELLED";
  for (const auto& [r, name] : role_names)
    if (o.roles.has(r)) out += std::string(" ; ") + name;
  out += '\n';
}

} // namespace

std::string print(const program& p) {
  std::string out;
  for (const function_code& f : p.functions) {
    if (f.source == nullptr || f.count == 0) continue;
    out += f.source->name + ": " + std::to_string(f.frame_slots) + " slots, " + std::to_string(f.predicates) + " predicates, " +
           std::to_string(f.blocks.size()) + " blocks\n";
    for (std::uint32_t k = 0; k < f.count; ++k) print_op(out, p.ops[f.first + k]);
  }
  return out;
}

} // namespace fpcheck::exec

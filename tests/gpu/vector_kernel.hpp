#pragma once
#include "vector_inputs.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace gpu {

/// An instruction, or a few, applied to each input: what one conformance kernel does.
struct vector_form {
  std::string name;                  ///< unique, the instruction with its modifiers
  std::string body;                  ///< PTX that sets %d from %a, %b, %c
  std::vector<operand_class> inputs; ///< of %a, %b, %c
  operand_class output{};            ///< of %d
};

/// One class's word in the vector files.
struct class_name {
  operand_class value;
  std::string_view name;
  std::string_view reg;  ///< PTX register type
  std::string_view load; ///< type of its ld and st
};
inline constexpr class_name class_names[] = {
    {operand_class::f32, "f32", ".f32", ".f32"},        {operand_class::f64, "f64", ".f64", ".f64"},
    {operand_class::f16, "f16", ".b16", ".b16"},        {operand_class::bf16, "bf16", ".b16", ".b16"},
    {operand_class::f16x2, "f16x2", ".b32", ".b32"},    {operand_class::bf16x2, "bf16x2", ".b32", ".b32"},
    {operand_class::e4m3x2, "e4m3x2", ".b16", ".b16"},  {operand_class::e5m2x2, "e5m2x2", ".b16", ".b16"},
    {operand_class::b8, "b8", ".b32", ".u8"},           {operand_class::b16, "b16", ".b16", ".b16"},
    {operand_class::b32, "b32", ".b32", ".b32"},        {operand_class::b64, "b64", ".b64", ".b64"},
    {operand_class::count, "count", ".b32", ".b32"},    {operand_class::pred, "pred", ".pred", ".u8"},
    {operand_class::shuffle, "shuffle", ".b32", ".b32"}};

constexpr const class_name& entry_of(operand_class c) noexcept {
  for (const class_name& n : class_names)
    if (n.value == c) return n;
  return class_names[0];
}

/// Threads a block of every conformance kernel; the grid covers the inputs.
inline constexpr std::uint32_t block_threads = 128;

/// The PTX of the kernel that applies `form`: parameters are the addresses of one array an input operand, of the output
/// array and, last, the number of inputs as .u32. Thread i reads element i of each and writes element i. The body may
/// also use %po, the address of the output element, and %ps, that of eight bytes of shared memory of the thread's own.
inline std::string kernel_text(const vector_form& form) {
  constexpr std::string_view letters = "abc";
  std::string parameters, declarations, loads;
  for (std::size_t k = 0; k < form.inputs.size(); ++k) {
    const class_name& c = entry_of(form.inputs[k]);
    const std::string r = std::string("%") + letters[k], address = "%p" + std::to_string(k);
    parameters += ".param .u64 in" + std::to_string(k) + ", ";
    declarations += "  .reg " + std::string(c.reg) + " " + r + ";\n  .reg .b64 " + address + ";\n";
    loads += "  ld.param.u64 " + address + ", [in" + std::to_string(k) + "];\n  mad.wide.u32 " + address + ", %i, " +
             std::to_string(bytes_of(c.value)) + ", " + address + ";\n";
    if (c.value == operand_class::pred)
      loads += "  ld.global.u8 %w, [" + address + "];\n  setp.ne.u32 " + r + ", %w, 0;\n";
    else
      loads += "  ld.global" + std::string(c.load) + " " + r + ", [" + address + "];\n";
  }
  const class_name& out = entry_of(form.output);
  const bool shared = form.body.find("%ps") != std::string::npos;
  std::string text = ".version 8.6\n.target sm_90\n.address_size 64\n";
  text += ".visible .entry conformance(" + parameters + ".param .u64 out, .param .u32 n)\n{\n";
  text += "  .reg .pred %outside;\n  .reg .b32 %i, %n, %t, %w;\n  .reg .b64 %po;\n" + declarations;
  text += "  .reg " + std::string(out.reg) + " %d;\n";
  if (shared) text += "  .shared .align 8 .b8 cell[1024];\n  .reg .b64 %ps;\n";
  text += "  mov.u32 %i, %ctaid.x;\n  mov.u32 %n, %ntid.x;\n  mov.u32 %t, %tid.x;\n  mad.lo.u32 %i, %i, %n, %t;\n";
  text += "  ld.param.u32 %n, [n];\n  setp.ge.u32 %outside, %i, %n;\n  @%outside bra done;\n" + loads;
  text += "  ld.param.u64 %po, [out];\n  mad.wide.u32 %po, %i, " + std::to_string(bytes_of(out.value)) + ", %po;\n";
  if (shared) text += "  mov.u64 %ps, cell;\n  mad.wide.u32 %ps, %t, 8, %ps;\n";
  text += "  " + form.body + "\n";
  if (out.value == operand_class::pred)
    text += "  selp.u32 %w, 1, 0, %d;\n  st.global.u8 [%po], %w;\n";
  else
    text += "  st.global" + std::string(out.load) + " [%po], %d;\n";
  return text + "done:\n  ret;\n}\n";
}

} // namespace gpu

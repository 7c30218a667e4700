// Operands of instructions that the threads of a warp carry out together.
#include "decode_operands.hpp"

#include <algorithm>

namespace fpcheck::exec {

using ptx::operand_kind;
using m = ptx::modifier;

/// The words of a vector operand, each in a 32-bit register; false where one is not.
bool operand_reader::words(const ptx::operand& p, std::vector<ref>& out) const {
  if (p.kind != operand_kind::vector) return false;
  for (std::uint32_t k = 0; k < p.count; ++k) {
    const ptx::operand& e = function.operand_pool[p.first + k];
    int width = 32;
    const ref r = source(e, 32, width);
    if (width != 32 || (!r && e.kind != operand_kind::sink)) return false;
    out.push_back(r);
  }
  return true;
}

/// mma.sync on integers: D into `results`, A, B and C into `list`.
std::string operand_reader::matrix_operands(const ptx::instruction& i, op& o) const {
  const auto is_one_of = [&](std::initializer_list<m> shapes) { return std::any_of(shapes.begin(), shapes.end(), [&](m s) { return i.has(s); }); };
  const bool tall = !is_one_of({m::m8n8k16, m::m8n8k32, m::m8n8k128});
  const bool deep = is_one_of({m::m16n8k64, m::m16n8k256}) || (i.form == ptx::form::mma_int8 && i.has(m::m16n8k32));
  const std::size_t results = tall ? 4 : 2, of_b = deep ? 2 : 1, of_a = tall ? 2 * of_b : 1;
  const std::size_t wanted[] = {results, of_a, of_b, results};
  for (std::size_t k = 0; k < 4; ++k) {
    std::vector<ref>& to = k == 0 ? o.results : o.list;
    const std::size_t before = to.size();
    if (!words(i.operands[k], to)) return "this form of fragment";
    if (to.size() - before != wanted[k]) return "a fragment of another length";
  }
  if (std::any_of(o.list.begin(), o.list.end(), [](const ref& r) { return !r; })) return "this form of fragment";
  o.flow = control::warp_sync;
  o.member = constants.place(0xffffffffu, 32);
  return {};
}

} // namespace fpcheck::exec

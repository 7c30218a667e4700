// The dual domain's table; one level serves.
#include "../domains/dual_domain.hpp"
#include "../domains/table.hpp"
#include "scalar_tables.hpp"

namespace fpcheck::exec {
namespace {

/// The loss of a number that moves matters, however small its error is.
double error_or_motion(const std::uint64_t* first, int stride, double computed) {
  const bool moves = bit_cast<double>(first[2 * stride]) != 0 || bit_cast<double>(first[3 * stride]) != 0;
  return moves ? INFINITY : error_of_words<dual_domain>(first, stride, computed);
}

/// An integer made of a number's exponent is constant along the path, whatever the number does: no derivative is lost.
void exponent_to_number(warp& w, const op& o) {
  if (o.a.where != pool::frame) return from_integer<dual_domain>(w, o);
  slot_shadow& s = w.shadow(o.a);
  const std::uint32_t before = s.cut;
  from_integer<dual_domain>(w, o);
  const std::uint32_t fresh = s.cut & ~before & w.exec;
  s.cut &= ~fresh;
  w.shadow(o.d).cut &= ~fresh;
}

/// The same for a mask that leaves nothing of a number but its binade.
void mask_of_exponent(warp& w, const op& o) {
  bool masks = false;
  for (const ref* r : {&o.a, &o.b, &o.c})
    masks |= r->where == pool::constant && (w.lanes<std::uint32_t>(*r)[0] & 0x007fffffu) == 0;
  const std::uint32_t inherited = source_taints(w, o).cut;
  generic_shadow_handler(o)(w, o);
  if (masks) w.shadow(o.d).cut &= inherited | ~w.exec;
}

handler bind_dual(const op& o) {
  using f = ptx::form;
  if (o.form == f::cvt_int_to_float) return &exponent_to_number;
  const bool masks = (o.form == f::and_bits || o.form == f::lop3) && o.d.where == pool::frame && o.d_bits <= 32;
  return masks && generic_shadow_handler(o) != nullptr ? &mask_of_exponent : bind_domain<dual_domain>(o);
}

} // namespace

domain_table dual_table() {
  domain_table t = make_table<dual_domain>("dual");
  t.bind = &bind_dual;
  t.error = &error_or_motion;
  return t;
}

} // namespace fpcheck::exec

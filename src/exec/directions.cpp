#include "directions.hpp"

#include "shadow_move.hpp"

#include <fpcheck/base/bits.hpp>
#include <fpcheck/tensor/array.hpp>

#include <cmath>
#include <cstring>

namespace fpcheck::exec {
namespace {

/// How a memory cell holds elements of a size.
shadow_tag tag_of(std::size_t bytes) {
  switch (bytes) {
  case 8: return shadow_tag::f64;
  case 4: return shadow_tag::f32;
  case 2: return shadow_tag::half2;
  default: return shadow_tag::bytes4;
  }
}

/// The words of a part of a cell; the other parts of a fresh cell mean exactly their bits.
std::uint64_t* first_words(region& r, std::uint64_t offset, shadow_tag tag, std::size_t bytes) {
  shadow_cell& cell = r.shadow.touch(offset / 4);
  if (cell.tag == shadow_tag::none) {
    cell.tag = tag;
    for (int k = 0; k < parts(tag); ++k) *r.shadow.words(offset / 4, k) = exact_marker;
  }
  if (tag == shadow_tag::f64) r.shadow.touch(offset / 4 + 1).tag = shadow_tag::f64_high;
  return r.shadow.words(offset / 4, bytes < 4 ? static_cast<int>((offset & 3) / bytes) : 0);
}

double stored(const buffer& b, std::size_t i) {
  std::uint64_t code = 0;
  const std::size_t bytes = tensor::size_of(b.type);
  std::memcpy(&code, b.data.data() + i * bytes, bytes);
  return tensor::decode(b.type, code);
}

} // namespace

result<void> place_directions(const run_plan& plan, const run_request& request, run_record& out) {
  if (plan.directions.empty()) return {};
  if (std::strcmp(out.domain, "dual") != 0) return fail("only the dual shadow follows a direction");
  for (const direction& d : plan.directions) {
    if (d.buffer >= request.buffers.size()) return fail("a direction belongs to no buffer");
    const buffer& b = request.buffers[d.buffer];
    const std::size_t bytes = tensor::size_of(b.type), count = b.data.size() / bytes;
    if (!tensor::is_real(b.type)) return fail(b.name + " holds integers: it cannot move along a direction");
    if (b.role == buffer_role::output) return fail(b.name + " is an output: it cannot move along a direction");
    if (d.tangent.size() != count || (!d.shift.empty() && d.shift.size() != count))
      return fail("the direction of " + b.name + " has " + std::to_string(d.tangent.size()) + " elements, the buffer " + std::to_string(count));
    for (std::size_t i = 0; i < count; ++i) {
      const double value = stored(b, i), shift = d.shift.empty() ? 0.0 : d.shift[i];
      if (d.tangent[i] == 0 && shift == 0) continue;
      const double moved = value + shift;
      std::uint64_t* words = first_words(*out.buffers[d.buffer], i * bytes, tag_of(bytes), bytes);
      // The sum's rounding is part of where the run starts: it is said, not hidden.
      words[0] = bits_of(moved);
      words[1] = bits_of(shift == 0 ? 0.0 : std::fabs(moved) * 0x1p-52);
      words[2] = bits_of(d.tangent[i]);
      words[3] = bits_of(0.0);
    }
  }
  return {};
}

} // namespace fpcheck::exec

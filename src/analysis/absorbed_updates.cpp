#include "absorbed_updates.hpp"

#include "outputs.hpp"

#include <fpcheck/tensor/array.hpp>

#include <algorithm>
#include <cstring>

namespace fpcheck::analysis {
namespace {

bool adds(const exec::op& o) { return ptx::is_real_sum(o.meaning) && o.meaning.access == ptx::access::none; }

/// The bits that an element had before the launch, as a number.
double value_before(const exec::buffer& b, std::uint64_t offset) {
  std::uint64_t code = 0;
  std::memcpy(&code, b.data.data() + offset, tensor::size_of(b.type));
  return tensor::decode(b.type, code);
}

bool is_narrow(exec::number n) {
  return n == exec::number::f16 || n == exec::number::bf16 || n == exec::number::e4m3 || n == exec::number::e5m2;
}

bool same(const exec::ref& a, const exec::ref& b) { return a.where == b.where && a.offset == b.offset; }

/// Whether one of the operands of `o` is a narrow number, widened, or a sum of one.
bool takes_widened(const exec::program& p, const exec::function_code& code, const exec::op& o, int sums = 1) {
  for (std::uint32_t k = code.first; k < code.first + code.count; ++k) {
    const exec::op& d = p.ops[k];
    if (!d.d || !(same(d.d, o.a) || same(d.d, o.b) || same(d.d, o.c))) continue;
    const bool packs = d.meaning.operation == ptx::operation::packing && d.list.size() == 2 && d.list[0].where == exec::pool::constant;
    if (d.meaning.operation == ptx::operation::widening || d.form == ptx::form::shl || packs) return true;
    if (sums > 0 && adds(d) && takes_widened(p, code, d, sums - 1)) return true;
  }
  return false;
}

} // namespace

bool keeps_error_terms(const exec::program& p, const exec::run_request& request) {
  for (const exec::function_code& code : p.functions) {
    const bool runs = code.source != nullptr && std::any_of(request.launches.begin(), request.launches.end(), [&](const exec::launch& l) { return l.kernel == code.source->name; });
    for (std::uint32_t k = 0; runs && k < code.count; ++k) {
      const exec::op& o = p.ops[code.first + k];
      if (o.roles.has(exec::role::eft_residual) && (is_narrow(o.format) || takes_widened(p, code, o))) return true;
    }
  }
  return false;
}

update_count count_updates(const exec::run_request& request, const exec::run_record& run, std::uint32_t buffer) {
  const exec::buffer& b = request.buffers[buffer];
  const exec::region& r = *run.buffers[buffer];
  const std::uint64_t bytes = tensor::size_of(b.type);
  update_count out;
  if (b.role != exec::buffer_role::inout || bytes > 2 || number_of(b.type) == exec::number::none || r.touched.empty() || !exec::encloses(run.layout)) return out;
  for (std::uint64_t offset = 0; offset + bytes <= b.data.size(); offset += bytes) {
    const exec::element_shadow s(run, r, offset, static_cast<unsigned>(bytes));
    const exec::global_access* const touched = r.touched.find(offset / 4);
    if (!s.known() || touched == nullptr || touched->last.writer == 0 || touched->last.reader == 0 || s.factor() != 1.0 || s.taints() != 0) continue;
    const double exact = s.exact(), radius = s.radius(), before = value_before(b, offset);
    if (!(std::fabs(exact - before) > 2 * radius) || integer_rounding(s, exact) != 0) continue;
    ++out.moving;
    if (element_value(r, b.type, offset) == before && out.lost++ == 0) out.first_lost = offset / bytes;
  }
  return out;
}

bool rounds_a_sum(const exec::program& p, std::uint32_t pc) {
  const exec::op& o = p.ops[pc];
  if (!is_narrow(o.format)) return false;
  if (adds(o)) return true;
  if (o.meaning.operation != ptx::operation::narrowing) return false;
  for (std::uint32_t k = pc; k-- > 0 && p.ops[k].block == o.block;)
    for (const exec::ref* source : {&o.a, &o.b})
      if (p.ops[k].d && p.ops[k].d.where == source->where && p.ops[k].d.offset == source->offset && adds(p.ops[k])) return true;
  return false;
}

} // namespace fpcheck::analysis

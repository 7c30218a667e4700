#include "lane_places.hpp"

#include "handlers.hpp"

namespace fpcheck::exec {

bool find_place(warp& w, const op& o, unsigned k, int lane, std::uint64_t bytes, std::uint64_t alignment, lane_place& out, std::uint64_t further) {
  const ref &base = o.list[2 * k], &displacement = o.list[2 * k + 1];
  const space s = space_of_place(o, k);
  std::uint64_t address = w.lanes<std::uint64_t>(displacement)[lane] + further;
  if (base) {
    const bool wide = has_wide_base(o, k);
    address += wide ? w.lanes<std::uint64_t>(base)[lane] : w.lanes<std::uint32_t>(base)[lane];
    if (!wide) address &= 0xffffffffu;
    const slot_shadow* const shadow = base.where == pool::frame ? &w.shadow(base) : nullptr;
    if (shadow != nullptr && (((shadow->poison | shadow->stray) >> lane) & 1u) != 0)
      report_fault(w, o, fault::uninitialised, 1u << lane, 0, "an undefined value is used as an address");
  }
  region* const r = resolve(w, s, lane, address, bytes);
  if (r == nullptr) {
    report_bad_address(w, o, s, lane, address, bytes);
    return false;
  }
  if (address % alignment != 0) {
    report_fault(w, o, fault::misaligned, 1u << lane, address, "an address that has to be a multiple of " + std::to_string(alignment));
    return false;
  }
  out = {r, offset_in(*r, s, address)};
  return true;
}

std::uint32_t read_count(warp& w, const op& o, const ref& r, int lane) {
  if (r.where == pool::frame && (((w.shadow(r).poison | w.shadow(r).stray) >> lane) & 1u) != 0)
    report_fault(w, o, fault::uninitialised, 1u << lane, 0, "an undefined value is used as a count");
  return w.lanes<std::uint32_t>(r)[lane];
}

} // namespace fpcheck::exec

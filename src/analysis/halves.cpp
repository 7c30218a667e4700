#include "halves.hpp"

#include <fpcheck/base/bits.hpp>
#include <fpcheck/exec/halves.hpp>

#include <cstring>

namespace fpcheck::analysis {

std::optional<double> whole_of(const exec::run_request& request, const exec::run_record& run, std::uint32_t buffer, std::uint64_t index) {
  constexpr unsigned bytes = 2;
  const std::uint64_t offset = index * bytes;
  const auto holds_halves = [&](std::uint32_t b) {
    return request.buffers[b].role != exec::buffer_role::input && tensor::size_of(request.buffers[b].type) == bytes && offset + bytes <= run.buffers[b]->data.size();
  };
  if (!holds_halves(buffer)) return std::nullopt;
  const auto code_of = [&](std::uint32_t b) {
    std::uint16_t code = 0;
    std::memcpy(&code, run.buffers[b]->data.data() + offset, sizeof code);
    return static_cast<std::uint32_t>(code);
  };
  const exec::element_shadow own(run, *run.buffers[buffer], offset, bytes);
  if (!own.known() || !(std::fabs(own.exact()) < INFINITY)) return std::nullopt;
  for (std::uint32_t b = 0; b < request.buffers.size(); ++b) {
    if (b == buffer || !holds_halves(b)) continue;
    const exec::element_shadow other(run, *run.buffers[b], offset, bytes);
    if (own.is_lower_half() == other.is_lower_half() || (!own.is_lower_half() && other.exact() != own.exact())) continue;
    const std::uint32_t code = own.is_lower_half() ? code_of(b) << 16 | code_of(buffer) : code_of(buffer) << 16 | code_of(b);
    if (exec::is_whole(code, own.exact())) return bit_cast<float>(code);
  }
  return std::nullopt;
}

} // namespace fpcheck::analysis

#include "account.hpp"

#include <cmath>

namespace fpcheck::analysis {

std::optional<account> account_of(const exec::run_request& request, const exec::run_record& blamed, std::uint32_t buffer, std::uint64_t index) {
  const std::uint64_t bytes = tensor::size_of(request.buffers[buffer].type);
  const exec::element_shadow s(blamed, *blamed.buffers[buffer], index * bytes, static_cast<unsigned>(bytes));
  if (!s.known()) return std::nullopt;
  account a = s.account();
  const double factor = s.factor();
  if (factor != factor) return a;
  a.let_through *= std::fabs(factor);
  for (auto& [pc, part] : a.parts) part *= factor;
  return a;
}

} // namespace fpcheck::analysis

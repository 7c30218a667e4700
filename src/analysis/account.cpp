#include "account.hpp"

#include "outputs.hpp"

#include <fpcheck/base/bits.hpp>

#include <algorithm>
#include <cmath>

namespace fpcheck::analysis {
namespace {

constexpr int culprits = 4;

} // namespace

account read_account(const std::uint64_t* w) {
  const auto at = [&](int k) { return bit_cast<double>(w[k]); };
  account a;
  a.exact = at(0), a.carried = at(1);
  for (int k = 0; k < culprits; ++k)
    if (at(2 + 2 * k) >= 0) a.parts.emplace_back(static_cast<std::uint32_t>(at(2 + 2 * k)), at(3 + 2 * k));
  std::sort(a.parts.begin(), a.parts.end(), [](const auto& x, const auto& y) { return std::abs(x.second) > std::abs(y.second); });
  const int r = 2 + 2 * culprits;
  if (at(r) >= 0) a.amplifier = static_cast<std::int64_t>(at(r));
  a.let_through = at(r + 1), a.growth = at(r + 2);
  const double at_birth = at(r + 3), birth = at_birth >= 0 ? at_birth : -3 - at_birth; // as the blame domain keeps it
  if (birth < 0) return a;
  a.born = birth == std::floor(birth) ? newborn::infinity : newborn::nan;
  (at_birth >= 0 ? a.birth : a.consumed) = static_cast<std::int64_t>(birth);
  return a;
}

std::optional<account> account_of(const exec::run_request& request, const exec::run_record& blamed, std::uint32_t buffer, std::uint64_t index) {
  const std::uint64_t bytes = tensor::size_of(request.buffers[buffer].type);
  const exec::region& r = *blamed.buffers[buffer];
  const std::uint64_t* w = element_words(r, index * bytes, static_cast<unsigned>(bytes));
  if (w == nullptr) return std::nullopt;
  account a = read_account(w);
  const double factor = element_factor(r, index * bytes);
  if (factor != factor) return a;
  a.let_through *= std::fabs(factor);
  for (auto& [pc, part] : a.parts) part *= factor;
  return a;
}

} // namespace fpcheck::analysis

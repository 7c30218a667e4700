#pragma once
#include <fpcheck/exec/mufu.hpp>
#include <fpcheck/kernels/scale_gradient_twin.hpp>
#include <fpcheck/kernels/softmax_twin.hpp>

#include <cstddef>
#include <span>
#include <type_traits>
#include <vector>

/// What the tests of the row kernels share: parameters, who stands in for the card's 2^x, memory behind pointers.
namespace rows {

/// The card's 2^x, as the emulator models it.
struct modelled_exp2 {
  static float of(float x) { return fpcheck::bit_cast<float>(fpcheck::exec::mufu::ex2_approx(fpcheck::bits_of(x))); }
  static float sum_term(float x) { return fpcheck::bit_cast<float>(fpcheck::exec::mufu::ex2_approx_ftz(fpcheck::bits_of(x))); }
};

/// The plan's 2^x, or what stands in for it.
template <class Plan>
using host_exp2 = std::conditional_t<std::is_same_v<typename Plan::exp2, fpcheck::kernels::special_exp2>, modelled_exp2, typename Plan::exp2>;

/// A pointer member of a kernel's argument and the host memory that stands behind it.
struct member {
  std::size_t offset;
  std::span<std::byte> host;
};

/// Parameters in which every kind of logits finds what it reads. The vectors stay with the caller.
inline fpcheck::kernels::logit_parameters some_parameters(const std::vector<std::int32_t>& lengths, const std::vector<float>& learned) {
  fpcheck::kernels::logit_parameters p;
  p.scale = 0.375f, p.cap = 12, p.queries = 5, p.diagonal = 2;
  p.lengths = lengths.data(), p.learned = learned.data(), p.rows_per_head = 3, p.heads = static_cast<std::int32_t>(learned.size());
  return p;
}

} // namespace rows

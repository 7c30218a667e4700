#pragma once
#include <fpcheck/expr/arithmetic.hpp>

#include <string_view>
#include <vector>

namespace fpcheck::tolerance {

/// What a kernel accumulates in.
struct accumulation {
  expr::number_format format; ///< of a tensor core: binary32 with the unit that its sums have
  std::int64_t depth = 0;     ///< so many products at most go into one sum, the rest is added in binary32; 0: all of them
  bool cuts = false;          ///< sums are cut, which is a bias: there is no probable bound
  expr::tensor_core_sums core; ///< of a tensor core
};

/// Words of `--acc`: the name of a format, or of a tensor core's sums: mma.f16, mma.bf16, mma.tf32, mma.fp8, wgmma.f16, wgmma.bf16,
/// wgmma.tf32, wgmma.fp8. The bound holds for any order and any split of the inner extent; for wgmma.fp8, whose sums keep 14 bits, where no more
/// than 128 products go into one of them.
/// Error: unknown, with a suggestion.
result<accumulation> find_accumulation(std::string_view name);

/// Names of tensor cores' sums, from the narrowest to the widest.
std::vector<std::string_view> tensor_core_sums();

} // namespace fpcheck::tolerance

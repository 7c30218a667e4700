#pragma once
#include <fpcheck/launch/signature.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace fpcheck::session {

/// How the type of Triton's scratch pointers is spelt, which follow a kernel's own parameters and are null where nobody gives them.
inline constexpr std::string_view triton_scratch = "pointer to Triton's scratch memory";

/// The kernels that Triton's own text (`NAME.ttir`) beside NAME.ptx declares, with the names and types of their parameters; empty where there
/// is none. A tensor descriptor is spelt as tensor_maps.hpp says; its shape and its strides follow as parameters of their own.
launch::source_signatures triton_signatures(const std::string& ptx_path);

/// Bytes of global scratch memory of each CTA, as the same file says; 0 where there is none.
std::uint64_t triton_scratch_bytes(const std::string& ptx_path);

/// Bytes of dynamic shared memory that NAME.json beside NAME.ptx says a launch has; nothing where there is none.
std::optional<std::uint32_t> triton_shared_bytes(const std::string& ptx_path);

} // namespace fpcheck::session

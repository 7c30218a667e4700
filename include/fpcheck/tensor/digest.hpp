#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace fpcheck::tensor {

/// SHA-256 of `bytes` as 64 hexadecimal digits. Source: FIPS 180-4.
std::string sha256(std::span<const std::byte> bytes);
/// SHA-256 of the characters of `text`.
std::string sha256(std::string_view text);

} // namespace fpcheck::tensor

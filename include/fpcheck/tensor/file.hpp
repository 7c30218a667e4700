#pragma once
#include <fpcheck/tensor/array.hpp>

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace fpcheck::tensor {

/// Tensors by name, as an archive holds them.
using archive = std::map<std::string, array>;

/// The most that is read of one file: a tensor may be large, a text is not.
inline constexpr std::uint64_t most_tensor_bytes = std::uint64_t{64} << 30, most_text_bytes = std::uint64_t{256} << 20;

/// The bytes of a regular file. Error: it cannot be read, it is a directory, a device or a pipe, or longer than `most`.
result<std::string> read_bytes(const std::string& path, std::uint64_t most = most_tensor_bytes);
/// What is at `path` before it is written: replaced, or an error.
enum class overwriting : std::uint8_t { allowed, refused };
/// Writes `bytes` to `path`. Error: it cannot be written, or there is something already and that must stay.
result<std::string> write_bytes(const std::string& path, std::string_view bytes, overwriting how = overwriting::allowed);

/// The tensor in the bytes of a .npy file (versions 1 to 3, either byte order, either memory order).
/// `|V1` and `|V2` elements, as written for bf16 and fp8 by extension types, are read as u8 and u16 codes.
/// Error: one line that says what is malformed; `name` is the file named in it.
result<array> parse_npy(std::string_view bytes, const std::string& name);
/// The bytes of a version 1 .npy file, little-endian, row-major; bf16 and fp8 as unsigned codes.
std::string format_npy(const array& a);

/// The tensors in the bytes of a .npz file (stored or deflated members, zip64 too).
/// Error: one line that says what is malformed.
result<archive> parse_npz(std::string_view bytes, const std::string& name);
/// The bytes of a .npz file with stored members.
std::string format_npz(const archive& tensors);

/// The tensors in the bytes of a .safetensors file.
/// Error: one line that says what is malformed, or an element type that fpcheck has no name for.
result<archive> parse_safetensors(std::string_view bytes, const std::string& name);
/// The bytes of a .safetensors file. Error: an element type that the format has no name for.
result<std::string> format_safetensors(const archive& tensors);

/// The tensor at `path`, or `path#key` in an archive; the format is told by the file's first bytes.
/// Error: as above, or an archive of several tensors without a key, or an unknown key.
result<array> load(const std::string& path);
/// Writes `a` to `path`, whose name ends in .npy. Error: another ending, or as above.
result<std::string> save(const std::string& path, const array& a, overwriting how = overwriting::allowed);

} // namespace fpcheck::tensor

#pragma once
// PTX that compilers keep beside the machine code that they load: Triton's cache, and Inductor's, which is one of Triton's.
#include <fpcheck/record/capture.hpp>

#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace fpcheck::record {

struct kept_code {
  bytes ptx;
  std::vector<companion> companions;
};

/// The folders in which Triton keeps what it compiled, as the environment says.
std::vector<std::filesystem::path> kept_code_folders();

/// What lies beside a file of machine code under the same name: nothing where there is no PTX.
std::optional<kept_code> code_beside(const std::filesystem::path& machine_code);
/// The bytes of a file that can be read.
std::optional<bytes> read_file(const std::filesystem::path& file);

/// Finds kept code by the machine code that was made from it.
class kept_code_index {
public:
  explicit kept_code_index(std::vector<std::filesystem::path> folders) : folders_(std::move(folders)) {}
  /// What lies beside a .cubin with these very bytes.
  std::optional<kept_code> find(std::span<const std::byte> machine_code);

private:
  void look_again();
  std::vector<std::filesystem::path> folders_;
  std::multimap<std::uint64_t, std::filesystem::path> by_size_; ///< of .cubin files
};

} // namespace fpcheck::record

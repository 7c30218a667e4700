#include <fpcheck/tensor/memory.hpp>

#include <unistd.h>

namespace fpcheck::tensor {

std::uint64_t spare_memory() {
  const long pages = sysconf(_SC_PHYS_PAGES), bytes = sysconf(_SC_PAGESIZE);
  constexpr std::uint64_t unknown = std::uint64_t{4} << 30;
  return pages > 0 && bytes > 0 ? static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(bytes) / 2 : unknown;
}

} // namespace fpcheck::tensor

// The kernels of row_kernels.cu on the device have the bits of their twins on the host, and so of the emulator.
// The twins call functions of the host from templates that serve both sides.
#pragma nv_diag_suppress 20011, 20013, 20014
#include "../kernels/row_kernels.cu"
#include "../kernels/row_compare.hpp"
#include "device.hpp"

#include <map>

namespace {

struct counts {
  int comparisons = 0, failures = 0;
};

std::map<std::string, const void*> entries;

/// Runs the kernel `name` on copies of the members' memory and copies it back.
template <class Arguments>
std::string run_on_device(const std::string& name, unsigned grid, unsigned block, Arguments a, const std::vector<rows::member>& members) {
  std::vector<void*> memory;
  for (const rows::member& m : members) {
    void* p = nullptr;
    gpu::check(cudaMalloc(&p, m.host.size() + 16), "cudaMalloc");
    gpu::check(cudaMemcpy(p, m.host.data(), m.host.size(), cudaMemcpyHostToDevice), "copy");
    std::memcpy(reinterpret_cast<std::byte*>(&a) + m.offset, &p, sizeof p);
    memory.push_back(p);
  }
  void* arguments[] = {&a};
  gpu::check(cudaLaunchKernel(entries.at(name), dim3(grid), dim3(block), arguments, 0, nullptr), name.c_str());
  gpu::check(cudaDeviceSynchronize(), name.c_str());
  for (std::size_t i = 0; i < members.size(); ++i) {
    gpu::check(cudaMemcpy(members[i].host.data(), memory[i], members[i].host.size(), cudaMemcpyDeviceToHost), "copy");
    cudaFree(memory[i]);
  }
  return {};
}

const auto run = [](const std::string& name, unsigned grid, unsigned block, const auto& arguments, const std::vector<rows::member>& members) {
  return run_on_device(name, grid, block, arguments, members);
};

void count(counts& c, const char* name, rows::geometry g, const std::string& difference) {
  ++c.comparisons;
  if (difference.empty()) return;
  ++c.failures;
  std::printf("%s %lld x %d: %s\n", name, static_cast<long long>(g.rows), g.columns, difference.c_str());
}

} // namespace

int main() {
  if (!gpu::present()) return gpu::skip("softmax_device");
  counts c;
#define COMPARE(kind, name, ...)                                                                                       \
  entries[#name] = reinterpret_cast<const void*>(&name);                                                               \
  for (const rows::geometry& g : rows::shapes<__VA_ARGS__>())                                                          \
    for (std::uint32_t seed = 0; seed < 9; ++seed) count(c, #name, g, rows::compare_##kind<__VA_ARGS__>(#name, g, seed, run));
#define SOFTMAX(name, ...) COMPARE(softmax, name, __VA_ARGS__)
#define GRADIENT(name, ...) COMPARE(gradient, name, __VA_ARGS__)
#define LOSS(name, ...)                                                                                                \
  entries[#name "_gradient"] = reinterpret_cast<const void*>(&name##_gradient);                                        \
  COMPARE(loss, name, __VA_ARGS__)
#include "../kernels/row_kernels.def"
  std::printf("%s: softmax_device: %d comparisons, %d with other bits than the twin\n", gpu::name().c_str(), c.comparisons, c.failures);
  return c.failures != 0 ? 1 : 0;
}

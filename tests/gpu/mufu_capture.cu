// Captures outputs of the multifunction unit from which the tables of fpcheck/exec/mufu_tables.hpp are fitted.
// Usage: mufu_capture DIRECTORY. Writes NAME.delta (one signed byte an input: output code minus the code of the
// correctly rounded result; -128 where it does not fit), NAME.raw (32-bit outputs) and NAME.tab (16-bit outputs).
#include "device.hpp"

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

namespace {

enum class op { rcp, rsq, sqrt, ex2, lg2, sin, cos, tanh };

template <op Op>
__device__ float mufu(float x) {
  float y = 0;
  if constexpr (Op == op::rcp) asm volatile("rcp.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
  if constexpr (Op == op::rsq) asm volatile("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
  if constexpr (Op == op::sqrt) asm volatile("sqrt.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
  if constexpr (Op == op::ex2) asm volatile("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
  if constexpr (Op == op::lg2) asm volatile("lg2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
  if constexpr (Op == op::sin) asm volatile("sin.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
  if constexpr (Op == op::cos) asm volatile("cos.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
  if constexpr (Op == op::tanh) asm volatile("tanh.approx.f32 %0, %1;" : "=f"(y) : "f"(x));
  return y;
}

template <op Op>
__device__ double exact(double x) {
  if constexpr (Op == op::rcp) return 1.0 / x;
  if constexpr (Op == op::rsq) return 1.0 / ::sqrt(x);
  if constexpr (Op == op::sqrt) return ::sqrt(x);
  if constexpr (Op == op::ex2) return ::exp2(x);
  if constexpr (Op == op::lg2) return ::log2(x);
  if constexpr (Op == op::sin) return ::sin(x);
  if constexpr (Op == op::cos) return ::cos(x);
  return ::tanh(x);
}

template <op Op>
__global__ void raw_kernel(std::uint32_t first, std::uint32_t stride, std::uint32_t n, std::uint32_t* out) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = __float_as_uint(mufu<Op>(__uint_as_float(first + i * stride)));
}

template <op Op>
__global__ void delta_kernel(std::uint32_t first, std::uint32_t n, signed char* out) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float x = __uint_as_float(first + i);
  const std::int64_t got = static_cast<std::int64_t>(__float_as_uint(mufu<Op>(x)));
  const std::int64_t ref = static_cast<std::int64_t>(__float_as_uint(static_cast<float>(exact<Op>(x))));
  const std::int64_t d = got - ref;
  out[i] = static_cast<signed char>(d < -127 || d > 127 ? -128 : d);
}

std::string directory;

void save(const std::string& name, const void* data, std::size_t bytes) {
  const std::string path = directory + "/" + name;
  std::FILE* f = std::fopen(path.c_str(), "wb");
  if (f == nullptr || std::fwrite(data, 1, bytes, f) != bytes) std::printf("cannot write %s\n", path.c_str());
  if (f != nullptr) std::fclose(f);
}

template <op Op>
void raw(const std::string& name, std::uint32_t first, std::uint32_t stride, std::uint32_t n) {
  std::uint32_t* d = nullptr;
  gpu::check(cudaMalloc(&d, n * 4ull), "malloc");
  raw_kernel<Op><<<(n + 255) / 256, 256>>>(first, stride, n, d);
  std::vector<std::uint32_t> h(n);
  gpu::check(cudaMemcpy(h.data(), d, n * 4ull, cudaMemcpyDeviceToHost), "raw kernel");
  gpu::check(cudaFree(d), "free");
  save(name + ".raw", h.data(), n * 4ull);
}

template <op Op>
void delta(const std::string& name, std::uint32_t first, std::uint32_t n) {
  signed char* d = nullptr;
  gpu::check(cudaMalloc(&d, n), "malloc");
  delta_kernel<Op><<<(n + 255) / 256, 256>>>(first, n, d);
  std::vector<signed char> h(n);
  gpu::check(cudaMemcpy(h.data(), d, n, cudaMemcpyDeviceToHost), "delta kernel");
  gpu::check(cudaFree(d), "free");
  save(name + ".delta", h.data(), n);
}

template <op Op>
__global__ void step_kernel(std::uint32_t first, std::uint32_t n, signed char* out) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const std::uint32_t y = __float_as_uint(mufu<Op>(__uint_as_float(first + i)));
  const std::uint32_t next = __float_as_uint(mufu<Op>(__uint_as_float(first + i + 1)));
  const std::int32_t d = static_cast<std::int32_t>(next - y);
  out[i] = static_cast<signed char>(d < -127 || d > 127 ? -128 : d);
}

/// The difference of each output from the next, for a function that changes in small steps.
template <op Op>
void steps(const std::string& name, std::uint32_t first, std::uint32_t n) {
  signed char* d = nullptr;
  gpu::check(cudaMalloc(&d, n), "malloc");
  step_kernel<Op><<<(n + 255) / 256, 256>>>(first, n, d);
  std::vector<signed char> h(n);
  gpu::check(cudaMemcpy(h.data(), d, n, cudaMemcpyDeviceToHost), "step kernel");
  gpu::check(cudaFree(d), "free");
  save(name + ".step", h.data(), n);
}

__global__ void half_kernel(unsigned short* ex2_f16, unsigned short* ex2_bf16, unsigned short* tanh_f16,
                            unsigned short* tanh_bf16) {
  const unsigned short x = static_cast<unsigned short>(blockIdx.x * 256 + threadIdx.x);
  asm volatile("ex2.approx.f16 %0, %1;" : "=h"(ex2_f16[x]) : "h"(x));
  asm volatile("ex2.approx.ftz.bf16 %0, %1;" : "=h"(ex2_bf16[x]) : "h"(x));
  asm volatile("tanh.approx.f16 %0, %1;" : "=h"(tanh_f16[x]) : "h"(x));
  asm volatile("tanh.approx.bf16 %0, %1;" : "=h"(tanh_bf16[x]) : "h"(x));
}

void half_tables() {
  unsigned short* d = nullptr;
  gpu::check(cudaMalloc(&d, 4 * 65536 * 2), "malloc");
  half_kernel<<<256, 256>>>(d, d + 65536, d + 2 * 65536, d + 3 * 65536);
  std::vector<unsigned short> h(4 * 65536);
  gpu::check(cudaMemcpy(h.data(), d, h.size() * 2, cudaMemcpyDeviceToHost), "half kernel");
  gpu::check(cudaFree(d), "free");
  const char* names[] = {"ex2_f16", "ex2_bf16", "tanh_f16", "tanh_bf16"};
  for (int i = 0; i < 4; ++i) save(std::string(names[i]) + ".tab", h.data() + i * 65536, 65536 * 2);
}

template <bool Root>
__global__ void high_kernel(std::uint32_t first, std::uint32_t* out) {
  const std::uint32_t i = blockIdx.x * 256 + threadIdx.x;
  const double x = __hiloint2double(static_cast<int>(first + i), 0);
  double y = 0;
  if constexpr (Root) asm volatile("rsqrt.approx.ftz.f64 %0, %1;" : "=d"(y) : "d"(x));
  if constexpr (!Root) asm volatile("rcp.approx.ftz.f64 %0, %1;" : "=d"(y) : "d"(x));
  out[i] = static_cast<std::uint32_t>(__double2hiint(y));
}

void high_words() {
  std::uint32_t* d = nullptr;
  gpu::check(cudaMalloc(&d, (2u << 20) * 4ull), "malloc");
  std::vector<std::uint32_t> h(2u << 20);
  high_kernel<false><<<4096, 256>>>(0x3ff00000u, d);
  gpu::check(cudaMemcpy(h.data(), d, 4u << 20, cudaMemcpyDeviceToHost), "rcp64h");
  save("rcp64h.raw", h.data(), 4u << 20);
  high_kernel<true><<<8192, 256>>>(0x3ff00000u, d);
  gpu::check(cudaMemcpy(h.data(), d, 8u << 20, cudaMemcpyDeviceToHost), "rsq64h");
  save("rsq64h.raw", h.data(), 8u << 20);
  gpu::check(cudaFree(d), "free");
}

} // namespace

int main(int argc, char** argv) {
  if (!gpu::present()) return gpu::skip("mufu_capture");
  if (argc != 2) return std::printf("usage: mufu_capture DIRECTORY\n"), 2;
  directory = argv[1];
  const std::uint32_t one = 0x3f800000u, octave = 1u << 23;
  delta<op::rcp>("rcp", one, octave);
  delta<op::rsq>("rsq", one, 2 * octave);
  delta<op::sqrt>("sqrt", one, 2 * octave);
  delta<op::ex2>("ex2", one, octave);
  delta<op::lg2>("lg2", one, octave);
  raw<op::lg2>("lg2_head", one, 1, 1u << 18);
  raw<op::lg2>("lg2_below", one - octave, 37, octave / 37);
  raw<op::ex2>("ex2_small", 0x30000000u, 509, (one - 0x30000000u) / 509);
  raw<op::ex2>("ex2_negative", 0xb0000000u, 1021, (0xc4000000u - 0xb0000000u) / 1021);
  raw<op::rcp>("rcp_wide", 0, 65521, 65536);
  raw<op::rsq>("rsq_wide", 0, 65521, 65536);
  raw<op::sqrt>("sqrt_wide", 0, 65521, 65536);
  raw<op::lg2>("lg2_wide", 0, 65521, 65536);
  raw<op::ex2>("ex2_wide", 0, 65521, 65536);
  delta<op::sin>("sin", one - 5 * octave, 6 * octave);
  raw<op::sin>("sin_small", 0x30000000u, 101, (one - 5 * octave - 0x30000000u) / 101);
  raw<op::sin>("sin_wide", 0, 65521, 65536);
  raw<op::cos>("cos_wide", 0, 65521, 65536);
  raw<op::tanh>("tanh_stride", 0x34000000u, 256, (0x42000000u - 0x34000000u) / 256);
  for (std::uint32_t w = 0; w < 8; ++w)
    raw<op::tanh>("tanh_window" + std::to_string(w), one - 4 * octave + w * octave + 0x123400u, 1, 1u << 15);
  raw<op::tanh>("tanh_wide", 0, 65521, 65536);
  if (std::getenv("TANH")) for (std::uint32_t e = 117; e < 131; ++e) steps<op::tanh>("tanh_steps" + std::to_string(e), e << 23, octave);
  half_tables();
  high_words();
  std::printf("captured on %s\n", gpu::name().c_str());
  return 0;
}

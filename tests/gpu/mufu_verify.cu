// Compares the model of the multifunction unit with the device, over every input of each form, and writes the digests
// of the device's outputs. Usage: mufu_verify [DIGEST_FILE].
#include <fpcheck/exec/mufu.hpp>

#include "device.hpp"
#include "digest.hpp"

#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

namespace mufu = fpcheck::exec::mufu;

namespace {

constexpr std::uint32_t log_block = 24, blocks = 256, listed = 64;

struct outcome {
  unsigned long long mismatches;
  unsigned long long digest[blocks];
  unsigned long long by_exponent[512]; // sign and exponent of the input
  std::uint32_t input[listed], device[listed], model[listed];
};

template <class Form>
__global__ void compare(outcome* o) {
  const std::uint32_t block = blockIdx.y;
  unsigned long long sum = 0;
  for (std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < (1u << log_block); i += gridDim.x * blockDim.x) {
    const std::uint32_t x = block << log_block | i;
    const std::uint32_t y = Form::device(x), m = Form::model(x);
    sum += gpu::digest_term(x, y);
    if (y == m) continue;
    atomicAdd(&o->by_exponent[x >> 23], 1ull);
    const unsigned long long k = atomicAdd(&o->mismatches, 1ull);
    if (k < listed) o->input[k] = x, o->device[k] = y, o->model[k] = m;
  }
  atomicAdd(&o->digest[block], sum);
}

#define FPCHECK_MUFU_FORM(name, ptx, function)                                                                         \
  struct name##_form {                                                                                                 \
    static __device__ std::uint32_t device(std::uint32_t x) {                                                          \
      float y;                                                                                                         \
      asm volatile(ptx " %0, %1;" : "=f"(y) : "f"(__uint_as_float(x)));                                                \
      return __float_as_uint(y);                                                                                       \
    }                                                                                                                  \
    static __device__ std::uint32_t model(std::uint32_t x) { return mufu::function(x); }                               \
  };
#include "mufu_forms.def"

struct rcp64_form {
  static __device__ std::uint32_t device(std::uint32_t x) {
    double y;
    asm volatile("rcp.approx.ftz.f64 %0, %1;" : "=d"(y) : "d"(__hiloint2double(static_cast<int>(x), 0)));
    return static_cast<std::uint32_t>(__double2hiint(y)) | static_cast<std::uint32_t>(__double2loint(y));
  }
  static __device__ std::uint32_t model(std::uint32_t x) {
    return static_cast<std::uint32_t>(mufu::rcp_approx_ftz_f64(std::uint64_t{x} << 32) >> 32);
  }
};
struct rsqrt64_form {
  static __device__ std::uint32_t device(std::uint32_t x) {
    double y;
    asm volatile("rsqrt.approx.ftz.f64 %0, %1;" : "=d"(y) : "d"(__hiloint2double(static_cast<int>(x), 0)));
    return static_cast<std::uint32_t>(__double2hiint(y)) | static_cast<std::uint32_t>(__double2loint(y));
  }
  static __device__ std::uint32_t model(std::uint32_t x) {
    return static_cast<std::uint32_t>(mufu::rsqrt_approx_ftz_f64(std::uint64_t{x} << 32) >> 32);
  }
};

/// A sequence around the unit: every high word with one low word each, compared by a 32-bit hash of the 64-bit result.
struct rsqrt64_refined_form {
  static __device__ std::uint64_t operand(std::uint32_t i) { return std::uint64_t{i} << 32 | (gpu::mix(i) & 0xffffffffu); }
  static __device__ std::uint32_t hash(std::uint64_t y) { return static_cast<std::uint32_t>(gpu::mix(y)); }
  static __device__ std::uint32_t device(std::uint32_t i) {
    double y;
    asm volatile("rsqrt.approx.f64 %0, %1;" : "=d"(y) : "d"(__longlong_as_double(static_cast<long long>(operand(i)))));
    return hash(static_cast<std::uint64_t>(__double_as_longlong(y)));
  }
  static __device__ std::uint32_t model(std::uint32_t i) { return hash(mufu::rsqrt_approx_f64(operand(i))); }
};

/// Both operands from one 32-bit index: the upper halves of the codes from it, the lower from a mix of it.
#define FPCHECK_DIVISION(name, ptx, function)                                                                          \
  struct name##_form {                                                                                                 \
    static __device__ void operands(std::uint32_t i, std::uint32_t& a, std::uint32_t& b) {                             \
      const std::uint64_t r = gpu::mix(i);                                                                             \
      a = (i & 0xffff0000u) | static_cast<std::uint32_t>(r & 0xffffu);                                                 \
      b = (i << 16) | static_cast<std::uint32_t>((r >> 16) & 0xffffu);                                                 \
    }                                                                                                                  \
    static __device__ std::uint32_t device(std::uint32_t i) {                                                          \
      std::uint32_t a, b;                                                                                              \
      operands(i, a, b);                                                                                               \
      float y;                                                                                                         \
      asm volatile(ptx " %0, %1, %2;" : "=f"(y) : "f"(__uint_as_float(a)), "f"(__uint_as_float(b)));                   \
      return __float_as_uint(y);                                                                                       \
    }                                                                                                                  \
    static __device__ std::uint32_t model(std::uint32_t i) {                                                           \
      std::uint32_t a, b;                                                                                              \
      operands(i, a, b);                                                                                               \
      return mufu::function(a, b);                                                                                     \
    }                                                                                                                  \
  };
FPCHECK_DIVISION(div_full, "div.full.f32", div_full)
FPCHECK_DIVISION(div_full_ftz, "div.full.ftz.f32", div_full_ftz)
FPCHECK_DIVISION(div_approx, "div.approx.f32", div_approx)
FPCHECK_DIVISION(div_approx_ftz, "div.approx.ftz.f32", div_approx_ftz)

std::FILE* digests = nullptr;

template <class Form>
unsigned long long verify(const char* name) {
  outcome* o = nullptr;
  gpu::check(cudaMallocManaged(&o, sizeof(outcome)), "malloc");
  *o = outcome{};
  compare<Form><<<dim3(1024, blocks), 256>>>(o);
  gpu::check(cudaDeviceSynchronize(), name);
  std::printf("%-18s %llu mismatches of 2^32\n", name, o->mismatches);
  for (std::uint32_t k = 0; k < o->mismatches && k < 6; ++k)
    std::printf("    %08x: device %08x model %08x\n", o->input[k], o->device[k], o->model[k]);
  for (int e = 0, shown = 0; e < 512 && shown < 24; ++e)
    if (o->by_exponent[e] != 0)
      std::printf("    exponent %s%d: %llu\n", e > 255 ? "-" : "+", e & 255, o->by_exponent[e]), ++shown;
  if (digests != nullptr) {
    std::fprintf(digests, "%s\n", name);
    for (std::uint32_t b = 0; b < blocks; ++b)
      std::fprintf(digests, "%016llx%c", o->digest[b], b % 8 == 7 ? '\n' : ' ');
  }
  const unsigned long long n = o->mismatches;
  gpu::check(cudaFree(o), "free");
  return n;
}

} // namespace

int main(int argc, char** argv) {
  if (!gpu::present()) return gpu::skip("mufu_verify");
  if (argc > 1) digests = std::fopen(argv[1], "w");
  std::printf("%s\n", gpu::name().c_str());
  unsigned long long bad = 0;
#define FPCHECK_MUFU_FORM(name, ptx, function) bad += verify<name##_form>(#name);
#include "mufu_forms.def"
  bad += verify<rcp64_form>("rcp_f64");
  bad += verify<rsqrt64_form>("rsqrt_f64");
  bad += verify<div_full_form>("div_full");
  bad += verify<div_full_ftz_form>("div_full_ftz");
  bad += verify<div_approx_form>("div_approx");
  bad += verify<div_approx_ftz_form>("div_approx_ftz");
  if (digests != nullptr) std::fclose(digests);
  digests = nullptr; // conformance records this one's
  bad += verify<rsqrt64_refined_form>("rsqrt_f64_refined");
  return bad == 0 ? 0 : 1;
}

#pragma once
#include <fpcheck/kernels/projection.hpp>

#include <cmath>

/// Tangents of a matrix product in one of its factors, along random directions: sums of +-a, taken exactly in integers,
/// on the device by the integer tensor cores. For layers whose parameters are too many for `tangents`, which runs a
/// functor.
///
/// The product is y(m, f) = sum_i A(m, i) X(i, f) with X moving: of X W with W moving, A is X and f a column of W; with
/// X moving, A is W transposed and f a row of X.
namespace fpcheck::kernels {

/// The extents of a product and where things lie, in elements.
struct product_shape {
  std::uint32_t rows = 0, inner = 0, fibres = 0;
  std::uint64_t a_row = 0, a_inner = 0;   ///< A(m, i) is at m a_row + i a_inner
  std::uint64_t x_inner = 0, x_fibre = 0; ///< X(i, f) is element i x_inner + f x_fibre of the moving tensor
  std::uint64_t y_row = 0, y_fibre = 0;   ///< y(m, f) is output m y_row + f y_fibre

  FPCHECK_HD constexpr std::uint32_t row_tiles() const noexcept { return (rows + 15) / 16; }
  FPCHECK_HD constexpr std::uint32_t steps() const noexcept { return (inner + 31) / 32; }
};

/// Digits of base 256 that a factor is cut into.
inline constexpr int product_digits = 4;
/// Fibres of a block of `product_tangents_kernel`, one a warp: they share what they read of A.
inline constexpr int fibres_per_block = 8;

/// The power of two that a matrix of greatest magnitude `most` is counted in: 2^-30 of the power of two above it.
/// Range: NaN for an infinite or NaN magnitude.
FPCHECK_HD FPCHECK_INLINE double product_unit(double most) noexcept {
  if (!(most < INFINITY)) return NAN;
  if (most < 0x1p-900) return 0x1p-930; // zero, or nothing that a product notices
  return bit_cast<double>((bits_of(most) & 0x7ff0000000000000u) - (std::uint64_t{29} << 52));
}

/// The nearest multiple of `unit` to a, in units. Range: |n| <= 2^30. Error: half a unit, 2^-30 of the matrix's
/// greatest.
FPCHECK_HD FPCHECK_INLINE std::int32_t in_units(double a, double unit) noexcept {
  const double n = a / unit + 0x1.8p52; // magic addition: the integer is in the low bits
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(bits_of(n)));
}

/// Tangents of all outputs on the host, in the layout of `tangents`: those of an output in `probes` directions side by
/// side. Error: 2^-30 times the greatest magnitude of A, times inner. Requires: 32 divides probes; inner < 2^20.
template <class T>
std::vector<double> product_tangents(const T* a, const product_shape& s, const directions& d, int probes) {
  double most = 0;
  for (std::uint64_t m = 0; m < s.rows; ++m)
    for (std::uint64_t i = 0; i < s.inner; ++i) {
      const double v = std::fabs(static_cast<double>(a[m * s.a_row + i * s.a_inner]));
      most = v > most || v != v ? v : most; // NaN stays
    }
  const double unit = product_unit(most);
  std::vector<double> out(std::uint64_t{s.rows} * s.fibres * static_cast<std::uint64_t>(probes));
  for (std::uint64_t m = 0; m < s.rows; ++m)
    for (std::uint64_t f = 0; f < s.fibres; ++f)
      for (int p = 0; p < probes; ++p) {
        std::int64_t sum = 0;
        for (std::uint64_t i = 0; i < s.inner; ++i) {
          const std::int64_t n = in_units(static_cast<double>(a[m * s.a_row + i * s.a_inner]), unit);
          const std::uint32_t word = sign_word(d, i * s.x_inner + f * s.x_fibre, static_cast<std::uint32_t>(p / 32));
          sum += word >> (p % 32) & 1 ? -n : n;
        }
        const std::uint64_t o = m * s.y_row + f * s.y_fibre;
        out[o * static_cast<std::uint64_t>(probes) + static_cast<std::uint64_t>(p)] = static_cast<double>(sum) * unit;
      }
  return out;
}

#if defined(__CUDACC__)

/// The greatest magnitude of n numbers, as the bits of a double, into `most`, which holds 0 before. Infinities and NaNs
/// are greater than all numbers. Launch: any grid of 256.
template <class T>
__global__ void __launch_bounds__(256) greatest_kernel(const T* x, std::uint64_t n, unsigned long long* most) {
  __shared__ unsigned long long block_most;
  if (threadIdx.x == 0) block_most = 0;
  __syncthreads();
  unsigned long long mine = 0;
  for (std::uint64_t i = std::uint64_t{blockIdx.x} * 256 + threadIdx.x; i < n; i += std::uint64_t{gridDim.x} * 256) {
    const unsigned long long v = bits_of(exact::abs(static_cast<double>(x[i])));
    mine = v > mine ? v : mine;
  }
  atomicMax(&block_most, mine);
  __syncthreads();
  if (threadIdx.x == 0) atomicMax(most, block_most);
}

/// A as digits in the order in which the tensor cores read them: of each tile of 16 rows by 32 inner elements, and each
/// digit, four words a lane. Launch: a warp (32 threads a block) a tile: grid (steps, row tiles).
template <class T>
__global__ void __launch_bounds__(lanes)
    product_digits_kernel(const T* a, product_shape s, const unsigned long long* most, uint4* digits) {
  const double unit = product_unit(bit_cast<double>(*most));
  const std::uint32_t lane = threadIdx.x;
  std::uint32_t words[product_digits][4] = {};
  for (std::uint32_t w = 0; w < 4; ++w)
    for (std::uint32_t byte = 0; byte < 4; ++byte) {
      const std::uint64_t m = blockIdx.y * 16 + lane / 4 + 8 * (w & 1),
                          i = blockIdx.x * 32 + lane % 4 * 4 + byte + 16 * (w >> 1);
      if (m >= s.rows || i >= s.inner) continue;
      std::int32_t n = in_units(static_cast<double>(a[m * s.a_row + i * s.a_inner]), unit);
      for (int d = 0; d < product_digits; ++d) {
        const auto digit = static_cast<std::int32_t>(static_cast<signed char>(n & 0xff));
        words[d][w] |= static_cast<std::uint32_t>(digit & 0xff) << (8 * byte);
        n = (n - digit) >> 8;
      }
    }
  uint4* out = digits + (std::uint64_t{blockIdx.y} * gridDim.x + blockIdx.x) * product_digits * lanes + lane;
  for (int d = 0; d < product_digits; ++d) out[d * lanes] = uint4{words[d][0], words[d][1], words[d][2], words[d][3]};
}

/// The signs of four inner elements in probes n, n + 8, n + 16, n + 24 of a group, as bytes 1 and -1: part[t] holds the
/// four of probe n + 8 t.
__device__ FPCHECK_INLINE void sign_bytes(const std::uint32_t (&word)[4], std::uint32_t n, std::uint32_t (&part)[4]) {
  std::uint32_t u[4];
  for (int e = 0; e < 4; ++e) u[e] = word[e] >> n & 0x01010101u; // byte t: the bit of probe n + 8 t
  const std::uint32_t low01 = __byte_perm(u[0], u[1], 0x5140), low23 = __byte_perm(u[2], u[3], 0x5140);
  const std::uint32_t high01 = __byte_perm(u[0], u[1], 0x7362), high23 = __byte_perm(u[2], u[3], 0x7362);
  part[0] = __byte_perm(low01, low23, 0x5410), part[1] = __byte_perm(low01, low23, 0x7632);
  part[2] = __byte_perm(high01, high23, 0x5410), part[3] = __byte_perm(high01, high23, 0x7632);
  for (int t = 0; t < 4; ++t) part[t] = 0x01010101u | part[t] * 0xffu;
}

__device__ FPCHECK_INLINE void multiply_accumulate(int (&c)[4], const uint4& a, std::uint32_t b0, std::uint32_t b1) {
  asm("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
      : "+r"(c[0]), "+r"(c[1]), "+r"(c[2]), "+r"(c[3])
      : "r"(a.x), "r"(a.y), "r"(a.z), "r"(a.w), "r"(b0), "r"(b1));
}

/// Tangents of 16 rows by one fibre in 32 probes a warp; words[group][count] are the signs.
/// Launch: grid (fibres / 8 rounded up, groups, row tiles), 256 threads.
static __global__ void __launch_bounds__(fibres_per_block* lanes, 2)
    product_tangents_kernel(const uint4* digits, product_shape s, const unsigned long long* most,
                            const std::uint32_t* words, std::uint64_t count, double* tangents) {
  const std::uint32_t lane = threadIdx.x % lanes, fibre = blockIdx.x * fibres_per_block + threadIdx.x / lanes;
  if (fibre >= s.fibres) return;
  const std::uint32_t* signs = words + blockIdx.y * count + fibre * s.x_fibre;
  const uint4* tile = digits + std::uint64_t{blockIdx.z} * s.steps() * product_digits * lanes + lane;
  int sum[product_digits][4][4] = {}; // digit, probes 8 t .., element of the fragment
  for (std::uint32_t step = 0; step < s.steps(); ++step, tile += product_digits * lanes) {
    std::uint32_t part[2][4];
    for (std::uint32_t half = 0; half < 2; ++half) {
      std::uint32_t word[4];
      for (std::uint32_t e = 0; e < 4; ++e) {
        const std::uint64_t i = step * 32 + half * 16 + lane % 4 * 4 + e;
        word[e] = i < s.inner ? signs[i * s.x_inner] : 0;
      }
      sign_bytes(word, lane / 4, part[half]);
    }
#pragma unroll
    for (int d = 0; d < product_digits; ++d) {
      const uint4 a = tile[d * lanes];
#pragma unroll
      for (int t = 0; t < 4; ++t) multiply_accumulate(sum[d][t], a, part[0][t], part[1][t]);
    }
  }
  const double unit = product_unit(bit_cast<double>(*most));
  const std::uint64_t probes = std::uint64_t{gridDim.y} * probes_per_group;
#pragma unroll
  for (int t = 0; t < 4; ++t)
#pragma unroll
    for (std::uint32_t e = 0; e < 4; ++e) {
      const std::uint64_t m = blockIdx.z * 16 + lane / 4 + 8 * (e >> 1);
      if (m >= s.rows) continue;
      std::int64_t all = 0;
      for (int d = product_digits - 1; d >= 0; --d) all = all * 256 + sum[d][t][e];
      const std::uint64_t o = m * s.y_row + fibre * s.y_fibre;
      tangents[o * probes + blockIdx.y * probes_per_group + 8 * static_cast<std::uint64_t>(t) + lane % 4 * 2 +
               (e & 1)] = static_cast<double>(all) * unit;
    }
}

#endif

} // namespace fpcheck::kernels

#pragma once
#include <fpcheck/kernels/element.hpp>

/// A tile of a matrix product on the tensor cores of sm_90a: factors of bf16 or f16, sums in binary32. Tiles come into shared
/// memory by asynchronous copies a few steps ahead, in rows of 128 bytes whose pieces of 16 bytes are swizzled.
namespace fpcheck::kernels {

/// Which elements of a factor lie side by side in memory.
enum class lies : std::uint8_t { along_inner, along_outer };

/// A factor: codes of 16 bits, `outers` x `inners` of them, the lines that lie side by side `stride` elements apart.
/// Requires: `codes` and stride at multiples of 16 bytes; extents along memory that are multiples of 8.
struct tensor_factor {
  const std::uint16_t* codes = nullptr;
  std::int64_t stride = 0;
  std::int32_t outers = 0, inners = 0;
};

inline constexpr int tensor_rows = 128, tensor_columns = 256; ///< of a block's results
inline constexpr int tensor_depth = 64;                       ///< inner elements of a step
inline constexpr int tensor_threads = 256;                    ///< two groups of four warps, 64 rows each
inline constexpr int tensor_stages = 4;                       ///< steps that are in shared memory
inline constexpr int tensor_sums = tensor_rows * tensor_columns / tensor_threads;
inline constexpr int tensor_step_bytes = (tensor_rows + tensor_columns) * tensor_depth * 2;
/// Dynamic shared memory of a block; what begins it is aligned to 1024 bytes by the kernel.
inline constexpr int tensor_shared_bytes = tensor_stages * tensor_step_bytes + 1024;

/// The absolute error of a sum of `inner` products: `magnitudes` is the sum of |a b| and of what it starts with. A step adds sixteen products and
/// the sum so far, each cut by less than 2^-25 of the largest, and cuts the result to 24 bits. Source: tests/gpu/RESULTS.md (sums of wgmma).
constexpr double tensor_product_error(double inner, double magnitudes) noexcept {
  const double steps = (inner + 15) / 16, e = steps * (17 * 0x1p-25 + 0x1p-23);
  return e / (1 - e) * magnitudes + steps * 0x1p-149;
}

} // namespace fpcheck::kernels

#if defined(__CUDACC__)

namespace fpcheck::kernels {

namespace detail {

/// Copies 16 bytes to shared memory, or zeros.
__device__ __forceinline__ void copy_piece(unsigned to, const std::uint16_t* from, bool exists) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to), "l"(from), "r"(exists ? 16 : 0) : "memory");
}

/// Starts the copies of `Outers` x tensor_depth elements of a factor. In shared memory the elements along memory are in rows of 64.
template <int Outers, lies Lies>
__device__ __forceinline__ void copy_tile(unsigned to, const tensor_factor& f, std::int32_t outer, std::int32_t inner) {
#pragma unroll
  for (int i = 0; i < Outers * tensor_depth / 8 / tensor_threads; ++i) {
    const int n = static_cast<int>(threadIdx.x) + i * tensor_threads;
    if constexpr (Lies == lies::along_inner) {
      const int row = n / 8, piece = n % 8;
      const bool exists = outer + row < f.outers && inner + piece * 8 < f.inners;
      copy_piece(to + row * 128 + (piece ^ row % 8) * 16, exists ? f.codes + (outer + row) * f.stride + inner + piece * 8 : f.codes, exists);
    } else {
      const int row = n / (Outers / 8), piece = n % (Outers / 8);
      const bool exists = inner + row < f.inners && outer + piece * 8 < f.outers;
      copy_piece(to + piece / 8 * (tensor_depth * 128) + row * 128 + (piece % 8 ^ row % 8) * 16,
                 exists ? f.codes + (inner + row) * f.stride + outer + piece * 8 : f.codes, exists);
    }
  }
}

/// A matrix descriptor with the swizzle of 128 bytes: eight rows are 1024 bytes, 64 outer elements of a factor that lies along them 8192.
__device__ __forceinline__ std::uint64_t tile_descriptor(unsigned at) {
  return (at & 0x3ffffu) >> 4 | std::uint64_t{tensor_depth * 128 / 16} << 16 | std::uint64_t{1024 / 16} << 32 | std::uint64_t{1} << 62;
}
/// The bytes between two steps of sixteen inner elements.
template <lies Lies>
inline constexpr unsigned step_of_sixteen = Lies == lies::along_inner ? 32 : 16 * 128;

#define FPCHECK_EIGHT(d, i) "+f"(d[i]), "+f"(d[i + 1]), "+f"(d[i + 2]), "+f"(d[i + 3]), "+f"(d[i + 4]), "+f"(d[i + 5]), "+f"(d[i + 6]), "+f"(d[i + 7])
#define FPCHECK_THIRTY_TWO(d, i) FPCHECK_EIGHT(d, i), FPCHECK_EIGHT(d, i + 8), FPCHECK_EIGHT(d, i + 16), FPCHECK_EIGHT(d, i + 24)
#define FPCHECK_MULTIPLY(type)                                                                                                                       \
  asm volatile("wgmma.mma_async.sync.aligned.m64n256k16.f32." type "." type " {"                                                                     \
               "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, "   \
               "%28, %29, %30, %31, %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, %48, %49, %50, %51, %52, %53, "   \
               "%54, %55, %56, %57, %58, %59, %60, %61, %62, %63, %64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79, "   \
               "%80, %81, %82, %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94, %95, %96, %97, %98, %99, %100, %101, %102, %103, %104, "   \
               "%105, %106, %107, %108, %109, %110, %111, %112, %113, %114, %115, %116, %117, %118, %119, %120, %121, %122, %123, %124, %125, %126, " \
               "%127}, %128, %129, 1, 1, 1, %130, %131;"                                                                                             \
               : FPCHECK_THIRTY_TWO(d, 0), FPCHECK_THIRTY_TWO(d, 32), FPCHECK_THIRTY_TWO(d, 64), FPCHECK_THIRTY_TWO(d, 96)                           \
               : "l"(a), "l"(b), "n"(A == lies::along_outer), "n"(B == lies::along_outer))

/// Starts d += a b for 64 rows, sixteen inner elements.
template <class Tag, lies A, lies B>
__device__ __forceinline__ void multiply_sixteen(float (&d)[tensor_sums], std::uint64_t a, std::uint64_t b) {
  static_assert(Tag::row.bits == 16);
  if constexpr (Tag::row.exponent_bits == 8) FPCHECK_MULTIPLY("bf16");
  else FPCHECK_MULTIPLY("f16");
}
#undef FPCHECK_MULTIPLY
#undef FPCHECK_THIRTY_TWO
#undef FPCHECK_EIGHT

} // namespace detail

/// Keeps what is done to sums in registers on its side of this line.
__device__ __forceinline__ void settle_sums(float (&d)[tensor_sums]) {
#pragma unroll
  for (int i = 0; i < tensor_sums; ++i) asm volatile("" : "+f"(d[i])::"memory");
}

/// d += the tile of a b^T that begins at (row, column), over those steps of tensor_depth inner elements that `takes(step)` holds for.
/// Requires: tensor_threads threads that agree; `room` tensor_shared_bytes of shared memory. Error: tensor_product_error.
template <class Tag, lies A, lies B, class Takes>
__device__ __forceinline__ void multiply_tensor_tile(float (&d)[tensor_sums], const tensor_factor& a, const tensor_factor& b, std::int32_t row, std::int32_t column,
                                                     const void* room, const Takes& takes) {
  const unsigned first = (static_cast<unsigned>(__cvta_generic_to_shared(room)) + 1023u) & ~1023u;
  constexpr unsigned bytes_of_a = tensor_rows * tensor_depth * 2;
  const std::int32_t steps = (a.inners + tensor_depth - 1) / tensor_depth;
  const auto after = [&](std::int32_t step) {
    while (step < steps && !takes(step)) ++step;
    return step;
  };
  std::int32_t next = after(0), copied = 0;
  const auto copy_next = [&] { // a group for every step, even where nothing is left to copy
    if (next < steps) {
      const unsigned to = first + copied % tensor_stages * tensor_step_bytes;
      detail::copy_tile<tensor_rows, A>(to, a, row, next * tensor_depth);
      detail::copy_tile<tensor_columns, B>(to + bytes_of_a, b, column, next * tensor_depth);
      next = after(next + 1), ++copied;
    }
    asm volatile("cp.async.commit_group;" ::: "memory");
  };
  for (int s = 0; s < tensor_stages - 2; ++s) copy_next();
  settle_sums(d);
  for (std::int32_t done = 0; done < copied; ++done) {
    asm volatile("cp.async.wait_group %0;" ::"n"(tensor_stages - 3) : "memory");
    asm volatile("fence.proxy.async;" ::: "memory");
    __syncthreads(); // everybody's copies are there, and the products of two steps ago are done: their stage is free
    copy_next();
    const unsigned at = first + done % tensor_stages * tensor_step_bytes, of_group = at + threadIdx.x / 128 * (64 * 128);
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#pragma unroll
    for (int k = 0; k < tensor_depth / 16; ++k)
      detail::multiply_sixteen<Tag, A, B>(d, detail::tile_descriptor(of_group + k * detail::step_of_sixteen<A>),
                                          detail::tile_descriptor(at + bytes_of_a + k * detail::step_of_sixteen<B>));
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
    asm volatile("wgmma.wait_group.sync.aligned 1;" ::: "memory");
  }
  asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
  settle_sums(d);
}

/// Calls `f(i, row, column)` for the places of this thread's sums, pairs of columns: i, i + 1.
template <class F>
__device__ __forceinline__ void for_each_pair(std::int32_t row, std::int32_t column, const F& f) {
  const int lane = static_cast<int>(threadIdx.x) % 32;
#pragma unroll
  for (int i = 0; i < tensor_sums; i += 2)
    f(i, row + static_cast<int>(threadIdx.x) / 32 * 16 + lane / 4 + i % 4 / 2 * 8, column + i / 4 * 8 + lane % 4 * 2);
}

} // namespace fpcheck::kernels

#endif

// Compares the model of the tensor cores with the device, form by form: random and structured tiles, every element of each.
// Usage: tensor_core [TILES [SAMPLE_FILE]]. TILES is the number of tiles a form, in units of 2^10; the sample is what the
// device gave for some single elements, which tests/exec/tensor_core_test.cpp replays.
#include "../exec/tensor_core_inputs.hpp"
#include "device.hpp"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace core = fpcheck::exec::tensor_core;
using core::product_row;
using fpcheck::row_of;

namespace {

constexpr int lanes = 32, listed = 8;

struct outcome {
  unsigned long long elements, mismatches;
  std::uint32_t tile[listed], element[listed], device[listed], model[listed];
};

__device__ void judge(outcome* o, std::uint32_t tile, std::uint32_t element, std::uint32_t device, std::uint32_t model) {
  if (device == model) return;
  const unsigned long long k = atomicAdd(&o->mismatches, 1ull);
  if (k < listed) o->tile[k] = tile, o->element[k] = element, o->device[k] = device, o->model[k] = model;
}

// A form: its row, products of an element, words of the fragments, and the instruction.
#define FPCHECK_ROW(a, b, kept, sum, order)                                                                                                          \
  static __device__ __host__ product_row row() { return {row_of<fpcheck::a##_format>(), row_of<fpcheck::b##_format>(), kept, core::sum_format::sum, core::step_order::order}; }
#define FPCHECK_D4 "{%0, %1, %2, %3}"
#define FPCHECK_D2 "{%0, %1}"
#define FPCHECK_OUT4(d) "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3])
#define FPCHECK_OUT2(d) "=r"(d[0]), "=r"(d[1])
#define FPCHECK_IN1(x) "r"(x[0])
#define FPCHECK_IN2(x) "r"(x[0]), "r"(x[1])
#define FPCHECK_IN4(x) "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3])

/// Operand lists by the words of A, B and C.
#define FPCHECK_LIST_424 FPCHECK_D4 ", {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};"
#define FPCHECK_LIST_214 FPCHECK_D4 ", {%4, %5}, {%6}, {%7, %8, %9, %10};"
#define FPCHECK_LIST_422 FPCHECK_D2 ", {%2, %3, %4, %5}, {%6, %7}, {%8, %9};"
#define FPCHECK_LIST_212 FPCHECK_D2 ", {%2, %3}, {%4}, {%5, %6};"

#define FPCHECK_MMA(id, text, products_, a_words_, b_words_, c_words_, ...)                                                                          \
  struct id {                                                                                                                                        \
    static constexpr const char* name = text;                                                                                                        \
    static constexpr int products = products_, a_words = a_words_, b_words = b_words_, c_words = c_words_;                                            \
    __VA_ARGS__                                                                                                                                      \
    static __device__ void run(std::uint32_t* d, const std::uint32_t* a, const std::uint32_t* b, const std::uint32_t* c) {                           \
      asm volatile("mma.sync.aligned." text " " FPCHECK_LIST_##a_words_##b_words_##c_words_                                                           \
                   : FPCHECK_OUT##c_words_(d)                                                                                                        \
                   : FPCHECK_IN##a_words_(a), FPCHECK_IN##b_words_(b), FPCHECK_IN##c_words_(c));                                                     \
    }                                                                                                                                                \
  };
FPCHECK_MMA(f16_f32_k16, "m16n8k16.row.col.f32.f16.f16.f32", 16, 4, 2, 4, FPCHECK_ROW(f16, f16, 25, f32, at_once))
FPCHECK_MMA(f16_f32_k8, "m16n8k8.row.col.f32.f16.f16.f32", 8, 2, 1, 4, FPCHECK_ROW(f16, f16, 25, f32, at_once))
FPCHECK_MMA(f16_f16_k16, "m16n8k16.row.col.f16.f16.f16.f16", 16, 4, 2, 2, FPCHECK_ROW(f16, f16, 25, f16, at_once))
FPCHECK_MMA(f16_f16_k8, "m16n8k8.row.col.f16.f16.f16.f16", 8, 2, 1, 2, FPCHECK_ROW(f16, f16, 25, f16, at_once))
FPCHECK_MMA(bf16_k16, "m16n8k16.row.col.f32.bf16.bf16.f32", 16, 4, 2, 4, FPCHECK_ROW(bf16, bf16, 25, f32, at_once))
FPCHECK_MMA(bf16_k8, "m16n8k8.row.col.f32.bf16.bf16.f32", 8, 2, 1, 4, FPCHECK_ROW(bf16, bf16, 25, f32, at_once))
FPCHECK_MMA(tf32_k8, "m16n8k8.row.col.f32.tf32.tf32.f32", 8, 4, 2, 4, FPCHECK_ROW(tf32, tf32, 25, f32, at_once))
FPCHECK_MMA(tf32_k4, "m16n8k4.row.col.f32.tf32.tf32.f32", 4, 2, 1, 4, FPCHECK_ROW(tf32, tf32, 25, f32, at_once))
#define FPCHECK_FP8(x, y)                                                                                                                            \
  FPCHECK_MMA(x##_##y##_k32, "m16n8k32.row.col.f32." #x "." #y ".f32", 32, 4, 2, 4, FPCHECK_FP8_ROW_##x(y))                                           \
  FPCHECK_MMA(x##_##y##_k16, "m16n8k16.row.col.f32." #x "." #y ".f32", 16, 2, 1, 4, FPCHECK_FP8_ROW_##x(y))
#define FPCHECK_FP8_ROW_e4m3(y) FPCHECK_FP8_ROW_4_##y
#define FPCHECK_FP8_ROW_e5m2(y) FPCHECK_FP8_ROW_5_##y
#define FPCHECK_FP8_ROW_4_e4m3 FPCHECK_ROW(e4m3fn, e4m3fn, 25, f32, pairs_then_added)
#define FPCHECK_FP8_ROW_4_e5m2 FPCHECK_ROW(e4m3fn, e5m2, 25, f32, pairs_then_added)
#define FPCHECK_FP8_ROW_5_e4m3 FPCHECK_ROW(e5m2, e4m3fn, 25, f32, pairs_then_added)
#define FPCHECK_FP8_ROW_5_e5m2 FPCHECK_ROW(e5m2, e5m2, 25, f32, pairs_then_added)
FPCHECK_FP8(e4m3, e4m3)
FPCHECK_FP8(e4m3, e5m2)
FPCHECK_FP8(e5m2, e4m3)
FPCHECK_FP8(e5m2, e5m2)

// The smallest wgmma, A from registers or from shared memory, B from shared memory without swizzle, K-major.
#define FPCHECK_WGMMA(id, text, products_, c_words_, trans_b, trans_ab, ...)                                                                         \
  struct id {                                                                                                                                        \
    static constexpr const char* name = text;                                                                                                        \
    static constexpr int products = products_, a_words = 4, b_words = 2, c_words = c_words_;                                                          \
    __VA_ARGS__                                                                                                                                      \
    static __device__ void run(std::uint32_t* d, const std::uint32_t* a, std::uint64_t b) {                                                          \
      FPCHECK_WGMMA_BEGIN;                                                                                                                           \
      asm volatile("wgmma.mma_async.sync.aligned." text " " FPCHECK_WD##c_words_ "%" FPCHECK_WB##c_words_ ", 1, 1, 1" trans_b ";"                     \
                   : FPCHECK_INOUT##c_words_(d) : FPCHECK_IN4(a), "l"(b));                                                                           \
      FPCHECK_WGMMA_END;                                                                                                                             \
    }                                                                                                                                                \
    static __device__ void run(std::uint32_t* d, std::uint64_t a, std::uint64_t b) {                                                                 \
      FPCHECK_WGMMA_BEGIN;                                                                                                                           \
      asm volatile("wgmma.mma_async.sync.aligned." text " " FPCHECK_WS##c_words_ ", 1, 1, 1" trans_ab ";" : FPCHECK_INOUT##c_words_(d) : "l"(a), "l"(b)); \
      FPCHECK_WGMMA_END;                                                                                                                             \
    }                                                                                                                                                \
  };
#define FPCHECK_WGMMA_BEGIN asm volatile("wgmma.fence.sync.aligned;" ::: "memory")
#define FPCHECK_WGMMA_END asm volatile("wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;" ::: "memory")
#define FPCHECK_WD4 FPCHECK_D4 ", {%4, %5, %6, %7}, "
#define FPCHECK_WD2 FPCHECK_D2 ", {%2, %3, %4, %5}, "
#define FPCHECK_WB4 "8"
#define FPCHECK_WB2 "6"
#define FPCHECK_WS4 FPCHECK_D4 ", %4, %5"
#define FPCHECK_WS2 FPCHECK_D2 ", %2, %3"
#define FPCHECK_INOUT4(d) "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
#define FPCHECK_INOUT2(d) "+r"(d[0]), "+r"(d[1])
FPCHECK_WGMMA(wgmma_f16_f32, "m64n8k16.f32.f16.f16", 16, 4, ", 0", ", 0, 0", FPCHECK_ROW(f16, f16, 25, f32, at_once))
FPCHECK_WGMMA(wgmma_f16_f16, "m64n8k16.f16.f16.f16", 16, 2, ", 0", ", 0, 0", FPCHECK_ROW(f16, f16, 25, f16, at_once))
FPCHECK_WGMMA(wgmma_bf16, "m64n8k16.f32.bf16.bf16", 16, 4, ", 0", ", 0, 0", FPCHECK_ROW(bf16, bf16, 25, f32, at_once))
FPCHECK_WGMMA(wgmma_tf32, "m64n8k8.f32.tf32.tf32", 8, 4, "", "", FPCHECK_ROW(tf32, tf32, 25, f32, at_once))
#define FPCHECK_WGMMA_FP8(x, y, tx, ty)                                                                                                              \
  FPCHECK_WGMMA(wgmma_##x##_##y##_f32, "m64n8k32.f32." #x "." #y, 32, 4, "", "", FPCHECK_ROW(tx, ty, 13, f32_short, at_once))                          \
  FPCHECK_WGMMA(wgmma_##x##_##y##_f16, "m64n8k32.f16." #x "." #y, 32, 2, "", "", FPCHECK_ROW(tx, ty, 13, f16, at_once))
FPCHECK_WGMMA_FP8(e4m3, e4m3, e4m3fn, e4m3fn)
FPCHECK_WGMMA_FP8(e4m3, e5m2, e4m3fn, e5m2)
FPCHECK_WGMMA_FP8(e5m2, e4m3, e5m2, e4m3fn)
FPCHECK_WGMMA_FP8(e5m2, e5m2, e5m2, e5m2)

/// The codes of a tile: operand (row, k) of A, (k, column) of B, element (row, column) of C.
struct tile_source {
  product_row row;
  int products;
  std::uint64_t seed;
  core::flavour f;
  __device__ std::uint32_t a(int i, int k) const { return core::draw_operand(row.a, f, seed, static_cast<std::uint32_t>(i * products + k)); }
  __device__ std::uint32_t b(int k, int j) const {
    const bool pairs = f == core::flavour::cancelling;
    return core::draw_operand(row.b, pairs ? core::flavour::one_size : f, ~seed, static_cast<std::uint32_t>(pairs ? j * products + k / 2 : j * products + k));
  }
  __device__ std::uint32_t c(int i, int j) const { return core::draw_accumulator(row, f, seed, static_cast<std::uint32_t>(i * 8 + j)); }
};
/// Single elements, for the sample: row i of A and column i of B are those of the seed's i-th successor.
struct element_source {
  product_row row;
  int products;
  std::uint64_t seed;
  __device__ void draw(int i, std::uint32_t* a, std::uint32_t* b, std::uint32_t& c) const { core::draw_element(row, products, seed + static_cast<std::uint64_t>(i % 8), a, b, c); }
  __device__ std::uint32_t a(int i, int k) const { std::uint32_t x[64], y[64], z; draw(i, x, y, z); return x[k]; }
  __device__ std::uint32_t b(int k, int j) const { std::uint32_t x[64], y[64], z; draw(j, x, y, z); return y[k]; }
  __device__ std::uint32_t c(int i, int j) const { std::uint32_t x[64], y[64], z; draw(i, x, y, z); return i % 8 == j ? z : 0u; }
};

template <class Form>
struct shape {
  static constexpr int bits = Form::a_words * 1024 / (16 * Form::products);
  static constexpr bool half = Form::c_words == 2;
};

/// Fills one warp's words, 16 rows from `first_row` on.
template <class Form, class Source>
__device__ void fill(const Source& s, int lane, int first_row, std::uint32_t* a, std::uint32_t* b, std::uint32_t* c) {
  constexpr int bits = shape<Form>::bits, each = 32 / bits;
  for (int w = 0; w < Form::a_words; ++w) {
    a[w] = 0;
    for (int e = 0; e < each; ++e) a[w] |= s.a(first_row + lane / 4 + 8 * (w % 2), w / 2 * 4 * each + lane % 4 * each + e) << (e * bits % 32);
  }
  for (int w = 0; w < Form::b_words; ++w) {
    b[w] = 0;
    for (int e = 0; e < each; ++e) b[w] |= s.b(w * 4 * each + lane % 4 * each + e, lane / 4) << (e * bits % 32);
  }
  for (int w = 0; w < Form::c_words; ++w) {
    const int i = first_row + lane / 4 + (shape<Form>::half ? 8 * w : 8 * (w / 2));
    c[w] = shape<Form>::half ? s.c(i, lane % 4 * 2) | s.c(i, lane % 4 * 2 + 1) << 16 : s.c(i, lane % 4 * 2 + w % 2);
  }
}

/// The model's code of element (row, column) from the words that the warp's lanes left in `a`, `b` and `c`.
template <class Form>
__device__ std::uint32_t modelled(const std::uint32_t (*a)[lanes], const std::uint32_t (*b)[lanes], const std::uint32_t (*c)[lanes], int row, int column) {
  const product_row r = Form::row();
  core::operand x[Form::products], y[Form::products];
  for (int k = 0; k < Form::products; ++k) {
    const core::place p = core::place_in_a(shape<Form>::bits, 2, row, k), q = core::place_in_b(shape<Form>::bits, k, column);
    x[k] = core::split(r.a, a[p.word][p.lane] >> p.bit);
    y[k] = core::split(r.b, b[q.word][q.lane] >> q.bit);
  }
  const core::place p = core::place_in_c(shape<Form>::half, row, column);
  const std::uint32_t accumulator = c[p.word][p.lane] >> p.bit;
  return core::dot(r, x, y, Form::products, shape<Form>::half ? accumulator & 0xffffu : accumulator);
}

/// The warp's four elements a lane, device against model.
template <class Form>
__device__ void judge_lane(outcome* o, std::uint32_t tile, int lane, const std::uint32_t (*a)[lanes], const std::uint32_t (*b)[lanes],
                           const std::uint32_t (*c)[lanes], const std::uint32_t* d) {
  for (int e = 0; e < 4; ++e) {
    const int row = lane / 4 + e / 2 * 8, column = lane % 4 * 2 + e % 2;
    const std::uint32_t seen = shape<Form>::half ? d[e / 2] >> (e % 2 * 16) & 0xffffu : d[e];
    judge(o, tile, static_cast<std::uint32_t>(row * 8 + column), seen, modelled<Form>(a, b, c, row, column));
  }
}

constexpr int warps = 4;
template <class Form>
struct words {
  std::uint32_t a[Form::a_words][lanes], b[Form::b_words][lanes], c[Form::c_words][lanes];
};

template <class Form>
__global__ void compare_mma(outcome* o, std::uint32_t tiles, std::uint64_t seed) {
  __shared__ words<Form> shared[warps];
  const int warp = static_cast<int>(threadIdx.x) / lanes, lane = static_cast<int>(threadIdx.x) % lanes;
  words<Form>& mine = shared[warp];
  for (std::uint32_t tile = blockIdx.x * warps + static_cast<std::uint32_t>(warp); tile < tiles; tile += gridDim.x * warps) {
    std::uint32_t a[Form::a_words], b[Form::b_words], c[Form::c_words], d[Form::c_words];
    const std::uint64_t own = core::mixed(seed + tile);
    fill<Form>(tile_source{Form::row(), Form::products, own, core::flavour_of(own)}, lane, 0, a, b, c);
    for (int w = 0; w < Form::a_words; ++w) mine.a[w][lane] = a[w];
    for (int w = 0; w < Form::b_words; ++w) mine.b[w][lane] = b[w];
    for (int w = 0; w < Form::c_words; ++w) mine.c[w][lane] = c[w];
    Form::run(d, a, b, c);
    __syncwarp();
    judge_lane<Form>(o, tile, lane, mine.a, mine.b, mine.c, d);
    __syncwarp();
    if (lane == 0) atomicAdd(&o->elements, 128ull);
  }
}

/// Eight elements a warp, which are on the tile's diagonal.
template <class Form>
__global__ void sample_mma(std::uint32_t* out, std::uint64_t seed) {
  const int lane = static_cast<int>(threadIdx.x);
  std::uint32_t a[Form::a_words], b[Form::b_words], c[Form::c_words], d[Form::c_words];
  const element_source s{Form::row(), Form::products, seed + 8 * blockIdx.x};
  fill<Form>(s, lane, 0, a, b, c);
  Form::run(d, a, b, c);
  const int row = lane / 4;
  if (lane % 4 == row / 2) out[8 * blockIdx.x + static_cast<std::uint32_t>(row)] = shape<Form>::half ? d[0] >> (row % 2 * 16) & 0xffffu : d[row % 2];
}

__device__ std::uint64_t descriptor(const void* at, int lead, int stride) {
  const auto address = static_cast<std::uint64_t>(__cvta_generic_to_shared(at));
  return (address & 0x3ffffu) >> 4 | static_cast<std::uint64_t>(lead >> 4) << 16 | static_cast<std::uint64_t>(stride >> 4) << 32;
}

/// Puts word `w` of a lane's fragment (rows from `group` * 8 on, 32 bytes of k each) where the core matrices have it.
__device__ void put_word(std::uint32_t* to, int group, int lane, int column, std::uint32_t word) {
  to[(group * 2 + column) * 32 + lane / 4 * 4 + lane % 4] = word;
}

template <class Form>
__global__ void compare_wgmma(outcome* o, std::uint32_t tiles, std::uint64_t seed) {
  __shared__ words<Form> shared[warps];
  __shared__ alignas(128) std::uint32_t a_tile[8 * 2 * 32];
  __shared__ alignas(128) std::uint32_t b_tile[2 * 32];
  const int warp = static_cast<int>(threadIdx.x) / lanes, lane = static_cast<int>(threadIdx.x) % lanes;
  words<Form>& mine = shared[warp];
  for (std::uint32_t tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    std::uint32_t a[Form::a_words], b[Form::b_words], c[Form::c_words], d[Form::c_words], again[Form::c_words];
    const std::uint64_t own = core::mixed(seed + tile);
    fill<Form>(tile_source{Form::row(), Form::products, own, core::flavour_of(own)}, lane, 16 * warp, a, b, c);
    for (int w = 0; w < Form::a_words; ++w) mine.a[w][lane] = a[w], put_word(a_tile, 2 * warp + w % 2, lane, w / 2, a[w]);
    for (int w = 0; w < Form::b_words; ++w) {
      mine.b[w][lane] = b[w];
      if (warp == 0) put_word(b_tile, 0, lane, w, b[w]);
    }
    for (int w = 0; w < Form::c_words; ++w) mine.c[w][lane] = c[w], d[w] = again[w] = c[w];
    asm volatile("fence.proxy.async;" ::: "memory");
    __syncthreads();
    Form::run(d, a, descriptor(b_tile, 128, 256));
    Form::run(again, descriptor(a_tile, 128, 256), descriptor(b_tile, 128, 256));
    judge_lane<Form>(o, tile, lane, mine.a, mine.b, mine.c, d);
    for (int w = 0; w < Form::c_words; ++w) judge(o, tile, static_cast<std::uint32_t>(1000 + w), again[w], d[w]);
    __syncthreads();
    if (threadIdx.x == 0) atomicAdd(&o->elements, 512ull);
  }
}

template <class Form>
__global__ void sample_wgmma(std::uint32_t* out, std::uint64_t seed) {
  __shared__ alignas(128) std::uint32_t b_tile[2 * 32];
  const int warp = static_cast<int>(threadIdx.x) / lanes, lane = static_cast<int>(threadIdx.x) % lanes;
  std::uint32_t a[Form::a_words], b[Form::b_words], c[Form::c_words], d[Form::c_words];
  const element_source s{Form::row(), Form::products, seed + 8 * blockIdx.x};
  fill<Form>(s, lane, 16 * warp, a, b, c);
  if (warp == 0)
    for (int w = 0; w < Form::b_words; ++w) put_word(b_tile, 0, lane, w, b[w]);
  for (int w = 0; w < Form::c_words; ++w) d[w] = c[w];
  asm volatile("fence.proxy.async;" ::: "memory");
  __syncthreads();
  Form::run(d, a, descriptor(b_tile, 128, 256));
  const int row = lane / 4;
  if (warp == 0 && lane % 4 == row / 2) out[8 * blockIdx.x + static_cast<std::uint32_t>(row)] = shape<Form>::half ? d[0] >> (row % 2 * 16) & 0xffffu : d[row % 2];
}

unsigned long long total_mismatches = 0;

void report(const char* name, outcome* o) {
  gpu::check(cudaGetLastError(), name);
  gpu::check(cudaDeviceSynchronize(), name);
  std::printf("%-42s %14llu elements, %llu mismatches\n", name, o->elements, o->mismatches);
  for (unsigned long long k = 0; k < o->mismatches && k < listed; ++k)
    std::printf("  tile %u element %u: device %08x model %08x\n", o->tile[k], o->element[k], o->device[k], o->model[k]);
  total_mismatches += o->mismatches;
  *o = {};
}

constexpr unsigned sampled = 16; // times eight elements a form
void write_sample(std::FILE* file, const char* form, const std::uint32_t* values, std::uint64_t seed) {
  for (unsigned k = 0; k < 8 * sampled; ++k) {
    if (k % 16 == 0) std::fprintf(file, "%s %llu", form, static_cast<unsigned long long>(seed + k));
    std::fprintf(file, " %x", values[k]);
    if (k % 16 == 15) std::fprintf(file, "\n");
  }
}

struct session {
  outcome* o;
  std::uint32_t* values;
  std::uint32_t tiles;
  std::FILE* sample;

  template <class Form>
  void mma(const char* recorded = nullptr) {
    compare_mma<Form><<<132 * 8, 32 * warps>>>(o, tiles, 0x1234567u);
    report(Form::name, o);
    if (recorded == nullptr || sample == nullptr) return;
    sample_mma<Form><<<sampled, 32>>>(values, 0);
    gpu::check(cudaDeviceSynchronize(), Form::name);
    write_sample(sample, recorded, values, 0);
  }
  template <class Form>
  void wgmma(const char* recorded = nullptr) {
    compare_wgmma<Form><<<132 * 8, 32 * warps>>>(o, tiles / 4, 0x7654321u);
    report(Form::name, o);
    if (recorded == nullptr || sample == nullptr) return;
    sample_wgmma<Form><<<sampled, 32 * warps>>>(values, 0);
    gpu::check(cudaDeviceSynchronize(), Form::name);
    write_sample(sample, recorded, values, 0);
  }
};

} // namespace

int main(int argc, char** argv) {
  if (!gpu::present()) return gpu::skip("tensor_core");
  session s{nullptr, nullptr, static_cast<std::uint32_t>(argc > 1 ? std::atoi(argv[1]) : 64) << 10, argc > 2 ? std::fopen(argv[2], "w") : nullptr};
  gpu::check(cudaMallocManaged(&s.o, sizeof(outcome)), "memory");
  gpu::check(cudaMallocManaged(&s.values, 8 * sampled * sizeof(std::uint32_t)), "memory");
  *s.o = {};
  std::printf("%s\n", gpu::name().c_str());
  if (s.sample != nullptr)
    std::fprintf(s.sample, "# Sums of tensor cores as %s gave them: form, seed of the first element, codes of 16 elements (hexadecimal).\n# Written by tests/gpu/tensor_core.cu.\n", gpu::name().c_str());
  s.mma<f16_f32_k16>("f16.f32.k16"), s.mma<f16_f32_k8>("f16.f32.k8"), s.mma<f16_f16_k16>("f16.f16.k16"), s.mma<f16_f16_k8>("f16.f16.k8");
  s.mma<bf16_k16>("bf16.f32.k16"), s.mma<bf16_k8>("bf16.f32.k8"), s.mma<tf32_k8>("tf32.f32.k8"), s.mma<tf32_k4>("tf32.f32.k4");
  s.mma<e4m3_e4m3_k32>("e4m3.e4m3.f32.k32"), s.mma<e4m3_e5m2_k32>("e4m3.e5m2.f32.k32"), s.mma<e5m2_e4m3_k32>(), s.mma<e5m2_e5m2_k32>();
  s.mma<e4m3_e4m3_k16>(), s.mma<e4m3_e5m2_k16>(), s.mma<e5m2_e4m3_k16>("e5m2.e4m3.f32.k16"), s.mma<e5m2_e5m2_k16>("e5m2.e5m2.f32.k16");
  s.wgmma<wgmma_f16_f32>(), s.wgmma<wgmma_f16_f16>(), s.wgmma<wgmma_bf16>(), s.wgmma<wgmma_tf32>();
  s.wgmma<wgmma_e4m3_e4m3_f32>("wgmma.e4m3.e4m3.f32"), s.wgmma<wgmma_e4m3_e5m2_f32>(), s.wgmma<wgmma_e5m2_e4m3_f32>("wgmma.e5m2.e4m3.f32");
  s.wgmma<wgmma_e5m2_e5m2_f32>("wgmma.e5m2.e5m2.f32"), s.wgmma<wgmma_e4m3_e4m3_f16>("wgmma.e4m3.e4m3.f16"), s.wgmma<wgmma_e4m3_e5m2_f16>("wgmma.e4m3.e5m2.f16");
  s.wgmma<wgmma_e5m2_e4m3_f16>(), s.wgmma<wgmma_e5m2_e5m2_f16>("wgmma.e5m2.e5m2.f16");
  if (s.sample != nullptr) std::fclose(s.sample);
  std::printf("%llu mismatches in all\n", total_mismatches);
  return total_mismatches == 0 ? 0 : 1;
}

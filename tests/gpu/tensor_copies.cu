// Compares maps and copies of tensors with the device: the bytes of maps as the driver makes them and as tensormap.replace changes them, boxes loaded, stored
// and summed in every rank, type and swizzle, at every edge; and prints what lies outside of a tensor where that is NaN.
// Usage: tensor_copies [BOXES [TYPE]]. BOXES of each type, 200 without; TYPE: of that one alone, and strided boxes too.
#include "../exec/tensor_boxes.hpp"
#include "device.hpp"

#include <cuda.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

using namespace fpcheck::exec;
typedef unsigned int word;

namespace {

struct coordinates {
  int at[5];
};

template <int Rank, int What> // 0 loads, 1 stores, 2 sums
__device__ void copy_box(word tile, const CUtensorMap* map, coordinates c, word signal) {
#define FPCHECK_LOAD(dim, list) asm volatile("cp.async.bulk.tensor." dim ".shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {" list "}], [%2];" ::"r"(tile), "l"(map), "r"(signal), "r"(c.at[0]), "r"(c.at[1]), "r"(c.at[2]), "r"(c.at[3]), "r"(c.at[4]) : "memory")
#define FPCHECK_STORE(name, dim, how, list) asm volatile(name "." dim ".global.shared::cta" how ".bulk_group [%1, {" list "}], [%0];" ::"r"(tile), "l"(map), "r"(signal), "r"(c.at[0]), "r"(c.at[1]), "r"(c.at[2]), "r"(c.at[3]), "r"(c.at[4]) : "memory")
#define FPCHECK_RANK(rank, dim, list)                                                                     \
  if constexpr (Rank == rank && What == 0) FPCHECK_LOAD(dim, list);                                       \
  if constexpr (Rank == rank && What == 1) FPCHECK_STORE("cp.async.bulk.tensor", dim, "", list);          \
  if constexpr (Rank == rank && What == 2) FPCHECK_STORE("cp.reduce.async.bulk.tensor", dim, ".add", list);
  FPCHECK_RANK(1, "1d", "%3")
  FPCHECK_RANK(2, "2d", "%3, %4")
  FPCHECK_RANK(3, "3d", "%3, %4, %5")
  FPCHECK_RANK(4, "4d", "%3, %4, %5, %6")
  FPCHECK_RANK(5, "5d", "%3, %4, %5, %6, %7")
}

/// Moves one box between the tensor and `other`, the words of shared memory from the box on.
template <int Rank, int What>
__global__ void move(const __grid_constant__ CUtensorMap map, word* other, coordinates c, word offset, word bytes, word reach) {
  extern __shared__ __align__(1024) unsigned char memory[];
  const word base = (static_cast<word>(__cvta_generic_to_shared(memory)) + 1023) / 1024 * 1024, at = base + offset, mark = base + 68 * 1024;
  word* const words = reinterpret_cast<word*>(memory + (at - static_cast<word>(__cvta_generic_to_shared(memory))));
  for (word k = threadIdx.x; k < reach; k += 32) words[k] = What == 0 ? 0xdeadbeefu : other[k];
  if (threadIdx.x == 0) asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(mark) : "memory");
  asm volatile("fence.proxy.async;" ::: "memory");
  __syncthreads();
  if (threadIdx.x == 0) {
    if (What == 0) asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(mark), "r"(bytes) : "memory");
    copy_box<Rank, What>(at, &map, c, mark);
    if (What != 0) asm volatile("cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;" ::: "memory");
  }
  if (What == 0) {
    word done = 0;
    for (int tries = 0; tries < 10000 && done == 0; ++tries)
      asm volatile("{\n.reg .pred p;\nmbarrier.try_wait.parity.shared::cta.b64 p, [%1], 0;\nselp.u32 %0, 1, 0, p;\n}" : "=r"(done) : "r"(mark) : "memory");
    for (word k = threadIdx.x; k < reach; k += 32) other[k] = done != 0 ? words[k] : 0xbadc0de5u; // other bytes came than the box has
  }
}

/// Changes fields of a map in shared memory, and shows its bytes.
__global__ void edit(const __grid_constant__ CUtensorMap map, unsigned long long* out, unsigned long long address) {
  __shared__ __align__(128) unsigned long long words[16];
  if (threadIdx.x < 16) words[threadIdx.x] = reinterpret_cast<const unsigned long long*>(&map)[threadIdx.x];
  __syncwarp();
  const word at = static_cast<word>(__cvta_generic_to_shared(words));
  if (threadIdx.x == 0) {
#define FPCHECK_EDIT(field, ordinal, value) asm volatile("tensormap.replace.tile." field ".shared::cta.b1024.b32 [%0], " ordinal "%1;" ::"l"(static_cast<unsigned long long>(at)), "r"(value) : "memory")
    asm volatile("tensormap.replace.tile.global_address.shared::cta.b1024.b64 [%0], %1;" ::"l"(static_cast<unsigned long long>(at)), "l"(address) : "memory");
    FPCHECK_EDIT("box_dim", "0, ", 64);
    FPCHECK_EDIT("box_dim", "1, ", 5);
    FPCHECK_EDIT("global_dim", "0, ", 1000);
    FPCHECK_EDIT("global_dim", "1, ", 77);
    asm volatile("tensormap.replace.tile.global_stride.shared::cta.b1024.b64 [%0], 0, %1;" ::"l"(static_cast<unsigned long long>(at)), "l"(4096ull) : "memory");
    FPCHECK_EDIT("element_stride", "1, ", 2);
    asm volatile("tensormap.replace.tile.elemtype.shared::cta.b1024.b32 [%0], 10;" ::"l"(static_cast<unsigned long long>(at)) : "memory");
    asm volatile("tensormap.replace.tile.swizzle_mode.shared::cta.b1024.b32 [%0], 1;" ::"l"(static_cast<unsigned long long>(at)) : "memory");
    asm volatile("tensormap.replace.tile.fill_mode.shared::cta.b1024.b32 [%0], 1;" ::"l"(static_cast<unsigned long long>(at)) : "memory");
  }
  __syncwarp();
  if (threadIdx.x < 16) out[threadIdx.x] = words[threadIdx.x];
}

using encoder = CUresult (*)(CUtensorMap*, CUtensorMapDataType, cuuint32_t, void*, const cuuint64_t*, const cuuint64_t*, const cuuint32_t*, const cuuint32_t*, CUtensorMapInterleave, CUtensorMapSwizzle,
                             CUtensorMapL2promotion, CUtensorMapFloatOOBfill);
encoder find_encoder() {
  void* out = nullptr;
  cudaDriverEntryPointQueryResult found{};
  gpu::check(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &out, 12000, cudaEnableDefault, &found), "the driver's encoder");
  return reinterpret_cast<encoder>(out);
}

CUtensorMapDataType drivers(map_element e) {
  constexpr CUtensorMapDataType types[map_elements] = {CU_TENSOR_MAP_DATA_TYPE_UINT8, CU_TENSOR_MAP_DATA_TYPE_UINT16, CU_TENSOR_MAP_DATA_TYPE_UINT32, CU_TENSOR_MAP_DATA_TYPE_INT32, CU_TENSOR_MAP_DATA_TYPE_UINT64,
                                                       CU_TENSOR_MAP_DATA_TYPE_INT64, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, CU_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ,
                                                       CU_TENSOR_MAP_DATA_TYPE_FLOAT64, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, CU_TENSOR_MAP_DATA_TYPE_TFLOAT32, CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ};
  return types[static_cast<std::size_t>(e)];
}

/// The driver's map; false where it refuses.
bool made_by_driver(encoder encode_tiled, const tensor_map& m, void* address, CUtensorMap& out) {
  cuuint64_t extents[5], strides[5];
  cuuint32_t box[5], steps[5];
  for (int k = 0; k < 5; ++k) extents[k] = m.extents[k], strides[k] = k < 4 ? m.strides[k] : 0, box[k] = m.box[k], steps[k] = m.element_strides[k];
  return encode_tiled(&out, drivers(m.element), static_cast<cuuint32_t>(m.rank), address, extents, strides, box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE,
                      static_cast<CUtensorMapSwizzle>(m.swizzle), static_cast<CUtensorMapL2promotion>(m.promotion), m.fills_nan ? CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA : CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) == CUDA_SUCCESS;
}

template <int What>
void launch(int rank, const CUtensorMap& map, word* other, coordinates c, word offset, word bytes, word reach) {
#define FPCHECK_LAUNCH(r)                                                                                              \
  if (rank == r) {                                                                                                     \
    cudaFuncSetAttribute(move<r, What>, cudaFuncAttributeMaxDynamicSharedMemorySize, 74 * 1024);                       \
    move<r, What><<<1, 32, 74 * 1024>>>(map, other, c, offset, bytes, reach);                                          \
  }
  FPCHECK_LAUNCH(1) FPCHECK_LAUNCH(2) FPCHECK_LAUNCH(3) FPCHECK_LAUNCH(4) FPCHECK_LAUNCH(5)
}

void show(const char* what, const void* bytes) {
  std::printf("%s", what);
  for (int k = 0; k < 16; ++k) {
    unsigned long long w;
    std::memcpy(&w, static_cast<const char*>(bytes) + 8 * k, 8);
    std::printf(" %llx", w);
  }
  std::printf("\n");
}

const char* argv0 = "";

struct counts {
  long maps = 0, refused = 0, other_maps = 0, boxes = 0, bytes = 0, other_bytes = 0;
};

/// Sums as the engine makes them. Binary32 keeps subnormals, other than atomics on global memory.
std::uint64_t sum_of(map_element e, std::uint64_t old, std::uint64_t v) {
  if (e != map_element::f32) return old + v;
  float x, y;
  const word a = static_cast<word>(old), b = static_cast<word>(v);
  std::memcpy(&x, &a, 4), std::memcpy(&y, &b, 4);
  const volatile float s = x + y;
  const float t = s;
  word r;
  std::memcpy(&r, &t, 4);
  return t != t ? 0x7fffffffu : r;
}

/// As loads do.
void round_to_tf32(std::byte* at) {
  word v;
  std::memcpy(&v, at, 4);
  v = (v & 0x7fffffffu) > 0x7f800000u ? 0x7fffe000u : (v + 0xfffu + (v >> 13 & 1u)) & ~0x1fffu;
  std::memcpy(at, &v, 4);
}

void try_box(encoder encode_tiled, const job& j, int what, counts& n) {
  unsigned char* tensor = nullptr;
  word* other = nullptr;
  const word reach = static_cast<word>((j.map.box_span() + 1023) / 1024 * 256 + 256), bytes = static_cast<word>(j.map.box_bytes());
  gpu::check(cudaMalloc(&tensor, j.tensor.size() + 4096), "memory");
  gpu::check(cudaMalloc(&other, reach * 4), "memory");
  gpu::check(cudaMemcpy(tensor, j.tensor.data(), j.tensor.size(), cudaMemcpyHostToDevice), "copy");
  std::vector<word> words(reach);
  for (word k = 0; k < reach; ++k) words[k] = j.box.empty() ? 0 : j.box[k % j.box.size()];
  gpu::check(cudaMemcpy(other, words.data(), reach * 4, cudaMemcpyHostToDevice), "copy");
  CUtensorMap map;
  ++n.maps;
  if (!made_by_driver(encode_tiled, j.map, tensor, map)) {
    ++n.refused;
  } else {
    tensor_map m = j.map;
    m.address = reinterpret_cast<std::uint64_t>(tensor);
    const auto own = encode(m);
    if (std::memcmp(own.data(), &map, 128) != 0 && n.other_maps++ < 3) show("driver", &map), show("here  ", own.data());
    coordinates c;
    for (int k = 0; k < 5; ++k) c.at[k] = j.at[k];
    if (what == 0) launch<0>(j.map.rank, map, other, c, j.offset, bytes, reach);
    if (what == 1) launch<1>(j.map.rank, map, other, c, j.offset, bytes, reach);
    if (what == 2) launch<2>(j.map.rank, map, other, c, j.offset, bytes, reach);
    if (const cudaError_t status = cudaDeviceSynchronize(); status != cudaSuccess) {
      show("a map", own.data());
      std::printf("%s: %s, %s at %d %d %d %d %d, offset %u\n", argv0, cudaGetErrorString(status), what == 0 ? "loaded" : what == 1 ? "stored" : "summed", c.at[0], c.at[1], c.at[2], c.at[3], c.at[4], j.offset);
      std::exit(1);
    }
    std::vector<std::byte> after(j.tensor.size());
    std::vector<word> got(reach);
    gpu::check(cudaMemcpy(after.data(), tensor, after.size(), cudaMemcpyDeviceToHost), "copy");
    gpu::check(cudaMemcpy(got.data(), other, reach * 4, cudaMemcpyDeviceToHost), "copy");
    std::vector<std::byte> wanted = j.tensor;
    std::vector<word> wanted_words = words;
    if (what == 0) std::fill(wanted_words.begin(), wanted_words.end(), 0xdeadbeefu);
    const std::uint64_t each = size_of(j.map.element);
    each_element(j, what == 0 ? box_use::load : box_use::store, [&](std::uint64_t byte, bool inside, std::uint64_t there) {
      std::byte* const in_box = reinterpret_cast<std::byte*>(wanted_words.data()) + (byte - j.offset);
      if (what == 0) {
        if (inside) std::memcpy(in_box, j.tensor.data() + there, each);
        else std::memset(in_box, 0, each);
        if (j.map.element == map_element::tf32) round_to_tf32(in_box);
      } else if (inside) {
        std::uint64_t v = 0, old = 0;
        std::memcpy(&v, in_box, each), std::memcpy(&old, wanted.data() + there, each);
        if (what == 2) v = sum_of(j.map.element, old, v);
        std::memcpy(wanted.data() + there, &v, each);
      }
    });
    ++n.boxes;
    const auto compare = [&](const void* a, const void* b, std::size_t size) {
      n.bytes += static_cast<long>(size);
      for (std::size_t k = 0; k < size; ++k) n.other_bytes += static_cast<const char*>(a)[k] != static_cast<const char*>(b)[k];
    };
    if (what == 0) compare(got.data(), wanted_words.data(), reach * 4);
    else compare(after.data(), wanted.data(), after.size());
  }
  cudaFree(tensor), cudaFree(other);
}

void show_fill(encoder encode_tiled, map_element e, const char* name) {
  job j;
  j.map.rank = 1, j.map.element = e, j.map.extents[0] = 1000, j.map.box[0] = 16 / size_of(e), j.map.fills_nan = true;
  unsigned char* tensor = nullptr;
  word* other = nullptr;
  gpu::check(cudaMalloc(&tensor, 65536), "memory");
  gpu::check(cudaMalloc(&other, 4096), "memory");
  CUtensorMap map;
  if (!made_by_driver(encode_tiled, j.map, tensor, map)) return void(std::printf("fill %s: refused\n", name));
  launch<0>(1, map, other, {{-64, 0, 0, 0, 0}}, 0, 16, 4);
  word got[4];
  gpu::check(cudaMemcpy(got, other, 16, cudaMemcpyDeviceToHost), "a filled box");
  std::printf("fill %s: %08x %08x\n", name, got[0], got[1]);
  cudaFree(tensor), cudaFree(other);
}

long differing_edits(encoder encode_tiled) {
  tensor_map m;
  m.rank = 2, m.element = map_element::f16, m.swizzle = map_swizzle::by_128, m.extents = {64, 100, 1, 1, 1}, m.strides = {128, 0, 0, 0}, m.box = {64, 32, 1, 1, 1};
  unsigned long long* out = nullptr;
  gpu::check(cudaMalloc(&out, 128), "memory");
  CUtensorMap map;
  if (!made_by_driver(encode_tiled, m, out, map)) return -1;
  edit<<<1, 32>>>(map, out, 0x7f0012345600ull);
  std::array<std::byte, 128> got, wanted;
  gpu::check(cudaMemcpy(got.data(), out, 128, cudaMemcpyDeviceToHost), "an edited map");
  std::memcpy(wanted.data(), &map, 128);
  const auto set = [&](map_field f, word ordinal, std::uint64_t v) { replace(wanted, f, ordinal, v); };
  set(map_field::address, 0, 0x7f0012345600ull), set(map_field::box, 0, 64), set(map_field::box, 1, 5), set(map_field::extent, 0, 1000), set(map_field::extent, 1, 77);
  set(map_field::stride, 0, 4096), set(map_field::element_stride, 1, 2), set(map_field::element, 0, 10), set(map_field::swizzle, 0, 1), set(map_field::fill, 0, 1);
  long differ = 0;
  for (int k = 0; k < 128; ++k) differ += got[k] != wanted[k];
  if (differ != 0) show("device", got.data()), show("here  ", wanted.data());
  cudaFree(out);
  return differ;
}

} // namespace

int main(int argc, char** argv) {
  if (!gpu::present()) return gpu::skip(argv[0]);
  const int boxes = argc > 1 ? std::atoi(argv[1]) : 200;
  argv0 = argv[0];
  const encoder encode_tiled = find_encoder();
  std::printf("%s\n", gpu::name().c_str());
  bool good = true;
  std::mt19937 draw(2024);
  const std::pair<map_element, const char*> types[] = {{map_element::u8, "u8"}, {map_element::u16, "u16"}, {map_element::u32, "u32"}, {map_element::s32, "s32"}, {map_element::u64, "u64"}, {map_element::s64, "s64"},
                                                       {map_element::f16, "f16"}, {map_element::bf16, "bf16"}, {map_element::f32, "f32"}, {map_element::f64, "f64"}, {map_element::tf32, "tf32"}};
  for (const auto& [e, name] : types)
    for (const int what : {0, 1, 2}) {
      if (argc > 2 && std::strcmp(argv[2], name) != 0) continue;
      const bool sums = e == map_element::u32 || e == map_element::s32 || e == map_element::u64 || e == map_element::f32;
      if (what == 2 && !sums) continue;
      counts n;
      for (int k = 0; k < boxes; ++k) {
        job j = random_job(draw, e, what == 0 ? box_use::load : box_use::store);
        if (argc <= 2) j.map.element_strides = {1, 1, 1, 1, 1};
        if (j.map.box_span() <= most_box_bytes) try_box(encode_tiled, j, what, n);
      }
      std::printf("%-5s %s: %ld maps, %ld refused, %ld of other bytes; %ld boxes, %ld bytes, %ld other\n", name, what == 0 ? "load" : what == 1 ? "store" : "sum", n.maps, n.refused, n.other_maps, n.boxes, n.bytes, n.other_bytes);
      good = good && n.other_maps == 0 && n.other_bytes == 0;
    }
  for (const auto& [e, name] : types)
    if (e >= map_element::f16) show_fill(encode_tiled, e, name);
  const long edits = differing_edits(encode_tiled);
  std::printf("a map edited by tensormap.replace: %ld of 128 bytes other\n", edits);
  return good && edits == 0 ? 0 : 1;
}

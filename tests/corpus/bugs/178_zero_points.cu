// Weights of four bits for tensor cores, taken as half 1024 + q by their bits: scaled before the zero point is taken off, which leaves the rounding of a
// thousand times as much; the zero point first; and the bits of a pair in the wrong order.
#include <cuda_fp16.h>

__device__ unsigned pair(const __half* p) { return *reinterpret_cast<const unsigned*>(p); }
__device__ unsigned joined(__half2 h) { return *reinterpret_cast<const unsigned*>(&h); }
/// Two weights of a byte, with 1024 added.
__device__ __half2 lifted(unsigned byte) {
  const unsigned both = (byte & 0xfu) | (byte & 0xf0u) << 12 | 0x64006400u;
  return *reinterpret_cast<const __half2*>(&both);
}
__device__ unsigned scaled_first(unsigned byte, __half scale, __half zero) {
  const __half2 s = __half2half2(scale), z = __half2half2(__hadd(zero, __float2half(1024.f)));
  return joined(__hsub2(__hmul2_rn(lifted(byte), s), __hmul2_rn(z, s))); // expect-line
}
__device__ unsigned shifted_first(unsigned byte, __half scale, __half zero) {
  const __half2 z = __half2half2(__hadd(zero, __float2half(1024.f)));
  return joined(__hmul2(__hsub2(lifted(byte), z), __half2half2(scale)));
}
__device__ unsigned turned(unsigned byte, __half scale, __half zero) { return shifted_first(byte >> 4 | (byte & 0xfu) << 4, scale, zero); }

/// C[16 x 8] of activations and packed weights: row n of them holds k / 2 bytes, each group of 64 has a scale and a zero point.
template <unsigned (*Value)(unsigned, __half, __half)>
__device__ void multiply(int k, const __half* x, const unsigned char* w, const __half* scale, const __half* zero, float* c) {
  const int row = threadIdx.x / 4, part = threadIdx.x % 4 * 2;
  float d[4] = {};
  for (int i = 0; i < k; i += 16) {
    const __half* p = x + row * k + i + part;
    const unsigned char* q = w + (row * k + i + part) / 2;
    const int group = row * (k / 64) + i / 64;
    asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
        : "r"(pair(p)), "r"(pair(p + 8 * k)), "r"(pair(p + 8)), "r"(pair(p + 8 * k + 8)), "r"(Value(q[0], scale[group], zero[group])), "r"(Value(q[4], scale[group], zero[group])));
  }
  for (int e = 0; e < 4; ++e) c[(row + e / 2 * 8) * 8 + part + e % 2] = d[e]; // expect-line
}

// fpcheck: weights_scaled_first <<<1, 32>>> k=256 x=randn:16x256:f16 w=randint(0,256):8x128:u8 scale=uniform(0.001,0.01):8x4:f16 zero=randint(6,10):8x4:f16 c=empty:16x8
// expect: weights_scaled_first rule=cancellation|narrowing|inaccurate line=marked max_findings=3
__global__ void weights_scaled_first(int k, const __half* x, const unsigned char* w, const __half* scale, const __half* zero, float* c) { multiply<scaled_first>(k, x, w, scale, zero, c); }

// fpcheck: weights_in_pairs_turned <<<1, 32>>> k=256 x=uniform(0.5,1):16x256:f16 w=randint(0,256):8x128:u8 scale=uniform(0.001,0.01):8x4:f16 zero=randint(0,3):8x4:f16 c=empty:16x8 'ref=let h=floor(w / 16); let q=reshape(concatenate((w[:,:,None] - 16 * h[:,:,None], h[:,:,None]), 2), (8,4,64)); let v=(q - zero[:,:,None]) * scale[:,:,None]; x@reshape(v, (8,256)).T' --round v=f16
// expect: weights_in_pairs_turned rule=mismatch line=marked max_findings=3
__global__ void weights_in_pairs_turned(int k, const __half* x, const unsigned char* w, const __half* scale, const __half* zero, float* c) { multiply<turned>(k, x, w, scale, zero, c); }

// fpcheck: weights_shifted_first <<<1, 32>>> k=256 x=uniform(0.5,1):16x256:f16 w=randint(0,256):8x128:u8 scale=uniform(0.001,0.01):8x4:f16 zero=randint(0,3):8x4:f16 c=empty:16x8 'ref=let h=floor(w / 16); let q=reshape(concatenate((w[:,:,None] - 16 * h[:,:,None], h[:,:,None]), 2), (8,4,64)); let v=(q - zero[:,:,None]) * scale[:,:,None]; x@reshape(v, (8,256)).T' --round v=f16
// expect: weights_shifted_first clean
__global__ void weights_shifted_first(int k, const __half* x, const unsigned char* w, const __half* scale, const __half* zero, float* c) { multiply<shifted_first>(k, x, w, scale, zero, c); }

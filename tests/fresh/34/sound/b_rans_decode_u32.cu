// fpcheck: decode <<<1, 32>>> state0=@b_rans_decode_u32_s.npy words=@b_rans_decode_u32_w.npy lut=@b_rans_decode_u32_lut.npy text=empty:8x64 check=empty:8 streams=8 length=64 stride=9 --ref text=@b_rans_decode_u32_ref_text.npy --tol bitwise
// expect: ok
// why: 32-bit products and shifts of states near the top of their range, a hash that wraps, a subtraction of unsigned numbers: all exact or meant in rANS and FNV
// figure: text[0] computed 4, exact 4 (error 0, 0 of the tolerance; worst of 512)
#include <cuda_runtime.h>
#include <stdint.h>

// A static rANS decoder (12-bit probabilities, 32-bit state, 16-bit renormalisation), one stream a thread, as the
// entropy stage of GPU codecs. The checksum is an FNV hash, whose product is meant to wrap.

constexpr int PROB_BITS = 12;
constexpr uint32_t PROB_MASK = (1u << PROB_BITS) - 1u;
constexpr uint32_t LOWER = 1u << 16;
constexpr int SYMBOLS = 5;

__constant__ uint16_t FREQ[SYMBOLS] = {700, 1800, 96, 500, 1000};

struct Stream {
    uint32_t state;
    const uint16_t* next;
};

__device__ __forceinline__ Stream open(uint32_t state, const uint16_t* words)
{
    Stream s;
    s.state = state;
    s.next = words;
    return s;
}

__device__ __forceinline__ uint32_t start_of(int symbol)
{
    uint32_t c = 0;
    for (int i = 0; i < symbol; ++i) c += FREQ[i];
    return c;
}

__device__ __forceinline__ void renormalise(Stream& s)
{
    if (s.state < LOWER) {
        s.state = (s.state << 16) | *s.next;
        ++s.next;
    }
}

// the slot in the cumulative table is the low bits of the state
__device__ __forceinline__ uint32_t slot_of(const Stream& s)
{
    return s.state & PROB_MASK;
}

__device__ __forceinline__ void pop(Stream& s, int symbol)
{
    const uint32_t slot = slot_of(s);
    s.state = (uint32_t)FREQ[symbol] * (s.state >> PROB_BITS) + slot - start_of(symbol);
    renormalise(s);
}

__device__ __forceinline__ int decode_symbol(Stream& s, const uint8_t* __restrict__ lut)
{
    const int symbol = lut[slot_of(s)];
    pop(s, symbol);
    return symbol;
}

// FNV-1a
struct Hash {
    uint32_t h;
};

__device__ __forceinline__ Hash start_hash()
{
    Hash h;
    h.h = 2166136261u;
    return h;
}

__device__ __forceinline__ void feed(Hash& h, uint8_t byte)
{
    h.h ^= byte;
    h.h *= 16777619u;
}

__device__ __forceinline__ bool ended_well(const Stream& s)
{
    return s.state == LOWER;   // where the encoder began
}

__global__ void decode(const uint32_t* __restrict__ state0, const uint16_t* __restrict__ words, const uint8_t* __restrict__ lut,
                       uint8_t* text, uint32_t* check, int streams, int length, int stride)
{
    const int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= streams) return;
    Stream s = open(state0[t], words + t * stride);
    Hash h = start_hash();
    for (int i = 0; i < length; ++i) {
        const uint8_t c = (uint8_t)decode_symbol(s, lut);
        text[t * length + i] = c;
        feed(h, c);
    }
    check[t] = ended_well(s) ? h.h : 0u;
}

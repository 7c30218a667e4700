// fpcheck: decode <<<1, 128>>> data=[42246,100000,4091823680,3411300328,1626239604,4274383599,125057587,4114758233,42249,4294967046,1805751808,4068649420,2676651015,1990440821,582901622,1173363713,805559556,589491956,2321660028,42240,42] offset=[0,8,19] value=empty:96 broken=inout:zeros:1 blocks=3 want=[100000,99987,99989,99960,99934,99916,99947,99937,99947,99924,99930,99915,99940,99911,99918,99930,99906,99884,99899,99874,99905,99897,99879,99886,99912,99897,99905,99916,99945,99949,99959,99928,-250,-352,-236,-435,-357,-368,-139,-147,-89,-316,-496,-377,-407,-626,-863,-768,-673,-746,-618,-620,-668,-651,-465,-469,-445,-256,-350,-300,-75,-301,-106,32,42,42,42,42,42,42,42,42,42,42,42,42,42,42,42,42,42,42,42,42,42,42,42,42,42,42,42,42,42,42,42,42] --ref 'value=want' --tol rtol=1e-9,atol=0
// expect: error mismatch at line 71
// why: the shuffle of the prefix sum has a width of 16: the upper half of the warp gets its own value back in place of the lower half's
// figure: value[16] computed 99952, MPFR 99906
// Decoder of a column: blocks of 32 integers as zigzag differences of a fixed width, behind a header of two words.
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

#define FULL 0xffffffffu
#define MAGIC 0xa5u
#define BLOCK 32
#define HEADER 2

// ------------------------------------------------------------------ header

struct Header {
    unsigned width; // bits of a difference, 0 to 32
    unsigned magic;
    unsigned first; // value before the first difference
};

__device__ Header read_header(const unsigned *block)
{
    Header h;
    unsigned word = block[0];
    h.width = word & 0xffu;
    h.magic = (word >> 8) & 0xffu;
    h.first = block[1];
    return h;
}

__device__ inline bool valid(Header h)
{
    return h.magic == MAGIC && h.width <= 32u;
}

// ------------------------------------------------------------------ bits

__device__ inline unsigned low_bits(unsigned width)
{
    return width >= 32u ? 0xffffffffu : (1u << width) - 1u;
}

// Code of one lane; the payload of a block is exactly `width` words.
__device__ unsigned code_of(const unsigned *payload, unsigned lane, unsigned width)
{
    if (width == 0u)
        return 0u;
    unsigned bit = lane * width;
    unsigned word = bit >> 5;
    unsigned shift = bit & 31u;
    unsigned low = payload[word];
    unsigned high = 0u;
    if (shift + width > 32u)
        high = payload[word + 1];
    return __funnelshift_r(low, high, shift) & low_bits(width);
}

// 0, -1, 1, -2, 2 ... from 0, 1, 2, 3, 4 ...
__device__ inline int unzigzag(unsigned code)
{
    return (int)(code >> 1) ^ -(int)(code & 1u);
}

// ------------------------------------------------------------------ sums

// Value of the lane `distance` below in the warp; the lane's own where there is none.
__device__ inline unsigned from_below(unsigned v, unsigned distance)
{
    return __shfl_up_sync(FULL, v, distance, 16);
}

// Inclusive prefix sum over the warp, modulo 2^32.
__device__ unsigned prefix_sum(unsigned v, unsigned lane)
{
    for (unsigned distance = 1; distance < BLOCK; distance *= 2) {
        unsigned below = from_below(v, distance);
        if (lane >= distance)
            v += below;
    }
    return v;
}

// ------------------------------------------------------------------ kernel

// One warp a block; a block that is not valid gives zeros and is counted.
__global__ void decode(const unsigned *data, const int *offset, int *value, int *broken, int blocks)
{
    unsigned lane = threadIdx.x & 31u;
    int warp = threadIdx.x / 32;
    int b = blockIdx.x * (blockDim.x / 32) + warp;
    if (b >= blocks)
        return;

    const unsigned *block = data + offset[b];
    Header h = read_header(block);
    if (!valid(h)) {
        value[b * BLOCK + lane] = 0;
        if (lane == 0)
            atomicAdd(broken, 1);
        return;
    }

    unsigned code = code_of(block + HEADER, lane, h.width);
    unsigned difference = (unsigned)unzigzag(code);
    unsigned sum = prefix_sum(difference, lane);
    value[b * BLOCK + lane] = (int)(h.first + sum);
}

// ------------------------------------------------------------------ host

// Words that a column takes, headers included, for the widths of its blocks.
size_t words_of(const std::vector<unsigned> &widths)
{
    size_t words = 0;
    for (unsigned width : widths)
        words += HEADER + width;
    return words;
}

// Returns the number of broken blocks.
int decode_column(const std::vector<unsigned> &data, const std::vector<int> &offset, std::vector<int> &value)
{
    int blocks = (int)offset.size();
    unsigned *d_data;
    int *d_offset, *d_value, *d_broken;
    int broken = 0;
    value.resize(blocks * BLOCK);
    cudaMalloc(&d_data, sizeof(unsigned) * data.size());
    cudaMalloc(&d_offset, sizeof(int) * blocks);
    cudaMalloc(&d_value, sizeof(int) * value.size());
    cudaMalloc(&d_broken, sizeof(int));
    cudaMemcpy(d_data, data.data(), sizeof(unsigned) * data.size(), cudaMemcpyHostToDevice);
    cudaMemcpy(d_offset, offset.data(), sizeof(int) * blocks, cudaMemcpyHostToDevice);
    cudaMemset(d_broken, 0, sizeof(int));

    const int warps = 4;
    decode<<<(blocks + warps - 1) / warps, warps * 32>>>(d_data, d_offset, d_value, d_broken, blocks);

    cudaMemcpy(value.data(), d_value, sizeof(int) * value.size(), cudaMemcpyDeviceToHost);
    cudaMemcpy(&broken, d_broken, sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(d_data);
    cudaFree(d_offset);
    cudaFree(d_value);
    cudaFree(d_broken);
    if (broken != 0)
        std::fprintf(stderr, "%d broken blocks\n", broken);
    return broken;
}

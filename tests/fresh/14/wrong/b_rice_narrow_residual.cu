// fpcheck: rice_encode <<<2, 32>>> samples=[41.0,-10.5,-2.0,-13.5,-22.5,-26.5,-67.0,-71.5,-89.0,-22.5,-18.0,-25.0,-30.5,-44.0,-65.0,-73.0,-63.5,-68.0,-49.0,-53.0,22447.5,22478.5,22489.5,22479.0,22475.5,22486.5,22525.0,22519.5,22515.0,22535.0,22517.0,22511.5,22529.0,22540.5,22542.5,22556.0,22499.0,22519.5,22500.5,22467.0,-27.5,-13.5,-22.0,-44.0,-43.5,-44.5,-16.0,-1.0,2.5,25.0,21.0,2.0,14.0,25.5,21.5,5.5,10.0,-39.5,-26.0,-16.0,-49.0,-47.5,-67.0,-51.5] step=0.5 stream=empty:128 rice=empty:2 length=empty:2 saving=empty:2
// fpcheck+ rice_decode <<<2, 32>>> coded=stream parameters=rice unit=0.5 decoded=empty:64 want=[41.0,-10.5,-2.0,-13.5,-22.5,-26.5,-67.0,-71.5,-89.0,-22.5,-18.0,-25.0,-30.5,-44.0,-65.0,-73.0,-63.5,-68.0,-49.0,-53.0,22447.5,22478.5,22489.5,22479.0,22475.5,22486.5,22525.0,22519.5,22515.0,22535.0,22517.0,22511.5,22529.0,22540.5,22542.5,22556.0,22499.0,22519.5,22500.5,22467.0,-27.5,-13.5,-22.0,-44.0,-43.5,-44.5,-16.0,-1.0,2.5,25.0,21.0,2.0,14.0,25.5,21.5,5.5,10.0,-39.5,-26.0,-16.0,-49.0,-47.5,-67.0,-51.5] ref=decoded=want --tol rtol=1e-6
// expect: error narrowing at line 20
// why: residuals are kept in 16 bits, but the jump of an earthquake is 45000 steps: it wraps, and everything after it in the block is off by 65536 steps
// figure: computed -10320.5, right 22447.5 (decoded[20])
// Rice coding of a seismometer's samples: first differences in steps, zigzag, a parameter for each block of 32 samples.
// One warp a block; the second kernel decodes what the first wrote.
#include <cuda_runtime.h>

#define BLOCK 32
#define WORDS 64

// ---------------------------------------------------------------- residuals

// Differences of neighbours are small, so 16 bits do.
typedef short Residual;

__device__ inline Residual residual(int now, int before)
{
    return (Residual)(now - before);
}

__device__ inline int quantise(float sample, float step)
{
    return __float2int_rn(sample / step);
}

// 0, -1, 1, -2, 2 .. to 0, 1, 2, 3, 4 ..
__device__ inline unsigned zigzag(int v)
{
    return ((unsigned)v << 1) ^ (unsigned)(v >> 31);
}

__device__ inline int unzigzag(unsigned u)
{
    return (int)(u >> 1) ^ -(int)(u & 1u);
}

// ---------------------------------------------------------------- bits

// Sets up to 32 bits from a position on; other lanes set others of the same word.
__device__ void put(unsigned *words, unsigned position, unsigned bits, unsigned count)
{
    if (count == 0)
        return;
    unsigned word = position >> 5, offset = position & 31u;
    unsigned long long wide = (unsigned long long)bits << offset;
    atomicOr(&words[word], (unsigned)wide);
    if (offset + count > 32)
        atomicOr(&words[word + 1], (unsigned)(wide >> 32));
}

__device__ unsigned get(const unsigned *words, unsigned position, unsigned count)
{
    unsigned word = position >> 5, offset = position & 31u;
    unsigned long long wide = words[word];
    if (offset + count > 32)
        wide |= (unsigned long long)words[word + 1] << 32;
    return (unsigned)(wide >> offset) & ((1u << count) - 1u);
}

// The number of zero bits before the next one bit.
__device__ unsigned zeros(const unsigned *words, unsigned position)
{
    unsigned n = 0;
    while (((words[(position + n) >> 5] >> ((position + n) & 31u)) & 1u) == 0)
        n++;
    return n;
}

// ---------------------------------------------------------------- a warp's helpers

__device__ inline unsigned exclusive_scan(unsigned v)
{
    int lane = threadIdx.x & 31;
    unsigned sum = v;
    for (int d = 1; d < 32; d <<= 1) {
        unsigned left = __shfl_up_sync(0xffffffffu, sum, d);
        if (lane >= d)
            sum += left;
    }
    return sum - v;
}

// The largest k with 2^k at most the mean: integers only.
__device__ inline unsigned parameter(unsigned total)
{
    unsigned mean = total / BLOCK;
    return mean < 2 ? 0 : 31 - __clz(mean);
}

// What coding saves of 32 bits a sample.
__device__ inline float saved(unsigned bits)
{
    return 1.0f - (float)bits / (float)(BLOCK * 32);
}

// ---------------------------------------------------------------- encoder

__global__ void rice_encode(const float *samples, float step, unsigned *stream, unsigned *rice, unsigned *length,
                       float *saving)
{
    __shared__ unsigned words[WORDS];
    int lane = threadIdx.x;
    words[lane] = 0;
    words[lane + 32] = 0;
    __syncwarp();

    int i = blockIdx.x * BLOCK + lane;
    int mine = quantise(samples[i], step);
    int before = __shfl_up_sync(0xffffffffu, mine, 1);
    Residual r = residual(mine, lane == 0 ? 0 : before);
    unsigned u = zigzag(r);

    unsigned k = parameter(__reduce_add_sync(0xffffffffu, u));
    unsigned unary = u >> k;
    unsigned bits = unary + 1 + k;
    unsigned at = exclusive_scan(bits);
    put(words, at + unary, 1u, 1);
    put(words, at + unary + 1, u & ((1u << k) - 1u), k);
    __syncwarp();

    stream[blockIdx.x * WORDS + lane] = words[lane];
    stream[blockIdx.x * WORDS + lane + 32] = words[lane + 32];
    if (lane == 31) {
        rice[blockIdx.x] = k;
        length[blockIdx.x] = at + bits;
        saving[blockIdx.x] = saved(at + bits);
    }
}

// ---------------------------------------------------------------- decoder

// Codes have no length of their own, so one lane reads them; the samples come of a scan of the residuals.
__global__ void rice_decode(const unsigned *coded, const unsigned *parameters, float unit, float *decoded)
{
    __shared__ int residuals[BLOCK];
    int lane = threadIdx.x;
    const unsigned *words = coded + blockIdx.x * WORDS;
    if (lane == 0) {
        unsigned k = parameters[blockIdx.x];
        unsigned position = 0;
        for (int i = 0; i < BLOCK; i++) {
            unsigned unary = zeros(words, position);
            position += unary + 1;
            unsigned u = (unary << k) | get(words, position, k);
            position += k;
            residuals[i] = unzigzag(u);
        }
    }
    __syncwarp();
    int r = residuals[lane];
    int sum = (int)exclusive_scan((unsigned)r) + r;
    decoded[blockIdx.x * BLOCK + lane] = (float)sum * unit;
}

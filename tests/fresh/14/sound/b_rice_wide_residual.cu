// fpcheck: pack_samples <<<2, 32>>> samples=[-16.0,-11.0,-44.5,-31.0,-8.5,-17.5,-9.0,-4.0,-11.5,-29.0,-69.5,-41.5,-42.5,8.0,24.5,30.0,17.0,45.0,35.0,66.0,35058.0,35062.0,35031.5,35078.5,35076.5,35069.0,35085.0,35067.0,35082.5,35059.0,35070.0,35049.0,35012.5,35000.5,34971.0,34982.5,34982.5,34993.0,34994.5,34987.5,-12.0,9.5,5.5,-9.5,-29.0,-33.5,-48.5,-11.0,-34.5,-56.0,-62.0,-49.0,-54.5,-73.5,-90.0,-97.0,-77.5,-97.0,-98.5,-111.0,-104.5,-96.5,-126.0,-78.0] step=0.5 stream=empty:128 rice=empty:2 length=empty:2 saving=empty:2
// fpcheck+ unpack_samples <<<2, 32>>> coded=stream parameters=rice unit=0.5 decoded=empty:64 want=[-16.0,-11.0,-44.5,-31.0,-8.5,-17.5,-9.0,-4.0,-11.5,-29.0,-69.5,-41.5,-42.5,8.0,24.5,30.0,17.0,45.0,35.0,66.0,35058.0,35062.0,35031.5,35078.5,35076.5,35069.0,35085.0,35067.0,35082.5,35059.0,35070.0,35049.0,35012.5,35000.5,34971.0,34982.5,34982.5,34993.0,34994.5,34987.5,-12.0,9.5,5.5,-9.5,-29.0,-33.5,-48.5,-11.0,-34.5,-56.0,-62.0,-49.0,-54.5,-73.5,-90.0,-97.0,-77.5,-97.0,-98.5,-111.0,-104.5,-96.5,-126.0,-78.0] ref=decoded=want --tol rtol=1e-6
// expect: ok
// why: shifts by k = 0 or offset 0, a signed sum made with an unsigned scan, 64-bit words put together by atomicOr: all within their range
// figure: computed 35069.0, right 35069.0 (decoded[25]): exact, rice = [12, 13], length = [450, 482]
// Rice coding of a seismometer's samples: first differences in steps, zigzag, a parameter for each block of 32 samples.
// One warp a block; the second kernel decodes what the first wrote.
#include <cuda_runtime.h>

#define BLOCK 32
#define WORDS 64

// ---------------------------------------------------------------- residuals

// The difference of two samples of 24 bits has 25.
typedef int Residual;

__device__ inline Residual residual(int now, int before)
{
    return now - before;
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

__global__ void pack_samples(const float *samples, float step, unsigned *stream, unsigned *rice, unsigned *length,
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
__global__ void unpack_samples(const unsigned *coded, const unsigned *parameters, float unit, float *decoded)
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

// fpcheck: mdct_block <<<2, 64>>> pcm=uniform(-1,1):128 coefficients=empty:2x32 scale=empty:2 hop=32
// expect: error race on shared memory (missing barrier) at line 34
// why: the fold reads windowed samples of the other warp, with no barrier after they are written
// figure: computed undefined (coefficient 0 may use stale samples 32..63), MPFR the MDCT of the windowed block
// MDCT of blocks of 64 samples with a sine window, 32 coefficients each, and the exponent that a coder would send.

#define HALF 32
#define LENGTH (2 * HALF)
#define PI 3.14159265358979f

struct Stage {
    float windowed[LENGTH];
    float folded[HALF];
    float magnitude[LENGTH / 32];
    int exponent;
};

__device__ float window(int i)
{
    return sinpif((i + 0.5f) / LENGTH);
}

__device__ void apply_window(Stage &s, const float *pcm)
{
    int t = threadIdx.x;
    s.windowed[t] = pcm[t] * window(t);
}

// (a, b, c, d) -> (-c_r - d, a - b_r), the block in four quarters
__device__ float fold(const Stage &s, int i)
{
    const int quarter = HALF / 2;
    if (i < quarter) {
        float c = s.windowed[3 * quarter - 1 - i];
        float d = s.windowed[3 * quarter + i];
        return -c - d;
    }
    float a = s.windowed[i - quarter];
    float b = s.windowed[3 * quarter - 1 - i];
    return a - b;
}

// DCT-IV, straight; the angle in units of pi is reduced exactly, as it is a multiple of 1 / (4 HALF)
__device__ float dct4(const Stage &s, int k)
{
    float sum = 0.0f;
    for (int i = 0; i < HALF; i++) {
        int angle = (2 * i + 1) * (2 * k + 1) % (8 * HALF);
        sum += s.folded[i] * cospif(angle / (4.0f * HALF));
    }
    return sum;
}

__device__ float warp_max(float v)
{
    for (int d = 16; d > 0; d >>= 1)
        v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, d));
    return v;
}

// The largest magnitude of the block, in every thread
__device__ float block_max(Stage &s, float v)
{
    int warp = threadIdx.x / 32;
    float m = warp_max(fabsf(v));
    if (threadIdx.x % 32 == 0)
        s.magnitude[warp] = m;
    __syncthreads();
    float best = s.magnitude[0];
    for (int i = 1; i < LENGTH / 32; i++)
        best = fmaxf(best, s.magnitude[i]);
    return best;
}

// Exponent e with 2^(e-1) <= largest < 2^e; 0 for silence
__device__ int exponent_of(float largest)
{
    int e = 0;
    if (largest > 0.0f)
        frexpf(largest, &e);
    return e;
}

__device__ void choose_exponent(Stage &s, float largest)
{
    if (threadIdx.x == 0)
        s.exponent = exponent_of(largest);
    __syncthreads();
}

__device__ float normalised(const Stage &s, float c)
{
    return ldexpf(c, -s.exponent);
}

__device__ const float *block_start(const float *pcm, int hop)
{
    return pcm + blockIdx.x * hop;
}

__global__ void mdct_block(
    const float *pcm,
    float *coefficients,
    int *scale,
    int hop)
{
    __shared__ Stage s;
    int t = threadIdx.x;

    apply_window(s, block_start(pcm, hop));

    if (t < HALF)
        s.folded[t] = fold(s, t);
    __syncthreads();

    float c = 0.0f;
    if (t < HALF)
        c = dct4(s, t);

    float largest = block_max(s, c);
    choose_exponent(s, largest);

    if (t < HALF)
        coefficients[blockIdx.x * HALF + t] = normalised(s, c);
    if (t == 0)
        scale[blockIdx.x] = s.exponent;
}

// The way back of the exponent alone, for the tests of the decoder
__global__ void restore_scale(
    const float *coefficients,
    const int *scale,
    float *out,
    int blocks)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < blocks * HALF)
        out[i] = ldexpf(coefficients[i], scale[i / HALF]);
}

// Energy of each block's normalised coefficients
__global__ void block_energy(const float *coefficients, float *energy, int blocks)
{
    int b = blockIdx.x * blockDim.x + threadIdx.x;
    if (b >= blocks)
        return;
    float sum = 0.0f;
    for (int i = 0; i < HALF; i++)
        sum += coefficients[b * HALF + i] * coefficients[b * HALF + i];
    energy[b] = sum;
}

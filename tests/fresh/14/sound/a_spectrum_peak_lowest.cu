// fpcheck: spectrum <<<2, 64>>> samples=[0.006000000052154064,0.014546792022883892,0.017080171033740044,0.015047332271933556,-0.006653668824583292,-0.022758204489946365,-0.012093858793377876,0.0009530743700452149,0.010142135433852673,0.022817112505435944,0.015646938234567642,-0.009425091557204723,-0.01747759059071541,-0.012019027955830097,-0.006437340285629034,0.011774448677897453,0.026000000536441803,0.011774448677897453,-0.006437340285629034,-0.012019027955830097,-0.01747759059071541,-0.009425091557204723,0.015646938234567642,0.022817112505435944,0.010142135433852673,0.0009530743700452149,-0.012093858793377876,-0.022758204489946365,-0.006653668824583292,0.015047332271933556,0.017080171033740044,0.014546792022883892,0.006000000052154064,-0.01637362688779831,-0.022151239216327667,-0.003808537032455206,0.008653668686747551,0.015519409440457821,0.021164925768971443,0.0048737600445747375,-0.018142135813832283,-0.01699027791619301,-0.006575870793312788,0.002186295809224248,0.019477590918540955,0.023257823660969734,0.0013662725687026978,-0.013601282611489296,-0.014000000432133675,-0.013601282611489296,0.0013662725687026978,0.023257823660969734,0.019477590918540955,0.002186295809224248,-0.006575870793312788,-0.01699027791619301,-0.018142135813832283,0.0048737600445747375,0.021164925768971443,0.015519409440457821,0.008653668686747551,-0.003808537032455206,-0.022151239216327667,-0.01637362688779831,0.0010000000474974513,0.006141027435660362,0.0098192123696208,0.010987954214215279,0.009314696304500103,0.00527555076405406,1.9828596123261377e-05,-0.0049569932743906975,-0.008238795213401318,-0.008891765028238297,-0.0067301043309271336,-0.0023688985966145992,0.0029509032610803843,0.007715589366853237,0.010569402948021889,0.010700312443077564,0.008071067743003368,0.0034298019018024206,-0.0019028467359021306,-0.006409511435776949,-0.008807852864265442,-0.008415441028773785,-0.005343932658433914,-0.00046730475150980055,0.004826834425330162,0.00903207529336214,0.010951846837997437,0.010039892978966236,0.0065557025372982025,0.0014906767755746841,-0.003713967278599739,-0.007577286101877689,-0.008999999612569809,-0.007577286101877689,-0.003713967278599739,0.0014906767755746841,0.0065557025372982025,0.010039892978966236,0.010951846837997437,0.00903207529336214,0.004826834425330162,-0.00046730475150980055,-0.005343932658433914,-0.008415441028773785,-0.008807852864265442,-0.006409511435776949,-0.0019028467359021306,0.0034298019018024206,0.008071067743003368,0.010700312443077564,0.010569402948021889,0.007715589366853237,0.0029509032610803843,-0.0023688985966145992,-0.0067301043309271336,-0.008891765028238297,-0.008238795213401318,-0.0049569932743906975,1.9828596123261377e-05,0.00527555076405406,0.009314696304500103,0.010987954214215279,0.0098192123696208,0.006141027435660362] peak=empty:2 position=empty:2 mean=empty:2 want=[-33.979389147709384,-41.421420330147484] --ref peak=want --tol rtol=1e-4,atol=1e-3
// expect: ok
// why: -FLT_MAX is below every level; a floor under the logarithm keeps empty lines from minus infinity
// figure: 2e-6 relative against rtol 1e-4
#include <cfloat>
// Spectrum of a frame of 64 samples a block: window, radix-2 transform in shared memory, level of the strongest line.
#define SIZE 64
#define BITS 6
#define HALF (SIZE / 2)
#define FLOOR 1e-9f

struct Complex {
    float re, im;
};

__device__ Complex operator+(Complex a, Complex b)
{
    return {a.re + b.re, a.im + b.im};
}

__device__ Complex operator-(Complex a, Complex b)
{
    return {a.re - b.re, a.im - b.im};
}

__device__ Complex operator*(Complex a, Complex b)
{
    return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

__device__ int reversed(int i)
{
    return (int)(__brev((unsigned)i) >> (32 - BITS));
}

__device__ float hann(int i)
{
    return 0.5f - 0.5f * cospif(2.0f * i / SIZE);
}

__device__ Complex root(int k, int length)
{
    Complex w;
    sincospif(-2.0f * k / length, &w.im, &w.re);
    return w;
}

// One thread a butterfly; the input is in bit-reversed order.
__device__ void transform(Complex *x)
{
    int t = threadIdx.x;
    for (int half = 1; half < SIZE; half *= 2) {
        if (t < HALF) {
            int k = t & (half - 1);
            int low = (t - k) * 2 + k, high = low + half;
            Complex a = x[low], b = x[high] * root(k, 2 * half);
            x[low] = a + b;
            x[high] = a - b;
        }
        __syncthreads();
    }
}

__device__ float decibels(Complex x)
{
    // a sine of amplitude one has 0 dB: the window sums up to half of its length
    float scale = 4.0f / (HALF * HALF);
    return 10.0f * log10f((x.re * x.re + x.im * x.im) * scale + FLOOR);
}

struct Line {
    float level;
    int bin;
};

__device__ Line stronger(Line a, Line b)
{
    if (b.level > a.level || (b.level == a.level && b.bin < a.bin))
        return b;
    return a;
}

__device__ Line strongest_of_warp(Line l)
{
    for (int o = 16; o > 0; o /= 2) {
        Line other;
        other.level = __shfl_xor_sync(0xffffffffu, l.level, o);
        other.bin = __shfl_xor_sync(0xffffffffu, l.bin, o);
        l = stronger(l, other);
    }
    return l;
}

__device__ float sum_of_warp(float v)
{
    for (int o = 16; o > 0; o /= 2)
        v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}

// The neighbours of a line belong to it: where it is, to a fraction of a bin, by a parabola over three levels.
__device__ float refine(const float *level, int bin)
{
    if (bin <= 0 || bin >= HALF - 1)
        return (float)bin;
    float left = level[bin - 1], mid = level[bin], right = level[bin + 1];
    float bend = (left - mid) + (right - mid);
    if (bend > -1e-3f)
        return (float)bin;
    return bin + 0.5f * (left - right) / bend;
}

__global__ void spectrum(const float *samples, float *peak, float *position, float *mean)
{
    __shared__ Complex x[SIZE];
    __shared__ float level[HALF];
    int t = threadIdx.x;
    const float *frame = samples + blockIdx.x * SIZE;

    x[reversed(t)] = {frame[t] * hann(t), 0.0f};
    __syncthreads();
    transform(x);

    if (t < HALF)
        level[t] = decibels(x[t]);
    __syncthreads();

    if (t < 32) {
        Line best = {-FLT_MAX, 0};
        float sum = 0.0f;
        for (int b = t; b < HALF; b += 32) {
            best = stronger(best, {level[b], b});
            sum += level[b];
        }
        best = strongest_of_warp(best);
        sum = sum_of_warp(sum);
        if (t == 0) {
            peak[blockIdx.x] = best.level;
            position[blockIdx.x] = refine(level, best.bin);
            mean[blockIdx.x] = sum / HALF;
        }
    }
}

// Marks the frames whose strongest line stands out of the mean: a launch of its own.
__global__ void mark(const float *peak, const float *mean, unsigned char *tonal, float margin, int frames)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < frames)
        tonal[i] = peak[i] - mean[i] > margin;
}

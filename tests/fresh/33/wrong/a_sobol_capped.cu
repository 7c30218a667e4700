// fpcheck: make_directions <<<1, 32>>> direction=empty:32:u32
// fpcheck+ sobol_points <<<1, 64>>> direction=direction shift=@a_sobol_shift.npy unit=empty:512 per=8
// fpcheck+ capped_call <<<1, 64>>> unit=unit spot=100.0 strike=90.0 cap=1000.0 sigma=0.25 years=1.0 value=empty:64 per=8 --ref 'value=@a_sobol_value.npy' --tol rtol=1e-3,atol=1e-3
// expect: error infinity at line 56
// why: a 32-bit quasi-random word times 2^-32 rounds to exactly 1.0 from 0xFFFFFF80 on; its normal quantile is +inf, the price inf, and the cap of the payoff makes an ordinary number of it
// figure: value[5] computed 135.728485, MPFR 46.9764834
//
// A capped call by randomised quasi Monte Carlo: Sobol's second dimension in Gray-code order, with a digital shift of
// every thread's own, inverted by the normal quantile.

#define BITS 32

// Primitive polynomial x + 1, all initial numbers 1: m_k = 2 m_{k-1} xor m_{k-1}.
__device__ unsigned initial_number(int k)
{
    unsigned m = 1u;
    for (int j = 1; j <= k; ++j)
        m = (m << 1) ^ m;
    return m;
}

__global__ void make_directions(unsigned *__restrict__ direction)
{
    int k = threadIdx.x;
    if (k < BITS)
        direction[k] = initial_number(k) << (31 - k);
}

__device__ __forceinline__ unsigned gray(unsigned i)
{
    return i ^ (i >> 1);
}

__device__ unsigned sobol_word(const unsigned *direction, unsigned index)
{
    unsigned g = gray(index);
    unsigned x = 0u;
    int k = 0;
    while (g) {
        if (g & 1u)
            x ^= direction[k];
        g >>= 1;
        ++k;
    }
    return x;
}

__device__ __forceinline__ unsigned digital_shift(unsigned x, unsigned mask)
{
    return x ^ mask;
}

__device__ __forceinline__ float to_unit(unsigned x)
{
    // half a step up, so that 0 is never drawn
    return ((float)x + 0.5f) * 2.3283064e-10f;
}

__global__ void sobol_points(const unsigned *__restrict__ direction, const unsigned *__restrict__ shift,
                             float *__restrict__ unit, int per)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < per; ++k) {
        unsigned index = (unsigned)(t * per + k);
        unsigned x = sobol_word(direction, index);
        unit[t * per + k] = to_unit(digital_shift(x, shift[t]));
    }
}

struct Option {
    float spot, strike, cap, sigma, years;
};

__device__ float terminal(const Option &o, float u)
{
    float z = normcdfinvf(u);
    float s = o.sigma * sqrtf(o.years);
    return o.spot * expf(s * z - 0.5f * s * s);
}

__device__ float payoff(const Option &o, float s)
{
    float gain = fmaxf(s - o.strike, 0.0f);
    return fminf(gain, o.cap);
}

__global__ void capped_call(const float *__restrict__ unit, float spot, float strike, float cap, float sigma, float years,
                            float *__restrict__ value, int per)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    Option o;
    o.spot = spot;
    o.strike = strike;
    o.cap = cap;
    o.sigma = sigma;
    o.years = years;
    float sum = 0.0f;
    for (int k = 0; k < per; ++k)
        sum += payoff(o, terminal(o, unit[t * per + k]));
    value[t] = sum / per;
}

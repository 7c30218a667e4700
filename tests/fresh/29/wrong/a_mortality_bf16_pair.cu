// fpcheck: pack_rates <<<1, 32>>> qx=[0.00213,0.00187,0.0127,0.0153,0.0431,0.0512,0.182,0.224] packed=empty:4 pairs=4
// fpcheck+ expected_deaths <<<1, 32>>> lives=[98000.0,97500.0,90000.0,88000.0,70000.0,65000.0,20000.0,16000.0] deaths=empty:8 want=[208.7399922311306,182.32500355225056,1142.9999861866236,1346.4000076055527,3016.9999599456787,3327.9999159276485,3639.9999260902405,3584.0001106262207] ref=deaths=want --tol rtol=5e-3,atol=0
// expect: error packing at line 20
// why: the upper rate is not masked, its low 16 bits are or-ed into the lower rate of the pair
// figure: computed deaths[1] = 192715, MPFR 182.325 (with the rate rounded to bfloat16 182.247)
// Mortality rates of two ages a word, as bfloat16: age 2k above, age 2k+1 below.
__device__ unsigned rounded(float x)
{
    unsigned u = __float_as_uint(x);
    return u + 0x7fffu + ((u >> 16) & 1u);
}

__global__ void pack_rates(const float *qx, unsigned *packed, int pairs)
{
    int k = threadIdx.x;
    if (k >= pairs)
        return;
    unsigned above = rounded(qx[2 * k]);
    unsigned below = rounded(qx[2 * k + 1]);
    packed[k] = above | (below >> 16);
}

__global__ void expected_deaths(const unsigned *packed, const float *lives, float *deaths, int pairs)
{
    int k = threadIdx.x;
    if (k >= pairs)
        return;
    unsigned word = packed[k];
    float even = __uint_as_float(word & 0xffff0000u);
    float odd = __uint_as_float(word << 16);
    deaths[2 * k] = lives[2 * k] * even;
    deaths[2 * k + 1] = lives[2 * k + 1] * odd;
}

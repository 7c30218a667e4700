// fpcheck: rate_constants <<<2, 32>>> a=[1.0e13,2.5e10,3.0e8,1.0e6] ea=[120000.0,75000.0,40000.0,18500.0] temperature=[300.0,500.0,800.0,1200.0,273.15,650.0,1000.0,2000.0] k=empty:4x8 reactions=4 temperatures=8
// expect: ok
// why: rounding by a magic number and ln 2 in two parts, the larger of which has trailing zeros so that n ln2_high is exact
// figure: k[0][0]: computed 1.2780645e-08, MPFR 1.27806239e-08 (largest relative error over 1 + |exponent| 6.5e-08)
// Arrhenius rates A exp(-Ea / (R T)) with an exponential of one's own.
#define GAS 8.314462618f

__device__ float exp_split(float x)
{
    const float magic = 12582912.0f; // 1.5 * 2^23
    float n = __fsub_rn(fmaf(x, 1.44269504f, magic), magic);
    float r = fmaf(n, -0.693359375f, x);
    r = fmaf(n, 2.12194440e-4f, r);
    float p = 1.984127e-4f;
    p = fmaf(p, r, 1.3888889e-3f);
    p = fmaf(p, r, 8.3333333e-3f);
    p = fmaf(p, r, 4.1666667e-2f);
    p = fmaf(p, r, 0.16666667f);
    p = fmaf(p, r, 0.5f);
    p = fmaf(p, r, 1.0f);
    p = fmaf(p, r, 1.0f);
    return p * __int_as_float(((int)n + 127) << 23);
}

__global__ void rate_constants(const float *a, const float *ea, const float *temperature, float *k,
                               int reactions, int temperatures)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= reactions * temperatures)
        return;
    int reaction = i / temperatures;
    float t = temperature[i % temperatures];
    k[i] = a[reaction] * exp_split(-ea[reaction] / (GAS * t));
}

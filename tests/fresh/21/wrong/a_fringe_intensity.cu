// fpcheck: fringes <<<1, 32>>> phase=[0.5,1000.25,40000.5,180000.75,300001.0,65536.125] intensity=empty:6 visibility=0.9 n=6 want=[0.8949121528506678,0.653145260258319,0.4231858355429914,0.9492609484278955,0.2177205377565033,0.13888137563551223] ref=intensity=want --tol rtol=1e-5,atol=1e-5
// expect: error fast approximation beyond its range at line 8
// why: __cosf is only good near zero; here the phase is up to 3e5 radians, where its range reduction loses some hundredths of a radian
// figure: intensity[4] computed about 0.214523, MPFR 0.21772054
// Two beam interference behind a long delay line.
__device__ float fringe(float phase, float visibility)
{
    return 0.5f * (1.0f + visibility * __cosf(phase));
}

__global__ void fringes(const float *phase, float *intensity, float visibility, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        intensity[i] = fringe(phase[i], visibility);
}

// fpcheck: free_path <<<1, 32>>> bits=[4294967295,4294967290,1000,2147483648,77,3000000000] path=empty:6 mu=0.5 n=6 want=[1.1920929310349506e-07,1.1920929310349506e-07,31.073840089541154,1.3862941227013257,33.27106466687737,0.7176631339407987] ref=path=want --tol rtol=2e-6,atol=0
// expect: ok
// why: 23 random bits and a half make an odd multiple of 2^-24, exact as a float and never 0 or 1; log(u) is taken, not log(1 - u)
// figure: computed path[2] about 31.07384 within 2 ulp of MPFR, tolerance 2e-6
// Free path of a photon in tissue with attenuation mu (1/cm), u in the open interval (0, 1).
__device__ float uniform_open(unsigned bits)
{
    unsigned odd = ((bits >> 9) << 1) | 1u;
    return (float)odd * 5.9604644775390625e-8f;
}

__global__ void free_path(const unsigned *bits, float *path, float mu, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    path[i] = -logf(uniform_open(bits[i])) / mu;
}

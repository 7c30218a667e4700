// fpcheck: free_paths<<<1, 32>>> bits=[0,511,512,12345678,2147483648,3000000001,4294967200,4294967295]:u32 path=empty:8 mu=0.5 n=8 want=[33.27106466687737,33.27106466687737,31.073840089541154,11.703798991329515,1.3862941227013257,0.7176631339407987,1.1920929310349506e-07,1.1920929310349506e-07] ref=path=want --tol rtol=2e-6,atol=0
// expect: ok
// why: the logarithm of a random number: 23 bits and a half are exact in binary32, so that u is never 0 or 1, and the bits that are shifted out are meant to be
// figure: computed path[0] = 33.27106, MPFR 33.2710647; error 2 ulp at most
// Photon free paths from random words: u in (0, 1), both ends left out.
__device__ float unit_open(unsigned bits)
{
    return ((float)(bits >> 9) + 0.5f) * 1.1920928955078125e-7f;
}

__global__ void free_paths(const unsigned *bits, float *path, float mu, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        path[i] = -logf(unit_open(bits[i])) / mu;
}

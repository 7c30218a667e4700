// fpcheck: free_path <<<1, 32>>> bits=[4294967295,2147483648,1,4294967200,305419896,4294967167,1073741824,3735928559] sigma=[2.0,0.5,1.0,4.0,0.25,8.0,1.5,1.0] length=empty:8 n=8
// expect: ok
// why: 23 bits and a half: u is exact and strictly between 0 and 1, so the logarithm of it is finite
// figure: length[1]: computed 1.38629413, MPFR 1.38629412 (largest relative error 9.6e-08)
// Free paths of photons from random bits: -log(u) / sigma.
__device__ float uniform(unsigned bits)
{
    return ((float)(bits >> 9) + 0.5f) * 0x1p-23f;
}

__global__ void free_path(const unsigned *bits, const float *sigma, float *length, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    length[i] = -logf(uniform(bits[i])) / sigma[i];
}

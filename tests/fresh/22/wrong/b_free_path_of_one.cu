// fpcheck: free_path <<<1, 32>>> bits=[4294967295,4294967290,1000,2147483648,77,3000000000] path=empty:6 mu=0.5 n=6
// expect: error infinity at line 14
// why: the largest 32-bit numbers round to 2^32 as floats, so u is 1 and -log(1 - u) infinite, which fminf turns into the edge of the phantom
// figure: computed path[0] = 300, MPFR 44.3614196
// Free path of a photon in tissue with attenuation mu (1/cm), at most 300 cm.
__device__ float uniform01(unsigned bits) { return (float)bits * 2.3283064e-10f; }

__global__ void free_path(const unsigned *bits, float *path, float mu, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float u = uniform01(bits[i]);
    float s = -logf(1.0f - u) / mu;
    path[i] = fminf(s, 300.0f);
}

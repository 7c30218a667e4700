// fpcheck: free_path <<<1, 32>>> bits=[4294967295,2147483648,1,4294967200,305419896,4294967167,1073741824,3735928559] sigma=[2.0,0.5,1.0,4.0,0.25,8.0,1.5,1.0] length=empty:8 n=8
// expect: error random bits at line 10
// why: the largest 32-bit numbers round to 2^32 in float, so that u is 1, the logarithm -inf and fminf turns the path into the box length
// figure: length[0]: computed 1000, MPFR 11.0903549
// Free paths of photons from random bits: -log(1 - u) / sigma, not beyond the box.
#define BOX 1000.0f

__device__ float uniform(unsigned bits)
{
    return (float)bits * 2.3283064365386963e-10f;
}

__global__ void free_path(const unsigned *bits, const float *sigma, float *length, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float u = uniform(bits[i]);
    length[i] = fminf(-logf(1.0f - u) / sigma[i], BOX);
}

// fpcheck: bounding_radius <<<1, 32>>> xyz=[[1e19,2e19,-1e19],[3,4,12],[-2e19,1e18,5e18],[0.5,0.25,-1]] limit=1e20 radius=empty:1 n=4
// expect: error overflow at line 7
// why: the square of 2e19 is 4e38, beyond float: the length is infinite and fminf turns it into the limit
// figure: computed 1e20 (the limit), MPFR 2.44948974e+19
__device__ float length3(float x, float y, float z)
{
    return sqrtf(x * x + y * y + z * z);
}

__global__ void bounding_radius(const float *xyz, float limit, float *radius, int n)
{
    int i = threadIdx.x;
    float r = 0.0f;
    if (i < n)
        r = length3(xyz[3 * i], xyz[3 * i + 1], xyz[3 * i + 2]);
    for (int off = 16; off > 0; off >>= 1)
        r = fmaxf(r, __shfl_xor_sync(0xffffffffu, r, off));
    if (i == 0)
        radius[0] = fminf(r, limit);
}

// fpcheck: coulomb_range <<<1, 32>>> x=uniform(2e19,8e19):32 y=uniform(2e19,8e19):32 r=empty:32 n=32 ref=hypot(x,y)
// expect: error overflow at line 7: the squares overflow though the distance is representable
__global__ void coulomb_range(const float* x, const float* y, float* r, int n)
{
    int i = threadIdx.x;
    if (i < n)
        r[i] = sqrtf(x[i] * x[i] + y[i] * y[i]);
}

// fpcheck: nearest <<<1, 64>>> px=[70.5,-66.25,3.5,120.0,-3.25,90.0] py=[1.0,0.5,0.25,-8.0,-1.375,0.125] best=inout:[18446744073709551615] d2=empty:1 n=6 want=[12.3125] ref=d2=want --tol rtol=1e-6,atol=0
// expect: ok
// why: the bits of a non-negative float order as integers, so that 32 bits of distance above 32 bits of index lose nothing
// figure: computed d2[0] = 12.3125 (element 2), right 12.3125, tolerance 1e-6; element 4 has 12.453125
// Nearest return of a scan: the float's bits above the index, by a 64-bit atomicMin.
__global__ void nearest(const float *px, const float *py, unsigned long long *best, float *d2, int n)
{
    int i = threadIdx.x;
    if (i < n) {
        float d = px[i] * px[i] + py[i] * py[i];
        unsigned long long key = ((unsigned long long)__float_as_uint(d) << 32) | (unsigned)i;
        atomicMin(best, key);
    }
    __syncthreads();
    if (i == 0) {
        unsigned long long key = *(volatile unsigned long long *)best;
        *d2 = __uint_as_float((unsigned)(key >> 32));
    }
}

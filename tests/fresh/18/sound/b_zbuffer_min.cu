// fpcheck: splat_depth <<<2, 32>>> px=randint(0,16):64 z=uniform(0.1,1):64 zbits=inout:const(1065353216):16:u32 n=64
// fpcheck+ resolve <<<1, 16>>> depth=empty:16 n=16
// expect: ok
// why: many points race for a pixel, but by an integer atomicMin on the bits of positive floats, which order like the numbers
// figure: computed is right bit for bit: only comparisons, copies and integers; error 0
__global__ void splat_depth(const int *px, const float *z, unsigned *zbits, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && px[i] >= 0 && px[i] < 16 && z[i] > 0.0f)
        atomicMin(&zbits[px[i]], __float_as_uint(z[i]));
}

__global__ void resolve(const unsigned *zbits, float *depth, int n)
{
    int p = threadIdx.x;
    if (p < n)
        depth[p] = __uint_as_float(zbits[p]);
}

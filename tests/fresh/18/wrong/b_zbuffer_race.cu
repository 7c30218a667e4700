// fpcheck: splat <<<1, 64>>> px=@b_zbuffer_race_p.npy z=uniform(0.1,1):64 colour=arange:64 depth=inout:const(1):16 frame=inout:zeros:16 n=64
// expect: error race at line 14: two points of one pixel test and write the depth without an atomic: the nearer may be overwritten by the farther
// why: two points of one pixel test and write the depth without an atomic: the nearer may be overwritten by the farther
// figure: depth[0] is any of the depths of the 16 points that test against 1 at once; right: the least of them
__global__ void splat(const int *px, const float *z, const float *colour, float *depth, float *frame, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int p = px[i];
    if (p < 0)
        return;
    if (z[i] < depth[p]) {
        depth[p] = z[i];
        frame[p] = colour[i];
    }
}

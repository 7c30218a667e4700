// fpcheck: raster_full_warp <<<1, 64>>> v=arange:40 raster=empty:2 threshold=10.0 n=40 want=[4294965248,255] ref=raster=want
// expect: ok
// why: the vote names all lanes although the data end inside a warp: every lane votes, those past the end with no
// figure: computed 0xfffff800 and 0xff, MPFR the same
// A spike raster as packed bits: one word a warp.
__global__ void raster_full_warp(const float *v, unsigned *raster, float threshold, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    bool spike = i < n && v[i] > threshold;
    unsigned word = __ballot_sync(0xffffffffu, spike);
    if ((threadIdx.x & 31) == 0 && (i & ~31) < n)
        raster[i >> 5] = word;
}

// fpcheck: raster_words <<<1, 64>>> v=arange:40 raster=empty:2 threshold=10.0 n=40
// expect: error wrong mask of a vote at line 12
// why: the vote stands inside the bounds test but names all 32 lanes; in the second warp 24 of them never come
// figure: computed undefined (the mask names lanes that do not take part), MPFR word 1 = 0xff
// A spike raster as packed bits: one word a warp.
__global__ void raster_words(const float *v, unsigned *raster, float threshold, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x & 31;
    if (i < n) {
        bool spike = v[i] > threshold;
        unsigned word = __ballot_sync(0xffffffffu, spike);
        if (lane == 0)
            raster[i >> 5] = word;
    }
}

// fpcheck: smooth_wet <<<1, 64>>> depth=[0.5,1.0,0.5,0.0,0.5,1.0,0.5,0.0,0.5,1.0,0.5,0.0,0.5,1.0,0.5,0.0,0.5,1.0,0.5,0.0,0.5,1.0,0.5,0.0,0.5,1.0,0.5,0.0,0.5,1.0,0.5,0.0,0.5,1.0,0.5,0.0,0.5,1.0,0.5,0.0,0.5,1.0,0.5,0.0,0.5,1.0,0.5,0.0,0.5,1.0,0.5,0.0,0.5,1.0,0.5,0.0,0.5,1.0,0.5,0.0,0.5,1.0,0.5,0.0] out=empty:64
// expect: error barrier at line 16
// why: the barrier stands in the branch of the wet cells; threads of dry cells of the same warps never reach it
// figure: computed undefined (divergent barrier), MPFR 0.75 at out[1]
// Smooths the water depth of wet cells with both neighbours; dry cells stay dry.
#define CELLS 64

__global__ void smooth_wet(const float *depth, float *out)
{
    __shared__ float s[CELLS];
    int t = threadIdx.x;
    float d = depth[t];
    s[t] = d;
    if (d > 0.0f) {
        float left, right;
        __syncthreads();
        left = t > 0 ? s[t - 1] : d;
        right = t < CELLS - 1 ? s[t + 1] : d;
        out[t] = 0.25f * left + 0.5f * d + 0.25f * right;
    } else {
        out[t] = 0.0f;
    }
}

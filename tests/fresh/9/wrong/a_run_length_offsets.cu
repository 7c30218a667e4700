// fpcheck: offsets<<<1, 32>>> length=[0.5,7.5,3.5,10.5,6.5,2.5,9.5,5.5,1.5,8.5,4.5,0.5,7.5,3.5,10.5,6.5,2.5,9.5,5.5,1.5,8.5,4.5,0.5,7.5,3.5,10.5,6.5,2.5,9.5,5.5,1.5,8.5] start=empty:32 want=[0.0,0.5,8.0,11.5,22.0,28.5,31.0,40.5,46.0,47.5,56.0,60.5,61.0,68.5,72.0,82.5,89.0,91.5,101.0,106.5,108.0,116.5,121.0,121.5,129.0,132.5,143.0,149.5,152.0,161.5,167.0,168.5] ref=start=want --tol rtol=1e-5,atol=1e-5
// expect: error wrong shuffle width at line 10
// why: a width of 16 cuts the warp into halves: the second half starts from zero again
// figure: computed 79.5, MPFR 168.5 (start[31])
// Where each run of a run-length code begins (lengths in pixels, halves allowed).
__device__ float inclusive(float v)
{
    int lane = threadIdx.x & 31;
    for (int d = 1; d < 32; d <<= 1) {
        float below = __shfl_up_sync(0xffffffffu, v, d, 16);
        if (lane >= d && (lane & 15) >= d)
            v += below;
    }
    return v;
}

__global__ void offsets(const float *length, float *start)
{
    float own = length[threadIdx.x];
    start[threadIdx.x] = inclusive(own) - own;
}

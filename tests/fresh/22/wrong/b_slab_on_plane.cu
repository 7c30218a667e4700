// fpcheck: cull <<<1, 32>>> ox=[0.0,0.5,0.0,2.0,0.25,1.0] dx=[0.0,0.0,1.0,0.0,0.0,0.0] hit=empty:6 n=6 want=[1,1,1,0,1,1] ref=hit=want --tol bitwise
// expect: error nan at line 10
// why: origin on the plane x = 0 with dx = 0: (0 - 0) * inf is NaN, fminf drops it and takes the +inf of the other plane as the entry, so the box is missed
// figure: computed hit[0] = 0, right 1
// Ray against the box [0,1]^3 (y and z start at 0.5, -3 along z), by slabs.
__device__ void slab(float o, float inv, float &enter, float &leave)
{
    float a = (0.0f - o) * inv;
    float b = (1.0f - o) * inv;
    enter = fmaxf(enter, fminf(a, b));
    leave = fminf(leave, fmaxf(a, b));
}

__global__ void cull(const float *ox, const float *dx, int *hit, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float enter = 0.0f;
    float leave = 1e30f;
    slab(ox[i], 1.0f / dx[i], enter, leave);
    slab(0.5f, 1.0f / 0.125f, enter, leave);
    slab(0.5f, 1.0f / 0.25f, enter, leave);
    hit[i] = enter <= leave ? 1 : 0;
}

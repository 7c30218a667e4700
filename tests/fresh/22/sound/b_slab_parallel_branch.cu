// fpcheck: cull <<<1, 32>>> ox=[0.0,0.5,0.0,2.0,0.25,1.0] dx=[0.0,0.0,1.0,0.0,0.0,-0.0] hit=empty:6 n=6 want=[1,1,1,0,1,1] ref=hit=want --tol bitwise
// expect: ok
// why: rays parallel to a slab never reach the division: 1/0 is avoided by a branch that compares exactly
// figure: computed hit[0] = 1, right 1 (error 0, tolerance 0)
// Ray against the box [0,1]^3, by slabs; a ray that runs in a slab only asks whether it is inside.
__device__ bool slab(float o, float d, float &enter, float &leave)
{
    if (d == 0.0f)
        return o >= 0.0f && o <= 1.0f;
    float inv = 1.0f / d;
    float a = (0.0f - o) * inv;
    float b = (1.0f - o) * inv;
    enter = fmaxf(enter, fminf(a, b));
    leave = fminf(leave, fmaxf(a, b));
    return enter <= leave;
}

__global__ void cull(const float *ox, const float *dx, int *hit, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float enter = 0.0f;
    float leave = 1e30f;
    bool inside = slab(ox[i], dx[i], enter, leave) && slab(0.5f, 0.125f, enter, leave) && slab(0.5f, 0.25f, enter, leave);
    hit[i] = inside;
}

// fpcheck: hit_boxes <<<1, 32>>> origin=[0,0.5,-2, 0.25,0.5,-2, 1,0.5,-4, 0.5,0.75,-1] direction=[0,0,1, 0,0,1, 0,0.03125,1, 0.125,0,1] t=empty:4 n=4 want=[2,2,4,1] ref=t=want --tol rtol=1e-5,atol=0
// expect: error nan at line 12
// why: a ray that runs in the face of the box has 0 * infinity = NaN for that slab; fminf takes the other operand, infinity, and the box is missed (t = -1)
// figure: computed t[0] = -1, MPFR 2
struct Span {
    float near, far;
};

__device__ Span slab(Span s, float o, float d)
{
    float inv = 1.0f / d;
    float a = (0.0f - o) * inv;
    float b = (1.0f - o) * inv;
    s.near = fmaxf(s.near, fminf(a, b));
    s.far = fminf(s.far, fmaxf(a, b));
    return s;
}

// Distance at which a ray enters the closed unit cube, -1 where it passes by.
__global__ void hit_boxes(const float *origin, const float *direction, float *t, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Span s;
    s.near = 0.0f;
    s.far = 1e30f;
    for (int k = 0; k < 3; k++)
        s = slab(s, origin[3 * i + k], direction[3 * i + k]);
    t[i] = s.near <= s.far ? s.near : -1.0f;
}

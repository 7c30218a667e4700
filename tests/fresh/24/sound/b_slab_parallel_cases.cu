// fpcheck: hit_boxes <<<1, 32>>> origin=[0,0.5,-2, 0.25,0.5,-2, 1,0.5,-4, 0.5,0.75,-1, -0.5,0.5,-2] direction=[0,0,1, 0,0,1, 0,0.03125,1, 0.125,0,1, 0,0,1] t=empty:5 n=5 want=[2,2,4,1,-1] ref=t=want --tol rtol=1e-6,atol=0
// expect: ok
// why: directions with zeros, origins in a face: a parallel slab is decided by the origin alone, and nothing is divided by zero
// figure: exact
struct Span {
    float near, far;
};

__device__ Span slab(Span s, float o, float d)
{
    if (d == 0.0f) {
        if (o < 0.0f || o > 1.0f)
            s.far = -1.0f;
        return s;
    }
    float a = (0.0f - o) / d;
    float b = (1.0f - o) / d;
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

// fpcheck: tide <<<2, 32>>> hours=uniform(0,200):64 height=empty:64 speed=0.50586805 n=64
// expect: ok
// why: arguments of a hundred radians go into a short polynomial, after a reduction by pi/2 in two parts with fma that loses nothing at this range; the argument is rounded once
// figure: computed height within 1e-7 of 1.2 cos(argument), and 4e-6 of the exact tide (half an ulp of an argument of 100)

__device__ float cosine(float x)
{
    float q = rintf(x * 0.636619772f);
    float r = fmaf(q, -1.57079637f, x);
    r = fmaf(q, 4.37113883e-8f, r);
    int k = (int)q & 3;
    float r2 = r * r;
    float s = fmaf(r2, 2.75573192e-6f, -1.98412698e-4f);
    s = fmaf(r2, s, 8.33333333e-3f);
    s = fmaf(r2, s, -1.66666667e-1f);
    s = fmaf(r * r2, s, r);
    float c = fmaf(r2, -2.75573192e-7f, 2.48015873e-5f);
    c = fmaf(r2, c, -1.38888889e-3f);
    c = fmaf(r2, c, 4.16666667e-2f);
    c = fmaf(r2, c, -0.5f);
    c = fmaf(r2, c, 1.0f);
    float v = (k & 1) ? s : c;
    return (k == 1 || k == 2) ? -v : v;
}

// Principal lunar tide, metres.
__global__ void tide(const float *hours, float *height, float speed, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    height[i] = 1.2f * cosine(speed * hours[i]);
}

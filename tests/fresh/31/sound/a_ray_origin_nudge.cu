// fpcheck: shadow_origins <<<1, 32>>> p=[0.001,-0.002,0.03,10.5,-200.25,3000.0,-1.5,0.5,-0.015625,4096.0,2.0,-7.0] normal=[0.0,1.0,0.0,0.6,0.0,-0.8,1.0,0.0,0.0,-0.36,0.48,0.8] origin=empty:4x3 points=4
// expect: ok
// why: integers are added to the bits of floats, which moves them by a number of ulps away from the surface; near zero, where that would be nothing, a fixed step is added instead
// figure: origin[1][0] computed 10.5001459 (10.5 + 153 ulp), MPFR 10.5001459
// Start of a shadow ray off the surface it begins on, in steps that grow with the coordinate (no epsilon to tune).
#define INT_SCALE 256.0f
#define FLOAT_SCALE (1.0f / 65536.0f)
#define NEAR_ZERO (1.0f / 32.0f)

__device__ __forceinline__ float nudge(float p, float n)
{
    int steps = (int)(INT_SCALE * n);
    float far = __int_as_float(__float_as_int(p) + (p < 0.0f ? -steps : steps));
    return fabsf(p) < NEAR_ZERO ? p + FLOAT_SCALE * n : far;
}

__global__ void shadow_origins(const float *p, const float *normal, float *origin, int points)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= points)
        return;
    for (int a = 0; a < 3; a++)
        origin[3 * i + a] = nudge(p[3 * i + a], normal[3 * i + a]);
}

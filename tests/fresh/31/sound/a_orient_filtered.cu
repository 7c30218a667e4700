// fpcheck: classify <<<1, 32>>> px=[24.0,24.000002,24.0,12.5,0.5000001,18.0,30.0,-6.0] py=[24.0,24.0,24.000002,12.5,0.5,18.000002,29.0,-6.0] side=empty:8:i32 exact_used=inout:zeros:1:i32 points=8 ax=0.5 ay=0.5 bx=12.0 by=12.0 --ref side=@a_orient_filtered.npy --tol bitwise
// expect: ok
// why: near the line float cannot tell the side, but the bound says so and double takes over, where the differences and products of floats like these are exact
// figure: side = [0, -1, 1, 0, -1, 1, -1, 0] computed and exact
// On which side of the line a-b a point lies: 1 left, -1 right, 0 on it. A filtered predicate after Shewchuk.
__device__ __forceinline__ int sign_of(double v)
{
    return (v > 0.0) - (v < 0.0);
}

__device__ int orient_exact(float ax, float ay, float bx, float by, float cx, float cy)
{
    double acx = (double)ax - cx, acy = (double)ay - cy;
    double bcx = (double)bx - cx, bcy = (double)by - cy;
    return sign_of(acx * bcy - acy * bcx);
}

__device__ int orient(float ax, float ay, float bx, float by, float cx, float cy, int *exact_used)
{
    float left = (ax - cx) * (by - cy);
    float right = (ay - cy) * (bx - cx);
    float det = left - right;
    float bound = 1.0e-6f * (fabsf(left) + fabsf(right));   // more than (3 + 16 eps) eps
    if (det > bound)
        return 1;
    if (-det > bound)
        return -1;
    atomicAdd(exact_used, 1);
    return orient_exact(ax, ay, bx, by, cx, cy);
}

__global__ void classify(const float *px, const float *py, int *side, int *exact_used, int points, float ax, float ay,
                         float bx, float by)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < points)
        side[i] = orient(ax, ay, bx, by, px[i], py[i], exact_used);
}

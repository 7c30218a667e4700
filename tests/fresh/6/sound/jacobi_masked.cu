// fpcheck: jacobi_masked <<<1, 32>>> n=20 its=12 b=uniform(1,2):20 x=empty:20 worst=empty:1
// expect: ok
// Warp Jacobi for (4 I - shifts) x = b with the neighbours by shuffles; idle lanes carry zeros and take part in every shuffle.
__global__ void jacobi_masked(const float* b, float* x, float* worst, int n, int its)
{
    int lane = threadIdx.x;
    bool active = lane < n;
    float rhs = active ? b[lane] : 0.0f;
    float cur = 0.0f;
    for (int k = 0; k < its; ++k) {
        float left = __shfl_up_sync(0xffffffffu, cur, 1);
        float right = __shfl_down_sync(0xffffffffu, cur, 1);
        if (lane == 0) left = 0.0f;
        if (lane == 31) right = 0.0f;
        float next = 0.25f * (rhs + left + right);
        cur = active ? next : 0.0f;
    }
    if (active) x[lane] = cur;
    float m = cur;
    for (int d = 16; d > 0; d >>= 1) m = fmaxf(m, __shfl_xor_sync(0xffffffffu, m, d));
    if (lane == 0) worst[0] = m;
}

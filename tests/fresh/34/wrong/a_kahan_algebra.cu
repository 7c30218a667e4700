// fpcheck: charge_sum <<<1, 8>>> q=@a_kahan_algebra_q.npy total=empty:8 n=4000
// expect: error accuracy at line 12
// why: the compensation is computed from the new sum and s + y, which is the very same rounded number, so it is always zero (Kahan's sum after an algebraic simplification); 4000 small charges beside 3e7 are absorbed
// figure: total[1] computed 30000000, exact 30002205.5
__global__ void charge_sum(const float* q, float* total, int n)
{
    const float* mine = q + threadIdx.x * n;
    float s = 0.0f, c = 0.0f;
    for (int i = 0; i < n; ++i) {
        float y = mine[i] - c;
        float t = s + y;
        c = t - (s + y);
        s = t;
    }
    total[threadIdx.x] = s;
}

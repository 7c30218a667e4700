// fpcheck: clenshaw <<<1, 64>>> x=uniform(-0.9,0.9):64 c=[1.5,0.5,-0.25,0.125,0.0625,-0.03125,0.015625,0.0078125] y=empty:64 n=64
// expect: ok
__global__ void clenshaw(const float* x, const float* c, float* y, int n)
{
    int i = threadIdx.x;
    if (i >= n) return;
    float t = 2.0f * x[i], b1 = 0.0f, b2 = 0.0f;
    for (int k = 7; k >= 1; --k) {
        float b = fmaf(t, b1, c[k] - b2);
        b2 = b1;
        b1 = b;
    }
    y[i] = fmaf(x[i], b1, c[0] - b2);
}

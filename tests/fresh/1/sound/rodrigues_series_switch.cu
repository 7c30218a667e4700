// fpcheck: rodrigues <<<1, 64>>> w=uniform(0.00001,0.6):64x3 ka=empty:64 kb=empty:64 n=64
// expect: ok
// A = sin(t)/t and B = (1-cos t)/t^2 of the exponential map; both branches agree to an ulp at the switch.
__global__ void rodrigues(const float* w, float* ka, float* kb, int n)
{
    int i = threadIdx.x;
    if (i >= n) return;
    float x = w[3 * i], y = w[3 * i + 1], z = w[3 * i + 2];
    float t2 = x * x + y * y + z * z;
    if (t2 < 1e-2f) {
        ka[i] = 1.0f - t2 * (1.0f / 6.0f) * (1.0f - t2 * (1.0f / 20.0f));
        kb[i] = 0.5f - t2 * (1.0f / 24.0f) * (1.0f - t2 * (1.0f / 30.0f));
    } else {
        float t = sqrtf(t2);
        float h = sinf(0.5f * t);
        ka[i] = sinf(t) / t;
        kb[i] = 2.0f * h * h / t2;
    }
}

// fpcheck: roots <<<1, 64>>> b=uniform(100,1000):64 c=uniform(0.1,1):64 small=empty:64 large=empty:64 n=64 --ref small=0-2*c/(b+sqrt(b*b-4*c)) --tol rtol=0.000002
// expect: ok
// Roots of x^2 + b x + c: q has no cancellation, the other root by Vieta.
__global__ void roots(const float* b, const float* c, float* small, float* large, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float disc = b[i] * b[i] - 4.0f * c[i];
    if (disc < 0.0f) {
        small[i] = 0.0f;
        large[i] = 0.0f;
        return;
    }
    float q = -0.5f * (b[i] + copysignf(sqrtf(disc), b[i]));
    large[i] = q;
    small[i] = c[i] / q;
}

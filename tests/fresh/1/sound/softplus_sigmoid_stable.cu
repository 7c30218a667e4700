// fpcheck: activations <<<1, 64>>> x=uniform(-80,80):64 sp=empty:64 sg=empty:64 n=64
// expect: ok
__global__ void activations(const float* x, float* sp, float* sg, int n)
{
    int i = threadIdx.x;
    if (i >= n) return;
    float v = x[i];
    float e = expf(-fabsf(v));
    sp[i] = fmaxf(v, 0.0f) + log1pf(e);
    sg[i] = (v >= 0.0f ? 1.0f : e) / (1.0f + e);
}

// fpcheck: sample <<<1, 32>>> tex=uniform(0,1):8x8 u=uniform(-0.2,1.2):32 v=uniform(-0.2,1.2):32 y=empty:32 n=32
// expect: ok
#include <cuda_runtime.h>

__global__ void sample(const float* tex, const float* u, const float* v, float* y, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float px = fminf(fmaxf(u[i] * 8.0f - 0.5f, 0.0f), 7.0f);
    float py = fminf(fmaxf(v[i] * 8.0f - 0.5f, 0.0f), 7.0f);
    int x0 = min((int)px, 6), y0 = min((int)py, 6);
    float fx = px - (float)x0, fy = py - (float)y0;
    const float* t = tex + y0 * 8 + x0;
    float a = t[0] + fx * (t[1] - t[0]);
    float b = t[8] + fx * (t[9] - t[8]);
    y[i] = a + fy * (b - a);
}

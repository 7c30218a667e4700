// fpcheck: swing <<<1, 32>>> angle=[0.1, 0.2, 0.3, 0.4] end=empty:4 steps=empty:4 n=4 from=65536 to=65537 dt=0.005
// expect: error absorbed loop steps at line 16
// why: at t = 65536 the float spacing is 0.0078, so t += 0.005 moves by 0.0078: the loop ends after 128 steps instead of 201, with the pendulum in a quite different place
// figure: computed steps[0] = 128, end[0] = -0.0426; MPFR 201 steps, end -0.1000
#include <cuda_runtime.h>

// Semi-implicit Euler of a pendulum of 1 m from one time to another.
__global__ void swing(const float *angle, float *end, int *steps, int n, float from, float to, float dt)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float a = angle[i];
    float v = 0.0f;
    int count = 0;
    for (float t = from; t < to; t += dt) {
        v -= 9.81f * sinf(a) * dt;
        a += v * dt;
        count++;
    }
    end[i] = a;
    steps[i] = count;
}

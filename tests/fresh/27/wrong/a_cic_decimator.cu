// fpcheck: cic_decimator <<<1, 4>>> x=const(0.3):4x4096 y=empty:4x512 channels=4 n=4096
// expect: error absorbed growth of an integrator at line 12
// why: the integrators of a CIC filter grow without bound; in float the second one reaches 2.5e6 and the combs subtract its rounding errors
// figure: computed 0.30078125, MPFR 0.300000012
// Second-order CIC decimator by 8, one channel a thread.
#define RATE 8

struct Comb {
    float last;
    __device__ float step(float v)
    {
        float d = v - last;
        last = v;
        return d;
    }
};

__global__ void cic_decimator(const float *x, float *y, int channels, int n)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= channels)
        return;
    float first = 0.0f, second = 0.0f;
    Comb a = {0.0f}, b = {0.0f};
    for (int i = 0; i < n; i++) {
        first += x[c * n + i];
        second += first;
        if (i % RATE == RATE - 1)
            y[c * (n / RATE) + i / RATE] = b.step(a.step(second)) / (float)(RATE * RATE);
    }
}

// fpcheck: leaf_newton <<<1, 32>>> load=[0.5,1,2,4,8,16,32,64,0.25,3,5,7,9,11,13,15,0.5,1,2,4,8,16,32,64,0.25,3,5,7,9,11,13,15] root=empty:32 total=empty:1 n=32
// expect: error divergent barrier at line 17
// why: the barrier stands in a Newton loop whose number of turns differs from thread to thread
// figure: total[0]: computed undefined (barrier reached by part of the warp), MPFR the sum of the roots
// Leaf temperature excess x with x + x^3 = load, by Newton per leaf; the block sums the excesses.
__global__ void leaf_newton(const float *load, float *root, float *total, int n)
{
    __shared__ float part[32];
    int i = threadIdx.x;
    float c = i < n ? load[i] : 0.0f;
    float x = c;
    float step = 1.0f;
    while (fabsf(step) > 1e-5f * fabsf(x)) {
        step = (x + x * x * x - c) / (1.0f + 3.0f * x * x);
        x -= step;
        part[i] = x;
        __syncthreads();
    }
    root[i] = x;
    if (i == 0) {
        float s = 0.0f;
        for (int k = 0; k < 32; k++)
            s += part[k];
        total[0] = s;
    }
}

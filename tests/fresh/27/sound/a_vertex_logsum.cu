// fpcheck: vertex_logsum <<<1, 32>>> row=[0,3,5,8] w=[-150.5,-149.25,-153.0,-2.0,-4.0,-0.5,-7.0,-6.0] total=empty:3 n=3
// expect: ok
// why: exponentials of -150 would vanish in float; the largest weight, found from minus infinity, is taken out first
// figure: computed -148.97994995117188, MPFR -148.9799556547547: relative error 3.8e-08 of 2e-6
// Log of the total weight of the edges of a vertex (CSR, weights are log probabilities, no vertex is empty).
__global__ void vertex_logsum(const int *row, const float *w, float *total, int n)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= n)
        return;
    float m = -INFINITY;
    for (int e = row[v]; e < row[v + 1]; e++)
        m = fmaxf(m, w[e]);
    float s = 0.0f;
    for (int e = row[v]; e < row[v + 1]; e++)
        s += expf(w[e] - m);
    total[v] = m + logf(s);
}

// fpcheck: dipole <<<1, 128>>> q=uniform(1,2):100 x=uniform(0,1):100 moment=empty:1 n=100 ref=moment=sum(q*x) --tol rtol=1e-5,atol=0
// expect: ok
__global__ void dipole(const float *q, const float *x, float *moment, int n)
{
    __shared__ float part[128];
    int t = threadIdx.x;
    part[t] = t < n ? q[t] * x[t] : 0.0f;
    for (int half = 64; half > 0; half >>= 1) {
        __syncthreads();
        if (t < half)
            part[t] += part[t + half];
    }
    if (t == 0)
        *moment = part[0];
}

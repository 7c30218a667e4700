// fpcheck: sort_significance <<<1, 16>>> intensity=[5.0,0.0,12.0,3.0,9.0,30.0,2.0,7.0,1.0,4.0,16.0,6.0,8.0,10.0,11.0,20.0] sigma=[1.0,0.0,2.0,1.0,1.5,2.0,1.0,1.0,1.0,1.0,2.0,1.0,1.0,0.0,1.0,1.0] sorted=empty:16 want=[-1.0,-1.0,1.0,2.0,3.0,4.0,5.0,6.0,6.0,6.0,7.0,8.0,8.0,11.0,15.0,20.0] --ref sorted=want --tol rtol=1e-6,atol=0
// expect: ok
// why: reflections without a sigma would give 0/0 and 10/0 to a sorting network of fminf and fmaxf; they are made -1 before the division is used
// figure: sorted[2] computed 1.0, right 1.0; exact
// I/sigma of 16 reflections in ascending order; -1 for one that was not measured
#define N 16
#define UNMEASURED -1.0f

__device__ float significance(float intensity, float sigma)
{
    return sigma > 0.0f ? intensity / sigma : UNMEASURED;
}

__global__ void sort_significance(const float *intensity, const float *sigma, float *sorted)
{
    __shared__ float s[N];
    int t = threadIdx.x;
    s[t] = significance(intensity[t], sigma[t]);
    __syncthreads();
    for (int k = 2; k <= N; k *= 2) {
        for (int j = k / 2; j > 0; j /= 2) {
            int other = t ^ j;
            float a = s[t];
            float b = s[other];
            bool keep_low = ((t & k) == 0) == (t < other);
            __syncthreads();
            s[t] = keep_low ? fminf(a, b) : fmaxf(a, b);
            __syncthreads();
        }
    }
    sorted[t] = s[t];
}

// fpcheck: sort_significance <<<1, 16>>> intensity=[5,0,12,3,9,30,2,7,1,4,16,6,8,10,11,20] sigma=[1,0,2,1,1.5,2,1,1,1,1,2,1,1,1,1,1] sorted=empty:16
// expect: error NaN hidden by fmin and fmax at line 20
// why: an unmeasured reflection (0 of 0) is a NaN; fminf and fmaxf both return the other operand, so the NaN vanishes and its neighbour is there twice
// figure: computed one of the 15 significances twice and no NaN, MPFR a permutation of the 16 inputs, one of them NaN
// I/sigma of 16 reflections of a resolution shell in ascending order, for quantiles
#define N 16

__device__ void exchange(float &a, float &b, bool ascending)
{
    float low = fminf(a, b);
    float high = fmaxf(a, b);
    a = ascending ? low : high;
    b = ascending ? high : low;
}

__global__ void sort_significance(const float *intensity, const float *sigma, float *sorted)
{
    __shared__ float s[N];
    int t = threadIdx.x;
    s[t] = intensity[t] / sigma[t];
    __syncthreads();
    for (int k = 2; k <= N; k *= 2) {
        for (int j = k / 2; j > 0; j /= 2) {
            int other = t ^ j;
            if (other > t)
                exchange(s[t], s[other], (t & k) == 0);
            __syncthreads();
        }
    }
    sorted[t] = s[t];
}

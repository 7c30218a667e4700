// fpcheck: resample <<<1, 256>>> weight=@a_pf_weight.npy particle=@a_pf_particle.npy u0=0.999 ancestor=empty:1000:i32 moved=empty:1000 n=1000 --ref 'ancestor=@a_pf_ancestor.npy'
// expect: error out-of-bounds at line 32
// why: a thousand weights of 0.001 sum to 0.99999 in binary32, so systematic resampling's last positions lie behind the last cumulated weight and the search returns n (known from particle filters in robotics)
// figure: ancestor[354] computed 355, should be 354; 646 of 1000 elements differ
__device__ int first_not_below(const float *cum, int n, float pos)
{
    int lo = 0, hi = n;
    while (lo < hi) {
        int mid = (lo + hi) >> 1;
        if (cum[mid] < pos)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

__global__ void resample(const float *__restrict__ weight, const float *__restrict__ particle, float u0,
                         int *__restrict__ ancestor, float *__restrict__ moved, int n)
{
    __shared__ float cum[1000];
    if (threadIdx.x == 0) {
        float c = 0.0f;
        for (int k = 0; k < n; ++k) {
            c += weight[k];
            cum[k] = c;
        }
    }
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        float pos = (i + u0) / n;
        int j = first_not_below(cum, n, pos);
        ancestor[i] = j;
        moved[i] = particle[j];
    }
}

// fpcheck: resample_guarded <<<1, 256>>> weight=@a_pf_weight.npy particle=@a_pf_particle.npy u0=0.999 ancestor=empty:1000:i32 moved=empty:1000 n=1000 --ref 'moved=@a_pf_moved.npy' --tol rtol=0,atol=1e-2
// expect: ok
// why: the cumulated weights end at 0.99999 and the search may run to n, but positions are scaled by the sum as it was computed and the index is held below n; a neighbour's particle is as good within the tolerance
// figure: largest relative error 0 at moved[0] (-3, exact -3), largest absolute error 0
__global__ void resample_guarded(const float *__restrict__ weight, const float *__restrict__ particle, float u0,
                                 int *__restrict__ ancestor, float *__restrict__ moved, int n)
{
    __shared__ float cum[1024];
    if (threadIdx.x == 0) {
        float c = 0.0f;
        for (int k = 0; k < n; ++k)
            cum[k] = c += weight[k];
    }
    __syncthreads();
    float total = cum[n - 1];
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        float pos = (i + u0) / n * total;
        int j = 0;
        for (int half = 512; half > 0; half >>= 1)
            if (j + half <= n && cum[j + half - 1] < pos)
                j += half;
        j = min(j, n - 1);
        ancestor[i] = j;
        moved[i] = particle[j];
    }
}

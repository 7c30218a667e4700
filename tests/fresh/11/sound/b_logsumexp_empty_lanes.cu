// fpcheck: free_energy <<<2, 64>>> energy=[300,310,305,299.5,320,-200,-201,-199,-205,-200] f=empty:2 states=5 kT=0.6 want=[299.283425396,-205.001078294] ref=f=want --tol rtol=1e-5,atol=0
// expect: ok
// why: exp of 500 and of -500 over- and underflows, but the least energy is taken out first; lanes without a state hold +inf, whose Boltzmann factor is 0
// figure: computed f[0] = 299.283417, MPFR 299.283425; error below an ulp (3e-5), tolerance 3e-3
// Free energies -kT log sum exp(-E/kT) of the states of two molecules.
__device__ float block_min(float x, float *s)
{
    int t = threadIdx.x;
    s[t] = x;
    __syncthreads();
    for (int o = 32; o > 0; o >>= 1) {
        if (t < o)
            s[t] = fminf(s[t], s[t + o]);
        __syncthreads();
    }
    float m = s[0];
    __syncthreads();
    return m;
}

__device__ float block_sum(float x, float *s)
{
    int t = threadIdx.x;
    s[t] = x;
    __syncthreads();
    for (int o = 32; o > 0; o >>= 1) {
        if (t < o)
            s[t] += s[t + o];
        __syncthreads();
    }
    return s[0];
}

__global__ void free_energy(const float *energy, float *f, float kT, int states)
{
    __shared__ float s[64];
    int t = threadIdx.x;
    float e = t < states ? energy[blockIdx.x * states + t] : INFINITY;
    float least = block_min(e, s);
    float z = block_sum(expf((least - e) / kT), s);
    if (t == 0)
        f[blockIdx.x] = least - kT * logf(z);
}

// fpcheck: particle_weights <<<1, 32>>> d=[20.0,15.0,15.1,18.0,16.0,25.0] w=empty:6 n=6 ref=w=exp(-0.5*d*d+112.5)/sum(exp(-0.5*d*d+112.5)) --tol rtol=1e-3,atol=1e-6
// expect: error underflow at line 7: all likelihoods exp(-d^2/2) underflow, so the weights are 0/0
// Weights of a particle filter, by the distance of each particle in sigmas.
__global__ void particle_weights(const float *d, float *w, int n)
{
    int i = threadIdx.x;
    float mine = i < n ? expf(-0.5f * d[i] * d[i]) : 0.0f;
    float sum = mine;
    for (int o = 16; o > 0; o >>= 1)
        sum += __shfl_xor_sync(0xffffffffu, sum, o);
    if (i < n)
        w[i] = mine / sum;
}

// fpcheck: particle_weights <<<1, 32>>> d=[20.0,15.0,15.1,18.0,16.0,25.0] w=empty:6 n=6 ref=w=exp(-0.5*d*d+112.5)/sum(exp(-0.5*d*d+112.5)) --tol rtol=1e-3,atol=1e-6
// expect: ok
__global__ void particle_weights(const float *d, float *w, int n)
{
    int i = threadIdx.x;
    float l = i < n ? -0.5f * d[i] * d[i] : -INFINITY;
    float top = l;
    for (int o = 16; o > 0; o >>= 1)
        top = fmaxf(top, __shfl_xor_sync(0xffffffffu, top, o));
    float mine = expf(l - top); // 0 in the lanes beyond the last particle
    float sum = mine;
    for (int o = 16; o > 0; o >>= 1)
        sum += __shfl_xor_sync(0xffffffffu, sum, o);
    if (i < n)
        w[i] = mine / sum;
}

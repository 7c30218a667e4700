// fpcheck: momentum <<<1, 128>>> m=uniform(1,2):128 v=uniform(1,2):128 p=empty:1 ref=p=sum(m*v) --tol rtol=1e-5,atol=0
// expect: ok
__global__ void momentum(const float *m, const float *v, float *p)
{
    __shared__ float s[128];
    int t = threadIdx.x;
    s[t] = m[t] * v[t];
    __syncthreads();
    if (t < 64)
        s[t] += s[t + 64];
    __syncthreads();
    if (t < 32) {
        float mine = s[t] + s[t + 32];
        __syncwarp();
        for (int o = 16; o > 0; o >>= 1) {
            s[t] = mine;
            __syncwarp();
            if (t < o)
                mine += s[t + o];
            __syncwarp();
        }
        if (t == 0)
            *p = mine;
    }
}

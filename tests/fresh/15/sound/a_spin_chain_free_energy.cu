// fpcheck: free_energy <<<1, 64>>> level=uniform(-500,300):2x100 f=empty:2 temperature=1.5 n=100
// expect: ok
// why: exponentials of hundreds would overflow; every lane keeps a running maximum, which begins at -infinity, and -inf - -inf is never formed
// figure: computed f[0] near -499, relative error about 1e-7

struct Partition {
    float top, sum;
};

__device__ Partition join(Partition a, Partition b)
{
    Partition r;
    r.top = fmaxf(a.top, b.top);
    if (r.top == -INFINITY) {
        r.sum = 0.0f;
        return r;
    }
    r.sum = a.sum * expf(a.top - r.top) + b.sum * expf(b.top - r.top);
    return r;
}

// Free energy -T log sum exp(-E / T) of a spectrum; a warp a spectrum.
__global__ void free_energy(const float *level, float *f, float temperature, int n)
{
    int lane = threadIdx.x & 31;
    int row = threadIdx.x >> 5;
    Partition p = {-INFINITY, 0.0f};
    for (int i = lane; i < n; i += 32) {
        Partition one = {-level[row * n + i] / temperature, 1.0f};
        p = join(p, one);
    }
    for (int o = 16; o > 0; o >>= 1) {
        Partition q;
        q.top = __shfl_xor_sync(0xffffffffu, p.top, o);
        q.sum = __shfl_xor_sync(0xffffffffu, p.sum, o);
        p = join(p, q);
    }
    if (lane == 0)
        f[row] = -temperature * (p.top + logf(p.sum));
}

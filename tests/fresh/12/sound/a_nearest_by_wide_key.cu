// fpcheck: nearest <<<2, 32>>> qx=[0.0,5.0] qy=[0.0,1.0] px=[3.0,9.0,1.0002,7.0,1.0,5.0,5.0,-4.0] py=[4.0,9.0,0.0,7.5,0.0,3.0003,3.0,2.0] best=empty:2 d=empty:2 n=8 want=[4,6] ref=best=want --tol bitwise
// expect: ok
// why: distances are compared by their bits with a number below, but the key has 64 bits and loses none; squares are never negative, so that their bits have their order
// figure: computed best = 4, 6, MPFR 4, 6
typedef unsigned long long Key;

__device__ inline Key key_of(float d2, unsigned point)
{
    return (Key)__float_as_uint(d2) << 32 | point;
}

__device__ inline Key warp_min(Key k)
{
    for (int o = 16; o > 0; o >>= 1) {
        Key other = __shfl_xor_sync(0xffffffffu, k, o);
        k = other < k ? other : k;
    }
    return k;
}

__global__ void nearest(const float *qx, const float *qy, const float *px, const float *py, int *best, float *d, int n)
{
    float x = qx[blockIdx.x];
    float y = qy[blockIdx.x];
    Key key = ~0ull;
    for (int j = threadIdx.x; j < n; j += 32) {
        float dx = px[j] - x;
        float dy = py[j] - y;
        Key mine = key_of(dx * dx + dy * dy, (unsigned)j);
        key = mine < key ? mine : key;
    }
    key = warp_min(key);
    if (threadIdx.x == 0) {
        best[blockIdx.x] = (int)(key & 0xffffffffull);
        d[blockIdx.x] = sqrtf(__uint_as_float((unsigned)(key >> 32)));
    }
}

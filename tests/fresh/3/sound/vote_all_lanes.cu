// fpcheck: converge <<<1, 64>>> x=uniform(1,2):50 root=empty:50 n=50 ref=sqrt(x) --tol rtol=0.000001
// expect: ok
// Newton square roots, a fixed number of rounds suffices; the vote only ends early
// where every lane has reached a fixed point, which changes no result.
__global__ void converge(const float* x, float* root, int n) {
    int i = threadIdx.x;
    float v = i < n ? x[i] : 1.0f;
    float r = v;
    for (int k = 0; k < 12; ++k) {
        float next = 0.5f * (r + v / r);
        bool done = __float_as_uint(next) == __float_as_uint(r);
        r = next;
        if (__all_sync(0xffffffffu, done)) break;
    }
    if (i < n) root[i] = r;
}

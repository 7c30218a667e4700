// fpcheck: converge <<<1, 64>>> x=uniform(1,2):50 root=empty:50 rounds=empty:2 n=50
// expect: error uninitialised at line 17: lanes beyond n never set their element of done, and the vote reads it
// Newton square roots; a warp stops when all its lanes are done.
__global__ void converge(const float* x, float* root, int* rounds, int n) {
    __shared__ int done[64];
    int i = threadIdx.x;
    float v = i < n ? x[i] : 1.0f;
    float r = v;
    int k = 0;
    if (i < n) done[i] = 0;
    __syncwarp();
    while (k < 20) {
        float next = 0.5f * (r + v / r);
        if (i < n) done[i] = fabsf(next - r) <= 1e-6f * r;
        r = next;
        ++k;
        if (__all_sync(0xffffffffu, done[i])) break;
    }
    if (i < n) root[i] = r;
    if (i % 32 == 0) rounds[i / 32] = k;
}

// fpcheck: heat <<<1, 128>>> u=uniform(0,1):128 out=empty:128 r=0.2 steps=8
// expect: error race at line 11: each thread writes u[t] while its neighbours (other warps too) may not have read the old value yet
// Explicit heat equation on a ring, kept in shared memory.
__global__ void heat(const float* u, float* out, float r, int steps) {
    __shared__ float s[128];
    int t = threadIdx.x;
    int left = (t + 127) & 127, right = (t + 1) & 127;
    s[t] = u[t];
    __syncthreads();
    for (int k = 0; k < steps; ++k) {
        s[t] = s[t] + r * (s[left] - 2.0f * s[t] + s[right]);
        __syncthreads();
    }
    out[t] = s[t];
}

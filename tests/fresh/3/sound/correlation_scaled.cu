// fpcheck: cosine <<<4, 32>>> x=uniform(2e19,3e19):4x64 y=uniform(2e19,3e19):4x64 r=empty:4 cols=64
// expect: ok
// Cosine similarity of huge rows: scaled by a power of two from the exponent of
// the largest element (read from its bits), so that no square overflows.
__device__ float warp_sum(float v) {
    for (int o = 16; o; o >>= 1) v += __shfl_xor_sync(~0u, v, o);
    return v;
}

__device__ float warp_max(float v) {
    for (int o = 16; o; o >>= 1) v = fmaxf(v, __shfl_xor_sync(~0u, v, o));
    return v;
}

__device__ float down_scale(float largest) {
    int e = (int)((__float_as_uint(largest) >> 23) & 0xffu);
    e = min(253, max(1, e));
    return __uint_as_float((unsigned)(254 - e) << 23);
}

__global__ void cosine(const float* x, const float* y, float* r, int cols) {
    const float* a = x + blockIdx.x * cols;
    const float* b = y + blockIdx.x * cols;
    float ma = 0.0f, mb = 0.0f;
    for (int i = threadIdx.x; i < cols; i += 32) {
        ma = fmaxf(ma, fabsf(a[i]));
        mb = fmaxf(mb, fabsf(b[i]));
    }
    float sa = down_scale(warp_max(ma)), sb = down_scale(warp_max(mb));
    float aa = 0.0f, bb = 0.0f, ab = 0.0f;
    for (int i = threadIdx.x; i < cols; i += 32) {
        float u = a[i] * sa, v = b[i] * sb;
        aa += u * u;
        bb += v * v;
        ab += u * v;
    }
    aa = warp_sum(aa);
    bb = warp_sum(bb);
    ab = warp_sum(ab);
    if (threadIdx.x == 0) r[blockIdx.x] = ab / (sqrtf(aa) * sqrtf(bb));
}

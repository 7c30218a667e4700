// fpcheck: route <<<3, 32>>> logits=[-0.125,-0.5,-0.625,0.75,0.125,-0.125,-0.625,0.375,0.25,-0.625,0.125,0.7500152587890625,-0.125,-0.75,-0.5,-0.875,0.875,-0.125,-0.125,-0.75,-0.75,-0.25,-1,0.375,-0.375,-0.375,-0.125,0.375,0.375,-1,-0.25,0.875030517578125,-0.375,-0.625,0.25,0,-0.375,-0.125,2,-0.125,-0.875,2.0000152587890625,0.375,-0.25,-0.125,0.375,-0.75,-0.625] expert=empty:3 gate=empty:3 experts=16 want=[11,15,9] ref=expert=want --tol bitwise
// expect: error key loses bits at line 22
// why: the gate probability is cut to 16 bits to share a word with the expert's number; gates a part in 1e5 apart become equal and the lower number wins
// figure: expert computed [3, 0, 6], MPFR [11, 15, 9]
// Top-1 routing by one atomicMax: the probability in the upper bits, 255 - expert below, so that equal gates go to the lower number.
__device__ float warp_sum(float v)
{
    for (int offset = 16; offset > 0; offset >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, offset);
    return v;
}

__device__ float warp_max(float v)
{
    for (int offset = 16; offset > 0; offset >>= 1)
        v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, offset));
    return v;
}

__device__ unsigned key(float p, int expert)
{
    return ((unsigned)(p * 65535.0f) << 8) | (255u - (unsigned)expert);
}

__global__ void route(const float *logits, int *expert, float *gate, int experts)
{
    __shared__ unsigned best;
    const int e = threadIdx.x;
    const float z = e < experts ? logits[blockIdx.x * experts + e] : -INFINITY;
    const float weight = expf(z - warp_max(z));
    const float p = weight / warp_sum(weight);
    if (e == 0)
        best = 0;
    __syncthreads();
    if (e < experts)
        atomicMax(&best, key(p, e));
    __syncthreads();
    const int chosen = 255 - (int)(best & 255u);
    if (e == chosen) {
        expert[blockIdx.x] = chosen;
        gate[blockIdx.x] = p;
    }
}

// fpcheck: flow_total <<<4, 64>>> bytes=uniform(1,2):250 part=inout:zeros:4 done=inout:[0] total=empty:1 n=250 ref=total=sum(bytes) --tol rtol=1e-6,atol=0
// expect: ok
// why: the part is published by a fence before the atomic counter, and the last block reads it through a volatile pointer: the pattern of CUDA's threadFenceReduction
// figure: 250 positive terms in trees: below 3e-7 relative, tolerance 1e-6
// Bytes of all flows in one launch; the last block to finish adds the parts.
__global__ void flow_total(const float *bytes, float *part, unsigned *done, float *total, int n)
{
    __shared__ float s[64];
    __shared__ bool last;
    int t = threadIdx.x;
    int i = blockIdx.x * 64 + t;
    s[t] = i < n ? bytes[i] : 0.0f;
    for (int half = 32; half > 0; half >>= 1) {
        __syncthreads();
        if (t < half)
            s[t] += s[t + half];
    }
    if (t == 0) {
        *(volatile float *)(part + blockIdx.x) = s[0];
        __threadfence();
        last = atomicAdd(done, 1u) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && t == 0) {
        __threadfence();
        float sum = 0.0f;
        for (unsigned b = 0; b < gridDim.x; b++)
            sum += *(volatile float *)(part + b);
        *total = sum;
    }
}

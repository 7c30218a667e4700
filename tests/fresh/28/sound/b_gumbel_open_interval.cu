// fpcheck: sample <<<1, 32>>> logits=[2.0,1.0,0.5,-30.0,0.0,-1.0,1.5,0.25] bits=[3000000000,2500000000,1000000000,4294967295,2000000000,300000000,2800000000,0] token=empty:1 noise=empty:8 n=8 ref=token=[0] ref=noise=@b_go_noise.npy --tol rtol=1e-3,atol=2e-5
// expect: ok
// why: 23 random bits and a half are scaled by 2^-23, so u lies strictly between 0 and 1 even for bits of all ones or zeros, and both logarithms are finite
// figure: computed 0.268799275, MPFR 0.268799303 (worst element of a float model of the kernel: error 2.8e-08, tolerance 0.00029)
__device__ float open_uniform(unsigned bits)
{
    return ((float)(bits >> 9) + 0.5f) * 1.1920928955078125e-7f;
}

__device__ float gumbel(unsigned bits)
{
    return -logf(-logf(open_uniform(bits)));
}

__global__ void sample(const float *logits, const unsigned *bits, int *token, float *noise, int n)
{
    int lane = threadIdx.x;
    float best = -INFINITY;
    int index = n;
    for (int i = lane; i < n; i += 32) {
        float g = gumbel(bits[i]);
        noise[i] = g;
        float s = logits[i] + g;
        if (s > best) {
            best = s;
            index = i;
        }
    }
    for (int o = 16; o > 0; o >>= 1) {
        float other = __shfl_xor_sync(0xffffffffu, best, o);
        int where = __shfl_xor_sync(0xffffffffu, index, o);
        if (other > best || (other == best && where < index)) {
            best = other;
            index = where;
        }
    }
    if (lane == 0)
        *token = index;
}

// fpcheck: scan_in_place <<<4, 128>>> x=uniform(0,1):512 out=empty:512
// expect: error race at line 13: s[t] is overwritten while thread t+off of another warp may still read it
// Inclusive Hillis-Steele scan of each block's 128 values.
__global__ void scan_in_place(const float* x, float* out)
{
    __shared__ float s[128];
    int t = threadIdx.x;
    int g = blockIdx.x * 128 + t;
    s[t] = x[g];
    __syncthreads();
    for (int off = 1; off < 128; off <<= 1) {
        if (t >= off)
            s[t] += s[t - off];
        __syncthreads();
    }
    out[g] = s[t];
}

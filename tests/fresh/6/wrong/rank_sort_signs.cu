// fpcheck: rank_sort_signs <<<1, 64>>> n=10 x=[3.5, -1.25, 0.5, -8.0, 2.0, -0.125, 7.0, -3.0, 0.0625, -2.5] out=empty:10 want=[-8.0, -3.0, -2.5, -1.25, -0.125, 0.0625, 0.5, 2.0, 3.5, 7.0] ref=out=want --tol rtol=0,atol=0
// expect: error sign bits at line 6: only the sign bit is flipped; negative keys also need their other bits inverted
// Counting rank sort of up to 64 floats through unsigned keys, ties by index.
__device__ unsigned sort_key(float v)
{
    return __float_as_uint(v) ^ 0x80000000u;
}

__global__ void rank_sort_signs(const float* x, float* out, int n)
{
    __shared__ unsigned keys[64];
    int t = threadIdx.x;
    if (t < n) keys[t] = sort_key(x[t]);
    __syncthreads();
    if (t < n) {
        unsigned mine = keys[t];
        int rank = 0;
        for (int j = 0; j < n; ++j) {
            unsigned other = keys[j];
            rank += (other < mine) || (other == mine && j < t);
        }
        out[rank] = x[t];
    }
}

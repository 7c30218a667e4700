// fpcheck: row_accumulate <<<1, 64>>> len=[3,2,3,2,3,2,3,2,3,2,3,2,3,2,3,2,3,2,3,2,3,2,3,2,3,2,3,2,3,2,3,2,3,2,3,2,3,2,3,2,3,2,3,2,3,2,3,2,3,2,3,2,3,2,3,2,3,2,3,2,3,2,3,2] v=uniform(0,1):64 out=empty:64
// expect: error barrier at line 10: rows of different length take the loop's barrier a different number of times
__global__ void row_accumulate(const int* len, const float* v, float* out)
{
    __shared__ float cur[64];
    int t = threadIdx.x;
    float acc = 0.0f;
    cur[t] = v[t];
    for (int k = 0; k < len[t]; ++k) {
        __syncthreads();
        acc += cur[(t + k) & 63];
    }
    out[t] = acc;
}

// fpcheck: order_by <<<1, 32>>> value=[3.5,-1.25,0.75,-8.0,2.0,-0.5,16.0,-3.0,1.0,-2.5,7.0,0.25] sorted=empty:12 n=12 want=[-8.0,-3.0,-2.5,-1.25,-0.5,0.25,0.75,1.0,2.0,3.5,7.0,16.0] ref=sorted=want --tol bitwise
// expect: error mismatch at line 8
// why: only the sign bit is flipped to make the key: negative numbers need all their bits flipped, so they come out in falling order
// figure: computed -0.5, MPFR -8.0 (sorted[0])
// ORDER BY of a small partition on a float column: unsigned keys, every row counts those before it.
__device__ unsigned int sortable(float v)
{
    return __float_as_uint(v) ^ 0x80000000u;
}

__global__ void order_by(const float *value, float *sorted, int n)
{
    __shared__ unsigned int key[32];
    int i = threadIdx.x;
    key[i] = i < n ? sortable(value[i]) : 0xffffffffu;
    __syncthreads();

    if (i < n) {
        int before = 0;
        for (int j = 0; j < n; j++)
            before += key[j] < key[i] || (key[j] == key[i] && j < i);
        sorted[before] = value[i];
    }
}

// fpcheck: book <<<1, 64>>> quantity=const(1500):64:i32 cents=const(101325):64:i32 value=empty:1 n=64 --ref 'value=sum(quantity*cents)/100' --tol rtol=1e-6,atol=0
// expect: error integer overflow at line 14
// why: every position is 1.5e8 cents and fits, but the int sum of 64 of them does not: 9.7e9 wraps
// figure: value: computed 11372654, MPFR 97272000
// Value of a book in currency units from positions in cents.
__global__ void book(const int *quantity, const int *cents, float *value, int n)
{
    __shared__ int part[64];
    int t = threadIdx.x;
    part[t] = t < n ? quantity[t] * cents[t] : 0;
    __syncthreads();
    for (int h = 32; h > 0; h >>= 1) {
        if (t < h)
            part[t] += part[t + h];
        __syncthreads();
    }
    if (t == 0)
        *value = (float)part[0] * 0.01f;
}

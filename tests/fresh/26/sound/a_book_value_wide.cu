// fpcheck: book <<<1, 64>>> quantity=const(1500):64:i32 cents=const(101325):64:i32 value=empty:1 n=64 --ref 'value=sum(quantity*cents)/100' --tol rtol=1e-6,atol=0
// expect: ok
// why: a product of two int would overflow for larger positions, but one operand is widened before it, and so is the sum
// figure: value: computed 97272000, MPFR 97272000: relative error 0.0e+00, tolerance about 1e-6
// Value of a book in currency units from positions in cents.
__global__ void book(const int *quantity, const int *cents, float *value, int n)
{
    __shared__ long long part[64];
    int t = threadIdx.x;
    part[t] = t < n ? (long long)quantity[t] * cents[t] : 0;
    __syncthreads();
    for (int h = 32; h > 0; h >>= 1) {
        if (t < h)
            part[t] += part[t + h];
        __syncthreads();
    }
    if (t == 0)
        *value = (float)((double)part[0] * 0.01);
}

// fpcheck: round_cents <<<1, 128>>> amount=@a_amounts.npy cents=empty:128:i32 change=empty:128 n=128 --ref 'cents=@a_cents_even.npy'
// expect: ok
// why: adding and subtracting 1.5*2^23 looks like digits thrown away; it rounds to the nearest even integer, as accountants want it, and the residual is exact
// figure: largest relative error 0 at change[0] (-0.5, exact -0.5), largest absolute error 0
__global__ void round_cents(const float *__restrict__ amount, int *__restrict__ cents, float *__restrict__ change, int n)
{
    const float magic = 12582912.0f;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float x = amount[i]; // in cents, multiples of 1/8, below 2^20
        float shifted = __fadd_rn(x, magic);
        float whole = __fsub_rn(shifted, magic);
        cents[i] = __float_as_int(shifted) - __float_as_int(magic);
        change[i] = x - whole;
    }
}

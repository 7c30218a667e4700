// fpcheck: exponents<<<1, 32>>> x=[1.0,-3.75,9.99994610111476e-41,2.500000538263333e-39,1.1699999996735163e-38,329999996548271212625250308919809540096.0,-9.80908925027372e-45,0.9990000128746033] e=empty:8 n=8 want=[0,1,-133,-129,-127,127,-147,-1] ref=e=want --tol rtol=0,atol=0
// expect: ok
// why: the exponent is cut out of the bits; the sign is masked, and subnormals are scaled by 2^32 first (exactly)
// figure: computed e = [0, 1, -133, -129, -127, 127, -147, -1], MPFR the same
// floor(log2 |x|) from the bits, for the shared exponent of a block format.
__device__ int floor_log2(float x)
{
    unsigned b = __float_as_uint(x) & 0x7fffffffu;
    int bias = 127;
    if (b < 0x00800000u) {
        b = __float_as_uint(__uint_as_float(b) * 4294967296.0f);
        bias += 32;
    }
    return (int)(b >> 23) - bias;
}

__global__ void exponents(const float *x, int *e, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        e[i] = floor_log2(x[i]);
}

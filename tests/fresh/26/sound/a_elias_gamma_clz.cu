// fpcheck: code_length <<<1, 32>>> value=[1,7,8,1000,33554431,33554432,1073741823,268435455]:i32 bits=empty:8:i32 n=8 --ref 'bits=@a_elias.npy'
// expect: ok
// why: 31 - clz is one off for 0, but the codes are of values from 1
// figure: bits[4]: computed 49, MPFR 49: relative error 0.0e+00, tolerance about 0
// Length of an Elias gamma code: 2 floor(log2 v) + 1 bits.
__device__ int floor_log2(int v)
{
    return 31 - __clz(v);
}

__global__ void code_length(const int *value, int *bits, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        bits[i] = 2 * floor_log2(value[i]) + 1;
}

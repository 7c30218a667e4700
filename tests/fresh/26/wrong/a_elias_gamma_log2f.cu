// fpcheck: code_length <<<1, 32>>> value=[1,7,8,1000,33554431,33554432,1073741823,268435455]:i32 bits=empty:8:i32 n=8 --ref 'bits=@a_elias.npy'
// expect: error float index at line 8
// why: 2^25 - 1 is rounded to 2^25 on its way to float, so its logarithm is 25 and not below, and the code is two bits too long
// figure: bits[4]: computed 51, MPFR 49
// Length of an Elias gamma code: 2 floor(log2 v) + 1 bits.
__device__ int floor_log2(int v)
{
    return (int)log2f((float)v);
}

__global__ void code_length(const int *value, int *bits, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        bits[i] = 2 * floor_log2(value[i]) + 1;
}

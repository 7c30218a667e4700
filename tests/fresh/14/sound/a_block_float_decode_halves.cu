// fpcheck: decode <<<1, 32>>> mantissa=[1048576,-777215,2000000,555555,-1999999,1234567] exponent=[-10,-100,-128,-131,-135,5] out=empty:6 n=6 want=[1024,-6.131145284513487e-25,5.8774717541114375e-33,2.0407867627221123e-34,-4.5917725120121566e-35,39506144] --ref out=want --tol rtol=1e-6,atol=0
// expect: ok
// why: the exponent is applied in two halves, each a normal power of two, and all results are normal: exact
// figure: exact: 0 against rtol 1e-6
// Block floating point of a sounding archive: 21-bit mantissas, an exponent each, back to binary32.
__device__ float power_of_two(int k)
{
    return __int_as_float((k + 127) << 23);
}

__global__ void decode(const int *mantissa, const short *exponent, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float m = (float)mantissa[i];
    int k = max(exponent[i], -140);
    int half = k / 2;
    out[i] = m * power_of_two(half) * power_of_two(k - half);
}

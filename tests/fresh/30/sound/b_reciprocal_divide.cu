// fpcheck: bucket_of <<<1, 32>>> key=[4294967295,4294967294,1000003,2999999,3000000,17,123456789,4000000000] bucket=empty:8:u32 rest=empty:8:u32 divisor=1000000 n=8 want=[4294,4294,1,2,3,0,123,4000] ref=bucket=want
// expect: ok
// why: 32-bit keys go through a float of 24 bits and a rounded reciprocal to a quotient; the remainder in integers corrects it twice, and the result is exact
// figure: bucket[3]: computed 2, exact 2 (the float quotient rounds to 3)
#include <cuda_runtime.h>

struct Divided {
    unsigned int quotient, rest;
};

__device__ Divided divide(unsigned int n, unsigned int d)
{
    float inv = 1.0f / (float)d;
    unsigned int q = __float2uint_rz((float)n * inv);
    int r = (int)(n - q * d); // small, of either sign
    int more = __float2int_rn((float)r * inv);
    q += more;
    r -= more * (int)d;
    if (r < 0) {
        q--;
        r += d;
    }
    if (r >= (int)d) {
        q++;
        r -= d;
    }
    Divided x = {q, (unsigned int)r};
    return x;
}

__global__ void bucket_of(const unsigned int *key, unsigned int *bucket, unsigned int *rest, unsigned int divisor,
                          int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Divided x = divide(key[i], divisor);
    bucket[i] = x.quotient;
    rest[i] = x.rest;
}

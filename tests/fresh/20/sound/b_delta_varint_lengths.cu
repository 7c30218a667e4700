// fpcheck: varint_bytes <<<1, 32>>> value=[2147483647,-2147483648,5,4,1000,-1000,0,300,2000000000,-2000000000] bytes=empty:10 n=10 want=[5,1,5,1,2,2,2,2,5,5] ref=bytes=want --tol rtol=0,atol=0.5
// expect: ok
// why: differences of far-apart integers wrap in unsigned arithmetic: the decoder wraps back, so the zigzag of the wrapped difference is what is stored
// figure: computed bytes[0] = 5, exact 5: error 0 against 0.5
// Bytes of each value of a column as a zigzag varint of the difference from its predecessor (mod 2^32).
__device__ unsigned zigzag(unsigned d)
{
    return d << 1 ^ (unsigned)((int)d >> 31);
}

__global__ void varint_bytes(const int *value, int *bytes, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned before = i > 0 ? (unsigned)value[i - 1] : 0u;
    unsigned z = zigzag((unsigned)value[i] - before);
    int bits = 32 - __clz((int)(z | 1u));
    bytes[i] = (bits + 6) / 7;
}

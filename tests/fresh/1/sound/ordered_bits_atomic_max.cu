// fpcheck: depth_max <<<2, 64>>> z=uniform(-9,3):128 key=inout:zeros:1 n=128
// fpcheck+ decode <<<1, 1>>> out=empty:1
// expect: ok
__device__ __forceinline__ unsigned ordered(float f)
{
    unsigned u = __float_as_uint(f);
    return (u & 0x80000000u) ? ~u : (u | 0x80000000u);
}
__global__ void depth_max(const float* z, unsigned* key, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicMax(key, ordered(z[i]));
}
__global__ void decode(const unsigned* key, float* out)
{
    unsigned k = key[0];
    out[0] = __uint_as_float((k & 0x80000000u) ? (k & 0x7fffffffu) : ~k);
}

// fpcheck: rgba_pack <<<1, 32>>> n=8 c=[0.0, 0.25, 0.5, 0.75, 0.999, 1.0, 1.0, 0.125] out=empty:8:i32 want=[0, 64, 128, 192, 255, 255, 255, 32]:i32 ref=out=want --tol rtol=0,atol=0
// expect: error narrowing at line 7: 1.0 * 256 is 256, which wraps to 0 in eight bits
// Quantises linear colour to 8 bits the way our old rasteriser did: floor(c * 256).
__device__ unsigned char to_byte(float c)
{
    c = fminf(fmaxf(c, 0.0f), 1.0f);
    return (unsigned char)(int)(c * 256.0f);
}

__global__ void rgba_pack(const float* c, int* out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = to_byte(c[i]);
}

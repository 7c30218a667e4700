// fpcheck: interleave <<<1, 32>>> left=[0.5,1.0,-1.0,0.25,3.5,-7.0] right=[-0.5,0.125,1.0,-0.0625,1.5258789e-05,-3.0517578e-05] frames=empty:6 n=6 want=[3221241856,268468223,2147450880,4160757760,32767,4294934528] ref=frames=want
// expect: ok
// why: samples beyond full scale and a scale of 32768, but they are limited before the conversion, and the lower half is masked before the halves are joined
// figure: frames[1] computed 0x10007fff, right 0x10007fff; exact integers
// Two planar channels to frames of 2 x 16 bit
__device__ int sample(float x)
{
    return __float2int_rn(fminf(fmaxf(x * 32768.0f, -32768.0f), 32767.0f));
}

__global__ void interleave(const float *left, const float *right, unsigned *frames, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        int l = sample(left[i]);
        int r = sample(right[i]);
        frames[i] = (l & 0xffff) | (unsigned)r << 16;
    }
}

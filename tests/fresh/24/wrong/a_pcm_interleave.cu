// fpcheck: interleave <<<1, 32>>> left=[0.5,1.0,-1.0,0.25] right=[-0.5,0.125,1.0,-0.0625] frames=empty:4 n=4 want=[3221241856,268468223,2147450880,4160757760] ref=frames=want
// expect: error float to integer out of range at line 8
// why: full scale 1.0 becomes 32768, which as 16 bits is -32768: a click instead of the loudest sample; no saturation
// figure: computed frames[1]=268468224, MPFR 268468223
// Two planar channels to frames of 2 x 16 bit
__device__ unsigned sample(float x)
{
    return (unsigned short)(short)__float2int_rn(x * 32768.0f);
}

__global__ void interleave(const float *left, const float *right, unsigned *frames, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        unsigned l = sample(left[i]);
        unsigned r = sample(right[i]);
        frames[i] = l | r << 16;
    }
}

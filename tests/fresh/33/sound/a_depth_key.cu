// fpcheck: clear_depth <<<1, 64>>> key=empty:64:u64 n=64
// fpcheck+ splat <<<4, 64>>> depth=@a_frag_depth.npy pixel=@a_frag_pixel.npy key=key n=256
// fpcheck+ resolve <<<1, 64>>> key=key nearest=empty:64:i32 z=empty:64 n=64 --ref 'nearest=@a_nearest.npy' --ref 'z=@a_nearest_z.npy' --tol rtol=0,atol=0
// expect: ok
// why: floats compared as integers in the upper half of a 64-bit atomicMin: right, for view depths are positive, and of equal depths the lowest fragment wins whatever the order
// figure: largest relative error 0 at z[0] (4.5, exact 4.5), largest absolute error 0
__global__ void clear_depth(unsigned long long *key, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        key[i] = 0xffffffffffffffffull;
}

__global__ void splat(const float *__restrict__ depth, const int *__restrict__ pixel, unsigned long long *key, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        unsigned bits = __float_as_uint(depth[i]);
        unsigned long long k = ((unsigned long long)bits << 32) | (unsigned)i;
        atomicMin(key + pixel[i], k);
    }
}

__global__ void resolve(const unsigned long long *key, int *nearest, float *z, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        unsigned long long k = key[i];
        bool hit = k != 0xffffffffffffffffull;
        nearest[i] = hit ? (int)(unsigned)k : -1;
        z[i] = hit ? __uint_as_float((unsigned)(k >> 32)) : 1e9f;
    }
}

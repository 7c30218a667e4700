// fpcheck: waterfall <<<2, 32>>> re=@a_waterfall_bins_re.npy im=@a_waterfall_bins_im.npy pixel=empty:64:u8 hist=inout:zeros:256:i32 n=64 floor_db=20 per_db=3 --ref pixel=@a_waterfall_bins_pixel.npy --tol bitwise
// expect: error float to integer conversion out of range at line 13
// why: log10 of a silent bin is -inf, which converts to INT_MIN; INT_MIN - 60 wraps to the positive side and the clamp makes the silent bin white
// figure: pixel[7] computed 255, MPFR 0
// Paints one line of a spectrum waterfall: power in decibels above one count squared, per_db grey levels a decibel, black at floor_db.
__device__ __forceinline__ float decibels(float re, float im)
{
    return 10.0f * log10f(re * re + im * im);
}

__device__ __forceinline__ int grey(float db, int floor_db, int per_db)
{
    int level = (int)floorf(db * (float)per_db) - floor_db * per_db;
    return min(max(level, 0), 255);
}

__global__ void waterfall(const float *re, const float *im, unsigned char *pixel, int *hist, int n, int floor_db,
                          int per_db)
{
    __shared__ int local[256];
    for (int k = threadIdx.x; k < 256; k += blockDim.x)
        local[k] = 0;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int level = grey(decibels(re[i], im[i]), floor_db, per_db);
        pixel[i] = (unsigned char)level;
        atomicAdd(&local[level], 1);
    }
    __syncthreads();
    for (int k = threadIdx.x; k < 256; k += blockDim.x)
        if (local[k] != 0)
            atomicAdd(&hist[k], local[k]);
}

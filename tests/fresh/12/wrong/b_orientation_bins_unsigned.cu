// fpcheck: gradient_bins <<<1, 64>>> gx=[-0.99,-1.754,-1.954,-0.342,0.022,1.087,0.667,1.774,2.978,0.971,1.651,1.721,0.248,-0.218,-1.357,-0.737] gy=[-0.141,-0.962,-2.277,-0.94,-2.0,-2.796,-0.745,-0.924,-0.359,0.238,1.129,2.458,0.969,1.988,2.676,0.675] histogram=inout:zeros:8 n=16 want=[2,2,2,1,2,2,3,2] ref=histogram=want --tol bitwise
// expect: error conversion at line 16
// why: atan2 is negative for half of the gradients; a negative float converted to unsigned is 0 on the device, not the number modulo 2^32 that & 7 counts on.
// figure: computed 11, MPFR 2 (histogram[0])
#define BINS 8

__global__ void gradient_bins(const float *gx, const float *gy, int *histogram, int n)
{
    __shared__ int local[BINS];
    if (threadIdx.x < BINS)
        local[threadIdx.x] = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        float angle = atan2f(gy[i], gx[i]);
        float position = floorf(angle * (BINS / 6.283185307f));
        unsigned bin = (unsigned)position & (BINS - 1);
        atomicAdd(&local[bin], 1);
    }
    __syncthreads();
    if (threadIdx.x < BINS)
        atomicAdd(&histogram[threadIdx.x], local[threadIdx.x]);
}

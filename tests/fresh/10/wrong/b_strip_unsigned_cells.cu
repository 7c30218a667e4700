// fpcheck: occupancy <<<1, 64>>> x=[2.45,1.94,-5.17,2.43,-2.17,-0.6,5.77,-5.23,-3.8,-4.7,4.18,2.39,-3.06,-4.45,2.5,-3.69,-2.61,2.47,-5.22,-2.29,0.08,1.57,-1.21,5.91,3.22,-5.94,-2.04,-5.76,4.11,-4.67,-1.63,3.53,-1.4,-5.68,-2.87,-2.0,0.79,3.2,0.58,-5.8] n=40 inv_cell=4.0 strip=empty:64 want=[1,0,1,1,0,0,1,1,0,4,1,0,2,0,1,0,2,0,0,0,0,0,0,2,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,3,1,0,3,0,2,1,0,1,1,0,1,1,1,1,2,1,1,1,1,0,1,0,0] ref=strip=want --tol bitwise
// expect: error conversion at line 13
// why: a negative float converted to unsigned saturates at 0 on the device: everything behind the robot falls into cell 0
// figure: computed strip[0] = 24, MPFR 1
// Occupancy of a wrapping map strip of 64 cells around the robot: lidar returns in metres, both signs.
__global__ void occupancy(const float *x, int n, float inv_cell, unsigned *strip)
{
    __shared__ unsigned cells[64];
    if (threadIdx.x < 64)
        cells[threadIdx.x] = 0u;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        unsigned c = (unsigned)floorf(x[i] * inv_cell);
        atomicAdd(&cells[c & 63], 1u);
    }
    __syncthreads();
    if (threadIdx.x < 64)
        strip[threadIdx.x] = cells[threadIdx.x];
}

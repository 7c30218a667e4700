// fpcheck: depth_max <<<1, 64>>> z=uniform(-9,-1):64 out=inout:const(-1000):1 n=64 ref=max(z)
// expect: error sign bit at line 8: as signed integers negative floats order backwards: the minimum is kept
// Highest elevation (below sea level everywhere in this tile).
__global__ void depth_max(const float* z, float* out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicMax((int*)out, __float_as_int(z[i] * 1.0f));
}

// fpcheck: nearest <<<1, 32>>> px=[66.0,70.0,3.5,120.0,65.6] key=inout:[4294967295] which=empty:1 n=5 want=[2] ref=which=want --tol bitwise
// expect: error overflow at line 11
// why: millimetres beyond 65.535 m do not fit in the 16 bits above the index: 66,000 << 16 keeps 464 mm, and the far point wins over the one at 3.5 m
// figure: computed which[0] = 4, right 2
// Nearest lidar return: distance in millimetres and index in one word for atomicMin.
__global__ void nearest(const float *px, unsigned *key, int *which, int n)
{
    int i = threadIdx.x;
    if (i < n) {
        unsigned mm = (unsigned)__float2int_rn(fabsf(px[i]) * 1000.0f);
        unsigned packed = (mm << 16) | (unsigned)i;
        atomicMin(key, packed);
    }
    __syncthreads();
    if (i == 0)
        *which = (int)(*key & 0xffffu);
}

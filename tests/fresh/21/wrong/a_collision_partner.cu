// fpcheck: pick_partner <<<1, 32>>> bits=[12345,4294967295,2147483648,4294967200,77777777,3000000000,0,4294967040] velocity=[0.5,1,1.5,2,2.5,3,3.5,4,4.5,5] picked=empty:8 cells=10 n=8
// expect: error random float reaches 1, read out of bounds at line 8
// why: the conversion of random bits near 2^32 to float rounds up to 2^32, so u is 1.0 and the index is one past the end
// figure: index of lane 1 computed 10, right 9
// Direct simulation Monte Carlo: a collision partner for every particle, by uniform random numbers in [0, 1).
__device__ float uniform01(unsigned bits)
{
    return (float)bits * 2.3283064365386963e-10f;
}

__global__ void pick_partner(const unsigned *bits, const float *velocity, float *picked, int cells, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int j = (int)(uniform01(bits[i]) * (float)cells);
    picked[i] = velocity[j];
}

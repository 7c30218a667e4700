// fpcheck: count_cells <<<1, 32>>> position=[-17.2676277,-28.0329685,-16.3245201,0.0175747182,-13.8069563,-18.989336,27.9772339,-6.10837078,-24.4808731,13.9866934,3.43117332,-4.69731617,4.77942801,-5.90834045,-15.4281025,-22.6655788,16.2341862,24.5499458,-14.1517782,17.2968998,-5.26446819,11.7297421,-23.6389446,-14.9048796,-23.7730579,27.0948086,26.8156662,23.9631519,-4.98282337,-6.46305275,-4.36375856,-11.2280626,-14.8783426,18.5911827,-7.97424316,25.4140739] count=inout:zeros:16 cell=2 buckets=16 n=12 want=[0,1,0,0,0,3,0,1,3,0,1,1,1,1,0,0] ref=count=want --tol rtol=0,atol=0.5
// expect: ok
// why: negative cell numbers are multiplied by large primes and overflow: as unsigned words, of which a mask keeps the lowest bits, always within the table
// figure: integers, met exactly
__device__ unsigned hash(int x, int y, int z)
{
    return ((unsigned)x * 73856093u) ^ ((unsigned)y * 19349663u) ^ ((unsigned)z * 83492791u);
}

__device__ int cell_of(float v, float size)
{
    return (int)floorf(v / size);
}

// Broad phase; the number of buckets is a power of two.
__global__ void count_cells(const float *position, int *count, float cell, int buckets, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int x = cell_of(position[3 * i], cell);
    int y = cell_of(position[3 * i + 1], cell);
    int z = cell_of(position[3 * i + 2], cell);
    atomicAdd(&count[hash(x, y, z) & (unsigned)(buckets - 1)], 1);
}

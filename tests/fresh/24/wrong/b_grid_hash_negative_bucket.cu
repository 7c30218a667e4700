// fpcheck: count_cells <<<1, 32>>> position=[21.3013458,-10.6535826,6.92852879,-0.638147533,2.02576041,-16.7026501,27.5699596,-4.66394663,-7.16631985,4.7675643,0.0155352801,-6.65172291,23.6162834,-22.1096153,7.03455114,-29.1768799,-29.7057037,0.0593101531,26.1296749,28.8645096,-18.7329788,20.4630737,-29.6831207,-19.7087288,-7.66343737,-5.39886761,-23.5567398,9.97686577,-25.1648769,17.9131718,-8.9932003,-20.9545612,28.647831,-21.1529179,8.34292793,-21.3438721] count=inout:zeros:16 cell=2 buckets=16 n=12
// expect: error out-of-bounds at line 25
// why: the hash is a signed int, negative for half of the cells, and so is its remainder: the counter lies before the start of the table
// figure: computed bucket of particle 0 = -15, MPFR 1
// Broad phase: particles hashed by their cell into a table of counters.
__device__ int hash(int x, int y, int z)
{
    return (x * 73856093) ^ (y * 19349663) ^ (z * 83492791);
}

__device__ int cell_of(float v, float size)
{
    return (int)floorf(v / size);
}

__global__ void count_cells(const float *position, int *count, float cell, int buckets, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int x = cell_of(position[3 * i], cell);
    int y = cell_of(position[3 * i + 1], cell);
    int z = cell_of(position[3 * i + 2], cell);
    int bucket = hash(x, y, z) % buckets;
    atomicAdd(&count[bucket], 1);
}

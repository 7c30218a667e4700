// fpcheck: assemble <<<1, 32>>> row=[3,50000,17,40000,3] column=[9,7,99999,1234,9] value=[1,2,3,4,5] keys=inout:const(-1):64:i32 sums=inout:zeros:64 entries=5 columns=100000
// expect: error integer overflow, index out of bounds at line 12
// why: 50000 * 100000 does not fit an int: the key is negative, so is its remainder, and the slot lies before the table
// figure: computed key -294966062 and slot -46 for row 40000, exact key 4000001234 (slot 18)
// Adds entries of a sparse matrix, duplicates summed, into an open hash table
#define SLOTS 64

__device__ int find(int *keys, int key)
{
    int slot = key % SLOTS;
    for (int tries = 0; tries < SLOTS; tries++) {
        int old = atomicCAS(&keys[slot], -1, key);
        if (old == -1 || old == key)
            return slot;
        slot = (slot + 1) % SLOTS;
    }
    return -1;
}

__global__ void assemble(const int *row, const int *column, const float *value, int *keys, float *sums, int entries, int columns)
{
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e >= entries)
        return;
    int slot = find(keys, row[e] * columns + column[e]);
    if (slot >= 0)
        atomicAdd(&sums[slot], value[e]);
}

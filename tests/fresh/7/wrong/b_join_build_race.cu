// fpcheck: build <<<1, 32>>> key=[5,21,37,8,24,11,40,56,13,29,2,18] slot_key=inout:const(-1):16 slot_row=inout:const(-1):16 n=12
// expect: error race at line 22
// why: the slot is tested and taken in two steps instead of one atomicCAS: rows whose keys hash alike both see -1 and overwrite one another
// figure: computed: slot 5 holds one of 5, 21, 37 and the two others are lost (or spread by luck), MPFR: all 12 keys in the table
// Build side of a hash join: open addressing with linear probing, 16 slots.
#define SLOTS 16
#define EMPTY -1

__device__ int hash(int key)
{
    return key & (SLOTS - 1);
}

__global__ void build(const int *key, int *slot_key, int *slot_row, int n)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n)
        return;
    int slot = hash(key[row]);
    for (int tries = 0; tries < SLOTS; tries++) {
        if (slot_key[slot] == EMPTY) {
            slot_key[slot] = key[row];
            slot_row[slot] = row;
            return;
        }
        slot = (slot + 1) & (SLOTS - 1);
    }
}

// fpcheck: join_orders <<<1, 64>>> customer=randint(0,40):64 wanted=randint(0,60):64 matches=empty:64 n=64
// expect: ok
// why: threads insert into a shared hash table at once; atomicCAS decides who gets a slot, the counts are atomic, and the table has twice the room
// figure: computed matches[i] = number of orders of the customer wanted[i], exactly
#define SLOTS 128
#define NOBODY (-1)

__device__ int slot_of(int key)
{
    return (int)(((unsigned)key * 2654435761u) >> 25);
}

__device__ void insert(int *keys, int *counts, int key)
{
    int s = slot_of(key);
    while (true) {
        int before = atomicCAS(&keys[s], NOBODY, key);
        if (before == NOBODY || before == key) {
            atomicAdd(&counts[s], 1);
            return;
        }
        s = (s + 1) & (SLOTS - 1);
    }
}

__device__ int find(const int *keys, const int *counts, int key)
{
    int s = slot_of(key);
    while (keys[s] != NOBODY) {
        if (keys[s] == key)
            return counts[s];
        s = (s + 1) & (SLOTS - 1);
    }
    return 0;
}

__global__ void join_orders(const int *customer, const int *wanted, int *matches, int n)
{
    __shared__ int keys[SLOTS];
    __shared__ int counts[SLOTS];
    int t = threadIdx.x;
    for (int s = t; s < SLOTS; s += blockDim.x) {
        keys[s] = NOBODY;
        counts[s] = 0;
    }
    __syncthreads();
    if (t < n)
        insert(keys, counts, customer[t]);
    __syncthreads();
    if (t < n)
        matches[t] = find(keys, counts, wanted[t]);
}

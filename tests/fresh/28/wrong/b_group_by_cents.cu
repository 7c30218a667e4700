// fpcheck: group_sum <<<1, 64>>> customer=@b_cents_key.npy cents=@b_cents_value.npy keys=empty:64 sums=empty:64 rows=300 ref=sums=@b_cents_sums.npy --tol bitwise
// expect: error mismatch at line 30
// why: the sums in cents are 32-bit integers; a customer with 80 bookings of 300,000.00 passes 2^31 and turns negative before it is widened
// figure: computed -1892608115, MPFR 2402359181 (sums[5])
// GROUP BY customer, SUM(amount): hash table in shared memory, then one thread a slot writes; keys are small, so the slot is the key.
constexpr int SLOTS = 64;
constexpr int EMPTY = -1;

__device__ int find_slot(int *table, int key)
{
    int slot = key % SLOTS;
    while (true) {
        int seen = atomicCAS(&table[slot], EMPTY, key);
        if (seen == EMPTY || seen == key)
            return slot;
        slot = (slot + 1) % SLOTS;
    }
}

__global__ void group_sum(const int *customer, const int *cents, int *keys, long long *sums, int rows)
{
    __shared__ int table[SLOTS];
    __shared__ int total[SLOTS];
    for (int s = threadIdx.x; s < SLOTS; s += blockDim.x) {
        table[s] = EMPTY;
        total[s] = 0;
    }
    __syncthreads();
    for (int r = threadIdx.x; r < rows; r += blockDim.x)
        atomicAdd(&total[find_slot(table, customer[r])], cents[r]);
    __syncthreads();
    for (int s = threadIdx.x; s < SLOTS; s += blockDim.x) {
        keys[s] = table[s];
        sums[s] = (long long)total[s];
    }
}

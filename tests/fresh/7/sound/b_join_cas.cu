// fpcheck: join <<<1, 32>>> key=[5,21,37,8,24,11,40,56,13,29,2,18] pay=[3,5,7,11,13,17,19,23,29,31,37,41] probe=[37,5,100,18,56,2,11,21,999,40] out=empty:10 n=12 m=10 want=[7,3,-1,41,23,37,17,5,-1,19] ref=out=want --tol bitwise
// expect: ok
// why: which slot a key takes depends on the order of the threads, but what a probe finds does not: slots are taken by atomicCAS, payloads are written before the barrier and read after it
// figure: computed exact, tolerance 0
// Hash join in shared memory: 32 slots, open addressing; the payload of the key or -1.
#define SLOTS 32
#define EMPTY -1

__device__ int hash(int key)
{
    return (key * 7) & (SLOTS - 1);
}

__global__ void join(const int *key, const int *pay, const int *probe, int *out, int n, int m)
{
    __shared__ int slot_key[SLOTS];
    __shared__ int slot_pay[SLOTS];
    int t = threadIdx.x;
    if (t < SLOTS)
        slot_key[t] = EMPTY;
    __syncthreads();

    if (t < n) {
        int slot = hash(key[t]);
        while (atomicCAS(&slot_key[slot], EMPTY, key[t]) != EMPTY)
            slot = (slot + 1) & (SLOTS - 1);
        slot_pay[slot] = pay[t];
    }
    __syncthreads();

    if (t < m) {
        int found = -1;
        int slot = hash(probe[t]);
        while (slot_key[slot] != EMPTY) {
            if (slot_key[slot] == probe[t]) {
                found = slot_pay[slot];
                break;
            }
            slot = (slot + 1) & (SLOTS - 1);
        }
        out[t] = found;
    }
}

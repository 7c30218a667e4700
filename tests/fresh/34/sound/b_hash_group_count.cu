// fpcheck: clear_table <<<1, 64>>> table=empty:64 count=empty:64
// fpcheck+ group_count <<<2, 128>>> keys=@b_hash_group_count_k.npy table=table count=count n=256
// fpcheck+ look_up <<<1, 32>>> query=@b_hash_group_count_q.npy table=table count=count found=empty:16 queries=16 --ref found=@b_hash_group_count_ref_found.npy --tol bitwise
// expect: ok
// why: the slots depend on the order of threads and the hash wraps on purpose, but what a key counts to does not
// figure: found[0] computed 13, exact 13 (error 0, 0 of the tolerance; worst of 16)
#include <cuda_runtime.h>
// SELECT key, COUNT(*) GROUP BY key: open addressing in 64 slots; 0xffffffff marks a free one.
constexpr unsigned FREE = 0xffffffffu;
__device__ unsigned home(unsigned key) { return (key * 2654435769u) >> 26; }
__global__ void clear_table(unsigned* table, unsigned* count)
{
    table[threadIdx.x] = FREE;
    count[threadIdx.x] = 0;
}
__device__ unsigned insert(unsigned* table, unsigned key)
{
    for (unsigned s = home(key);; s = (s + 1u) & 63u) {
        const unsigned old = atomicCAS(table + s, FREE, key);
        if (old == FREE || old == key) return s;
    }
}
__global__ void group_count(const unsigned* __restrict__ keys, unsigned* table, unsigned* count, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(count + insert(table, keys[i]), 1u);
}
__global__ void look_up(const unsigned* __restrict__ query, const unsigned* __restrict__ table, const unsigned* __restrict__ count, unsigned* found, int queries)
{
    const int i = threadIdx.x;
    if (i >= queries) return;
    unsigned s = home(query[i]);
    while (table[s] != FREE && table[s] != query[i]) s = (s + 1u) & 63u;
    found[i] = table[s] == FREE ? 0u : count[s];
}

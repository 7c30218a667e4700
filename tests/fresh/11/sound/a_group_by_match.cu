// fpcheck: group_counts <<<2, 64>>> key=randint(0,7):100:i32 count=inout:zeros:8:i32 total=inout:zeros:8:i32 amount=randint(0,1000):100:i32 n=100
// expect: ok
// why: the match and the reduction run in a branch, but their mask is the ballot of exactly the lanes that are in it; one leader of each group adds
// figure: integer counts and sums, error 0
// SELECT key, COUNT(*), SUM(amount) GROUP BY key, aggregated in the warp first.
__global__ void group_counts(const int *key, const int *amount, int *count, int *total, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x & 31;
    unsigned active = __ballot_sync(0xffffffffu, i < n);
    if (i < n) {
        int k = key[i];
        unsigned peers = __match_any_sync(active, k);
        int sum = __reduce_add_sync(peers, amount[i]);
        if (lane == __ffs(peers) - 1) {
            atomicAdd(&count[k], __popc(peers));
            atomicAdd(&total[k], sum);
        }
    }
}

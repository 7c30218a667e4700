// fpcheck: expert_ranks <<<1, 32>>> choice=[2,4,7,7,7,4,7,2,2,0,1,7,2,1,6,6,1,2,1,1,4,6,3,1,5,1,3,4,0,7,1,5,7,4,3,2,1,3,7,6,2,6,4,2,4,2,4,2,1,6] rank=empty:50 count=empty:8 n=50 want=[0,0,0,1,2,1,3,1,2,0,0,4,3,1,0,1,2,4,3,4,2,2,0,5,0,6,1,3,1,5,7,1,6,4,2,5,8,3,7,3,6,4,5,7,6,8,7,9,9,5] ref=rank=want --tol bitwise
// expect: ok
// why: lanes beyond the end leave by the mask of a ballot, not by returning; between reading and adding to a counter there is a __syncwarp, so nothing races
// figure: rank computed and right the same integers
// The place of each token among those of its expert, in order, by one warp without atomics.
constexpr int EXPERTS = 8;

__global__ void expert_ranks(const int *choice, int *rank, int *count, int n)
{
    __shared__ int seen[EXPERTS];
    const int lane = threadIdx.x;
    if (lane < EXPERTS)
        seen[lane] = 0;
    __syncwarp();
    for (int first = 0; first < n; first += 32) {
        const int token = first + lane;
        const bool live = token < n;
        const unsigned lanes = __ballot_sync(0xffffffffu, live);
        if (live) {
            const int e = choice[token];
            const unsigned same = __match_any_sync(lanes, e);
            const unsigned below = same & ((1u << lane) - 1u);
            const int base = seen[e];
            __syncwarp(lanes);
            rank[token] = base + __popc(below);
            if (below == 0)
                seen[e] = base + __popc(same);
        }
        __syncwarp();
    }
    if (lane < EXPERTS)
        count[lane] = seen[lane];
}

// fpcheck: occurrences <<<1, 64>>> symbol=[3,40,3,17,33,47,40,0] count=empty:48 n=8 want=[1,0,0,2,0,0,0,0,0,0,0,0,0,0,0,0,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,0,0,0,0,0,0,2,0,0,0,0,0,0,1] ref=count=want --tol bitwise
// expect: ok
// why: two histograms that are cleared by loops of a stride, a match_any that counts equal symbols of a warp once, and idle lanes that take no part
// figure: computed 2, right 2 (count[3]): integers
#define SYMBOLS 48
#define WARPS 2

__global__ void occurrences(const int *symbol, int *count, int n)
{
    __shared__ int hist[WARPS][SYMBOLS];
    int warp = threadIdx.x / 32;
    int lane = threadIdx.x % 32;
    for (int s = lane; s < SYMBOLS; s += 32)
        hist[warp][s] = 0;
    __syncwarp();
    for (int base = warp * 32; base < n; base += WARPS * 32) {
        int i = base + lane;
        bool valid = i < n;
        unsigned active = __ballot_sync(0xffffffffu, valid);
        if (valid) {
            int s = symbol[i];
            unsigned same = __match_any_sync(active, s);
            if (lane == __ffs(same) - 1)
                hist[warp][s] += __popc(same); // one lane a symbol: no race within the warp
        }
        __syncwarp();
    }
    __syncthreads();
    for (int s = threadIdx.x; s < SYMBOLS; s += blockDim.x) {
        int total = 0;
        for (int w = 0; w < WARPS; w++)
            total += hist[w][s];
        count[s] = total;
    }
}

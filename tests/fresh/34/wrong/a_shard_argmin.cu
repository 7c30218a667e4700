// fpcheck: shard_argmin <<<4, 32>>> cost=@a_shard_argmin_cost.npy row=empty:4 first=@a_shard_argmin_first.npy width=64 --ref 'row=@a_shard_argmin_row.npy'
// expect: error mismatch at line 17
// why: the row's number travels as a float through the reduction (float2 {value, index}); above 2^24 odd row numbers cannot be told from their neighbours, known from several argmin reductions that fail for large tables
// figure: row[1] computed 16777300, exact 16777301 (3 of 4 elements off)
__device__ float2 better(float2 a, float2 b)
{
    if (b.x < a.x || (b.x == a.x && b.y < a.y))
        return b;
    return a;
}

__global__ void shard_argmin(const float* cost, int* row, const int* first, int width)
{
    const float* mine = cost + blockIdx.x * width;
    float2 best = make_float2(3.0e38f, 0.0f);
    for (int i = threadIdx.x; i < width; i += 32) {
        float2 here = make_float2(mine[i], (float)(first[blockIdx.x] + i));
        best = better(best, here);
    }
    for (int d = 16; d > 0; d >>= 1) {
        float2 other;
        other.x = __shfl_down_sync(0xffffffffu, best.x, d);
        other.y = __shfl_down_sync(0xffffffffu, best.y, d);
        best = better(best, other);
    }
    if (threadIdx.x == 0)
        row[blockIdx.x] = (int)best.y;
}

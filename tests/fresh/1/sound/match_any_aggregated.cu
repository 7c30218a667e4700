// fpcheck: tally <<<2, 64>>> key=randint(0,7):128 h=inout:zeros:8:i32
// expect: ok
__global__ void tally(const int* key, int* h)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int k = key[i];
    unsigned same = __match_any_sync(0xffffffffu, k);
    if (__ffs(same) - 1 == (int)(threadIdx.x & 31)) atomicAdd(&h[k], __popc(same));
}

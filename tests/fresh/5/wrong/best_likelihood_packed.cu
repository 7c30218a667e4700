// fpcheck: best_model <<<1, 64>>> ll=[-812.5,-799.25,-640.0,-903.0,-655.5,-700.0,-1200.0,-641.0] key=inout:zeros:1:u64 best=empty:1 n=8 ref=best=argmax(ll) --tol bitwise
// expect: error packed key order at line 7: bits of negative numbers grow with the magnitude, so atomicMax finds the worst model
__global__ void best_model(const float *ll, unsigned long long *key, int *best, int n)
{
    int i = threadIdx.x;
    if (i < n) {
        unsigned long long packed = (unsigned long long)__float_as_uint(ll[i]) << 32 | (unsigned)i;
        atomicMax(key, packed);
    }
    __syncthreads();
    if (i == 0)
        *best = (int)(*key & 0xffffffffull);
}

// fpcheck: deposit <<<4, 64>>> e=uniform(0.5,1):256 cell=randint(0,8):256 grid=inout:zeros:8 n=256
// expect: ok
// Energy deposits into a grid with a CAS loop on the float's bits.
__device__ void add_by_cas(float* where, float v) {
    unsigned* word = reinterpret_cast<unsigned*>(where);
    unsigned seen = atomicAdd(word, 0u);
    while (true) {
        unsigned next = __float_as_uint(__uint_as_float(seen) + v);
        unsigned before = atomicCAS(word, seen, next);
        if (before == seen) break;
        seen = before;
    }
}

__global__ void deposit(const float* e, const int* cell, float* grid, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) add_by_cas(&grid[cell[i] & 7], e[i]);
}

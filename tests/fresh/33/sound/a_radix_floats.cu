// fpcheck: sort_floats <<<2, 128>>> x=@a_sort_x.npy sorted=empty:256 origin=empty:256:i32 --ref 'sorted=@a_sort_sorted.npy' --ref 'origin=@a_sort_origin.npy' --tol rtol=0,atol=0
// expect: ok
// why: floats are turned to integers, their bits flipped and shifted apart, counters in shared memory are added to by many threads: the flip is the order-preserving one and undone at the end, the counters are set to 0 and barriers stand between
// figure: largest relative error 0 at sorted[0] (-2.13592248e+10, exact -2.13592248e+10), largest absolute error 0
//
// A stable radix sort of 128 floats a block, four bits a pass, with the origin of each.

#define N 128
#define RADIX 16
#define FULL 0xffffffffu

struct Item {
    unsigned key;
    int origin;
};

// Negative numbers: all bits; others: the sign bit. Unsigned order is then the order of the numbers, -0 before +0.
__device__ __forceinline__ unsigned to_key(float x)
{
    int b = __float_as_int(x);
    unsigned mask = (unsigned)(b >> 31) | 0x80000000u;
    return (unsigned)b ^ mask;
}

__device__ __forceinline__ float from_key(unsigned k)
{
    unsigned mask = ((k >> 31) - 1u) | 0x80000000u;
    return __uint_as_float(k ^ mask);
}

__device__ __forceinline__ unsigned digit(unsigned key, int shift)
{
    return (key >> shift) & (RADIX - 1);
}

// Which lanes of the warp have the same digit.
__device__ unsigned peers(unsigned d)
{
    unsigned mask = FULL;
    for (int b = 0; b < 4; ++b) {
        unsigned ballot = __ballot_sync(FULL, (d >> b) & 1u);
        mask &= (d >> b) & 1u ? ballot : ~ballot;
    }
    return mask;
}

// count[digit][warp] becomes the place where the warp's first item of the digit goes.
__device__ void exclusive_sum(unsigned (*count)[N / 32])
{
    if (threadIdx.x < 32) {
        unsigned carry = 0u;
        for (int part = 0; part < RADIX * (N / 32); part += 32) {
            int at = part + (int)threadIdx.x;
            unsigned own = count[at / (N / 32)][at % (N / 32)];
            unsigned x = own;
            for (int d = 1; d < 32; d <<= 1) {
                unsigned y = __shfl_up_sync(FULL, x, d);
                if ((int)threadIdx.x >= d)
                    x += y;
            }
            count[at / (N / 32)][at % (N / 32)] = carry + x - own;
            carry += __shfl_sync(FULL, x, 31);
        }
    }
}

__device__ Item load_item(const float *x)
{
    Item it;
    it.key = to_key(x[blockIdx.x * N + threadIdx.x]);
    it.origin = threadIdx.x;
    return it;
}

__global__ void sort_floats(const float *__restrict__ x, float *__restrict__ sorted, int *__restrict__ origin)
{
    __shared__ unsigned count[RADIX][N / 32];
    __shared__ unsigned keys[N];
    __shared__ int origins[N];

    int t = threadIdx.x, lane = t & 31, warp = t >> 5;
    Item mine = load_item(x);

    for (int shift = 0; shift < 32; shift += 4) {
        if (t < RADIX * (N / 32))
            count[t / (N / 32)][t % (N / 32)] = 0u;
        __syncthreads();

        unsigned d = digit(mine.key, shift);
        unsigned same = peers(d);
        unsigned rank = __popc(same & ((1u << lane) - 1u));
        if (rank == 0u)
            atomicAdd(&count[d][warp], (unsigned)__popc(same));
        __syncthreads();

        exclusive_sum(count);
        __syncthreads();

        unsigned to = count[d][warp] + rank;
        keys[to] = mine.key;
        origins[to] = mine.origin;
        __syncthreads();
        mine.key = keys[t];
        mine.origin = origins[t];
        // the next pass clears the counters: nobody reads them behind the last barrier
    }

    sorted[blockIdx.x * N + t] = from_key(mine.key);
    origin[blockIdx.x * N + t] = mine.origin;
}

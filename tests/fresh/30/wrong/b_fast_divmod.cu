// fpcheck: split_index <<<1, 32>>> linear=[10,700,123456789,2147483648,4000000000,4294967294] row=empty:6:u32 column=empty:6:u32 n=6 columns=7 want=[1,100,17636684,306783378,571428571,613566756] ref=row=want
// expect: error integer overflow at line 22
// why: high part plus n needs 33 bits; where the sum wraps the row is far too small (the fix is ((n - t) >> 1) + t)
// figure: row[4]: computed 34557659, exact 571428571
#include <cuda_runtime.h>

// Division by a divisor that is known once: a multiplication, an addition and a shift.
struct FastDivisor {
    unsigned int divisor, magic, shift;

    __device__ explicit FastDivisor(unsigned int d) : divisor(d)
    {
        shift = 0;
        while ((1ull << shift) < d)
            shift++;
        magic = (unsigned int)(((1ull << 32) * ((1ull << shift) - d)) / d + 1);
    }

    __device__ unsigned int div(unsigned int n) const
    {
        unsigned int t = __umulhi(magic, n);
        return (t + n) >> shift;
    }

    __device__ unsigned int mod(unsigned int n, unsigned int q) const { return n - q * divisor; }
};

__global__ void split_index(const unsigned int *linear, unsigned int *row, unsigned int *column, int n,
                            unsigned int columns)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    FastDivisor by(columns);
    unsigned int q = by.div(linear[i]);
    row[i] = q;
    column[i] = by.mod(linear[i], q);
}

// fpcheck: box_mean_square <<<1, 16>>> image=@b_integral_image.npy out=empty:12x12 width=12 height=12 want=@b_integral_want.npy --ref 'out=want' --tol rtol=1e-6,atol=0
// expect: ok
// why: the summed-area table wraps around 2^32, the window sums come out right all the same
// figure: out[65] computed 296642780, MPFR 296642780.3333333; error below 1e-7 of 1e-6 allowed
#include <cuda_runtime.h>

// Mean square over 3 x 3 windows by an integral image (summed-area table).
// The table overflows 32 bits, and may: differences of unsigned numbers are right modulo
// 2^32, and a window of nine 16 bit pixels below 20000 fits.
#define MAX_SIZE 16
#define RADIUS 1

__global__ void box_mean_square(const unsigned short *__restrict__ image, float *__restrict__ out,
                                int width, int height)
{
    __shared__ unsigned int table[MAX_SIZE + 1][MAX_SIZE + 1];
    int t = threadIdx.x;

    table[0][t + 1] = 0;
    table[t + 1][0] = 0;
    if (t == 0)
        table[0][0] = 0;

    // Running sums along the rows
    if (t < height) {
        unsigned int sum = 0;
        for (int x = 0; x < width; x++) {
            unsigned int p = image[t * width + x];
            sum += p * p;
            table[t + 1][x + 1] = sum;
        }
    }
    __syncthreads();

    // And down the columns
    if (t < width) {
        unsigned int sum = 0;
        for (int y = 0; y < height; y++) {
            sum += table[y + 1][t + 1];
            table[y + 1][t + 1] = sum;
        }
    }
    __syncthreads();

    if (t < height) {
        int y0 = max(t - RADIUS, 0), y1 = min(t + RADIUS + 1, height);
        for (int x = 0; x < width; x++) {
            int x0 = max(x - RADIUS, 0), x1 = min(x + RADIUS + 1, width);
            unsigned int sum = table[y1][x1] - table[y0][x1] - table[y1][x0] + table[y0][x0];
            out[t * width + x] = (float)sum / (float)((y1 - y0) * (x1 - x0));
        }
    }
}

// fpcheck: locate_pixels <<<1, 32>>> k=[5,4095,4096,16777215,67108863,67112959,134217727,100000000] row=empty:8 column=empty:8 width=4096 n=8 ref=row=floor(k/4096)
// expect: error conversion at line 11
// why: the pixel number passes 2^24, so (float)k rounds 67108863 up to 67108864 and the row is one too far, the column -1
// figure: computed row 16384 and column -1 for 67108863, MPFR row 16383 (column 4095)
__global__ void locate_pixels(const int *k, int *row, int *column, int width, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float inverse = 1.0f / (float)width;
    int r = (int)floorf((float)k[i] * inverse);
    row[i] = r;
    column[i] = k[i] - r * width;
}

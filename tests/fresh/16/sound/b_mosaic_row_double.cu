// fpcheck: locate_pixels <<<1, 32>>> k=[5,4095,4096,16777215,67108863,67112959,134217727,2147483647] row=empty:8 column=empty:8 width=4095 n=8 ref=row=floor(k/4095)
// expect: ok
// why: a quotient of 31-bit integers in double is never rounded up to the next integer: its distance from one is at least 1/4095, an ulp is 1e-10
// figure: exact, also for 2147483647: row 524416
__global__ void locate_pixels(const int *k, int *row, int *column, int width, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int r = (int)((double)k[i] / (double)width);
    row[i] = r;
    column[i] = k[i] - r * width;
}

// fpcheck: gather <<<1, 16>>> row=randint(0,31):16 col=randint(0,30):16 img=uniform(0,1):32x31 out=empty:16 width=31 n=16
// expect: ok
__global__ void gather(const int* row, const int* col, const float* img, float* out, int width, int n)
{
    int i = threadIdx.x;
    if (i < n) out[i] = img[row[i] * width + col[i]];
}

// fpcheck: turns <<<1, 32>>> px=[0.5000024437904358,0.5000005960464478,0.5000035166740417,0.5000029802322388,0.5000011324882507,0.5000032782554626,0.5000027418136597,0.5000011920928955] py=[0.5000003576278687,0.5000026226043701,0.5000014305114746,0.5000026226043701,0.5000007748603821,0.5000026822090149,0.5000032782554626,0.5000005960464478] left=empty:8 n=8 want=[1,0,1,1,1,1,0,1] ref=left=want --tol bitwise
// expect: ok
// 1: p is right of the line from (12,12) to (24,24). Differences and products of these numbers are exact in binary64.
__global__ void turns(const float *px, const float *py, int *left, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const double qx = 12.0, qy = 12.0, rx = 24.0, ry = 24.0;
    double x = px[i], y = py[i];
    double det = __dsub_rn(__dmul_rn(qx - rx, y - ry), __dmul_rn(qy - ry, x - rx));
    left[i] = det > 0.0 ? 1 : 0;
}

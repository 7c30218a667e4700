// fpcheck: turns <<<1, 8>>> ax=[4096,4098,4100,3,5,-4096,12288,4097] ay=[4097,4099,4101,4,-7,-4097,12289,4098] bx=[4097,4099,4101,5,2,-4097,12289,4096] by=[4098,4100,4102,6,9,-4098,12290,4097] sign=empty:8 n=8
// expect: error branch decided wrong at line 7: integer products beyond 2^24 round to one float, cross is 0 where it is exactly -1
// Left (+1), straight (0) or right (-1) turn of grid vectors a, b.
__global__ void turns(const int* ax, const int* ay, const int* bx, const int* by, int* sign, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float cross = (float)ax[i] * (float)by[i] - (float)ay[i] * (float)bx[i];
    sign[i] = cross > 0.0f ? 1 : (cross < 0.0f ? -1 : 0);
}

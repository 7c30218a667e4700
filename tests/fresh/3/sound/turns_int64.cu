// fpcheck: turns <<<1, 8>>> ax=[4096,4098,4100,3,5,-4096,12288,4097] ay=[4097,4099,4101,4,-7,-4097,12289,4098] bx=[4097,4099,4101,5,2,-4097,12289,4096] by=[4098,4100,4102,6,9,-4098,12290,4097] side=empty:8 n=8
// expect: ok
// Left, straight or right turn of grid vectors in 64 bit integers.
__global__ void turns(const int* ax, const int* ay, const int* bx, const int* by, int* side, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    long long cross = (long long)ax[i] * by[i] - (long long)ay[i] * bx[i];
    side[i] = (cross > 0) - (cross < 0);
}

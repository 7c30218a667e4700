// fpcheck: matmul <<<dim3(2, 2), dim3(16, 16)>>> a=uniform(0,1):20x30 b=uniform(0,1):30x25 c=empty:20x25 M=20 N=25 K=30
// expect: ok
__global__ void matmul(const float* a, const float* b, float* c, int M, int N, int K)
{
    __shared__ float as[16][17], bs[16][17];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
    float acc = 0.0f;
    for (int k0 = 0; k0 < K; k0 += 16) {
        as[ty][tx] = (row < M && k0 + tx < K) ? a[row * K + k0 + tx] : 0.0f;
        bs[ty][tx] = (col < N && k0 + ty < K) ? b[(k0 + ty) * N + col] : 0.0f;
        __syncthreads();
        for (int k = 0; k < 16; ++k) acc = fmaf(as[ty][k], bs[k][tx], acc);
        __syncthreads();
    }
    if (row < M && col < N) c[row * N + col] = acc;
}

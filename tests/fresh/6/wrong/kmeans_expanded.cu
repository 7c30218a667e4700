// fpcheck: kmeans_expanded <<<2, 64>>> n=128 k=2 x=uniform(5000,5001):128 cen=[5000.25, 5000.75] label=empty:128:i32 dist=empty:128
// expect: error cancellation at line 15: |x|^2 - 2xc + |c|^2 at 2.5e7 with distances below 1: ulp 2
// Assigns 1-D colours to their nearest centroid; expanded squares, as one does with a GEMM.
__global__ void kmeans_expanded(const float* x, const float* cen, int* label, float* dist, int n, int k)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float xi = x[i];
    float xx = xi * xi;
    float best = 3.0e38f;
    int arg = 0;
    for (int j = 0; j < k; ++j) {
        float c = cen[j];
        float cc = c * c;
        float d2 = xx - 2.0f * xi * c + cc;
        if (d2 < best) { best = d2; arg = j; }
    }
    label[i] = arg;
    dist[i] = best;
}

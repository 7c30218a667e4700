// fpcheck: jacobi_vote <<<1, 32>>> n=20 max_it=50 tol=1e-3 b=uniform(1,2):20 x=empty:20 its=empty:1:i32
// expect: error uninitialised at line 24: lanes 20..31 vote with residuals that nobody wrote
// Warp Jacobi for the system (4 I - shifts) x = b, stops when every lane is below tol.
__global__ void jacobi_vote(const float* b, float* x, int* its, int n, int max_it, float tol)
{
    __shared__ float cur[34];
    __shared__ float res[32];
    int lane = threadIdx.x;
    cur[lane] = 0.0f;
    if (lane < 2) cur[32 + lane] = 0.0f;
    __syncwarp();
    int k = 0;
    for (; k < max_it; ++k) {
        float next = 0.0f;
        if (lane < n) {
            float left = cur[lane];
            float right = lane + 1 < n ? cur[lane + 2] : 0.0f;
            next = 0.25f * (b[lane] + left + right);
            res[lane] = fabsf(next - cur[lane + 1]);
        }
        __syncwarp();
        if (lane < n) cur[lane + 1] = next;
        __syncwarp();
        if (__all_sync(0xffffffffu, res[lane] < tol)) break;
    }
    if (lane < n) x[lane] = cur[lane + 1];
    if (lane == 0) its[0] = k;
}

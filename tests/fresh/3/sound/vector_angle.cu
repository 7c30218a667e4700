// fpcheck: angles <<<1, 64>>> ax=uniform(1,2):64 ay=uniform(1,2):64 d=uniform(0.0001,0.0002):64 angle=empty:64 n=64
// expect: ok
// Angle of (x, y) against its image under the linear map (x - d y, y + d x):
// atan2 of cross and dot, where the cross product is d |v|^2 in closed form.
__global__ void angles(const float* ax, const float* ay, const float* d, float* angle, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float r2 = ax[i] * ax[i] + ay[i] * ay[i];
    float cross = d[i] * r2;
    float dot = r2;
    angle[i] = atan2f(cross, dot);
}

// fpcheck: sample_grid <<<1, 32>>> count=empty:1:i32 area=empty:1 want=[0.5] ref=area=want --tol rtol=1e-3,atol=0
// expect: error decimal step at line 9: a hundred times 0.01f is below 1, so the loop takes a 101st sample
// Midpoint rule for the area below y = x on [0, 1) with 100 cells of width 0.01.
__global__ void sample_grid(int* count, float* area)
{
    if (threadIdx.x != 0) return;
    int n = 0;
    float s = 0.0f;
    for (float x = 0.0f; x < 1.0f; x += 0.01f) {
        s += (x + 0.005f) * 0.01f;
        ++n;
    }
    count[0] = n;
    area[0] = s;
}

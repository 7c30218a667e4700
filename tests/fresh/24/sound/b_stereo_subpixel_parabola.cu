// fpcheck: disparities <<<1, 32>>> cost=[10,116,377,245,105,233,305,104,53,217,162,11,238,149,143,101,356,223,291,103,96,261,12,218,165,13,56,162,306,280,157,187,269,247,317,109,14,241,207,355,77,77,77,77,77,77,77,77] disparity=empty:6 levels=8 n=6 want=[0.0,2.8994708994708995,6.047252747252747,1.2794871794871794,3.7950310559006213,0.0] ref=disparity=want --tol rtol=1e-6,atol=1e-6
// expect: ok
// why: a difference of neighbours over a second difference: the costs are small integers, so both are exact, and a flat or border minimum is not divided
// figure: error below 2e-7 of 1e-6
__device__ int best_level(const unsigned short *cost, int levels)
{
    int best = 0;
    for (int k = 1; k < levels; k++)
        if (cost[k] < cost[best])
            best = k;
    return best;
}

// Offset of the vertex of the parabola through three costs.
__device__ float vertex(int left, int middle, int right)
{
    int curvature = left - 2 * middle + right;
    if (curvature <= 0)
        return 0.0f;
    return 0.5f * (float)(left - right) / (float)curvature;
}

__global__ void disparities(const unsigned short *cost, float *disparity, int levels, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const unsigned short *c = cost + i * levels;
    int k = best_level(c, levels);
    float offset = 0.0f;
    if (k > 0 && k < levels - 1)
        offset = vertex(c[k - 1], c[k], c[k + 1]);
    disparity[i] = k + offset;
}

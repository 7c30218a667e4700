// fpcheck: orientation <<<1, 32>>> x=[517431.75,517431.0,517430.5,529599.25,529601.0,529600.25,505406.0,505404.25,505404.75,505201.75,505203.0,505202.0,526016.0,526014.25,526016.0,506083.75,506082.5,506084.0,506446.0,506446.5,506447.0,515199.0,515197.75,515199.0] y=[4649316.0,4649315.5,4649319.0,4650240.5,4650240.5,4650241.5,4649673.5,4649673.5,4649674.5,4649265.0,4649264.5,4649266.5,4650787.0,4650787.0,4650784.0,4649932.5,4649930.5,4649932.0,4651913.5,4651913.5,4651915.5,4651637.0,4651633.5,4651634.5] turn=empty:8 n=8 want=[-1,1,-1,1,1,1,1,1] ref=turn=want --tol bitwise
// expect: error flip at line 17
// why: the shoelace formula on raw map coordinates: products of 2e12 in float, whose spacing is larger than the areas; the sign is noise.
// figure: computed 1, MPFR -1 (turn[0]; 6 of 8 wrong)
// +1 for triangles that turn left, -1 right; coordinates are UTM metres.
__device__ int sign(float v) { return (v > 0.0f) - (v < 0.0f); }

__global__ void orientation(const float *x, const float *y, int *turn, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float twice = 0.0f;
    for (int k = 0; k < 3; k++) {
        int a = 3 * i + k;
        int b = 3 * i + (k + 1) % 3;
        twice += x[a] * y[b] - x[b] * y[a];
    }
    turn[i] = sign(twice);
}

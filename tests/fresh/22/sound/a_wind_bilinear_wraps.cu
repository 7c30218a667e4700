// fpcheck: sample <<<1, 32>>> grid=[-3.84,-28.44,2.98,-3.88,-4.78,-10.18,-17.72,7.16,-12.02,-13.99,7.27,1.75,-21.93,0.81,-18.93,17.12,21.24,-0.35,20.79,-25.22,0.31,-26.08,-4.31,-24.21,-22.37,5.8,-16.44,-23.58,-16.78,-9.01,-1.93,-17.9,8.42,-1.02,0.31,-6.79,17.62,4.8,-20.26,12.05] lat=[10.0,-89.5,90.0,-12.25,45.0,0.0] lon=[350.0,-10.0,180.0,400.5,-179.875,359.9375] wind=empty:6 n=6 want=[3.91407396764,-1.44165429039,17.6200008392,-2.43821108025,-16.758417352,21.1768747727] ref=wind=want --tol rtol=1e-4,atol=1e-4
// expect: ok
// why: indices from floats, west of Greenwich negative and beyond a full turn: floor, a modulus made positive, and a clamp of the last row
// figure: error 8.8e-6 absolute, the largest at wind, tolerance 1e-4 + 1e-4 relative
#define ROWS 5
#define COLUMNS 8
#define DEGREES 45.0f

// Zonal wind between the points of a global grid of 45 degrees; columns are periodic.
__device__ int wrapped(int c)
{
    c %= COLUMNS;
    return c < 0 ? c + COLUMNS : c;
}

__device__ float mix(float a, float b, float w)
{
    return a + w * (b - a);
}

__global__ void sample(const float *grid, const float *lat, const float *lon, float *wind, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float y = (lat[i] + 90.0f) / DEGREES;
    float x = lon[i] / DEGREES;
    int r = min(max(__float2int_rd(y), 0), ROWS - 2);
    float wy = y - (float)r;
    float column = floorf(x);
    float wx = x - column;
    int left = wrapped((int)column);
    int right = wrapped(left + 1);
    float below = mix(grid[r * COLUMNS + left], grid[r * COLUMNS + right], wx);
    float above = mix(grid[(r + 1) * COLUMNS + left], grid[(r + 1) * COLUMNS + right], wx);
    wind[i] = mix(below, above, wy);
}

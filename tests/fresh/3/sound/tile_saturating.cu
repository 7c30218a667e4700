// fpcheck: tile_x <<<1, 16>>> lon=[-179.5,-150,-90,-10,0,10,45,90,120,150,170,179,179.75,-45,30,60] col=empty:16 per_degree=200 n=16
// expect: ok
// Column of a longitude, saturated to the range of a short.
__global__ void tile_x(const float* lon, short* col, float per_degree, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float c = rintf(lon[i] * per_degree);
    c = fminf(32767.0f, fmaxf(-32768.0f, c));
    col[i] = (short)c;
}

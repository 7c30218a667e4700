// fpcheck: circles <<<1, 32>>> px=[40210.25,40211.5,40210.75,40213.0,40212.25,40214.5] py=[71835.5,71835.75,71837.0,71836.25,71838.5,71838.0] tri=[0,1,2,1,3,2,2,3,4,3,5,4] cx=empty:4 cy=empty:4 radius=empty:4 nt=4
// expect: ok
// why: large map coordinates are subtracted, but the differences are exact; all squares are of edges, a few units long, and the vertex is added last
// figure: radius: relative error at most 1.1e-07; centre within half an ulp of its coordinates
struct Vector {
    float x, y;
};

__device__ inline Vector edge(const float *px, const float *py, int from, int to)
{
    Vector v;
    v.x = px[to] - px[from];
    v.y = py[to] - py[from];
    return v;
}

__global__ void circles(const float *px, const float *py, const int *tri, float *cx, float *cy, float *radius, int nt)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= nt)
        return;
    int a = tri[3 * t];
    Vector u = edge(px, py, a, tri[3 * t + 1]);
    Vector v = edge(px, py, a, tri[3 * t + 2]);
    float u2 = u.x * u.x + u.y * u.y;
    float v2 = v.x * v.x + v.y * v.y;
    float half = 0.5f / (u.x * v.y - u.y * v.x);
    float ox = (v.y * u2 - u.y * v2) * half;
    float oy = (u.x * v2 - v.x * u2) * half;
    cx[t] = px[a] + ox;
    cy[t] = py[a] + oy;
    radius[t] = sqrtf(ox * ox + oy * oy);
}

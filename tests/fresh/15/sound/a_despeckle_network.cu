// fpcheck: despeckle <<<1, dim3(8, 8)>>> in=uniform(0,255):8x8 out=empty:8x8 width=8 height=8
// expect: ok
// why: a median of nine by a network of 19 minima and maxima; nothing is rounded, borders repeat
// figure: computed out[9] equals the fifth smallest of its nine pixels, exactly

__device__ void order(float &a, float &b)
{
    float low = fminf(a, b);
    b = fmaxf(a, b);
    a = low;
}

__device__ float median9(float *p)
{
    order(p[1], p[2]); order(p[4], p[5]); order(p[7], p[8]);
    order(p[0], p[1]); order(p[3], p[4]); order(p[6], p[7]);
    order(p[1], p[2]); order(p[4], p[5]); order(p[7], p[8]);
    order(p[0], p[3]); order(p[5], p[8]); order(p[4], p[7]);
    order(p[3], p[6]); order(p[1], p[4]); order(p[2], p[5]);
    order(p[4], p[7]); order(p[4], p[2]); order(p[6], p[4]);
    order(p[4], p[2]);
    return p[4];
}

__global__ void despeckle(const float *in, float *out, int width, int height)
{
    int x = threadIdx.x, y = threadIdx.y;
    float p[9];
#pragma unroll
    for (int k = 0; k < 9; k++) {
        int u = min(max(x + k % 3 - 1, 0), width - 1);
        int v = min(max(y + k / 3 - 1, 0), height - 1);
        p[k] = in[v * width + u];
    }
    out[y * width + x] = median9(p);
}

// fpcheck: forward53 <<<1, 64>>> img=randint(0,255):16x13:u8 coef=empty:16x13:i16 w=13 h=16
// fpcheck+ cost <<<1, 64>>> zz=empty:16x13:u16 bits=empty:1 rice=empty:1 n=208
// fpcheck+ inverse53 <<<1, 64>>> back=empty:16x13:u8 w=13 h=16 --ref back=img --tol bitwise
// expect: ok
// why: an odd width, shifts of negative numbers and stores to 16 and 8 bits; each lifting step is undone exactly and nothing leaves its range
// figure: computed is right bit for bit: only comparisons, copies and integers; error 0
// Reversible 5/3 wavelet of JPEG 2000, one level, with the cost of Rice codes.
#define MAXW 16
#define MAXH 16

struct Plane {
    int v[MAXH][MAXW];
};

struct Line {
    int at;     // first element
    int step;   // distance of neighbours
    int n;
};

__device__ int mirror(int i, int n)
{
    if (i < 0)
        i = -i;
    if (i >= n)
        i = 2 * (n - 1) - i;
    return i;
}

__device__ int get(const int *p, Line l, int i)
{
    return p[l.at + mirror(i, l.n) * l.step];
}

__device__ void add(int *p, Line l, int i, int by)
{
    p[l.at + i * l.step] += by;
}

// Odd samples become details, then even ones are smoothed by them.
__device__ void lift(int *p, Line l)
{
    for (int i = 1; i < l.n; i += 2)
        add(p, l, i, -((get(p, l, i - 1) + get(p, l, i + 1)) >> 1));
    for (int i = 0; i < l.n; i += 2)
        add(p, l, i, (get(p, l, i - 1) + get(p, l, i + 1) + 2) >> 2);
}

__device__ void unlift(int *p, Line l)
{
    for (int i = 0; i < l.n; i += 2)
        add(p, l, i, -((get(p, l, i - 1) + get(p, l, i + 1) + 2) >> 2));
    for (int i = 1; i < l.n; i += 2)
        add(p, l, i, (get(p, l, i - 1) + get(p, l, i + 1)) >> 1);
}

__device__ Line row_line(int y, int w)
{
    Line l = {y * MAXW, 1, w};
    return l;
}

__device__ Line column_line(int x, int h)
{
    Line l = {x, MAXW, h};
    return l;
}

// Where an interleaved sample goes: low half first.
__device__ int deinterleave(int i, int n)
{
    int low = (n + 1) / 2;
    return (i & 1) ? low + i / 2 : i / 2;
}

__global__ void forward53(const unsigned char *img, short *coef, int w, int h)
{
    __shared__ Plane s;
    int *p = &s.v[0][0];
    for (int k = threadIdx.x; k < w * h; k += blockDim.x)
        s.v[k / w][k % w] = (int)img[k] - 128;
    __syncthreads();
    if (threadIdx.x < h)
        lift(p, row_line(threadIdx.x, w));
    __syncthreads();
    if (threadIdx.x < w)
        lift(p, column_line(threadIdx.x, h));
    __syncthreads();
    for (int k = threadIdx.x; k < w * h; k += blockDim.x) {
        int y = k / w;
        int x = k % w;
        coef[deinterleave(y, h) * w + deinterleave(x, w)] = (short)s.v[y][x];
    }
}

__global__ void inverse53(const short *coef, unsigned char *back, int w, int h)
{
    __shared__ Plane s;
    int *p = &s.v[0][0];
    for (int k = threadIdx.x; k < w * h; k += blockDim.x) {
        int y = k / w;
        int x = k % w;
        s.v[y][x] = coef[deinterleave(y, h) * w + deinterleave(x, w)];
    }
    __syncthreads();
    if (threadIdx.x < w)
        unlift(p, column_line(threadIdx.x, h));
    __syncthreads();
    if (threadIdx.x < h)
        unlift(p, row_line(threadIdx.x, w));
    __syncthreads();
    for (int k = threadIdx.x; k < w * h; k += blockDim.x)
        back[k] = (unsigned char)(s.v[k / w][k % w] + 128);
}

// Signed to unsigned: 0, -1, 1, -2, ...
__device__ unsigned fold(int v)
{
    return ((unsigned)v << 1) ^ (unsigned)(v >> 31);
}

__device__ int width_of(unsigned u)
{
    return 32 - __clz((int)u);
}

__device__ int rice_bits(unsigned u, int k)
{
    return (int)(u >> k) + 1 + k;
}

__global__ void cost(const short *coef, unsigned short *zz, int *bits, int *rice, int n)
{
    __shared__ int plain, coded;
    if (threadIdx.x == 0) {
        plain = 0;
        coded = 0;
    }
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        unsigned u = fold(coef[i]);
        zz[i] = (unsigned short)u;
        atomicAdd(&plain, width_of(u));
        atomicAdd(&coded, rice_bits(u, 5));
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        *bits = plain;
        *rice = coded;
    }
}

// fpcheck: moments <<<1, 64>>> a=const(3):1536 b=const(2):1536 m=empty:5 n=1536
// fpcheck+ mean_product <<<1, 32>>> out=empty:2
// expect: error accumulator too narrow at line 33
// why: the moments are summed in bfloat16, which has 8 bits: a running sum of 9's stops at 4096 because 9 is less than half an ulp there
// figure: computed m[2] = 8192.0, m[4] = 4096.0, MPFR 13824, 9216
// Statistics: raw moments of two columns, with the storage format of the columns for the sums.
// The block's threads take turns over slabs; each slab is summed by one thread.
#include <cuda_bf16.h>

#define SLABS 2

typedef __nv_bfloat16 bf16;

// ---- arithmetic in the storage format -----------------------------------

__device__ __forceinline__ bf16 zero()
{
    return __float2bfloat16(0.0f);
}

__device__ __forceinline__ bf16 from(float v)
{
    return __float2bfloat16(v);
}

__device__ __forceinline__ float to(bf16 v)
{
    return __bfloat162float(v);
}

__device__ __forceinline__ bf16 plus(bf16 a, bf16 b)
{
    return from(to(a) + to(b));
}

// ---- the five sums ------------------------------------------------------

struct Moments
{
    bf16 a;
    bf16 b;
    bf16 aa;
    bf16 bb;
    bf16 ab;

    __device__ void clear()
    {
        a = zero();
        b = zero();
        aa = zero();
        bb = zero();
        ab = zero();
    }

    __device__ void take(float x, float y)
    {
        a = plus(a, from(x));
        b = plus(b, from(y));
        aa = plus(aa, from(x * x));
        bb = plus(bb, from(y * y));
        ab = plus(ab, from(x * y));
    }

    __device__ void join(const Moments &o)
    {
        a = plus(a, o.a);
        b = plus(b, o.b);
        aa = plus(aa, o.aa);
        bb = plus(bb, o.bb);
        ab = plus(ab, o.ab);
    }

    __device__ void store(float *m) const
    {
        m[0] = to(a);
        m[1] = to(b);
        m[2] = to(aa);
        m[3] = to(bb);
        m[4] = to(ab);
    }
};

// ---- slabs --------------------------------------------------------------

struct Slab
{
    int begin;
    int end;
};

__device__ Slab slab_of(int s, int n)
{
    int size = (n + SLABS - 1) / SLABS;
    Slab r;
    r.begin = s * size;
    r.end = min(n, r.begin + size);
    return r;
}

__device__ Moments sum_slab(const float *a, const float *b, const Slab &s)
{
    Moments m;
    m.clear();
    for (int i = s.begin; i < s.end; ++i)
        m.take(a[i], b[i]);
    return m;
}

__global__ void moments(const float *a, const float *b, float *m, int n)
{
    __shared__ float relay[SLABS][5];

    int t = threadIdx.x;
    if (t < SLABS)
    {
        Moments mine = sum_slab(a, b, slab_of(t, n));
        mine.store(relay[t]);
    }
    __syncthreads();

    if (t == 0)
    {
        Moments all;
        all.clear();
        for (int s = 0; s < SLABS; ++s)
        {
            Moments o;
            o.a = from(relay[s][0]);
            o.b = from(relay[s][1]);
            o.aa = from(relay[s][2]);
            o.bb = from(relay[s][3]);
            o.ab = from(relay[s][4]);
            all.join(o);
        }
        all.store(m);
    }
}

// ---- what the caller wants of them --------------------------------------

// ratio of the moments: regression slope through the origin, and the cosine of the columns
__global__ void mean_product(const float *m, float *out)
{
    if (threadIdx.x == 0)
    {
        out[0] = m[4] / m[2];
        out[1] = m[4];
    }
}

// not part of the case: the columns shifted by a pivot
__global__ void shift_column(const float *a, float *out, float pivot, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = a[i] - pivot;
}

// fpcheck: remap <<<1, 32>>> x=inout:[10.5,3.0,9.75,-0.5,10.25,5.0] y=inout:[1.0,2.0,3.0,4.0,5.0,10.5] z=inout:[1.5,2.5,-0.25,4.5,5.5,6.5] image=inout:[536349695,537395712,541587455,537396224,539493375,535303683] n=6 box=10.0
// fpcheck+ unwrap <<<1, 32>>> ux=empty:6 uy=empty:6 uz=empty:6 n=6 box=10.0 wanty=[21.0,2.0,-27.0,14.0,5.0,60.5] ref=uy=wanty --tol 2ulp
// expect: error packed fields at line 41
// why: the step of the x flag is added to the packed word: where the 10-bit field is full (511) or empty (-512) the carry or borrow goes into the y flag, and the atom's y jumps by a box length
// figure: computed uy = [31.0, 2.0, -27.0, 4.0, 15.0, 60.5], MPFR [21.0, 2.0, -27.0, 14.0, 5.0, 60.5]
// Atoms that leave the periodic box come back on the other side; three 10-bit counters in one word remember how often.
//
//   bits  0 ..  9   image in x, offset by 512
//   bits 10 .. 19   image in y, offset by 512
//   bits 20 .. 29   image in z, offset by 512
//
// The counters themselves run around at 512 box lengths, which no diffusing atom reaches in y and z.
#include <cuda_runtime.h>

#define IMG_MASK 1023
#define IMG_MAX 512
#define IMG_BITS 10
#define IMG_2BITS 20

struct Flags {
    int x, y, z;
};

struct Position {
    float x, y, z;
};

// ---------------------------------------------------------------- packing

__device__ inline Flags unpack(int image)
{
    Flags f;
    f.x = (image & IMG_MASK) - IMG_MAX;
    f.y = ((image >> IMG_BITS) & IMG_MASK) - IMG_MAX;
    f.z = ((image >> IMG_2BITS) & IMG_MASK) - IMG_MAX;
    return f;
}

__device__ inline int step_x(int image, int by)
{
    return image + by;
}

__device__ inline int step_y(int image, int by)
{
    int field = (((image >> IMG_BITS) & IMG_MASK) + by) & IMG_MASK;
    return (image & ~(IMG_MASK << IMG_BITS)) | (field << IMG_BITS);
}

__device__ inline int step_z(int image, int by)
{
    int field = (((image >> IMG_2BITS) & IMG_MASK) + by) & IMG_MASK;
    return (image & ~(IMG_MASK << IMG_2BITS)) | (field << IMG_2BITS);
}

// ---------------------------------------------------------------- one coordinate

struct Wrapped {
    float at;
    int by;
};

__device__ Wrapped wrap(float at, float box)
{
    Wrapped w;
    w.at = at;
    w.by = 0;
    if (at < 0.0f) {
        w.at = at + box;
        w.by = -1;
    }
    if (at >= box) {
        w.at = at - box;
        w.by = 1;
    }
    return w;
}

__device__ inline Position load(const float *x, const float *y, const float *z, int i)
{
    Position p;
    p.x = x[i];
    p.y = y[i];
    p.z = z[i];
    return p;
}

__device__ inline void store(float *x, float *y, float *z, int i, const Position &p)
{
    x[i] = p.x;
    y[i] = p.y;
    z[i] = p.z;
}

// ---------------------------------------------------------------- into the box

__device__ int wrap_all(Position &p, int image, float box)
{
    Wrapped w = wrap(p.x, box);
    if (w.by != 0)
        image = step_x(image, w.by);
    p.x = w.at;

    w = wrap(p.y, box);
    if (w.by != 0)
        image = step_y(image, w.by);
    p.y = w.at;

    w = wrap(p.z, box);
    if (w.by != 0)
        image = step_z(image, w.by);
    p.z = w.at;
    return image;
}

__global__ void remap(float *x, float *y, float *z, int *image, int n, float box)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Position p = load(x, y, z, i);
    image[i] = wrap_all(p, image[i], box);
    store(x, y, z, i, p);
}

// ---------------------------------------------------------------- out of the box, for mean square displacements

__device__ inline float unfolded(float at, int flag, float box)
{
    return at + (float)flag * box;
}

__device__ Position unwrapped(const Position &p, int image, float box)
{
    Flags f = unpack(image);
    Position u;
    u.x = unfolded(p.x, f.x, box);
    u.y = unfolded(p.y, f.y, box);
    u.z = unfolded(p.z, f.z, box);
    return u;
}

__global__ void unwrap(const float *x, const float *y, const float *z, const int *image, float *ux, float *uy, float *uz,
                       int n, float box)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Position p = load(x, y, z, i);
    Position u = unwrapped(p, image[i], box);
    store(ux, uy, uz, i, u);
}

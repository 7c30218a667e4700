// fpcheck: parcel_areas <<<1, 32>>> start_east=[431250.0,512004.0] start_north=[5411320.0,5298077.0] bearing=[[34.984,97.853,187.861,255.96,299.059],[327.257,51.843,122.743,198.431,278.75]] length=[[36.61,29.29,29.28,28.86,20.58],[16.63,17.82,16.65,18.97,13.14]] area=empty:2 quality=empty:2 parcels=2 legs=5 want=[1352.9940762402974,467.90591674631616] --ref area=want --tol rtol=1e-5,atol=0
// expect: ok
// why: the grid coordinates are not used: an area needs corners relative to the first only; the tiny misclosure is relative to metres
// figure: computed area = [1352.993896484375, 467.9059143066406], MPFR ['1352.99408', '467.905917']
// Closed traverses of a survey: bearings and distances of the legs, the misclosure shared out by Bowditch's rule, the
// area of the parcel by the trapezoids. One thread a parcel.
#include <cuda_runtime.h>

#define MAX_LEGS 8

struct Point {
    float east, north;
};

struct Leg {
    float bearing; // degrees from north, clockwise
    float length;  // metres
};

struct Parcel {
    Point corner[MAX_LEGS + 1]; // the first is the starting mark, the last should be it again
    int legs;
    float perimeter;
};

// ---------------------------------------------------------------- points

__device__ Point plus(Point a, Point b)
{
    Point r;
    r.east = a.east + b.east;
    r.north = a.north + b.north;
    return r;
}

__device__ Point minus(Point a, Point b)
{
    Point r;
    r.east = a.east - b.east;
    r.north = a.north - b.north;
    return r;
}

__device__ Point times(Point a, float s)
{
    Point r;
    r.east = a.east * s;
    r.north = a.north * s;
    return r;
}

__device__ float cross(Point a, Point b)
{
    return a.east * b.north - a.north * b.east;
}

// ---------------------------------------------------------------- legs

__device__ Point offset_of(Leg leg)
{
    float s, c;
    sincospif(leg.bearing / 180.0f, &s, &c);
    Point p;
    p.east = leg.length * s;
    p.north = leg.length * c;
    return p;
}

__device__ Leg leg_of(const float *bearing, const float *length, int i)
{
    Leg leg;
    leg.bearing = bearing[i];
    leg.length = length[i];
    return leg;
}

// ---------------------------------------------------------------- the traverse

__device__ void run_traverse(Parcel *parcel, Point start, const float *bearing, const float *length, int first, int legs)
{
    Point here = start;
    float perimeter = 0.0f;
    parcel->legs = legs;
    parcel->corner[0] = here;
    for (int k = 0; k < legs; k++) {
        Leg leg = leg_of(bearing, length, first + k);
        here = plus(here, offset_of(leg));
        perimeter += leg.length;
        parcel->corner[k + 1] = here;
    }
    parcel->perimeter = perimeter;
}

__device__ Point misclosure(const Parcel *parcel)
{
    return minus(parcel->corner[parcel->legs], parcel->corner[0]);
}

// Bowditch: every corner gives back its share of the misclosure, by the length of the way to it.
__device__ void adjust(Parcel *parcel, const float *length, int first)
{
    Point gap = misclosure(parcel);
    float way = 0.0f;
    for (int k = 0; k < parcel->legs; k++) {
        way += length[first + k];
        Point share = times(gap, way / parcel->perimeter);
        parcel->corner[k + 1] = minus(parcel->corner[k + 1], share);
    }
}

// ---------------------------------------------------------------- area

// Twice the area of the triangles from the origin to every side, clockwise negative.
__device__ float signed_double_area(const Parcel *parcel)
{
    float sum = 0.0f;
    for (int k = 0; k < parcel->legs; k++) {
        int next = k + 1 == parcel->legs ? 0 : k + 1;
        sum += cross(parcel->corner[k], parcel->corner[next]);
    }
    return sum;
}

__device__ float area_of(const Parcel *parcel)
{
    return 0.5f * fabsf(signed_double_area(parcel));
}

// ---------------------------------------------------------------- quality

// One part in so many that the traverse fails to close, limited for those that close to the millimetre.
__device__ int precision_class(const Parcel *parcel)
{
    Point gap = misclosure(parcel);
    float open = sqrtf(gap.east * gap.east + gap.north * gap.north);
    float ratio = parcel->perimeter / fmaxf(open, 1e-3f);
    if (ratio > 100.0f)
        return 1;
    return 2;
}

// ---------------------------------------------------------------- the kernel

__global__ void parcel_areas(const float *start_east, const float *start_north, const float *bearing,
                             const float *length, float *area, int *quality, int parcels, int legs)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= parcels)
        return;
    Point start;
    start.east = 0.0f; // the mark itself: positions on the grid matter to the map only
    start.north = 0.0f;

    Parcel parcel;
    run_traverse(&parcel, start, bearing, length, i * legs, legs);
    quality[i] = precision_class(&parcel);
    adjust(&parcel, length, i * legs);
    area[i] = area_of(&parcel);
}

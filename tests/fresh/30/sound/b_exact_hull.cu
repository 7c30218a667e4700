// fpcheck: hulls <<<1, 32>>> xy=[[[-8238310.0,4970072.0],[-8238300.0,4970132.0],[-8238280.0,4970092.0],[-8238250.0,4970112.0],[-8238250.0,4970162.0],[-8238235.0,4970122.0],[-8238220.0,4970133.0],[-8238210.0,4970032.0],[-8238190.0,4970152.0],[-8238160.0,4970171.0],[-8238160.0,4970172.0],[-8238130.0,4970193.0]],[[-8238310.0,4970072.0],[-8237310.0,4970073.0],[-8236810.0,4970972.0],[-8236310.0,4970074.0],[-8235810.0,4969372.0],[-8235810.0,4970973.0],[-8235809.0,4969372.0],[-8235310.0,4970074.0],[-8235310.0,4970075.0],[-8234310.0,4970076.0],[-8233311.0,4970078.0],[-8233310.0,4970077.0]]] corners=empty:2x12 count=empty:2 area=empty:2 border=empty:2 sets=2 n=12 want=[5,7] ref=count=want
// expect: ok
// why: orientations of nearly collinear points in binary32 look undecidable; where the filter's bound is not met the sign comes from binary64, in which differences and products of these coordinates are exact
// figure: count[1]: computed 7, exact 7
// Convex hulls of small sets of survey points (Web Mercator metres), sorted by x, then y. A thread a set.
#include <cuda_runtime.h>

#define MOST 16

struct Point {
    float x, y;
};

__device__ inline Point point_at(const float *xy, int i)
{
    Point p;
    p.x = xy[2 * i];
    p.y = xy[2 * i + 1];
    return p;
}

// ------------------------------------------------------------ orientation

enum Turn { RIGHT = -1, STRAIGHT = 0, LEFT = 1 };

__device__ inline Turn turn_of_sign(double v)
{
    return v > 0.0 ? LEFT : v < 0.0 ? RIGHT : STRAIGHT;
}

// Differences of two binary32 numbers of like size have at most 25 bits, their products at most 50: both are exact
// in binary64, and a rounded difference of two exact numbers has the right sign.
__device__ Turn exact_turn(Point a, Point b, Point c)
{
    double left = __dmul_rn((double)b.x - (double)a.x, (double)c.y - (double)a.y);
    double right = __dmul_rn((double)b.y - (double)a.y, (double)c.x - (double)a.x);
    return turn_of_sign(__dsub_rn(left, right));
}

// Four roundings of differences, two of products, one of the sum; twice that for safety.
__device__ inline float error_bound(float left, float right)
{
    return 1e-6f * (fabsf(left) + fabsf(right));
}

__device__ Turn turn(Point a, Point b, Point c)
{
    float left = (b.x - a.x) * (c.y - a.y);
    float right = (b.y - a.y) * (c.x - a.x);
    float area = left - right;
    if (fabsf(area) > error_bound(left, right))
        return turn_of_sign(area);
    return exact_turn(a, b, c);
}

// ------------------------------------------------------------ stack of indices

struct Stack {
    int at[2 * MOST];
    int size;
};

__device__ inline void push(Stack &s, int i)
{
    s.at[s.size++] = i;
}

__device__ inline int top(const Stack &s)
{
    return s.at[s.size - 1];
}

__device__ inline int below_top(const Stack &s)
{
    return s.at[s.size - 2];
}

// ------------------------------------------------------------ monotone chain

// Takes the next point: all that do not turn left on the way to it are no corners.
__device__ void take(Stack &s, int floor, const float *xy, int i)
{
    Point p = point_at(xy, i);
    while (s.size - floor >= 2) {
        Point a = point_at(xy, below_top(s));
        Point b = point_at(xy, top(s));
        if (turn(a, b, p) == LEFT)
            break;
        s.size--;
    }
    push(s, i);
}

__device__ void lower_chain(Stack &s, const float *xy, int n)
{
    for (int i = 0; i < n; i++)
        take(s, 0, xy, i);
}

__device__ void upper_chain(Stack &s, const float *xy, int n)
{
    int floor = s.size - 1;
    for (int i = n - 2; i >= 0; i--)
        take(s, floor, xy, i);
}

__device__ Stack hull_of(const float *xy, int n)
{
    Stack s;
    s.size = 0;
    lower_chain(s, xy, n);
    upper_chain(s, xy, n);
    s.size--; // the first point again
    return s;
}

// ------------------------------------------------------------ area

// Fan from the first corner, in coordinates relative to it.
__device__ float area_of(const Stack &s, const float *xy)
{
    Point o = point_at(xy, s.at[0]);
    float twice = 0.0f;
    for (int k = 1; k + 1 < s.size; k++) {
        Point a = point_at(xy, s.at[k]);
        Point b = point_at(xy, s.at[k + 1]);
        twice += (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
    }
    return 0.5f * twice;
}

// Length of the border, edge by edge.
__device__ float border_of(const Stack &s, const float *xy)
{
    float sum = 0.0f;
    for (int k = 0; k < s.size; k++) {
        Point a = point_at(xy, s.at[k]);
        Point b = point_at(xy, s.at[k + 1 < s.size ? k + 1 : 0]);
        sum += sqrtf((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
    }
    return sum;
}

// ------------------------------------------------------------ the kernel

__global__ void hulls(const float *xy, int *corners, int *count, float *area, float *border, int sets, int n)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= sets)
        return;
    const float *mine = xy + 2 * n * k;
    Stack s = hull_of(mine, n);
    for (int i = 0; i < n; i++)
        corners[k * n + i] = i < s.size ? s.at[i] : -1;
    count[k] = s.size;
    area[k] = area_of(s, mine);
    border[k] = border_of(s, mine);
}

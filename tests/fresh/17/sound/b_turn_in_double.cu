// fpcheck: turns <<<1, 32>>> p=[5702887,3524578,5702887,3524578,2178309,3524578,2178309,1346269,2178309,1346269,832040] q=[3524578,2178309,3524578,2178309,1346269,2178309,1346269,832040,1346269,832040,514229] turn=empty:10 n=10
// expect: ok
// why: the difference of nearly equal products, but of 24-bit numbers in double: both products are exact, and the difference is
// figure: computed - + - + - + - + - +, right - + - + - + - + - +
// orientation of consecutive edges of a polygon, by their directions (p[i], q[i]) and (p[i+1], q[i+1]): +1 left, -1 right, 0 straight
struct Direction {
    float x, y;
};

__device__ int orient(Direction a, Direction b)
{
    double cross = (double)a.x * b.y - (double)a.y * b.x;
    return (cross > 0) - (cross < 0);
}

__global__ void turns(const float *p, const float *q, int *turn, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    Direction a = {p[i], q[i]};
    Direction b = {p[i + 1], q[i + 1]};
    turn[i] = orient(a, b);
}

// fpcheck: split_index <<<1, 32>>> index=[0,86399,86400,864000000,1234567890,2147483647,1727999999,1728086400] day=empty:8 second=empty:8 n=8 want=[0,0,1,10000,14288,24855,19999,20001] ref=day=want --tol bitwise
// expect: ok
// why: an integer quotient by a float reciprocal may be off by one, and the remainder then tells so and mends it.
// figure: exact integers, error 0
#define DAY 86400

__device__ void divide(int n, int &q, int &r)
{
    q = (int)((float)n * (1.0f / DAY));
    r = n - q * DAY;
    if (r < 0) {
        q--;
        r += DAY;
    } else if (r >= DAY) {
        q++;
        r -= DAY;
    }
}

__global__ void split_index(const int *index, int *day, int *second, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int q, r;
    divide(index[i], q, r);
    day[i] = q;
    second[i] = r;
}

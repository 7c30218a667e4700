// fpcheck: partition<<<1, 32>>> row=[0,6,7,13,14,699999,700000,16777215,16777213,16777214,8388607,48] part=empty:12 parts=7 n=12 want=[0,6,0,6,0,6,0,0,5,6,3,6] ref=part=want --tol bitwise
// expect: ok
// why: a quotient by a rounded reciprocal is off by one at multiples: the remainder shows it and corrects it
// figure: error 0 of bitwise
// row modulo parts for rows below 2^24 without an integer division.
__device__ int modulo(int row, int parts, float reciprocal)
{
    int q = (int)((float)row * reciprocal);
    int r = row - q * parts;
    if (r < 0)
        r += parts;
    else if (r >= parts)
        r -= parts;
    return r;
}

__global__ void partition(const int *row, int *part, int parts, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float reciprocal = 1.0f / (float)parts;
    if (i < n)
        part[i] = modulo(row[i], parts, reciprocal);
}

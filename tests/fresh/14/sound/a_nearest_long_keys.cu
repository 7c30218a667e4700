// fpcheck: nearest <<<1, 64>>> xyz=[-1.09375,-1.3203125,1.375,2.8359375,2.28515625,2.8125,0.37109375,-2.4140625,0.20703125,-2.6484375,1.8046875,-2.5546875,-2.8203125,-1.41796875,-0.765625,1.00006103515625,0,0,-2.8984375,2.9296875,-0.0625,-1.318359375,-2.55859375,-1.93359375,-2.64453125,0.66796875,-2.68359375,-1.9140625,-2.5625,-2.0625,-0.484375,2.69921875,1,-2.2578125,2.42578125,-0.8203125,-0.87890625,1.54296875,2.18359375,-1.296875,-1.68359375,-1.22265625,-2.16796875,-0.6953125,-1.12109375,-0.76171875,-2.55859375,1.7265625,1.85546875,-1.44921875,1.953125,2.31640625,0.953125,1.83984375,2.6328125,-0.95703125,-2.7578125,2.177734375,-1.533203125,-0.7421875,0.8359375,2.73828125,0.81640625,0.8125,-1.40234375,-0.74609375,-1.24609375,1.4609375,2.52734375,-2.3203125,1.046875,1.9453125,1.0078125,1.62890625,2.20703125,-2.8046875,1.63671875,2.234375,2.375,-2.984375,-0.1796875,0.671875,-2.90234375,2.3359375,-2.6640625,-2.4296875,-0.1640625,-2.94921875,1.12890625,2.95703125,-0.33203125,0.60546875,-1.435546875,2.15234375,-2.7421875,0.7109375,1.8828125,2.93359375,-0.41015625,-1.0390625,2.42578125,-1.11328125,-0.3359375,2.35546875,-0.66015625,-1.95703125,-0.953125,-1.01171875,-2.0859375,-1.453125,0.80078125,2.76953125,-2.99609375,-0.6640625,1.94140625,-2.203125,-1.26953125,-0.25390625,-2.5546875,-1.890625,0,1.000030517578125,0,-2.546875,-2.75,-2.42578125,-1.59765625,-1.4296875,0.66015625,-2.04296875,-1.8046875,-2.0078125,0.1484375,0.98828125,-2.73046875,-1.64453125,2.71875,1.39453125,0.21875,1.3203125,-2.703125,-2.8515625,-0.83203125,-0.2109375,2.625,-2.70703125,1.5546875,0.76171875,2.55859375,-2.744140625,1.98828125,1.98828125,-0.796875,0.49609375,-1.50390625,-2.71875,-0.9453125,-2.90625,-1.44921875,2.44140625,-1.6015625,1.515625,-1.1328125,2.04296875,2.71875,-2.51171875,2.02734375,2.01171875,-1.53125,-2.1015625,2.875,-1.708984375,1.46484375,-2.138671875,-2.84765625,2.13671875,0.4296875,-2.5078125,1.2421875,1.0390625,-2.765625,2.7734375,0.3671875,2.30859375,2.875,-2.17578125,-0.5234375,2.38671875,0.09375,-2.7890625,-1.22265625,-2.75,1.1953125,-1.95703125,1.33203125,2.50390625,0.0546875,0.37890625,-0.73828125,-2.109375,-0.77734375,1.84375,2.08203125,1.37109375,-2.43359375,1.65625,2.91796875,2.7578125,2.1640625,1.63671875,2.18359375,-2.21484375,-0.3125,-1.23046875,-1.65625,0.9453125,2.55859375,-0.1171875,-1.2890625,0.2734375,-1.4765625,2.33984375,-1.21875,-1.765625,1.3515625,-2.87109375,-0.72265625,2.1328125,-2.44140625,-0.390625,-1.8046875,1,0,0,0.69140625,-2.43359375,-1.87890625,-1.05859375,1.75,-2.5234375,-1.48828125,0.75390625,1.56640625,-1.94140625,-0.20703125,2.69140625,0.0703125,-1.765625,2.84765625,-2.57421875,-0.28125,-1.75390625,-0.9453125,-2.5859375,-0.40625,-1.12109375,0.453125,-1.2890625,1.55859375,-2.875,2.08203125,1.9296875,-1.13671875,-1.6015625,-2.56640625,1.1796875,-0.79296875,-1.6796875,1.25,-2.109375,0,0,1.0000152587890625,-1.35546875,2.4375,-2.73046875,-2.96875,-0.21484375,1.8046875,1.26171875,-0.9921875,-1.12109375,-2.9453125,0.1953125,2.1875,-2.38671875,1.38671875,-1.953125] query=[0,0,0,0.5,-0.25,0.125] neighbour=empty:2x4 distance=empty:2x4 n=96 queries=2 want=[77,90,40,5,77,5,90,40] --ref neighbour=want --tol rtol=0,atol=0.5
// expect: ok
// why: the key is 64 bits wide and holds the whole distance; squares of the distances differ by 60 ulps and more
// figure: exact integers; distances within 1 ulp
// The K nearest of a cloud of points to each query, a warp a query; ties go to the lower number.
// Every lane keeps the K smallest keys of its points in order; the warp then draws the smallest K times.
#define K 4
typedef unsigned long long Key;
#define NO_KEY 0xffffffffffffffffull

struct Cloud {
    const float *xyz;
    int n;
};

struct Point {
    float x, y, z;
};

__device__ Point point(Cloud c, int i)
{
    Point p;
    p.x = c.xyz[3 * i];
    p.y = c.xyz[3 * i + 1];
    p.z = c.xyz[3 * i + 2];
    return p;
}

__device__ float distance2(Point a, Point b)
{
    float x = a.x - b.x, y = a.y - b.y, z = a.z - b.z;
    return x * x + y * y + z * z;
}

// A key that sorts by distance, then by number: distances are not negative, their bits are in order.
__device__ Key make_key(float d, int index)
{
    return (Key)__float_as_uint(d) << 32 | (unsigned)index;
}

__device__ int index_of(Key k)
{
    return (int)(k & 0xffffffffull);
}

struct Best {
    Key k[K];
};

__device__ Best nobody()
{
    Best b;
    for (int i = 0; i < K; i++)
        b.k[i] = NO_KEY;
    return b;
}

// Insertion into a short ordered list that stays in registers.
__device__ void insert(Best &b, Key key)
{
#pragma unroll
    for (int i = 0; i < K; i++)
        if (key < b.k[i]) {
            Key t = b.k[i];
            b.k[i] = key;
            key = t;
        }
}

__device__ Key smallest_of_warp(Key k)
{
    for (int o = 16; o > 0; o /= 2) {
        Key other = __shfl_xor_sync(0xffffffffu, k, o);
        k = other < k ? other : k;
    }
    return k;
}

// Takes the first of the list away.
__device__ void pop(Best &b)
{
#pragma unroll
    for (int i = 0; i + 1 < K; i++)
        b.k[i] = b.k[i + 1];
    b.k[K - 1] = NO_KEY;
}

__device__ Best scan_cloud(Cloud cloud, Point q)
{
    Best b = nobody();
    int lane = threadIdx.x & 31;
    for (int i = lane; i < cloud.n; i += 32) {
        float d = distance2(point(cloud, i), q);
        insert(b, make_key(d, i));
    }
    return b;
}

__global__ void nearest(const float *xyz, const float *query, int *neighbour, float *distance, int n, int queries)
{
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x & 31;
    if (warp >= queries)
        return;
    Cloud cloud = {xyz, n}, asked = {query, queries};
    Point q = point(asked, warp);
    Best mine = scan_cloud(cloud, q);
    for (int r = 0; r < K; r++) {
        Key first = smallest_of_warp(mine.k[0]);
        // keys hold the number, so that only one lane has this one
        if (mine.k[0] == first)
            pop(mine);
        if (lane == 0) {
            int i = index_of(first);
            neighbour[warp * K + r] = i;
            distance[warp * K + r] = sqrtf(distance2(point(cloud, i), q));
        }
    }
}

// Normals later come from the covariance of the neighbours; here is their centre, a thread a query.
__global__ void centres(const float *xyz, const int *neighbour, float *centre, int queries)
{
    int q = blockIdx.x * blockDim.x + threadIdx.x;
    if (q >= queries)
        return;
    Point sum = {0.0f, 0.0f, 0.0f};
    for (int r = 0; r < K; r++) {
        int i = neighbour[q * K + r];
        sum.x += xyz[3 * i];
        sum.y += xyz[3 * i + 1];
        sum.z += xyz[3 * i + 2];
    }
    centre[3 * q] = sum.x / K;
    centre[3 * q + 1] = sum.y / K;
    centre[3 * q + 2] = sum.z / K;
}

// How evenly the cloud is sampled: the mean distance to the farthest of the K, all queries of a block.
__global__ void spacing(const float *distance, float *mean, int queries)
{
    __shared__ float s[128];
    int t = threadIdx.x;
    s[t] = t < queries ? distance[t * K + K - 1] : 0.0f;
    __syncthreads();
    for (int o = blockDim.x / 2; o > 0; o /= 2) {
        if (t < o)
            s[t] += s[t + o];
        __syncthreads();
    }
    if (t == 0)
        *mean = s[0] / queries;
}

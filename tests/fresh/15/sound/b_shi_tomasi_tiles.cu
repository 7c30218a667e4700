// fpcheck: gradients<<<(2,2), (8,8)>>> image=[0.0,2.0,4.0,1.0,3.0,96.0,98.0,100.0,97.0,99.0,0.0,2.0,4.0,1.0,3.0,96.0,3.0,0.0,2.0,4.0,1.0,99.0,96.0,98.0,100.0,97.0,3.0,0.0,2.0,4.0,1.0,99.0,1.0,3.0,0.0,2.0,4.0,97.0,99.0,96.0,98.0,100.0,1.0,3.0,0.0,2.0,4.0,97.0,4.0,1.0,3.0,0.0,2.0,100.0,97.0,99.0,96.0,98.0,4.0,1.0,3.0,0.0,2.0,100.0,98.0,100.0,97.0,99.0,96.0,2.0,4.0,1.0,3.0,0.0,98.0,100.0,97.0,99.0,96.0,2.0,96.0,98.0,100.0,97.0,99.0,0.0,2.0,4.0,1.0,3.0,96.0,98.0,100.0,97.0,99.0,0.0,99.0,96.0,98.0,100.0,97.0,3.0,0.0,2.0,4.0,1.0,99.0,96.0,98.0,100.0,97.0,3.0,97.0,99.0,96.0,98.0,100.0,1.0,3.0,0.0,2.0,4.0,97.0,99.0,96.0,98.0,100.0,1.0,4.0,1.0,3.0,0.0,2.0,100.0,97.0,99.0,96.0,98.0,4.0,1.0,3.0,0.0,2.0,100.0,2.0,4.0,1.0,3.0,0.0,98.0,100.0,97.0,99.0,96.0,2.0,4.0,1.0,3.0,0.0,98.0,0.0,2.0,4.0,1.0,3.0,96.0,98.0,100.0,97.0,99.0,0.0,2.0,4.0,1.0,3.0,96.0,3.0,0.0,2.0,4.0,1.0,99.0,96.0,98.0,100.0,97.0,3.0,0.0,2.0,4.0,1.0,99.0,97.0,99.0,96.0,98.0,100.0,1.0,3.0,0.0,2.0,4.0,97.0,99.0,96.0,98.0,100.0,1.0,100.0,97.0,99.0,96.0,98.0,4.0,1.0,3.0,0.0,2.0,100.0,97.0,99.0,96.0,98.0,4.0,98.0,100.0,97.0,99.0,96.0,2.0,4.0,1.0,3.0,0.0,98.0,100.0,97.0,99.0,96.0,2.0,96.0,98.0,100.0,97.0,99.0,0.0,2.0,4.0,1.0,3.0,96.0,98.0,100.0,97.0,99.0,0.0] gx=empty:16x16 gy=empty:16x16 width=16 height=16
// fpcheck+ scores<<<(2,2), (8,8)>>> score=empty:16x16 width=16 height=16 want=[246.9750156054992,150.18966301082986,26.73412482341965,66.48691499838606,14.572498652851209,25.27898723585531,77.17839121003635,26.73412482341965,64.84826423198683,14.100234035169706,23.41799609386362,74.15254219932831,26.73412482341965,66.48691499838606,35.1034393030568,37.63320306595415,139.2078438912577,85.67875401713509,24.06804295865382,100.50346949705272,61.31660768034635,46.385709893656895,76.234231616545,24.06804295865382,98.79682128483546,59.68911333347205,44.628088954719715,73.11028844802058,24.06804295865382,100.50346949705272,77.64006342925131,47.750556724495254,34.99005313281668,63.4547924612707,106.34028343335376,295200.0,218581.7375619495,216248.42723358492,294912.0,108.95654452609597,295200.0,223953.56262780746,226226.8710656586,294912.0,106.34028343335376,295200.0,218588.6046345662,108073.55525332049,66.69742526643677,65.38434553449042,85.28219684713986,223953.56262780746,440203.5043859691,438008.0,216248.42723358492,87.38037172408076,218581.7375619495,440203.5043859691,442368.0,226226.8710656586,85.28219684713986,223953.56262780746,443336.1999048022,227979.84860658215,96.68554636387853,90.2500743981218,85.28219684713986,226226.8710656586,442368.0,440203.5043859691,218581.7375619495,87.38037172408076,216248.42723358492,438008.0,440203.5043859691,223953.56262780746,85.28219684713986,226226.8710656586,444526.26833215164,228022.96208993625,66.55389654467581,112.95823211656534,106.34028343335376,294912.0,226226.8710656586,223953.56262780746,295200.0,108.95654452609597,294912.0,216248.42723358492,218581.7375619495,295200.0,106.34028343335376,294912.0,228237.1003236108,117913.55845014192,66.48691499838606,100.50346949705272,140.2228300118004,306680.0,227680.72407923033,226172.0244889576,294912.0,141.69111159050954,283640.0,214631.35564335025,216193.36592830505,294912.0,140.2228300118004,306680.0,227634.41830520958,111559.20687448914,14.572498652851209,61.31660768034635,121.73866361065302,226251.24983432915,442360.4208886738,442368.0,226172.0244889576,120.8961866007885,216274.02087276315,423408.2226934623,422638.0,216193.36592830505,121.73866361065302,226251.24983432915,442365.4118628997,226132.75509831568,25.27898723585531,46.385709893656895,116.72262016648892,223953.56262780746,442368.0,442360.4208886738,227680.72407923033,115.9148560478352,218581.7375619495,424224.0,423408.2226934623,214631.35564335025,116.72262016648892,223953.56262780746,440030.5306101176,226124.92566091073,77.17839121003635,76.234231616545,103.89781752508134,294912.0,223953.56262780746,226251.24983432915,306680.0,101.40302640231675,294912.0,218581.7375619495,216274.02087276315,283640.0,103.89781752508134,294912.0,224060.30306482496,111377.23810874711,78.35411114100134,105.76165976093034,104.07833790121367,287470.0,220534.84152726276,222075.41561671536,294912.0,101.22714799779351,302830.0,222070.42706369623,220539.84745094794,294912.0,104.07833790121367,287470.0,220634.96988569293,107681.65810674161,66.29772681032773,107.98637117288308,125.00391749193659,216198.5297315058,430880.61846951465,434158.0,222075.41561671536,122.63937584671658,226176.85863177569,442170.6575968762,442368.0,220539.84745094794,125.00391749193659,216198.5297315058,428760.1603072298,216226.39028376958,36.394484753429424,97.98637147987029,104.81722901453031,214657.25792017535,428024.0,430880.61846951465,220534.84152726276,102.83453350816853,227704.80476831467,442368.0,442170.6575968762,222070.42706369623,104.81722901453031,214657.25792017535,427955.25715902017,216255.93991318767,44.29654236524948,73.7539083911106,116.57516379398294,294912.0,214657.25792017535,216198.5297315058,287470.0,115.36714746514917,294912.0,227704.80476831467,226176.85863177569,302830.0,116.57516379398294,294912.0,214681.10944569,104795.07394724601,91.25476748414678,68.0,17.39985029948508,90.55613590346184,71.57294606696814,76.89870231499663,76.45784229662968,17.39985029948508,88.73366313401493,69.42475151119288,74.09984128776705,72.87141689183773,17.39985029948508,90.55613590346184,127.68934336007806,168.327707036864,128.0,91.25476748414678,14.169388074920448,53.60512917168671,74.19110754266148,69.45901071751723,51.28634441571194,14.169388074920448,54.37559233320644,72.7927773068077,67.5142907545669,46.747571681306,14.169388074920448,53.60512917168671,140.31443080527242,181.97204986028373] ref=score=want --tol rtol=1e-5,atol=1e-2
// fpcheck+ suppress<<<(2,2), (8,8)>>> corner=empty:16x16 least=2000.0 width=16 height=16
// expect: ok
// why: the smaller eigenvalue of a structure tensor is a difference that cancels, but is computed as determinant over larger eigenvalue, and the determinant in binary64 of integers below 2^24: exact; halo and borders are clamped coordinates
// figure: MPFR score max 444526.268, largest tensor entry 1349623 (exact in binary32 and its products in binary64); error 2 ulp
// Corners after Shi and Tomasi on a grey image of integers: Sobel gradients, structure tensor over 3 by 3, the
// smaller eigenvalue, non-maximum suppression. Tiles of 8 by 8 with a halo of one pixel; borders are repeated.

const int TILE = 8;
const int WIDE = TILE + 2;

struct Size {
    int width, height;
};

struct Place {
    int x, y;
    bool inside;
};

struct Tensor {
    float xx, xy, yy;
};

// ---------------------------------------------------------------- places

__device__ Size size_of(int width, int height)
{
    Size s;
    s.width = width;
    s.height = height;
    return s;
}

__device__ Place place(Size s)
{
    Place p;
    p.x = blockIdx.x * TILE + threadIdx.x;
    p.y = blockIdx.y * TILE + threadIdx.y;
    p.inside = p.x < s.width && p.y < s.height;
    return p;
}

__device__ int clamped(int v, int count)
{
    return max(0, min(count - 1, v));
}

__device__ int index(int x, int y, Size s)
{
    return clamped(y, s.height) * s.width + clamped(x, s.width);
}

// ---------------------------------------------------------------- tiles

// 100 pixels by 64 threads: in two turns.
__device__ void load_tile(float (*tile)[WIDE], const float *data, Size s)
{
    int t = threadIdx.y * TILE + threadIdx.x;
    int x0 = blockIdx.x * TILE - 1;
    int y0 = blockIdx.y * TILE - 1;
    for (int k = t; k < WIDE * WIDE; k += TILE * TILE) {
        int ty = k / WIDE;
        int tx = k % WIDE;
        tile[ty][tx] = data[index(x0 + tx, y0 + ty, s)];
    }
}

__device__ float at(float (*tile)[WIDE], int dx, int dy)
{
    return tile[threadIdx.y + 1 + dy][threadIdx.x + 1 + dx];
}

// ---------------------------------------------------------------- Sobel

__device__ float smooth_column(float (*tile)[WIDE], int dx)
{
    return at(tile, dx, -1) + 2.0f * at(tile, dx, 0) + at(tile, dx, 1);
}

__device__ float smooth_row(float (*tile)[WIDE], int dy)
{
    return at(tile, -1, dy) + 2.0f * at(tile, 0, dy) + at(tile, 1, dy);
}

__device__ float sobel_x(float (*tile)[WIDE])
{
    return smooth_column(tile, 1) - smooth_column(tile, -1);
}

__device__ float sobel_y(float (*tile)[WIDE])
{
    return smooth_row(tile, 1) - smooth_row(tile, -1);
}

__global__ void gradients(const float *image, float *gx, float *gy, int width, int height)
{
    __shared__ float tile[WIDE][WIDE];
    Size s = size_of(width, height);
    Place p = place(s);
    load_tile(tile, image, s);
    __syncthreads();
    if (!p.inside)
        return;
    gx[index(p.x, p.y, s)] = sobel_x(tile);
    gy[index(p.x, p.y, s)] = sobel_y(tile);
}

// ---------------------------------------------------------------- structure tensor

__device__ Tensor nothing()
{
    Tensor t;
    t.xx = 0.0f;
    t.xy = 0.0f;
    t.yy = 0.0f;
    return t;
}

__device__ Tensor plus(Tensor t, float gx, float gy)
{
    t.xx += gx * gx;
    t.xy += gx * gy;
    t.yy += gy * gy;
    return t;
}

__device__ Tensor window(float (*gx)[WIDE], float (*gy)[WIDE])
{
    Tensor t = nothing();
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            t = plus(t, at(gx, dx, dy), at(gy, dx, dy));
    return t;
}

// Entries are integers below 2^24 and their products below 2^48.
__device__ double determinant(Tensor t)
{
    return (double)t.xx * (double)t.yy - (double)t.xy * (double)t.xy;
}

__device__ float larger_eigenvalue(Tensor t)
{
    float half = 0.5f * (t.xx + t.yy);
    float d = 0.5f * (t.xx - t.yy);
    return half + sqrtf(d * d + t.xy * t.xy);
}

__device__ float smaller_eigenvalue(Tensor t)
{
    float large = larger_eigenvalue(t);
    return large > 0.0f ? (float)determinant(t) / large : 0.0f;
}

__global__ void scores(const float *gx, const float *gy, float *score, int width, int height)
{
    __shared__ float tile_x[WIDE][WIDE];
    __shared__ float tile_y[WIDE][WIDE];
    Size s = size_of(width, height);
    Place p = place(s);
    load_tile(tile_x, gx, s);
    load_tile(tile_y, gy, s);
    __syncthreads();
    if (p.inside)
        score[index(p.x, p.y, s)] = smaller_eigenvalue(window(tile_x, tile_y));
}

// ---------------------------------------------------------------- suppression

// Not below any neighbour, and above those that come before it: of a plateau the first pixel stays.
__device__ bool is_peak(float (*tile)[WIDE])
{
    float mine = at(tile, 0, 0);
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
            bool earlier = dy < 0 || (dy == 0 && dx < 0);
            float other = at(tile, dx, dy);
            if (other > mine || (earlier && other == mine))
                return false;
        }
    return true;
}

__device__ bool on_border(Place p, Size s)
{
    return p.x == 0 || p.y == 0 || p.x == s.width - 1 || p.y == s.height - 1;
}

__global__ void suppress(const float *score, int *corner, float least, int width, int height)
{
    __shared__ float tile[WIDE][WIDE];
    Size s = size_of(width, height);
    Place p = place(s);
    load_tile(tile, score, s);
    __syncthreads();
    if (!p.inside)
        return;
    bool good = !on_border(p, s) && at(tile, 0, 0) >= least && is_peak(tile);
    corner[index(p.x, p.y, s)] = good ? 1 : 0;
}

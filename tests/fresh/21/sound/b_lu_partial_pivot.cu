// fpcheck: solve_systems<<<2, 32>>> matrix=[[[0.71,2.32,-1.66,-0.09,1.23,1.07,1.41,0.2,3.21,2.41,0.94,1.33],[-0.64,-1.95,1.75,-0.06,1.17,-0.37,0.11,0.06,1.69,0.3,-0.25,0.16],[0.37,1.03,-0.57,1.77,3.09,0.75,0.87,-0.05,-1.26,-0.42,-0.66,1.02],[-0.89,0.31,0.54,-1.61,-0.33,0.14,1.38,-0.67,0.72,2.35,-0.89,0.89],[2.67,-0.57,0.48,0.38,-0.62,-1.37,0.25,0.39,0.71,0.95,1.51,0.73],[0.11,-0.37,1.74,-0.71,-0.33,0.62,-0.88,5.0,1.27,-0.1,-0.78,-0.51],[0.09,-1.05,0.84,3.39,-1.33,-0.25,0.85,-1.58,0.82,-0.37,-3.0,-0.39],[-1.52,0.67,-0.15,-1.29,-0.37,1.48,-0.64,-0.21,1.46,0.92,-0.04,2.03],[-0.33,-0.94,1.65,0.9,-1.12,-0.49,0.44,-1.14,2.17,0.69,1.43,-1.28],[0.2,-2.26,-0.6,0.4,-1.5,0.71,-0.63,-1.05,0.95,-0.11,2.83,-0.84],[-1.19,0.75,-0.66,0.86,0.09,0.84,-1.46,0.82,1.37,0.19,0.38,-0.69],[-1.13,0.08,-2.27,0.53,0.63,2.43,0.86,-0.63,-0.83,-1.24,1.42,0.8]],[[0.0,0.26,-0.1,3.01,0.03,-0.73,-0.45,-1.02,1.24,0.98,-0.07,0.18],[1.1,2.25,-0.2,1.03,-0.26,0.12,1.05,-1.43,-0.89,1.92,0.94,-1.11],[0.81,-0.17,0.12,-1.34,0.51,-0.15,2.22,0.0,-1.68,-0.82,-0.92,-0.04],[1.24,0.31,-0.33,0.52,1.29,-1.8,-0.78,-0.29,2.71,-0.63,-1.21,-0.71],[1.61,0.11,0.43,1.05,-0.5,0.66,-0.17,-0.92,-2.19,-1.24,0.17,0.2],[-1.57,2.16,-1.23,-1.09,2.96,0.05,0.82,1.07,-1.52,0.25,0.39,-0.11],[-0.28,1.07,0.87,0.25,0.6,-0.19,0.45,1.99,0.35,0.84,1.98,-1.81],[1.39,0.15,0.71,1.08,-0.5,0.39,-0.32,-0.24,0.39,-1.25,-1.12,1.72],[-1.88,0.6,0.98,-0.75,-1.44,1.81,0.99,-0.72,-0.31,-0.48,-0.33,-1.14],[-2.56,-0.56,0.34,0.74,0.96,0.51,-0.01,0.21,1.0,0.82,1.42,0.12],[0.12,-0.87,1.13,0.81,0.35,0.54,-1.25,-1.23,2.25,-1.77,-0.06,-1.27],[-0.14,-0.62,-0.73,0.31,-0.69,1.67,1.36,0.79,0.98,-1.87,1.08,1.29]]] right=[[1.63,-0.28,1.03,-0.14,-0.61,1.83,-0.91,0.92,1.05,-0.54,1.66,-0.79],[-0.22,1.06,-0.57,-0.58,2.28,0.06,-0.01,-1.78,-0.57,-1.34,0.38,-0.3]] solution=empty:2x12 want=[[0.54509151,0.84175002,1.05851238,0.02373258,0.30773547,1.26570322,-0.61570571,-0.24118673,0.04418078,0.31722609,0.10760218,-0.58234921],[0.20769863,-0.26571622,-1.1439249,0.25787571,-0.24313115,0.03910807,-0.57265499,-0.14124257,-0.66325585,-0.39410592,0.40728093,-0.94589318]] --ref 'solution=want' --tol rtol=2e-4,atol=2e-5
// expect: ok
// why: the first pivot of the second system is 0; the row search takes the largest magnitude with the smaller row on ties, and swaps before it divides
// figure: computed solution[1][0] = 0.20769872, MPFR 0.20769863 (largest absolute error 4e-07, allowed 2e-5 + 2e-4 relative)
constexpr int DIM = 12;
constexpr int STRIDE = DIM + 1;

// One warp solves A x = b by Gaussian elimination with row exchanges; a lane keeps a row, the last column is b.
struct System
{
    float row[DIM][STRIDE];
};

struct Candidate
{
    float size;
    int row;
};

__device__ void load(System &s, const float *matrix, const float *right, int lane)
{
    for (int e = lane; e < DIM * DIM; e += 32)
        s.row[e / DIM][e % DIM] = matrix[e];
    if (lane < DIM)
        s.row[lane][DIM] = right[lane];
    __syncwarp();
}

__device__ Candidate larger(Candidate a, Candidate b)
{
    if (b.size > a.size)
        return b;
    if (b.size == a.size && b.row < a.row)
        return b;
    return a;
}

__device__ int find_pivot(const System &s, int column, int lane)
{
    Candidate mine = {-1.0f, DIM};
    if (lane >= column && lane < DIM)
    {
        mine.size = fabsf(s.row[lane][column]);
        mine.row = lane;
    }
    for (int d = 16; d > 0; d >>= 1)
    {
        Candidate other;
        other.size = __shfl_xor_sync(0xffffffffu, mine.size, d);
        other.row = __shfl_xor_sync(0xffffffffu, mine.row, d);
        mine = larger(mine, other);
    }
    return mine.row;
}

// Lanes are columns here.
__device__ void exchange(System &s, int a, int b, int lane)
{
    __syncwarp();
    if (a != b && lane < STRIDE)
    {
        float keep = s.row[a][lane];
        s.row[a][lane] = s.row[b][lane];
        s.row[b][lane] = keep;
    }
    __syncwarp();
}

// Lanes are rows here; every lane changes its own row only.
__device__ void eliminate(System &s, int column, int lane)
{
    if (lane > column && lane < DIM)
    {
        float factor = s.row[lane][column] / s.row[column][column];
        s.row[lane][column] = 0.0f;
        for (int c = column + 1; c < STRIDE; ++c)
            s.row[lane][c] = fmaf(-factor, s.row[column][c], s.row[lane][c]);
    }
    __syncwarp();
}

__device__ void triangulate(System &s, int lane)
{
    for (int column = 0; column < DIM; ++column)
    {
        int pivot = find_pivot(s, column, lane);
        exchange(s, column, pivot, lane);
        eliminate(s, column, lane);
    }
}

__device__ float substitute_back(System &s, int lane)
{
    float x = 0.0f;
    float rest = lane < DIM ? s.row[lane][DIM] : 0.0f;
    for (int k = DIM - 1; k >= 0; --k)
    {
        if (lane == k)
            x = rest / s.row[k][k];
        float known = __shfl_sync(0xffffffffu, x, k);
        if (lane < k)
            rest = fmaf(-s.row[lane][k], known, rest);
    }
    return x;
}

__global__ void solve_systems(const float *matrix, const float *right, float *solution)
{
    __shared__ System s;
    int lane = threadIdx.x;
    load(s, matrix + blockIdx.x * DIM * DIM, right + blockIdx.x * DIM, lane);
    triangulate(s, lane);
    float x = substitute_back(s, lane);
    if (lane < DIM)
        solution[blockIdx.x * DIM + lane] = x;
}

// Residuals in double, for whoever wants to refine.
__global__ void residuals(const float *matrix, const float *right, const float *solution, float *rest)
{
    int i = threadIdx.x;
    if (i >= DIM)
        return;
    const float *row = matrix + (blockIdx.x * DIM + i) * DIM;
    double sum = right[blockIdx.x * DIM + i];
    for (int j = 0; j < DIM; ++j)
        sum -= (double)row[j] * (double)solution[blockIdx.x * DIM + j];
    rest[blockIdx.x * DIM + i] = (float)sum;
}

// The largest row sum of magnitudes of each matrix.
__global__ void infinity_norms(const float *matrix, float *norm)
{
    int lane = threadIdx.x;
    float sum = 0.0f;
    if (lane < DIM)
        for (int j = 0; j < DIM; ++j)
            sum += fabsf(matrix[(blockIdx.x * DIM + lane) * DIM + j]);
    for (int d = 16; d > 0; d >>= 1)
        sum = fmaxf(sum, __shfl_xor_sync(0xffffffffu, sum, d));
    if (lane == 0)
        norm[blockIdx.x] = sum;
}

// One step of refinement: x + correction.
__global__ void refine(const float *solution, const float *correction, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = solution[i] + correction[i];
}

// fpcheck: group_average <<<1, 64>>> code=[2,4,2,3,4,0,3,4,2,2,2,4,0,3,4,0,2,0,2,2,0,4,0,1,3,4,1,1,3,1,1,3,3,3,2,1,1,0,3,2,4,3,2,1,2,1,0,3,0,0,1,0,0,3,4,4,0,4,0,1,3,4,0,1,1,2,2,3,3,0,1,0,2,3,0,3,4,2,1,2,2,3,2,4,3,2,3,3,4,2,2,3,0,4,3,3] amount=[395.730011,320.350006,-369.600006,379.670013,-443.410004,-262.390015,-55.5099983,-467.76001,316.049988,-160.309998,90000.25,-225.149994,379.98999,-205.589996,-369.579987,174.5,253.889999,-481.200012,-47.8699989,74.3099976,-319.970001,-394.880005,-207.160004,66.6900024,498.529999,15,-136.490005,-38.9300003,-188.479996,146.289993,-10.6899996,-21.3999996,465.079987,-51.25,-321.26001,493.019989,57.9799995,-438.209991,36.9500008,-19.2199993,-80.9300003,-89.0999985,421.660004,398.480011,223.270004,-408.519989,216.679993,454.619995,-67.4800034,358.730011,310.549988,-443.880005,-445.839996,-417.950012,459.670013,-422.959991,-363.160004,-387.109985,-417.640015,448.679993,359.420013,-404.309998,41.9900017,-175.660004,103.699997,-332.51001,359.899994,-287.76001,-499.049988,-366.600006,119.75,206.110001,139.130005,116.980003,-245.320007,-259.579987,449.98999,-155.639999,197.610001,241.130005,19.7900009,347.589996,138.059998,110.540001,-92.4400024,20.0699997,-176.240005,103.580002,-131.589996,-347.420013,479.470001,175.630005,293.320007,487.049988,455.470001,465.899994] sum=empty:6 count=empty:6 average=empty:6 rows=96 groups=6 want=[-125.6594766315661,104.83066501617432,4151.312726020813,63.12791736920675,-92.81749820709229,0.0] ref=average=want --tol rtol=1e-5,atol=2e-5
// expect: ok
// why: atomics in any order and a cast to unsigned of negative sums: the amounts are 64-bit fixed-point numbers, whose sum does not depend on the order and wraps back into the sign; the empty group is not divided
// figure: rounding to 2^-20 costs 0.0e+00 of 2e-5
// SELECT AVG(amount) ... GROUP BY code, for a dictionary-encoded column with few codes. The sums are kept in shared memory as
// fixed-point numbers, so that they are the same in every run.

#define MAX_GROUPS 32
#define FRACTION_BITS 20

typedef unsigned long long Word;

// ------------------------------------------------------------------ fixed point

__device__ double fixed_unit()
{
    return (double)(1 << FRACTION_BITS);
}

// A binary32 number times 2^20 is exact in binary64; the rounding to an integer is the only one.
__device__ long long to_fixed(float v)
{
    return __double2ll_rn((double)v * fixed_unit());
}

__device__ double from_fixed(long long v)
{
    return (double)v / fixed_unit();
}

// ------------------------------------------------------------------ the hash table is an array here

struct Table {
    Word *sum;
    unsigned *count;
    int groups;
};

__device__ Table table_of(Word *sum, unsigned *count, int groups)
{
    Table t;
    t.sum = sum;
    t.count = count;
    t.groups = groups;
    return t;
}

__device__ int usable(int groups)
{
    return groups < MAX_GROUPS ? groups : MAX_GROUPS;
}

__device__ void clear(Table t)
{
    for (int g = threadIdx.x; g < t.groups; g += blockDim.x) {
        t.sum[g] = 0;
        t.count[g] = 0;
    }
}

__device__ bool known(Table t, int code)
{
    return code >= 0 && code < t.groups;
}

// Two's complement: unsigned addition adds signed numbers.
__device__ void add(Table t, int code, long long v)
{
    atomicAdd(&t.sum[code], (Word)v);
    atomicAdd(&t.count[code], 1u);
}

// ------------------------------------------------------------------ rows

struct Column {
    const unsigned char *code;
    const float *amount;
    int rows;
};

__device__ Column column_of(const unsigned char *code, const float *amount, int rows)
{
    Column c;
    c.code = code;
    c.amount = amount;
    c.rows = rows;
    return c;
}

// NULL is a NaN in this column.
__device__ bool is_null(float v)
{
    return v != v;
}

__device__ void add_row(Table t, Column c, int row)
{
    int code = c.code[row];
    float v = c.amount[row];
    if (!known(t, code) || is_null(v))
        return;
    add(t, code, to_fixed(v));
}

__device__ void add_rows(Table t, Column c)
{
    for (int row = threadIdx.x; row < c.rows; row += blockDim.x)
        add_row(t, c, row);
}

// ------------------------------------------------------------------ results

__device__ double total(Table t, int g)
{
    return from_fixed((long long)t.sum[g]);
}

__device__ float average_of(Table t, int g)
{
    if (t.count[g] == 0)
        return 0.0f;
    return (float)(total(t, g) / (double)t.count[g]);
}

__device__ void store(Table t, double *sum, unsigned *count, float *average)
{
    for (int g = threadIdx.x; g < t.groups; g += blockDim.x) {
        sum[g] = total(t, g);
        count[g] = t.count[g];
        average[g] = average_of(t, g);
    }
}

// ------------------------------------------------------------------ the kernel

__global__ void group_average(const unsigned char *code, const float *amount, double *sum, unsigned *count, float *average,
                              int rows, int groups)
{
    __shared__ Word shared_sum[MAX_GROUPS];
    __shared__ unsigned shared_count[MAX_GROUPS];

    Table t = table_of(shared_sum, shared_count, usable(groups));
    Column c = column_of(code, amount, rows);

    clear(t);
    __syncthreads();

    add_rows(t, c);
    __syncthreads();

    store(t, sum, count, average);
}

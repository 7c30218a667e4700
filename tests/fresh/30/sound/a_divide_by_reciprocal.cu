// fpcheck: row_and_column <<<1, 32>>> cell=[3865894,5941602,11625268,11557614,13319622,294061,3946216,4108603,4270927,5571324,11804452,1156937,10703503,16426335,15242422,13062181,4132562,9238925,16641684,10426324,9480115,65599,11731240,9558551,10725466,5115727,0,7,16777215,6,13,14] row=empty:32 column=empty:32 width=7 n=32 want=[552270,848800,1660752,1651087,1902803,42008,563745,586943,610132,795903,1686350,165276,1529071,2346619,2177488,1866025,590366,1319846,2377383,1489474,1354302,9371,1675891,1365507,1532209,730818,0,1,2396745,0,1,2] ref=row=want --tol bitwise
// expect: ok
// why: an integer quotient by a rounded float reciprocal is off by one near multiples; the remainder shows it, and it is corrected
// figure: computed row[28]=2396745, MPFR 2396745 (exact)
// Row and column of cell numbers below 2^24, without an integer division.
struct position {
    int row, column;
};

__device__ position split(int cell, int width, float reciprocal)
{
    position p;
    p.row = (int)((float)cell * reciprocal);
    p.column = cell - p.row * width;
    if (p.column < 0) {
        p.row--;
        p.column += width;
    } else if (p.column >= width) {
        p.row++;
        p.column -= width;
    }
    return p;
}

__global__ void row_and_column(const int *cell, int *row, int *column, int width, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const position p = split(cell[i], width, 1.0f / (float)width);
    row[i] = p.row;
    column[i] = p.column;
}

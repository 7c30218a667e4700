// fpcheck: shortest <<<1, 64>>> road=[[0, 4, -1, -1, -1, 7], [4, 0, 9, -1, -1, -1], [-1, 9, 0, 2, -1, -1], [-1, -1, 2, 0, -1, -1], [-1, -1, -1, -1, 0, -1], [7, -1, -1, -1, -1, 0]] dist=empty:6x6 n=6 --ref 'dist=@b_road_want.npy'
// expect: ok
// why: "no road" is 2^30 - 1, so the sum of two of them still fits an int
// figure: distances 4, 13, 15, -1, 7 from stop 0: error 0 (integers)
// All-pairs shortest paths between the stops of a tour (Floyd and Warshall); -1 in the matrix means no road, and so it does in the result.
constexpr int FAR = 0x3fffffff;
constexpr int MOST = 8;

__global__ void shortest(const int *road, int *dist, int n)
{
    __shared__ int d[MOST][MOST];
    int i = threadIdx.x / MOST;
    int j = threadIdx.x % MOST;
    bool live = i < n && j < n;
    int r = live ? road[i * n + j] : -1;
    d[i][j] = r < 0 ? FAR : r;
    __syncthreads();
    for (int k = 0; k < n; k++) {
        int via = d[i][k] + d[k][j];
        int now = min(d[i][j], via);
        __syncthreads();
        d[i][j] = now;
        __syncthreads();
    }
    if (live)
        dist[i * n + j] = d[i][j] == FAR ? -1 : d[i][j];
}

// fpcheck: station_means <<<1, 32>>> level=uniform(1,2):8x8 offset=[0,10,20,30,40,50,60,70] mean=empty:8 n=8 ref=mean=mean(level,0)+offset --tol rtol=1e-4,atol=0
// expect: error mismatch with reference at line 10: epochs are rows and stations columns; this averages a row
__global__ void station_means(const float *level, const float *offset, float *mean, int n)
{
    int station = threadIdx.x;
    if (station >= n)
        return;
    float sum = 0.0f;
    for (int epoch = 0; epoch < n; epoch++)
        sum += level[station * n + epoch] + offset[station];
    mean[station] = sum / (float)n;
}

// fpcheck: minute_bucket <<<2, 64>>> ts=@a_ts_bucket_ts.npy bucket=empty:128 n=128 --ref 'bucket=@a_ts_bucket_bucket.npy'
// expect: error mismatch at line 9
// why: Unix seconds become a float before the division by the width of a bucket; near 1.7e9 floats are 128 s apart, so rows land up to a minute or two in the wrong bucket (known from time-series dashboards)
// figure: bucket[115] computed 28333364, exact 28333362 (76 of 128 elements off)
__global__ void minute_bucket(const int* ts, int* bucket, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float seconds = (float)ts[i];
        bucket[i] = (int)floorf(seconds / 60.0f);
    }
}

// fpcheck: lower_corner <<<1, 32>>> points=[0.537071526,-3.00438023,-1.66163063,2.772542,5.88955975,5.10055256,-2.38093543,2.68740368,-2.92133236,5.52813911,1.15837121,1.86905539,-3.0013113,-1.79751861,6.30293751,-6.58462191,2.60680199,-0.669830203,-0.920721591,-2.36341286,0.777828813,-3.19402409,0.174625963,3.28327966,1.77485597,7.48326778,-8.48047543,0.964379013,1.1132772,3.10060978,-0.759141982,-2.32647943,2.21763301,-2.5865171,-3.57708168,-0.690223813,4.98249245,7.01680136,0.524238586,-5.71725798,-0.696970642,-4.14618349,-3.48442435,-2.31261659,7.94142866,-1.75564325,-4.62529612,-5.32367516,-2.26911736,-1.018471,6.36587381,-0.950662613,-4.46660614,-0.059090659,3.11733222,7.74636745,1.46128547,-3.13575912,-2.51190972,6.03324461,4.43021965,11.030241,-2.81731343,0.551073551,-9.14817715,1.2850939,-2.97048116,0.648150384,3.00267506,5.49017191,7.84031296,-3.05176783,0.83859092,-3.39056349,-0.213906705,4.50475597,-4.94357157,1.70186353,0.938522637,-0.0511757694,-1.62602079,2.1842525,6.64764595,4.67183018,-10.8501501,7.99378872,3.6156292,1.31893468,3.49363565,-5.01831627,-0.720954657,2.50867701,2.32483196,-0.284696281,1.16792393,2.20692182] corner=inout:const(1e30):3 n=32 want=[-10.850150108337402,-9.1481771469116211,-8.4804754257202148] --ref 'corner=want' --tol rtol=1e-6,atol=0
// expect: error mismatch at line 8
// why: atomicMin on the bits of floats as signed integers: negative floats are ordered backwards, the negative one nearest to 0 wins
// figure: corner[0] computed -0.284696, MPFR -10.8502
// Lower corner of the bounding box of a point cloud; the corner starts at 1e30.
__device__ inline void atomic_min_float(float *address, float value)
{
    atomicMin((int *)address, __float_as_int(value));
}

__global__ void lower_corner(const float *points, float *corner, int n)
{
    __shared__ float local[3];
    if (threadIdx.x < 3)
        local[threadIdx.x] = 1e30f;
    __syncthreads();

    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        for (int k = 0; k < 3; k++)
            atomic_min_float(&local[k], points[3 * i + k]);
    __syncthreads();

    if (threadIdx.x < 3)
        atomic_min_float(&corner[threadIdx.x], local[threadIdx.x]);
}

// fpcheck: mass_balance <<<1, 32>>> flow=[0.25,0.25,-28651860.0,1.0,0.25,0.25,1.75,55974484.0,-60296868.0,-70514528.0,47359108.0,-70862944.0,-49672884.0,59571812.0,1.0,-63177652.0,0.25,36181428.0,0.75,0.25,35517256.0,-90365224.0,0.75,60296868.0,0.25,2.0,-55974484.0,0.25,24118096.0,0.25,0.25,1.0,-12158369.0,0.25,0.25,0.25,-49640836.0,63177652.0,-59018412.0,0.25,0.25,-59571812.0,1.25,-94274528.0,-44917412.0,0.25,-29976210.0,0.75,0.25,94274528.0,2.0,72382416.0,1.5,1.25,0.25,1.25,-51114992.0,35063856.0,-47359108.0,0.25,0.25,21302678.0,28651860.0,68422968.0,-73733304.0,0.25,90365224.0,1.25,2.0,0.25,0.25,0.25,0.75,0.75,1.75,51114992.0,70514528.0,12688859.0,0.25,2.25,49672884.0,0.75,-97839592.0,0.75,1.75,0.25,80228328.0,-72382416.0,14632048.0,2.25,-24118096.0,-37572716.0,-36181428.0,-21302678.0,-14632048.0,90666376.0,-12688859.0,0.75,1.5,-68422968.0,97839592.0,0.25,2.0,0.25,12158369.0,2.0,1.5,0.25,44917412.0,1.0,0.25,-33332720.0,29976210.0,-90666376.0,2.0,0.25,49640836.0,-35517256.0,-35063856.0,33332720.0,70862944.0,73733304.0,-80228328.0,0.25,37572716.0,1.5,2.0,59018412.0] total=empty:1 n=128 want=[52.75] ref=total=want --tol rtol=1e-6,atol=0
// expect: ok
// why: inflow and outflow of up to 1e8 cancel to about 53; two-sums in every lane and in the merge carry the lost parts along to the end
// figure: error 0.0 absolute at total[0] = 52.75, tolerance 1e-6 relative
struct Pair {
    float sum, error;
};

__device__ Pair two_sum(float a, float b)
{
    float s = a + b;
    float bb = s - a;
    Pair p;
    p.sum = s;
    p.error = (a - (s - bb)) + (b - bb);
    return p;
}

__global__ void mass_balance(const float *flow, float *total, int n)
{
    float sum = 0.0f, error = 0.0f;
    for (int i = threadIdx.x; i < n; i += 32) {
        Pair p = two_sum(sum, flow[i]);
        sum = p.sum;
        error += p.error;
    }
    for (int d = 16; d > 0; d >>= 1) {
        float other = __shfl_down_sync(0xffffffffu, sum, d);
        float other_error = __shfl_down_sync(0xffffffffu, error, d);
        Pair p = two_sum(sum, other);
        sum = p.sum;
        error += other_error + p.error;
    }
    if (threadIdx.x == 0)
        *total = sum + error;
}

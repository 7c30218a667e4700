// fpcheck: joint_angles<<<1, 32>>> counts=[1200,-3000,8191,16000,-700,5965] milli=empty:6 reach=empty:1 per_turn=65536 joints=6 want=[6591,-16479,44994,87890,-3845,32766] ref=milli=want --tol bitwise
// expect: error overflow at line 12
// why: counts * 360000 passes 2^31 from 5966 counts on: a turn of 16000 counts wraps round
// figure: milli[3] computed 22354, MPFR 87890
// Joint angles in thousandths of a degree from quadrature counts, and their sum along the arm.
__global__ void joint_angles(const int *counts, int *milli, int *reach, int per_turn, int joints)
{
    __shared__ int angle[32];
    int j = threadIdx.x;
    int a = 0;
    if (j < joints) {
        a = counts[j] * 360000 / per_turn;
        milli[j] = a;
    }
    angle[j] = a;
    __syncthreads();
    if (j == 0) {
        int total = 0;
        for (int k = 0; k < joints; k++)
            total += angle[k];
        *reach = total;
    }
}

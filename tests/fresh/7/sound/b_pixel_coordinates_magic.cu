// fpcheck: coordinates <<<4, 64>>> code=empty:205 width=41 n=205 want=[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,1000,1001,1002,1003,1004,1005,1006,1007,1008,1009,1010,1011,1012,1013,1014,1015,1016,1017,1018,1019,1020,1021,1022,1023,1024,1025,1026,1027,1028,1029,1030,1031,1032,1033,1034,1035,1036,1037,1038,1039,1040,2000,2001,2002,2003,2004,2005,2006,2007,2008,2009,2010,2011,2012,2013,2014,2015,2016,2017,2018,2019,2020,2021,2022,2023,2024,2025,2026,2027,2028,2029,2030,2031,2032,2033,2034,2035,2036,2037,2038,2039,2040,3000,3001,3002,3003,3004,3005,3006,3007,3008,3009,3010,3011,3012,3013,3014,3015,3016,3017,3018,3019,3020,3021,3022,3023,3024,3025,3026,3027,3028,3029,3030,3031,3032,3033,3034,3035,3036,3037,3038,3039,3040,4000,4001,4002,4003,4004,4005,4006,4007,4008,4009,4010,4011,4012,4013,4014,4015,4016,4017,4018,4019,4020,4021,4022,4023,4024,4025,4026,4027,4028,4029,4030,4031,4032,4033,4034,4035,4036,4037,4038,4039,4040] ref=code=want --tol bitwise
// expect: ok
// why: the division by the width is a multiplication with a rounded reciprocal and a truncation, of the kind that gives 40 at 41; here the reciprocal is of 32 bits and rounded up, which is exact for i * width < 2^32
// figure: computed exact (i and width below 2^16), tolerance 0
// Row and column of every pixel of a tile, as row * 1000 + column, by multiplication with a reciprocal.
template <typename Word>
__device__ Word reciprocal_up(Word width)
{
    return (Word)(0xffffffffu / width + 1u);
}

__device__ int2 locate(unsigned int i, unsigned int width, unsigned int magic)
{
    unsigned int y = __umulhi(i, magic);
    return make_int2((int)(i - y * width), (int)y);
}

__global__ void coordinates(int *code, int width, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        unsigned int magic = reciprocal_up<unsigned int>((unsigned int)width);
        int2 p = locate((unsigned int)i, (unsigned int)width, magic);
        code[i] = p.y * 1000 + p.x;
    }
}

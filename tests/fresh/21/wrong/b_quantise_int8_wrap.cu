// fpcheck: quantise_rows<<<4, 32>>> x=[[-0.43,-1.13,0.67,-1.11,2.01,0.92,-0.36,0.57,1.61,2.83,-0.92,1.07,0.52,-0.28,1.09,0.51,1.08,-0.53,-0.0,0.39,0.02,0.02,-0.77,0.13,0.19,-0.06,-0.01,0.7,-0.66,0.7,-0.15,0.06],[-0.19,0.9,0.76,0.01,-0.44,1.86,0.54,-1.15,-0.0,-0.11,0.72,-0.23,-0.74,1.34,-1.99,-1.41,-0.52,-0.51,-0.13,-0.01,1.0,-1.52,2.98,0.61,-0.77,-0.57,-0.48,-2.23,0.4,-1.11,-0.54,-1.1],[-0.6,0.02,-1.29,1.52,-1.28,-0.5,-0.03,7.0,0.21,0.03,0.49,0.36,-0.98,0.57,-0.67,-1.17,-0.12,-0.53,0.22,0.26,-0.63,0.28,-0.09,-1.66,1.51,-0.04,-0.19,0.81,-1.44,-0.73,0.89,-1.96],[-0.9,1.61,0.55,-1.03,0.0,0.7,-0.84,-0.03,0.3,-0.0,1.49,0.07,-0.19,0.19,-0.42,-0.85,-0.27,-0.68,1.81,2.12,-0.4,-2.82,-0.39,0.65,-0.65,0.67,0.62,-0.64,-0.26,-1.0,-0.44,-1.12]] code=empty:4x32 back=empty:4x32 scale=0.05
// expect: error conversion at line 12
// why: 130 and more steps do not fit into a signed char and the cast wraps (no clamp to 127): a large activation becomes a negative one
// figure: computed back[2][7] = -5.8 (code -116), MPFR 7.0 (clamped at best 6.35)
#include <cstdint>

// Static activation quantisation, and what the next layer will see.
__global__ void quantise_rows(const float *x, int8_t *code, float *back, float scale)
{
    int at = blockIdx.x * 32 + threadIdx.x;
    float steps = rintf(x[at] / scale);
    int8_t c = (int8_t)(int)steps;
    code[at] = c;
    back[at] = c * scale;
}

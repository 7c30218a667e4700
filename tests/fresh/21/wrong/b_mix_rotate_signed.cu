// fpcheck: digest_words<<<1, 32>>> message=[[165675330,287405634,1390767726,-297451631,1146155113,-1743439645,124482655,-652493363],[-2089815378,521877346,-152395309,-2054476118,-864162934,1609033811,-1836794260,1520631159],[1656184448,-1957198491,-1572435675,1298888145,-1953978888,-1353794473,1309746517,840198316],[84626444,-1481762623,-1221359206,823000585,-1027035390,1969817305,-270643111,2082994661]] digest=empty:4 words=8 want=[-553783799,-1756388369,-704886160,-1369790109] --ref 'digest=want' --tol bitwise
// expect: error mismatch at line 7
// why: the rotation's right shift is done on a signed int: it drags the sign bit along, so words with the top bit set get ones or'ed into the rotated low part
// figure: computed digest[0] = -140086497, MPFR -553783799
__device__ int rotate_left(int x, int by)
{
    return (x << by) | (x >> (32 - by));
}

__device__ void quarter_round(int &a, int &b, int &c, int &d)
{
    a += b; d ^= a; d = rotate_left(d, 16);
    c += d; b ^= c; b = rotate_left(b, 12);
    a += b; d ^= a; d = rotate_left(d, 8);
    c += d; b ^= c; b = rotate_left(b, 7);
}

// A keyed checksum of eight words a lane, ChaCha's quarter round as the mixer.
__global__ void digest_words(const int *message, int *digest, int words)
{
    int row = threadIdx.x;
    if (row >= 4)
        return;
    int a = 0x61707865, b = 0x3320646e, c = 0x79622d32, d = 0x6b206574;
    for (int w = 0; w < words; w += 2)
    {
        a ^= message[row * words + w];
        c ^= message[row * words + w + 1];
        quarter_round(a, b, c, d);
        quarter_round(a, b, c, d);
    }
    digest[row] = a ^ b ^ c ^ d;
}

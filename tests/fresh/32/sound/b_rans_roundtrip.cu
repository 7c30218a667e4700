// fpcheck: rans_encode <<<1, 32>>> symbol=@b_rans_roundtrip_s.npy freq=@b_rans_roundtrip_f.npy stream=inout:zeros:4x512:u8 begin=empty:4:i32 rows=4 n=200 capacity=512 --ref 'decoded=@b_rans_roundtrip_ref.npy'
// fpcheck+ rans_decode <<<1, 32>>> decoded=empty:4x200:u8 final_state=empty:4:u32
// expect: ok
// why: a byte-wise rANS coder and its decoder: unsigned products near 2^32, divisions by a frequency, states shifted out byte by byte and bits masked off; all exact
// figure: all equal; 0 of the tolerance
namespace {

constexpr unsigned kScaleBits = 12;
constexpr unsigned kTotal = 1u << kScaleBits;
constexpr unsigned kLower = 1u << 23;
constexpr int kSymbols = 8;

struct Model {
  unsigned start[kSymbols + 1];
  unsigned freq[kSymbols];
};

struct Encoder {
  unsigned state;
  unsigned char* at;
};

struct Decoder {
  unsigned state;
  const unsigned char* at;
};

__device__ void load_model(Model& m, const unsigned* freq) {
  unsigned sum = 0;
  for (int s = 0; s < kSymbols; ++s) {
    m.start[s] = sum;
    m.freq[s] = freq[s];
    sum += freq[s];
  }
  m.start[kSymbols] = sum;
}

// Bytes go out backwards until the state has room for one more symbol.
__device__ void make_room(Encoder& e, unsigned freq) {
  unsigned limit = ((kLower >> kScaleBits) << 8) * freq;
  while (e.state >= limit) {
    *--e.at = (unsigned char)e.state;
    e.state >>= 8;
  }
}

__device__ void put(Encoder& e, const Model& m, int symbol) {
  unsigned freq = m.freq[symbol];
  make_room(e, freq);
  unsigned quotient = e.state / freq;
  unsigned remainder = e.state - quotient * freq;
  e.state = (quotient << kScaleBits) + remainder + m.start[symbol];
}

__device__ void flush(Encoder& e) {
  for (int i = 0; i < 4; ++i) {
    *--e.at = (unsigned char)(e.state >> (24 - 8 * i));
  }
}

__device__ Decoder open(const unsigned char* p) {
  Decoder d;
  d.state = 0;
  for (int i = 0; i < 4; ++i) {
    d.state |= (unsigned)p[i] << (8 * i);
  }
  d.at = p + 4;
  return d;
}

__device__ int find_symbol(const Model& m, unsigned slot) {
  int s = 0;
  while (m.start[s + 1] <= slot) {
    ++s;
  }
  return s;
}

__device__ int take(Decoder& d, const Model& m) {
  unsigned slot = d.state & (kTotal - 1);
  int s = find_symbol(m, slot);
  d.state = m.freq[s] * (d.state >> kScaleBits) + slot - m.start[s];
  while (d.state < kLower) {
    d.state = (d.state << 8) | *d.at++;
  }
  return s;
}

}  // namespace

__global__ void rans_encode(const unsigned char* symbol, const unsigned* freq, unsigned char* stream, int* begin,
                            int rows, int n, int capacity) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) {
    return;
  }
  Model m;
  load_model(m, freq);
  unsigned char* end = stream + (row + 1) * capacity;
  Encoder e{kLower, end};
  for (int i = n - 1; i >= 0; --i) {
    put(e, m, symbol[row * n + i]);
  }
  flush(e);
  begin[row] = (int)(e.at - (stream + row * capacity));
}

__global__ void rans_decode(const unsigned char* stream, const int* begin, const unsigned* freq,
                            unsigned char* decoded, unsigned* final_state, int rows, int n, int capacity) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) {
    return;
  }
  Model m;
  load_model(m, freq);
  Decoder d = open(stream + row * capacity + begin[row]);
  for (int i = 0; i < n; ++i) {
    decoded[row * n + i] = (unsigned char)take(d, m);
  }
  final_state[row] = d.state;
}

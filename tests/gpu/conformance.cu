// Applies every instruction form of conformance_forms.hpp to 2^20 inputs on the device, with kernels given to the
// driver as PTX, and writes the vector files that the tests replay. Usage: conformance OUTPUT_DIRECTORY
// [FUNCTIONS_PTX].
#include "conformance_probes.hpp"
#include "device.hpp"
#include "vector_file.hpp"

#include <cstdint>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace {

constexpr std::uint32_t inputs = 1u << 20, block = 1u << 15, blocks = inputs / block, sample = 64;

struct class_list {
  gpu::operand_class value[3];
};

__device__ __host__ void store(void* base, std::uint64_t i, std::uint32_t bytes, std::uint64_t word) {
  switch (bytes) {
  case 1:
    static_cast<std::uint8_t*>(base)[i] = static_cast<std::uint8_t>(word);
    break;
  case 2:
    static_cast<std::uint16_t*>(base)[i] = static_cast<std::uint16_t>(word);
    break;
  case 4:
    static_cast<std::uint32_t*>(base)[i] = static_cast<std::uint32_t>(word);
    break;
  default:
    static_cast<std::uint64_t*>(base)[i] = word;
  }
}

__device__ __host__ std::uint64_t load(const void* base, std::uint64_t i, std::uint32_t bytes) {
  switch (bytes) {
  case 1:
    return static_cast<const std::uint8_t*>(base)[i];
  case 2:
    return static_cast<const std::uint16_t*>(base)[i];
  case 4:
    return static_cast<const std::uint32_t*>(base)[i];
  default:
    return static_cast<const std::uint64_t*>(base)[i];
  }
}

__global__ void generate(std::uint64_t seed, class_list classes, std::uint32_t arity, void* in0, void* in1, void* in2) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  const gpu::operand_words w = gpu::inputs_at(seed, i, classes.value, arity);
  void* in[3] = {in0, in1, in2};
  for (std::uint32_t k = 0; k < arity; ++k) store(in[k], i, gpu::bytes_of(classes.value[k]), w.word[k]);
}

__global__ void digest_blocks(const void* out, std::uint32_t bytes, unsigned long long* sums) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(sums + i / block, static_cast<unsigned long long>(gpu::digest_term(i, load(out, i, bytes))));
}

/// Device buffers for one form's operands and output.
struct buffers {
  void* in[3] = {};
  void* out = nullptr;
  unsigned long long* sums = nullptr;
  buffers() {
    for (void*& p : in) gpu::check(cudaMalloc(&p, inputs * 8ull), "malloc");
    gpu::check(cudaMalloc(&out, inputs * 8ull), "malloc");
    gpu::check(cudaMalloc(&sums, blocks * 8ull), "malloc");
  }
};

bool launch(cudaKernel_t f, const gpu::vector_form& form, buffers& b, std::uint32_t n, std::string& error) {
  std::vector<void*> arguments;
  for (std::size_t k = 0; k < form.inputs.size(); ++k) arguments.push_back(&b.in[k]);
  arguments.push_back(&b.out);
  arguments.push_back(&n);
  const std::uint32_t grid = (n + gpu::block_threads - 1) / gpu::block_threads;
  cudaError_t e = cudaLaunchKernel(reinterpret_cast<const void*>(f), dim3(grid), dim3(gpu::block_threads),
                                   arguments.data(), 0, nullptr);
  if (e == cudaSuccess) e = cudaDeviceSynchronize();
  if (e != cudaSuccess) error = std::string("launch: ") + cudaGetErrorString(e);
  return error.empty();
}

/// Runs `f` on the inputs of `r`'s sample and keeps the outputs.
bool run_sample(cudaKernel_t f, gpu::vector_record& r, buffers& b, std::string& error) {
  const std::uint32_t n = static_cast<std::uint32_t>(r.inputs.size());
  for (std::size_t k = 0; k < r.form.inputs.size(); ++k) {
    const std::uint32_t bytes = gpu::bytes_of(r.form.inputs[k]);
    std::vector<std::uint8_t> host(std::size_t{n} * bytes);
    for (std::uint32_t i = 0; i < n; ++i) store(host.data(), i, bytes, r.inputs[i][k]);
    gpu::check(cudaMemcpy(b.in[k], host.data(), host.size(), cudaMemcpyHostToDevice), "copy in");
  }
  gpu::check(cudaMemset(b.out, 0xa5, inputs * 8ull), "poison");
  if (!launch(f, r.form, b, n, error)) return false;
  const std::uint32_t bytes = gpu::bytes_of(r.form.output);
  std::vector<std::uint8_t> host(std::size_t{n} * bytes);
  gpu::check(cudaMemcpy(host.data(), b.out, host.size(), cudaMemcpyDeviceToHost), "copy out");
  r.outputs.resize(n);
  for (std::uint32_t i = 0; i < n; ++i) r.outputs[i] = load(host.data(), i, bytes);
  return true;
}

class_list list_of(const gpu::vector_form& form) {
  class_list l{};
  for (std::size_t k = 0; k < form.inputs.size(); ++k) l.value[k] = form.inputs[k];
  return l;
}

std::vector<std::uint64_t> tuple_at(const gpu::vector_record& r, std::uint64_t index) {
  const class_list l = list_of(r.form);
  const std::uint32_t arity = static_cast<std::uint32_t>(r.form.inputs.size());
  const gpu::operand_words w = gpu::inputs_at(r.seed, index, l.value, arity);
  return {w.word, w.word + arity};
}

/// Half of the sample among the tuples of special values, half among the random ones.
void choose_sample(gpu::vector_record& r) {
  // A barrier waits for the whole block.
  const std::uint32_t count = r.form.body.find("barrier") == std::string::npos ? sample : gpu::block_threads;
  std::uint64_t specials = 1;
  for (gpu::operand_class c : r.form.inputs) specials *= gpu::specials_of(c);
  for (std::uint32_t j = 0; j < count; ++j) {
    const std::uint64_t pick = gpu::mix(r.seed + j);
    const bool special = j < count / 2;
    r.inputs.push_back(
        tuple_at(r, special ? (specials <= count / 2 ? j : pick % specials) : specials + pick % (inputs - specials)));
  }
}

/// All generated inputs through `f`: a digest a block, and a check that the host generates the same inputs.
bool run_digests(cudaKernel_t f, gpu::vector_record& r, buffers& b, std::string& error) {
  const std::uint32_t arity = static_cast<std::uint32_t>(r.form.inputs.size());
  generate<<<inputs / 256, 256>>>(r.seed, list_of(r.form), arity, b.in[0], b.in[1], b.in[2]);
  gpu::check(cudaMemset(b.sums, 0, blocks * 8ull), "clear");
  gpu::check(cudaMemset(b.out, 0xa5, inputs * 8ull), "poison");
  for (std::uint32_t k = 0; k < arity; ++k) {
    std::uint8_t bytes[8 * 1024];
    const std::uint32_t width = gpu::bytes_of(r.form.inputs[k]), first = inputs / 2 - 512;
    gpu::check(cudaMemcpy(bytes, static_cast<char*>(b.in[k]) + std::size_t{first} * width, 1024u * width,
                          cudaMemcpyDeviceToHost),
               "generate");
    for (std::uint32_t i = 0; i < 1024; ++i)
      if (load(bytes, i, width) != tuple_at(r, first + i)[k])
        return error = "host and device generate other inputs", false;
  }
  if (!launch(f, r.form, b, inputs, error)) return false;
  digest_blocks<<<inputs / 256, 256>>>(b.out, gpu::bytes_of(r.form.output), b.sums);
  r.digests.resize(blocks);
  gpu::check(cudaMemcpy(r.digests.data(), b.sums, blocks * 8ull, cudaMemcpyDeviceToHost), "digests");
  return true;
}

cudaLibrary_t load_module(const std::string& ptx, std::string& error) {
  char log[4096] = {};
  cudaJitOption options[] = {cudaJitErrorLogBuffer, cudaJitErrorLogBufferSizeBytes};
  void* values[] = {log, reinterpret_cast<void*>(sizeof log)};
  cudaLibrary_t module = nullptr;
  const cudaError_t e = cudaLibraryLoadData(&module, ptx.c_str(), options, values, 2, nullptr, nullptr, 0);
  if (e != cudaSuccess) error = std::string("load: ") + cudaGetErrorString(e) + ": " + log, module = nullptr;
  return module;
}

int failures = 0;

void record(std::ostream& out, gpu::vector_record& r, cudaKernel_t f, buffers& b) {
  std::string error;
  const bool explicit_inputs = !r.inputs.empty();
  if (!explicit_inputs) choose_sample(r);
  if ((explicit_inputs || run_digests(f, r, b, error)) && run_sample(f, r, b, error)) return write_record(out, r);
  std::printf("%s: %s\n", r.form.name.c_str(), error.c_str());
  ++failures;
}

void record_form(std::ostream& out, gpu::vector_record r, buffers& b) {
  std::string error;
  cudaLibrary_t module = load_module(r.ptx(), error);
  cudaKernel_t f = nullptr;
  if (module == nullptr || cudaLibraryGetKernel(&f, module, "conformance") != cudaSuccess) {
    std::printf("%s: %s\n", r.form.name.c_str(), error.c_str());
    ++failures;
    return;
  }
  record(out, r, f, b);
  cudaLibraryUnload(module);
}

std::uint64_t seed_of(const std::string& name) {
  std::uint64_t s = 0;
  for (unsigned char c : name) s = gpu::mix(s ^ c);
  return s;
}

std::ofstream open_file(const std::string& path) {
  std::ofstream out(path);
  out << "fpcheck-vectors 1\ndevice " << gpu::name() << "\nblock " << block << '\n';
  return out;
}

template <std::size_t N>
void record_rows(const std::string& path, const gpu::form_row (&rows)[N], buffers& b) {
  std::ofstream out = open_file(path);
  const std::vector<gpu::vector_form> forms = gpu::expand(rows);
  for (const gpu::vector_form& form : forms) {
    gpu::vector_record r;
    r.form = form;
    r.seed = seed_of(form.name);
    record_form(out, std::move(r), b);
  }
  std::printf("%s: %zu forms\n", path.c_str(), forms.size());
}

void record_probes(const std::string& path, buffers& b) {
  std::ofstream out = open_file(path);
  for (const gpu::probe_row& row : gpu::probe_rows) {
    std::vector<gpu::vector_form> forms;
    gpu::detail::append(row.form, forms);
    for (const gpu::vector_form& form : forms) {
      gpu::vector_record r;
      r.form = form;
      r.form.name = std::string(row.question) + ": " + form.name;
      std::istringstream words{std::string(row.inputs)};
      std::vector<std::uint64_t> tuple;
      for (std::uint64_t w = 0; words >> std::hex >> w;) {
        tuple.push_back(w);
        if (tuple.size() == form.inputs.size()) r.inputs.push_back(tuple), tuple.clear();
      }
      record_form(out, std::move(r), b);
    }
  }
}

/// Patterns that the .oob forms take for the out-of-bounds NaN, by operand: the result is +0 where 1 would be a NaN.
void scan_out_of_bounds(const std::string& path, buffers& b) {
  std::ofstream out(path);
  constexpr gpu::form_row rows[] = {{"f16 > f16", "fma.rn.oob.f16 %d, %a, %b, %c;"},
                                    {"bf16 > bf16", "fma.rn.oob.bf16 %d, %a, %b, %c;"}};
  for (const gpu::form_row& row : rows) {
    const bool half = row.operands[0] == 'f';
    for (int operand = 0; operand < 3; ++operand) {
      gpu::vector_record r;
      r.form.inputs = {half ? gpu::operand_class::f16 : gpu::operand_class::bf16};
      r.form.output = r.form.inputs[0];
      const char* order[] = {"%a, x, x", "x, %a, x", "x, x, %a"};
      r.form.body = std::string("{ .reg .b16 x; mov.b16 x, ") + (half ? "0x3c00" : "0x3f80") + "; fma.rn.oob" +
                    (half ? ".f16" : ".bf16") + " %d, " + order[operand] + "; }";
      for (std::uint64_t i = 0; i < 65536; ++i) r.inputs.push_back({i});
      std::string error;
      cudaLibrary_t module = load_module(r.ptx(), error);
      cudaKernel_t f = nullptr;
      if (module == nullptr || cudaLibraryGetKernel(&f, module, "conformance") != cudaSuccess ||
          !run_sample(f, r, b, error)) {
        out << r.form.body << ": " << error << '\n';
        continue;
      }
      std::size_t nans = 0;
      out << r.form.body << "\n  NaN operands with result +0:";
      for (std::uint64_t i = 0; i < 65536; ++i) {
        const bool nan = half ? (i & 0x7fff) > 0x7c00 : (i & 0x7fff) > 0x7f80;
        if (nan && r.outputs[i] == 0) out << ' ' << std::hex << i << std::dec;
        nans += nan && r.outputs[i] == 0x7fff;
      }
      out << "\n  NaN operands with result 7fff: " << nans << '\n';
      cudaLibraryUnload(module);
    }
  }
}

void record_functions(const std::string& path, const std::string& ptx_path, buffers& b) {
  std::ofstream out = open_file(path);
  std::ifstream in(ptx_path);
  std::stringstream text;
  text << in.rdbuf();
  const std::string ptx = text.str();
  std::string error;
  cudaLibrary_t module = load_module(ptx, error);
  if (module == nullptr) return std::printf("%s: %s\n", ptx_path.c_str(), error.c_str()), void(++failures);
  for (std::size_t at = ptx.find(".entry "); at != std::string::npos; at = ptx.find(".entry ", at + 1)) {
    gpu::vector_record r;
    r.entry = ptx.substr(at + 7, ptx.find('(', at) - at - 7);
    r.file = ptx_path.substr(ptx_path.rfind('/') + 1);
    r.form.name = r.entry.substr(0, r.entry.rfind("_kernel"));
    const std::string parameters = ptx.substr(at, ptx.find(')', at) - at);
    std::size_t pointers = 0;
    for (std::size_t p = parameters.find(".param"); p != std::string::npos; p = parameters.find(".param", p + 1))
      ++pointers;
    const bool wide = r.form.name == "exp" || r.form.name == "log" || r.form.name == "tanh" || r.form.name == "sin" ||
                      r.form.name == "pow";
    r.form.output = wide ? gpu::operand_class::f64 : gpu::operand_class::f32;
    r.form.inputs.assign(pointers - 2, r.form.output);
    r.seed = seed_of(r.form.name);
    cudaKernel_t f = nullptr;
    if (cudaLibraryGetKernel(&f, module, r.entry.c_str()) != cudaSuccess) {
      ++failures;
      continue;
    }
    record(out, r, f, b);
  }
}

} // namespace

int main(int argc, char** argv) {
  if (!gpu::present()) return gpu::skip("conformance");
  if (argc < 2) return std::printf("usage: conformance OUTPUT_DIRECTORY [FUNCTIONS_PTX]\n"), 2;
  const std::string directory = argv[1];
  gpu::check(cudaFree(nullptr), "context");
  std::printf("%s\n", gpu::name().c_str());
  buffers b;
  record_probes(directory + "/settled.vec", b);
  scan_out_of_bounds(directory + "/out_of_bounds.txt", b);
  record_rows(directory + "/arithmetic.vec", gpu::arithmetic_rows, b);
  record_rows(directory + "/approximate.vec", gpu::approximate_rows, b);
  record_rows(directory + "/conversion.vec", gpu::conversion_rows, b);
  record_rows(directory + "/integer.vec", gpu::integer_rows, b);
  record_rows(directory + "/warp.vec", gpu::warp_rows, b);
  record_rows(directory + "/atomic.vec", gpu::atomic_rows, b);
  if (argc > 2) record_functions(directory + "/functions.vec", argv[2], b);
  std::printf("%d failures\n", failures);
  return failures == 0 ? 0 : 1;
}

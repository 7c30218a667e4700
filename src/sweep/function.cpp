#include <fpcheck/launch/signature.hpp>
#include <fpcheck/ptx/find_kernel.hpp>
#include <fpcheck/ptx/inline_calls.hpp>
#include <fpcheck/ptx/parse.hpp>
#include <fpcheck/session/nvcc.hpp>
#include <fpcheck/session/process.hpp>
#include <fpcheck/sweep/sweep.hpp>
#include <fpcheck/tensor/file.hpp>

#include <filesystem>

namespace fpcheck::sweep {
namespace {

namespace fs = std::filesystem;

/// The kernel takes the function's type as its template argument, so that its name tells the types.
constexpr const char* wrapper = R"(
namespace fpcheck_sweep_detail {
template <class T> struct plain { using type = T; };
template <class T> struct plain<const T> { using type = T; };
template <class T> struct plain<T&> : plain<T> {};
template <class R, class... A> R (*pointer(R (*)(A...)))(typename plain<A>::type...);
template <class F> struct call;
template <class R, class A> struct call<R (*)(A)> {
  static __device__ void at(unsigned i, const void* x, const void*, void* y) {
    static_cast<R*>(y)[i] = FPCHECK_FUNCTION(static_cast<const A*>(x)[i]);
  }
};
template <class R, class A, class B> struct call<R (*)(A, B)> {
  static __device__ void at(unsigned i, const void* x, const void* z, void* y) {
    static_cast<R*>(y)[i] = FPCHECK_FUNCTION(static_cast<const A*>(x)[i], static_cast<const B*>(z)[i]);
  }
};
}
template <class F> __global__ void fpcheck_sweep(const void* x, const void* z, void* y, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) fpcheck_sweep_detail::call<F>::at(i, x, z, y);
}
)";

/// What a type is called in CUDA source; empty where fpcheck has none to offer.
std::string cuda_name(tensor::dtype type) {
  switch (type) {
  case tensor::dtype::f32:
    return "float";
  case tensor::dtype::f16:
    return "__half";
  case tensor::dtype::bf16:
    return "__nv_bfloat16";
  case tensor::dtype::e4m3fn:
    return "__nv_fp8_e4m3";
  case tensor::dtype::e5m2:
    return "__nv_fp8_e5m2";
  default:
    return {};
  }
}

/// "f32,f16" as C++ types.
result<std::vector<std::string>> cuda_names(const std::string& types) {
  std::vector<std::string> out;
  for (std::size_t at = 0; at <= types.size();) {
    const std::size_t end = std::min(types.find(',', at), types.size());
    const auto type = tensor::parse_dtype(types.substr(at, end - at));
    if (!type) return tl::unexpected(type.error());
    if (cuda_name(*type).empty())
      return fail("a sweep over " + std::string(tensor::name(*type)) + " is not possible", {"command line"},
                  "f32, f16, bf16, e4m3fn and e5m2 are");
    out.push_back(cuda_name(*type));
    at = end + 1;
  }
  if (out.size() > 2) return fail("--type takes one type, or two: " + tensor::quoted(types), {"command line"});
  return out;
}

result<std::string> wrapper_text(const function_choice& c) {
  std::error_code error;
  std::string text = "#include \"" + fs::absolute(c.file, error).string() + "\"\n#define FPCHECK_FUNCTION " + c.function + wrapper;
  std::string type = "decltype(fpcheck_sweep_detail::pointer(&" + c.function + "))";
  if (!c.types.empty()) {
    const auto names = cuda_names(c.types);
    if (!names) return tl::unexpected(names.error());
    const std::string list = names->size() == 1 ? (*names)[0] : (*names)[0] + ", " + (*names)[1];
    std::string values;
    for (const std::string& n : *names) values += (values.empty() ? "" : ", ") + n + "()";
    type = "fpcheck_sweep_detail::plain<decltype(" + c.function + "(" + values + "))>::type (*)(" + list + ")";
  }
  return text + "template __global__ void fpcheck_sweep<" + type + ">(const void*, const void*, void*, unsigned);\n";
}

result<std::string> compiled_text(const function_choice& c) {
  if (c.file.ends_with(".ptx")) return tensor::read_bytes(c.file);
  if (!c.file.ends_with(".cu") && !c.file.ends_with(".cuh"))
    return fail("neither CUDA source nor PTX", {c.file}, "the name must end in .cu or .ptx");
  if (const auto there = tensor::read_bytes(c.file); !there) return tl::unexpected(there.error());
  const auto text = wrapper_text(c);
  if (!text) return tl::unexpected(text.error());
  const auto scratch = session::temporary_directory::make();
  if (!scratch) return tl::unexpected(scratch.error());
  const auto written = tensor::write_bytes((scratch->path() / "sweep.cu").string(), *text);
  if (!written) return tl::unexpected(written.error());
  auto ptx = session::compile({(scratch->path() / "sweep.cu").string(), c.nvcc_flags, {}});
  if (ptx) return ptx;
  diagnostic d = ptx.error();
  d.where.file = c.file;
  if (d.hint.empty())
    d.hint = "FUNCTION must be a __device__ function of one or two numbers; of an overloaded function or a template give --type";
  return tl::unexpected(std::move(d));
}

/// "float (*)(float, float)" out of the demangled name.
std::string function_type(const std::string& demangled) {
  const std::string start = "fpcheck_sweep<";
  const std::size_t at = demangled.find(start), end = demangled.rfind(">(");
  if (at == std::string::npos || end == std::string::npos || end < at) return {};
  return demangled.substr(at + start.size(), end - at - start.size());
}

result<tensor::dtype> swept_type(const std::string& spelling, const function_choice& c) {
  const launch::value_type t = launch::parse_type(spelling);
  if (t.is_pointer() || t.lanes != 1 || !t.element || cuda_name(*t.element).empty())
    return fail(c.function + ": a sweep over " + tensor::quoted(spelling) + " is not possible", {c.file},
                "f32, f16, bf16, e4m3fn and e5m2 are");
  return *t.element;
}

result<void> read_types(const std::string& type, const function_choice& c, swept_function& out) {
  const std::size_t star = type.find("(*)(");
  if (star == std::string::npos || !type.ends_with(")"))
    return fail("there is no sweep wrapper in it", {c.file}, "give the .cu, or PTX that fpcheck sweep --save-ptx wrote");
  std::string before = type.substr(0, star);
  while (before.ends_with(' ')) before.pop_back();
  const auto result_type = swept_type(before, c);
  if (!result_type) return tl::unexpected(result_type.error());
  out.result = *result_type;
  const std::string list = type.substr(star + 4, type.size() - star - 5);
  for (std::size_t at = 0; at < list.size();) {
    const std::size_t end = std::min(list.find(", ", at), list.size());
    const auto argument = swept_type(list.substr(at, end - at), c);
    if (!argument) return tl::unexpected(argument.error());
    out.arguments.push_back(*argument);
    at = end + 2;
  }
  return {};
}

} // namespace

std::string swept_function::signature() const {
  std::string out = name + '(';
  for (std::size_t i = 0; i < arguments.size(); ++i) out += (i == 0 ? "" : ", ") + std::string(tensor::name(arguments[i]));
  return out + ") -> " + std::string(tensor::name(result));
}

result<swept_function> wrap_function(const function_choice& choice) {
  auto text = compiled_text(choice);
  if (!text) return tl::unexpected(text.error());
  swept_function out;
  out.name = choice.function;
  out.code = std::make_unique<session::compiled>();
  out.code->ptx = *std::move(text);
  auto module = ptx::parse(out.code->ptx, choice.file.ends_with(".ptx") ? choice.file : "sweep.ptx");
  if (!module) return tl::unexpected(module.error());
  out.code->module = ptx::inline_calls(*std::move(module));
  auto program = exec::decode(out.code->module);
  if (!program) return tl::unexpected(program.error());
  out.code->program = *std::move(program);
  const auto kernel = ptx::find_kernel(out.code->module, "regex:^_Z13fpcheck_sweepI");
  if (!kernel) return tl::unexpected(kernel.error());
  out.kernel = out.code->module.functions[*kernel].name;
  if (const auto ok = read_types(function_type(ptx::demangle(out.kernel)), choice, out); !ok)
    return tl::unexpected(ok.error());
  return out;
}

} // namespace fpcheck::sweep

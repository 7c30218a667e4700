// References as people write them, against numpy: the same words, or the same algorithm, in one run of python3.
#include <fpcheck/expr/commands.hpp>
#include <fpcheck/tensor/array.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <sstream>

namespace fpcheck::expr {
namespace {

struct reference {
  const char *ours, *numpy;
};

// x: 4 x 6, y: 6, both of multiples of 1/16 without ties; s: symmetric 4 x 4; ids: 4 x 2 of 0 .. 5.
const reference references[] = {
    {"arctan2(x, y) + hypot(x, y) + arcsin(x / 4) - arccos(x / 4) + arctan(x)", "np.arctan2(x, y) + np.hypot(x, y) + np.arcsin(x / 4) - np.arccos(x / 4) + np.arctan(x)"},
    {"arcsinh(x) + arccosh(x^2 + 1) + arctanh(x / 4) + erfc(x) * lgamma(x^2 + 1)", "np.arcsinh(x) + np.arccosh(x**2 + 1) + np.arctanh(x / 4) + np.vectorize(math.erfc)(x) * np.vectorize(math.lgamma)(x**2 + 1)"},
    {"round(x) + 10 * trunc(x) + 100 * isnan(x) + 1000 * isinf(1 / (x - x))", "np.round(x) + 10 * np.trunc(x) + 100 * np.isnan(x) + 1000 * np.isinf(np.divide(1, x - x))"},
    {"where((-1 < x < 1 and not y > 0) or x == 2, x, -x)", "np.where(np.logical_or(np.logical_and(np.logical_and(-1 < x, x < 1), np.logical_not(y > 0)), x == 2), x, -x)"},
    {"cummax(x, axis=1) - cummin(x, axis=0) + cumprod(x, axis=1)", "np.maximum.accumulate(x, axis=1) - np.minimum.accumulate(x, axis=0) + np.cumprod(x, axis=1)"},
    {"scan('a * h + b', h=y, a=x, b=abs(x), axis=0)", "recurrence(x, np.abs(x), y)"},
    {"sort(x, axis=0) + topk(x, 6, axis=1) + median(x, axis=1, keepdims=1)", "np.sort(x, axis=0) + -np.sort(-x, axis=1) + np.median(x, axis=1, keepdims=True)"},
    {"take_along_axis(x, argsort(x, axis=1), axis=1) + argsort(x, axis=0)", "np.take_along_axis(x, np.argsort(x, axis=1), axis=1) + np.argsort(x, axis=0)"},
    {"gather(x, 1, ids) + scatter(x, 1, ids, 7)[:, :2]", "np.take_along_axis(x, ids, 1) + scattered(x, ids, 7)[:, :2]"},
    {"conv_transpose1d(x[None], w, stride=2, padding=1, dilation=2)", "transposed(x, w, 2, 1, 2)[None]"},
    {"conv3d(reshape(x, (1, 1, 2, 3, 4)), ones((1, 1, 2, 2, 2)) * [1, 2])", "conv3(x.reshape(2, 3, 4))[None, None]"},
    {"concatenate((repeat(x, 2, axis=0), tile(y, (8, 1))), axis=1) * isclose(x[0, 0], x[0, 0] + 1e-9)", "np.concatenate((np.repeat(x, 2, axis=0), np.tile(y, (8, 1))), axis=1) * np.isclose(x[0, 0], x[0, 0] + 1e-9)"},
    {"concat((svdvals(x), eigvalsh(s), ravel(expm(s / 2))))", "np.concatenate((np.linalg.svd(x)[1], np.linalg.eigvalsh(s), exponential(s / 2).ravel()))"},
    {"maximum(x, where(x > 1, nan, y)) + fmax(x, where(x > 1, nan, y))", "np.maximum(x, np.where(x > 1, np.nan, y)) + np.fmax(x, np.where(x > 1, np.nan, y))"},
    {"astype(x / 3, 'f16') + astype(y / 7, 'f32')", "(x / 3).astype(np.float16).astype(float) + (y / 7).astype(np.float32).astype(float)"},
};

constexpr const char* preamble = R"(
import math, numpy as np
np.seterr(all='ignore')
x = np.array([(k * 37 % 61 - 30) / 16 for k in range(24)]).reshape(4, 6)
y = np.array([(k * 17 % 29 - 14) / 16 for k in range(6)])
w = np.array([(k * 11 % 23 - 11) / 8 for k in range(24)]).reshape(4, 2, 3)
s = x[:, :4] + x[:, :4].T
ids = np.array([[0, 3], [5, 1], [2, 4], [1, 0]])
def scattered(x, ids, v):
    out = x.copy()
    np.put_along_axis(out, ids, v, 1)
    return out
def recurrence(a, b, h):
    out = []
    for t in range(len(a)):
        h = a[t] * h + b[t]
        out.append(h)
    return np.array(out)
def transposed(x, w, stride, padding, dilation):
    full = np.zeros((w.shape[1], (x.shape[1] - 1) * stride + dilation * (w.shape[2] - 1) + 1))
    for c in range(w.shape[0]):
        for o in range(w.shape[1]):
            for i in range(x.shape[1]):
                for k in range(w.shape[2]):
                    full[o, i * stride + k * dilation] += x[c, i] * w[c, o, k]
    return full[:, padding:full.shape[1] - padding]
def conv3(x):
    return np.array([[[sum(x[d + i, h + j, v + k] * (k + 1) for i in (0, 1) for j in (0, 1) for k in (0, 1)) for v in range(3)] for h in range(2)] for d in range(1)])
def exponential(a):
    out = term = np.eye(len(a))
    for k in range(1, 80):
        term = term @ a / k
        out = out + term
    return out
)";

named_inputs inputs() {
  named_inputs in;
  const auto put = [&](const char* name, tensor::shape s, int step, int modulus, int offset, double unit) {
    tensor::array a(tensor::dtype::f64, std::move(s));
    for (std::uint64_t k = 0; k < a.size(); ++k) a.set(k, (static_cast<int>(k) * step % modulus - offset) / unit);
    in.tensors.emplace(name, a);
    return a;
  };
  const tensor::array x = put("x", {4, 6}, 37, 61, 30, 16);
  put("y", {6}, 17, 29, 14, 16);
  put("w", {4, 2, 3}, 11, 23, 11, 8);
  tensor::array s(tensor::dtype::f64, {4, 4}), ids(tensor::dtype::f64, {4, 2});
  for (std::uint64_t i = 0; i < 4; ++i)
    for (std::uint64_t j = 0; j < 4; ++j) s.set(4 * i + j, x.value(6 * i + j) + x.value(6 * j + i));
  const double chosen[] = {0, 3, 5, 1, 2, 4, 1, 0};
  for (std::uint64_t k = 0; k < 8; ++k) ids.set(k, chosen[k]);
  in.tensors.emplace("s", s);
  in.tensors.emplace("ids", ids);
  return in;
}

/// The python that has numpy: the first in the path need not be the system's. Empty: none has.
std::string python() {
  for (const std::string name : {"python3", "/usr/bin/python3"})
    if (std::system((name + " -c 'import numpy' > /dev/null 2>&1").c_str()) == 0) return name;
  return {};
}

/// What the program prints; nullopt where it cannot be run.
std::optional<std::string> output_of(const std::string& interpreter, const std::string& program) {
  const std::string path = testing::TempDir() + "fpcheck_numpy_test.py";
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "w"), &std::fclose);
  if (!file || std::fputs(program.c_str(), file.get()) < 0) return std::nullopt;
  file.reset();
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(popen((interpreter + " '" + path + "' 2>&1").c_str(), "r"), &pclose);
  if (!pipe) return std::nullopt;
  std::string out;
  char buffer[4096];
  while (const std::size_t n = std::fread(buffer, 1, sizeof buffer, pipe.get())) out.append(buffer, n);
  return out;
}

TEST(numpy, references_agree) {
  const std::string interpreter = python();
  if (interpreter.empty()) GTEST_SKIP() << "python3 with numpy is not installed";
  std::string program = preamble;
  for (const reference& r : references) program += "print(*[float(v).hex() for v in np.asarray(" + std::string(r.numpy) + ", dtype=float).ravel()])\n";
  const auto printed = output_of(interpreter, program);
  ASSERT_TRUE(printed);
  std::istringstream lines(*printed);
  const named_inputs in = inputs();
  for (const reference& r : references) {
    std::string line, word;
    ASSERT_TRUE(std::getline(lines, line)) << r.numpy << "\n" << *printed;
    const auto v = eval_command(r.ours, in);
    ASSERT_TRUE(v) << v.error().text();
    std::istringstream words(line);
    std::size_t i = 0;
    for (; words >> word; ++i) {
      ASSERT_LT(i, v->values.size()) << r.ours << "\n" << line;
      const double theirs = std::strtod(word.c_str(), nullptr), ours = v->values[i];
      EXPECT_TRUE((std::isnan(theirs) && std::isnan(ours)) || std::fabs(theirs - ours) <= 1e-12 * (1 + std::fabs(theirs)) || theirs == ours) << r.ours << " [" << i << "]: " << ours << ", numpy " << theirs;
    }
    EXPECT_EQ(i, v->values.size()) << r.ours << "\n" << line;
  }
}

} // namespace
} // namespace fpcheck::expr

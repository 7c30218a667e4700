// Runs examples' PTX on the device through the testing kit's launcher and compares with the bits that the emulator gave.
// Usage: kit_launch EXAMPLES_DIR kit_launch.bits. Exit code 77 where there is no device.
#include "../../src/testing/device.hpp"

#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>

using namespace fpcheck;
using namespace fpcheck::testing;

namespace {

std::string text_of(const std::string& path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), {}};
}

exec::buffer floats(const std::string& name, exec::buffer_role role, const std::vector<std::uint64_t>& shape, const std::vector<float>& values) {
  exec::buffer b;
  b.name = name, b.role = role, b.type = tensor::dtype::f32, b.shape = shape;
  b.data.resize(values.size() * sizeof(float));
  std::memcpy(b.data.data(), values.data(), b.data.size());
  return b;
}

exec::argument pointer_to(std::uint32_t buffer) {
  return {std::vector<std::byte>(8), {{0, buffer, 0}}};
}

exec::argument integer(std::int32_t value) {
  exec::argument a{std::vector<std::byte>(4), {}};
  std::memcpy(a.bytes.data(), &value, 4);
  return a;
}

/// kernel(const float* in, float* out, int columns) on `rows` blocks.
exec::run_request request(const std::string& kernel, std::uint32_t rows, std::uint32_t columns, std::uint32_t threads, const std::vector<float>& in,
                          std::size_t outputs) {
  exec::run_request r;
  r.buffers = {floats("in", exec::buffer_role::input, {rows, columns}, in),
               floats("out", exec::buffer_role::output, {outputs}, std::vector<float>(outputs))};
  exec::launch l;
  l.kernel = kernel, l.grid = {rows, 1, 1}, l.block = {threads, 1, 1};
  l.arguments = {pointer_to(0), pointer_to(1), integer(static_cast<std::int32_t>(columns))};
  r.launches = {l};
  return r;
}

/// Lines of "NAME CODE CODE ...".
std::map<std::string, std::vector<std::uint32_t>> recorded(const std::string& path) {
  std::map<std::string, std::vector<std::uint32_t>> out;
  std::ifstream in(path);
  std::string word, name;
  while (in >> word) {
    if (word.starts_with("0x"))
      out[name].push_back(static_cast<std::uint32_t>(std::stoul(word, nullptr, 16)));
    else
      name = word;
  }
  return out;
}

int compare(const std::string& name, const std::string& ptx, exec::run_request r, const std::vector<std::uint32_t>& expected) {
  const auto done = run_on_device(ptx, r);
  if (!done) {
    std::printf("%-20s %s", name.c_str(), done.error().text().c_str());
    return 1;
  }
  std::vector<std::uint32_t> codes(r.buffers[1].data.size() / 4);
  std::memcpy(codes.data(), r.buffers[1].data.data(), r.buffers[1].data.size());
  std::size_t different = codes.size() == expected.size() ? 0 : codes.size();
  for (std::size_t i = 0; i < codes.size() && i < expected.size(); ++i) different += codes[i] != expected[i];
  std::printf("%-20s %zu elements, %zu differ from the emulator's\n", name.c_str(), codes.size(), different);
  return different == 0 && !codes.empty() ? 0 : 1;
}

/// An address that no buffer has: the driver reports it, and what cannot run afterwards is incomplete, never a pass.
int reports_a_crash(const std::string& ptx, exec::run_request r) {
  r.launches[0].arguments[0].pointers.clear();
  const auto done = run_on_device(ptx, r);
  std::printf("%-20s %s", "a null pointer", done ? "no error\n" : done.error().text().c_str());
  const auto next = run_on_device(ptx, r);
  std::printf("%-20s %s", "the next launch", next ? "no error\n" : next.error().text().c_str());
  return !done && done.error().code == exit_code::findings && !next && next.error().code == exit_code::incomplete ? 0 : 1;
}

} // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  if (!device_problem().empty()) {
    std::printf("skipped: %s\n", device_problem().c_str());
    return 77;
  }
  std::printf("%s\n", device_name().c_str());
  const std::string examples = argv[1];
  const auto bits = recorded(argv[2]);
  std::vector<float> rows, logits;
  for (int i = 0; i < 4 * 64; ++i) rows.push_back(1000 + static_cast<float>(i * 37 % 64) / 64);
  for (int i = 0; i < 3 * 100; ++i) logits.push_back(static_cast<float>(i * 37 % 101 - 50) / 8);
  const std::string variance = text_of(examples + "/01_first_run/two_pass_variance.ptx"), softmax = text_of(examples + "/21_googletest_suite/softmax.ptx");
  int wrong = 0;
  wrong += compare("two_pass_variance", variance, request("_Z17two_pass_variancePKfPfi", 4, 64, 256, rows, 4), bits.at("two_pass_variance"));
  wrong += compare("softmax", softmax, request("_Z7softmaxPKfPfi", 3, 100, 128, logits, 300), bits.at("softmax"));
  wrong += reports_a_crash(variance, request("_Z17two_pass_variancePKfPfi", 4, 64, 256, rows, 4));
  return wrong == 0 ? 0 : 1;
}

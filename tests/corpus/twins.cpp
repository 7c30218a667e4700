// Runs kernels of the corpus and compares every output, bit for bit, with the same algorithm in C++ on the host:
//   twins --tool FPCHECK --corpus DIR
#include "twins.hpp"

#include "tool_process.hpp"

#include <cstdio>
#include <cstdlib>
#include <map>
#include <stdexcept>

namespace {

using namespace corpus;

/// The first byte that differs, or the reason why there is nothing to compare; empty if equal.
std::string compare(const std::string& path, const tensor_bytes& wanted) {
  const npy got = read_npy(path);
  if (got.descr != wanted.descr) return wanted.name + " is saved as " + got.descr + " instead of " + wanted.descr;
  if (got.bytes.size() != wanted.bytes.size()) return wanted.name + " has another size";
  std::size_t different = 0, first = 0;
  const std::size_t width = static_cast<std::size_t>(wanted.descr.back() - '0');
  for (std::size_t i = 0; i < wanted.bytes.size(); i += width)
    if (std::memcmp(&got.bytes[i], &wanted.bytes[i], width) != 0 && different++ == 0) first = i / width;
  if (different == 0) return {};
  return std::to_string(different) + " elements of " + wanted.name + " differ, first " + std::to_string(first);
}

std::string run(const std::string& tool, const std::string& corpus, const twin& t) {
  const scratch_directory scratch;
  std::vector<std::string> a{"run", t.file + ".ptx:" + t.kernel, "--source", t.file + ".cu", "-l", t.launch};
  a.insert(a.end(), t.scalars.begin(), t.scalars.end());
  for (const auto& in : t.inputs) {
    const std::string path = scratch.path() + "/in_" + in.name + ".npy";
    write_npy(path, in.descr, in.bytes.data(), in.bytes.size(), in.shape);
    a.push_back(in.name + "=@" + path);
  }
  a.insert(a.end(), t.output_words.begin(), t.output_words.end());
  for (const auto& out : t.outputs)
    a.insert(a.end(), {"--save", out.name + "=" + scratch.path() + "/" + out.name + ".npy"});
  const tool_result result = run_tool(tool, a, corpus + "/sound");
  try {
    for (const auto& out : t.outputs)
      if (const std::string difference = compare(scratch.path() + "/" + out.name + ".npy", out); !difference.empty())
        return difference;
  } catch (const std::exception&) {
    return "no output: exit " + std::to_string(result.exit_code) + " " + result.messages.substr(0, 200);
  }
  return {};
}

} // namespace

int main(int argc, char** argv) {
  std::string tool, corpus;
  const std::map<std::string, std::string*> options{{"--tool", &tool}, {"--corpus", &corpus}};
  for (int i = 1; i + 1 < argc; i += 2)
    if (const auto o = options.find(argv[i]); o != options.end()) *o->second = argv[i + 1];
  std::size_t failed = 0, count = 0;
  for (const auto& list : {arithmetic_twins(), integer_twins()})
    for (const auto& t : list) {
      const std::string difference = run(tool, corpus, t);
      ++count;
      failed += difference.empty() ? 0 : 1;
      std::printf("%s %-24s %s\n", difference.empty() ? "ok  " : "FAIL", t.kernel.c_str(), difference.c_str());
    }
  std::printf("%zu kernels, %zu differ from their C++ twin\n", count, failed);
  return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

#include "launch_recorder.hpp"
#include "variable_names.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>

namespace {

using namespace fpcheck::record;
namespace fs = std::filesystem;

/// A driver whose device memory is the host's.
struct fake {
  std::map<CUdeviceptr, std::size_t> allocations;
  std::map<std::string, std::pair<CUdeviceptr, std::size_t>> globals;
  std::vector<parameter_place> places;
  CUmodule module = nullptr;
  bool capturing = false;
  int synchronized = 0;
} now;

driver fake_driver() {
  driver d;
  d.parameter_of_function = [](CUfunction, std::size_t k, std::size_t* offset, std::size_t* size) {
    if (k >= now.places.size()) return CUDA_ERROR_INVALID_VALUE;
    *offset = now.places[k].offset, *size = now.places[k].size;
    return CUDA_SUCCESS;
  };
  d.module_of_function = [](CUmodule* m, CUfunction) { return *m = now.module, CUDA_SUCCESS; };
  d.global_of_module = [](CUdeviceptr* p, std::size_t* n, CUmodule, const char* name) {
    const auto it = now.globals.find(name);
    if (it == now.globals.end()) return CUDA_ERROR_NOT_FOUND;
    *p = it->second.first, *n = it->second.second;
    return CUDA_SUCCESS;
  };
  d.extent_of = [](CUdeviceptr* base, std::size_t* n, CUdeviceptr p) {
    auto it = now.allocations.upper_bound(p);
    if (it == now.allocations.begin() || p - (--it)->first >= it->second) return CUDA_ERROR_INVALID_VALUE;
    *base = it->first, *n = it->second;
    return CUDA_SUCCESS;
  };
  d.copy = [](CUdeviceptr to, CUdeviceptr from, std::size_t n) { return std::memcpy(reinterpret_cast<void*>(to), reinterpret_cast<const void*>(from), n), CUDA_SUCCESS; };
  d.synchronize = [](CUstream) { return ++now.synchronized, CUDA_SUCCESS; };
  d.is_capturing = [](CUstream, CUstreamCaptureStatus* s) { return *s = now.capturing ? CU_STREAM_CAPTURE_STATUS_ACTIVE : CU_STREAM_CAPTURE_STATUS_NONE, CUDA_SUCCESS; };
  return d;
}

constexpr const char* code = ".version 8.0\n.target sm_90\n.address_size 64\n.visible .global .align 4 .f32 gain;\n.const .align 4 .b8 table[8];\n.visible .entry scale(.param .u64 x, .param .u32 n)\n{\nret;\n}\n";

class recorder : public testing::Test {
protected:
  void SetUp() override {
    now = {};
    now.places = {{0, 8}, {8, 4}};
    now.module = reinterpret_cast<CUmodule>(0x1234);
    now.allocations = {{address(x), sizeof x}, {address(rows), sizeof rows}, {address(row), sizeof row}};
    now.globals = {{"gain", {address(&gain), sizeof gain}}};
    folder = fs::temp_directory_path() / ("recorder_test." + std::to_string(getpid()) + testing::UnitTest::GetInstance()->current_test_info()->name());
  }
  void TearDown() override { fs::remove_all(folder); }
  template <class T>
  static CUdeviceptr address(T* p) { return reinterpret_cast<CUdeviceptr>(p); }

  settings how() const {
    settings s;
    s.folder = folder.string();
    return s;
  }
  launch_recorder make(const settings& s) {
    launch_recorder r(s, fake_driver(), {folder / "cache"}, "program");
    r.loaded(now.module, code);
    return r;
  }
  /// Launches `kernel` on x: it doubles the first `n`.
  bool launch(launch_recorder& r, const char* kernel, void* memory) {
    int n = 3;
    void* arguments[] = {&memory, &n};
    launch_call l;
    l.kernel = kernel, l.grid[0] = 5, l.block[0] = 64, l.parameters = arguments;
    const bool taken = r.before(l);
    for (int k = 0; k < n; ++k) x[k] *= 2;
    if (taken) r.after(nullptr, true);
    return taken;
  }
  std::vector<fs::path> files() const {
    std::vector<fs::path> out;
    if (fs::exists(folder))
      for (const auto& e : fs::directory_iterator(folder))
        if (e.is_regular_file()) out.push_back(e.path());
    std::sort(out.begin(), out.end());
    return out;
  }
  static capture read(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    const auto c = read_capture(text, file.string());
    EXPECT_TRUE(c) << c.error().text();
    return c.value_or(capture{});
  }

  alignas(8) float x[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  alignas(8) float row[4] = {9, 9, 9, 9};
  alignas(8) float* rows[2] = {row, nullptr};
  float gain = 2.5f;
  fs::path folder;
};

TEST_F(recorder, saves_a_launch_with_its_memory) {
  launch_recorder r = make(how());
  EXPECT_TRUE(launch(r, "scale", x + 1));
  EXPECT_FALSE(launch(r, "scale", x + 1)); // the first of each kernel
  ASSERT_EQ(files().size(), 1u);
  EXPECT_EQ(files()[0].filename(), "scale-1.fpcap");
  const capture c = read(files()[0]);
  EXPECT_EQ(c.kernel, "scale");
  EXPECT_EQ(c.grid[0], 5u);
  ASSERT_EQ(c.code.size(), 1u);
  ASSERT_EQ(c.memory.size(), 1u);
  EXPECT_EQ(c.memory[0].address, address(x)); // whole allocations
  float before[8];
  std::memcpy(before, c.memory[0].before.data(), sizeof before);
  EXPECT_EQ(before[2], 3.0f);
  float left[8];
  std::memcpy(left, after(c.memory[0]).data(), sizeof left);
  EXPECT_EQ(left[2], 6.0f);
  EXPECT_EQ(left[3], 4.0f);
  ASSERT_EQ(c.variables.size(), 1u); // the driver knows no table
  EXPECT_EQ(c.variables[0].name, "gain");
  std::uint64_t pointer;
  std::memcpy(&pointer, c.parameters.data(), 8);
  EXPECT_EQ(pointer, address(x + 1));
  EXPECT_NE(r.summary().find("2 launches seen, 1 saved"), std::string::npos) << r.summary();
}

TEST_F(recorder, follows_tables_of_pointers) {
  launch_recorder r = make(how());
  launch(r, "scale", rows);
  const capture c = read(files().at(0));
  EXPECT_EQ(c.memory.size(), 2u);
}

TEST_F(recorder, kernels_and_launches_are_chosen) {
  settings s = how();
  s.kernels = {"scale"}, s.launches = {2, 3};
  launch_recorder r = make(s);
  EXPECT_FALSE(launch(r, "other", x));
  EXPECT_FALSE(launch(r, "scale", x));
  EXPECT_TRUE(launch(r, "scale", x));
  EXPECT_TRUE(launch(r, "scale", x));
  EXPECT_FALSE(launch(r, "scale", x));
  EXPECT_EQ(files().size(), 2u);
  EXPECT_TRUE(means("k", "_ZN2ns1kIfEEvPT_"));
  EXPECT_TRUE(means("ns::k<float>", "_ZN2ns1kIfEEvPT_"));
  EXPECT_FALSE(means("s", "_ZN2ns1kIfEEvPT_"));
}

TEST_F(recorder, what_is_too_large_is_a_hole) {
  settings s = how();
  s.limit = 16;
  launch_recorder r = make(s);
  launch(r, "scale", x);
  const capture c = read(files().at(0));
  EXPECT_TRUE(c.memory.empty());
  ASSERT_EQ(c.holes.size(), 1u);
  EXPECT_EQ(c.holes[0].size, sizeof x);
}

TEST_F(recorder, launches_that_go_into_a_graph_are_left_alone) {
  launch_recorder r = make(how());
  now.capturing = true;
  EXPECT_FALSE(launch(r, "scale", x));
  EXPECT_EQ(now.synchronized, 0);
  EXPECT_NE(r.summary().find("into a graph"), std::string::npos);
}

TEST_F(recorder, a_launch_that_fails_is_not_saved) {
  launch_recorder r = make(how());
  int n = 3;
  void* memory = x;
  void* arguments[] = {&memory, &n};
  launch_call l;
  l.kernel = "scale", l.parameters = arguments;
  ASSERT_TRUE(r.before(l));
  r.after(nullptr, false);
  EXPECT_TRUE(files().empty());
}

TEST_F(recorder, machine_code_finds_its_ptx_in_a_cache) {
  // As much of an ELF file as says how long it is.
  std::string elf(64, '\0');
  elf.replace(0, 4, "\x7f" "ELF");
  const std::uint64_t sections = 64;
  std::memcpy(elf.data() + 40, &sections, 8);
  launch_recorder r(how(), fake_driver(), {folder / "cache"}, "program");
  r.loaded(nullptr, elf.data()); // there is nothing yet
  fs::create_directories(folder / "cache" / "KEY");
  for (const auto& [name, text] : {std::pair{"scale.cubin", elf}, std::pair{"scale.ptx", std::string(code)}, std::pair{"scale.ttir", std::string("module {}")}})
    std::ofstream(folder / "cache" / "KEY" / name, std::ios::binary) << text;
  r.loaded(now.module, elf.data());
  launch(r, "scale", x);
  const capture c = read(files().at(0));
  ASSERT_EQ(c.code.size(), 1u);
  ASSERT_EQ(c.companions.size(), 1u);
  EXPECT_EQ(c.companions[0].ending, ".ttir");
  launch_recorder by_file(how(), fake_driver(), {}, "program"); // as torch.compile loads
  by_file.loaded_file(now.module, (folder / "cache" / "KEY" / "scale.cubin").c_str());
  fs::remove(files().at(0));
  launch(by_file, "scale", x);
  EXPECT_EQ(read(files().at(0)).code.size(), 1u);
}

TEST_F(recorder, settings_go_through_the_environment) {
  settings s = how();
  s.kernels = {"a", "b<float>"}, s.launches = {1, 5}, s.most = 3, s.limit = 77;
  const settings back = read_settings(write(s));
  EXPECT_EQ(write(back), write(s));
  EXPECT_EQ(back.kernels.at(1), "b<float>");
  EXPECT_EQ(read_settings("nonsense\n=\nmost=2").most, 2u);
}

TEST(variable_names, of_ptx) {
  EXPECT_EQ(variable_names(code), (std::vector<std::string>{"gain", "table"}));
  EXPECT_EQ(variable_names(".extern .global .align 4 .b8 elsewhere[4];\n.global .align 8 .b8 x$1[24] = {1, 2};\n  .global .u32 local;"), std::vector<std::string>{"x$1"});
}

} // namespace

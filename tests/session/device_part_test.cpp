// Host code that a compiler cannot take, and headers that lie elsewhere.
#include "../../src/session/device_part.hpp"
#include "../../src/session/found_headers.hpp"

#include <fpcheck/tensor/file.hpp>

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

namespace fpcheck::session {
namespace {

std::size_t lines_of(const std::string& text) { return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')); }

TEST(device_part, host_functions_go_and_the_rest_stays_in_its_lines) {
  const std::string source = "#include <vector>\n#define HD __host__ __device__\nstruct point { float x, y; float norm() const { return x; } };\nconst int n = 4;\n"
                             "static inline HD float twice(float x) { return 2 * x; }\nconstexpr int four() { return 4; }\nnamespace a { namespace {\n"
                             "template <class T = int>\n__global__ void k(T* x) { x[0] = twice(1.f); }\nvoid launch(float* p) {\n#define LATER 3\n  k<<<1, 1>>>(p);\n}\n} }\n"
                             "enum class kind { one, two };\nauto more = [](int x) { return x; };\nint table[] = {1, 2};\n"
                             "int main(int argc, char** argv) { /* } */ const char* s = \"}\"; char c = '}'; return R\"x(})x\"[0]; }\nextern \"C\" int solve() try { return 1; } catch (...) { return 0; }\n";
  const device_part part = device_part_of(source, {});
  EXPECT_EQ(lines_of(part.text), lines_of(source));
  for (const char* kept : {"#include <vector>", "struct point { float x, y; float norm() const { return x; } };", "const int n = 4;", "twice(float x) { return 2 * x; }", "four()", "namespace a { namespace {",
                           "template <class T = int>\n__global__ void k(T* x) {", "#define LATER 3", "} }\n", "enum class kind { one, two };", "auto more = [](int x) { return x; };", "int table[] = {1, 2};"})
    EXPECT_NE(part.text.find(kept), std::string::npos) << kept << '\n' << part.text;
  for (const char* gone : {"launch", "main", "argv", "<<<1", "solve"}) EXPECT_EQ(part.text.find(gone), std::string::npos) << gone << '\n' << part.text;
}

TEST(device_part, what_the_compiler_blames_goes_unless_it_is_device_code) {
  const std::string source = "#include \"gone.h\"\n#include \"here.h\"\nvoid show(cv::Mat& m);\nstatic mystery handle;\n__global__ void k(float* x) { x[0] = oops; }\nUNKNOWN float f() { return 1; }\n";
  const std::string messages = "fpcheck-source/k.cu:1:10: fatal error: gone.h: No such file or directory\nfpcheck-source/k.cu(3): error: name followed by \"::\" must be a class or namespace name\n"
                               "fpcheck-source/k.cu(4): error: identifier \"mystery\" is undefined\nfpcheck-source/k.cu(5): error: identifier \"oops\" is undefined\nother.h(6): error: not of this file\n";
  const left_out blamed = blamed_by(messages, "fpcheck-source/k.cu");
  EXPECT_EQ(blamed.headers, std::set<std::string>{"gone.h"});
  EXPECT_EQ(blamed.lines, (std::set<std::uint32_t>{3, 4, 5}));
  EXPECT_EQ(blamed.files, std::set<std::string>{"other.h"});
  const device_part part = device_part_of(source, blamed);
  EXPECT_EQ(part.headers, std::set<std::string>{"gone.h"});
  EXPECT_EQ(part.text.find("gone.h"), std::string::npos);
  for (const char* kept : {"here.h", "oops", "UNKNOWN float f() { return 1; }"}) EXPECT_NE(part.text.find(kept), std::string::npos) << kept << '\n' << part.text;
  for (const char* gone : {"cv::Mat", "mystery"}) EXPECT_EQ(part.text.find(gone), std::string::npos) << gone << '\n' << part.text;
}

TEST(device_part, brackets_that_differ_between_branches_count_once) {
  const std::string source = "#ifdef A\nvoid f(int) {\n#else\nvoid f() {\n#endif\n  return;\n}\n__device__ float g() { return 1; }\n#ifdef B\nint main() { return 0; }\n#endif\n";
  const device_part part = device_part_of(source, {});
  EXPECT_NE(part.text.find("__device__ float g() { return 1; }"), std::string::npos) << part.text;
  EXPECT_EQ(part.text.find("main"), std::string::npos) << part.text;
  EXPECT_EQ(part.text.find("void f"), std::string::npos) << part.text;
  for (const char* text : {"", "{", "}", "((", "R\"(", "\"", "/*", "#", "#if", "#else", "#endif", "#include", "template <", "void f() {", "= {", "namespace {", "'"}) device_part_of(text, {});
}

TEST(device_part, headers_are_found_around_the_source_up_to_its_repository) {
  namespace fs = std::filesystem;
  const fs::path root = fs::temp_directory_path() / ("fpcheck_headers_" + std::to_string(getpid()));
  fs::create_directories(root / "project/.git"), fs::create_directories(root / "project/src/deep"), fs::create_directories(root / "project/include/geo"), fs::create_directories(root / "outside");
  const auto write = [&](const std::string& name, const std::string& text) { ASSERT_TRUE(tensor::write_bytes((root / name).string(), text)); };
  write("project/include/geo/point.cuh", "#include \"base.h\"\nstruct point { float x; };\n");
  write("project/include/geo/base.h", "typedef float real;\n");
  write("project/src/deep/own.h", "struct own { int a; };\n");
  write("outside/far.h", "struct far {};\n");
  write("project/secret.txt", "tulip\n");
  const std::string file = (root / "project/src/deep/k.cu").string(), text = "#include \"geo/point.cuh\"\n#include \"own.h\"\n#include \"far.h\"\n#include \"secret.txt\"\n#include <stdio.h>\n#include <vector>\n";
  EXPECT_EQ(directories_of_headers(file, text, {}), std::vector<std::string>{(root / "project/include").string()});
  EXPECT_TRUE(directories_of_headers(file, "#include \"own.h\"\n", {}).empty());
  // A name written from the root of the repository, however deep the source lies.
  fs::create_directories(root / "project/lib/a/b/c/d/e");
  write("project/lib/a/b/shared.h", "struct shared { int b; };\n");
  EXPECT_EQ(directories_of_headers((root / "project/lib/a/b/c/d/e/k.cu").string(), "#include \"lib/a/b/shared.h\"\n", {}), std::vector<std::string>{(root / "project").string()});
  const std::string all = texts_of_headers(file, text, {});
  for (const char* part : {"typedef float real;\n", "struct point", "struct own"}) EXPECT_NE(all.find(part), std::string::npos) << part;
  EXPECT_LT(all.find("typedef"), all.find("struct point"));
  for (const char* part : {"tulip", "struct far"}) EXPECT_EQ(all.find(part), std::string::npos) << part;
  fs::remove_all(root);
}

} // namespace
} // namespace fpcheck::session

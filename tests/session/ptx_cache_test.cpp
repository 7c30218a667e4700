// Compiled PTX is kept by everything that it was compiled from, by several processes at a time, within a bound.
#include "../../src/session/included_files.hpp"
#include "../../src/session/ptx_cache.hpp"

#include <fpcheck/session/nvcc.hpp>
#include <fpcheck/tensor/file.hpp>

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>

namespace fpcheck::session {
namespace {

namespace fs = std::filesystem;

class ptx_caching : public ::testing::Test {
protected:
  ptx_caching() {
    fs::create_directories(folder_ / "p/inc");
    fs::create_directories(folder_ / "other");
    setenv("XDG_CACHE_HOME", path("cache").c_str(), 1);
    setenv("FPCHECK_NVCC", write("nvcc", "#!/bin/sh\necho called >> " + path("calls") + "\n{ echo '.version 8.0'; echo '.target sm_90'; cat fpcheck-source/*.cu; } > out.ptx\n").c_str(), 1);
    chmod(path("nvcc").c_str(), 0755);
    unsetenv("FPCHECK_CACHE");
  }
  ~ptx_caching() override {
    fs::remove_all(folder_);
    unsetenv("FPCHECK_NVCC");
    unsetenv("XDG_CACHE_HOME");
  }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  std::string write(const std::string& name, const std::string& text) const { return tensor::write_bytes(path(name), text).value_or(""); }
  std::size_t calls() const { return tensor::read_bytes(path("calls")).value_or("").size() / std::string("called\n").size(); }
  /// Whether the compiler was called for it.
  bool compiles(const std::string& file, std::vector<std::string> flags = {}) const {
    const std::size_t before = calls();
    EXPECT_TRUE(compile({file, std::move(flags), {}, {}}));
    return calls() != before;
  }
  std::vector<fs::path> kept() const {
    std::vector<fs::path> out;
    for (const auto& e : fs::directory_iterator(path("cache/fpcheck"))) out.push_back(e.path());
    return out;
  }

  fs::path folder_ = fs::temp_directory_path() / ("fpcheck_cache_" + std::to_string(getpid()));
};

TEST(included_files, names) {
  const auto names = [](const char* text) { return scan_includes(text); };
  EXPECT_EQ(names("#include \"a.h\"\n # include <b/c.h>\n#include_next <d.h>").names, (std::vector<std::string>{"a.h", "b/c.h", "d.h"}));
  EXPECT_EQ(names("#inc\\\nlude \"a.h\"\n%:include \"b.h\"\n/**/include <c.h>").names, (std::vector<std::string>{"a.h", "b.h", "c.h"}));
  EXPECT_EQ(names("#if __has_include(\"a.h\") && __has_include ( <b.h>)\n").names, (std::vector<std::string>{"a.h", "b.h"}));
  EXPECT_FALSE(names("#ifdef __has_include\n// we include \"nothing\" here; includes<int> too, my_include \"x\"").computed);
  EXPECT_TRUE(names("// we include \"nothing\" here").names.empty());
  EXPECT_TRUE(names("#include HEADER").computed);
  EXPECT_TRUE(names("#include /* */ \"a.h\"").computed);
  EXPECT_TRUE(names("#if __has_include(HEADER)").computed);
  EXPECT_TRUE(names("#include \"a.h\n").computed);
}

TEST_F(ptx_caching, what_is_included_counts) {
  const std::string k = write("p/k.cu", "#include \"a.h\"\n");
  write("p/a.h", "#include <b.h>\n");
  write("p/inc/b.h", "int b;\n");
  const std::vector<std::string> flags{"-I" + path("p/inc")};
  EXPECT_TRUE(compiles(k, flags));
  EXPECT_FALSE(compiles(k, flags));
  EXPECT_TRUE(compiles(k)) << "other flags";
  write("p/inc/b.h", "int c;\n");
  EXPECT_TRUE(compiles(k, flags)) << "a header of a header changed";
  EXPECT_FALSE(compiles(k, flags));
  write("p/b.h", "int d;\n");
  EXPECT_TRUE(compiles(k, flags)) << "a new file comes first";
  fs::remove(path("p/b.h"));
  EXPECT_FALSE(compiles(k, flags)) << "as before";
  fs::create_directories(path("moved"));
  fs::copy(path("p"), path("moved"), fs::copy_options::recursive);
  EXPECT_TRUE(compiles(path("moved/k.cu"), flags)) << "-I names another place, seen from here";
  EXPECT_FALSE(compiles(path("moved/k.cu"), flags));
  write("p/k.cu", "#define H \"a.h\"\n#include H\n");
  EXPECT_TRUE(compiles(k));
  EXPECT_TRUE(compiles(k)) << "what a macro names is not known";
  EXPECT_TRUE(compiles(write("p/l.cu", ""), {"-isystem", path("p/inc")}));
  EXPECT_TRUE(compiles(path("p/l.cu"), {"-isystem", path("p/inc")})) << "not looked at";
}

TEST_F(ptx_caching, what_is_broken_is_compiled_anew) {
  const std::string k = write("p/k.cu", "int k;\n");
  EXPECT_TRUE(compiles(k));
  const fs::path entry = kept().at(0);
  const std::string whole = tensor::read_bytes(entry.string()).value();
  for (const std::string& broken : {std::string(), whole.substr(0, whole.size() / 2), whole + "x", std::string("garbage"), std::string(200, '\0')}) {
    ASSERT_TRUE(tensor::write_bytes(entry.string(), broken));
    EXPECT_TRUE(compiles(k)) << broken.size();
    EXPECT_EQ(tensor::read_bytes(entry.string()).value(), whole);
    EXPECT_FALSE(compiles(k));
  }
  fs::remove(entry);
  fs::create_directory(entry);
  EXPECT_TRUE(compiles(k)) << "not even a file";
}

TEST_F(ptx_caching, processes_at_a_time_read_whole_files) {
  const std::string k = write("p/k.cu", std::string(1 << 20, ' ') + "int k;\n");
  const std::string right = compile({k, {}, {}, {}}).value();
  std::vector<pid_t> children;
  for (int i = 0; i < 6; ++i) {
    const pid_t child = fork();
    if (child == 0) {
      for (int round = 0; round < 12; ++round) {
        std::error_code busy; // the others put files into it meanwhile
        if (i == 0) fs::remove_all(folder_ / "cache", busy);
        const auto ptx = compile({k, {}, {}, {}});
        if (!ptx || *ptx != right) _exit(1);
      }
      _exit(0);
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
  }
}

TEST_F(ptx_caching, the_oldest_go_first) {
  fs::create_directories(path("cache/fpcheck"));
  const auto now = fs::file_time_type::clock::now();
  const auto put = [&](const std::string& name, std::size_t bytes, int hours) {
    write("cache/fpcheck/" + name, std::string(bytes, 'x'));
    fs::last_write_time(path("cache/fpcheck/" + name), now - std::chrono::hours(hours));
  };
  const auto is_there = [&](const std::string& name) { return fs::exists(path("cache/fpcheck/" + name)); };
  const std::string a(64, 'a'), b(64, 'b'), c(64, 'c');
  put(a + ".ptx", 400, 3), put(b + ".ptx", 400, 1), put(c + ".ptx", 400, 2);
  put("not_ours.txt", 4000, 9), put(a + ".ptx.12.34", 400, 9), put(b + ".ptx.12.34", 400, 0);
  trim_cache(path("cache/fpcheck"), 2000);
  EXPECT_TRUE(is_there(a + ".ptx") && is_there(b + ".ptx") && is_there(c + ".ptx"));
  EXPECT_FALSE(is_there(a + ".ptx.12.34")) << "left by a process that ended";
  trim_cache(path("cache/fpcheck"), 1100);
  EXPECT_FALSE(is_there(a + ".ptx"));
  EXPECT_TRUE(is_there(b + ".ptx") && is_there(c + ".ptx") && is_there("not_ours.txt") && is_there(b + ".ptx.12.34"));
}

} // namespace
} // namespace fpcheck::session

#include "corpus_cases.hpp"

#include <fpcheck/session/case_words.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>

namespace fpcheck::instrument::test {

namespace fs = std::filesystem;

std::vector<std::string> corpus_files(const std::vector<std::string>& sets, std::size_t step) {
  std::vector<std::string> all, out;
  for (const std::string& set : sets)
    for (const auto& entry : fs::directory_iterator(fs::path(FPCHECK_SOURCE_DIR) / "tests/corpus" / set))
      if (entry.path().extension() == ".ptx") all.push_back(entry.path().string());
  std::sort(all.begin(), all.end());
  if (const char* only = std::getenv("FPCHECK_ONLY")) { // to look at some
    std::erase_if(all, [&](const std::string& path) { return path.find(only) == std::string::npos; });
    return all;
  }
  for (std::size_t k = 0; k < all.size(); k += step) out.push_back(all[k]);
  return out;
}

std::string source_of(const std::string& ptx) { return ptx.substr(0, ptx.find(ptx.find(".fast.ptx") != std::string::npos ? ".fast.ptx" : ".ptx")) + ".cu"; }

void each_case(const std::string& path, std::uint64_t most_threads, const std::function<void(const numbered_case&)>& f) {
  auto file = session::kernel_file::open(path, source_of(path));
  ASSERT_TRUE(file) << file.error().text();
  session::typed_case typed;
  typed.words = {path};
  const auto words = session::read_words(typed);
  ASSERT_TRUE(words) << words.error().text();
  const auto cases = session::choose_cases(*file, *words);
  if (!cases) return; // a file without cases
  std::map<std::string, std::size_t> numbers;
  for (const launch::case_text& text : *cases) {
    session::case_source source;
    source.directory = file->directory();
    auto bound = session::bind_case(*file, text, source);
    ASSERT_TRUE(bound) << path << ": " << bound.error().text();
    std::uint64_t threads = 0;
    for (const exec::launch& l : bound->request.launches) threads += l.grid.count() * l.block.count();
    const std::string kernel = text.launches[0].kernel.text;
    const std::size_t number = numbers[kernel]++;
    if (threads <= most_threads) f({*bound, path + " " + session::title_of(text), kernel, number});
  }
}

} // namespace fpcheck::instrument::test

#include "watching.hpp"

#include <fpcheck/base/plain_text.hpp>
#include <fpcheck/session/file_watch.hpp>
#include <fpcheck/session/interrupt.hpp>
#include <fpcheck/session/nvcc.hpp>

#include <ostream>

namespace fpcheck::cli {

watched_files files_of(const std::vector<std::string>& words, const session::option_words& options) {
  watched_files out;
  for (const std::string& word : words) {
    // FILE, FILE:KERNEL, NAME=@FILE, NAME=@FILE#KEY
    const std::size_t at = word.find("=@");
    std::string file = at == std::string::npos ? word : word.substr(at + 2);
    if (at == std::string::npos && word.find('=') != std::string::npos) continue;
    file = file.substr(0, file.find(at == std::string::npos ? ':' : '#'));
    if (!file.empty()) out.files.push_back(file);
  }
  for (const auto& [name, value] : options) {
    if (name != "nvcc") continue;
    const auto flags = session::split_flags(value);
    for (std::size_t i = 0; flags && i < flags->size(); ++i) {
      if ((*flags)[i] == "-I" && i + 1 < flags->size()) out.directories.push_back((*flags)[++i]);
      else if ((*flags)[i].starts_with("-I")) out.directories.push_back((*flags)[i].substr(2));
    }
  }
  return out;
}

exit_code watch(const std::function<watched_files()>& which, const std::function<exit_code()>& once, const streams& s) {
  while (!session::interrupted()) {
    const watched_files now = which();
    session::file_watch files(now.files, now.directories); // before the run: what changes meanwhile counts
    once();
    s.out.flush();
    if (session::interrupted()) break;
    s.err << "fpcheck: watching " << files.size() << (files.size() == 1 ? " file" : " files") << "; Ctrl-C ends it\n";
    s.err.flush();
    const auto changed = files.wait();
    if (!changed) break;
    s.err << "fpcheck: " << one_line(*changed) << " changed\n";
  }
  return exit_code::interrupted;
}

} // namespace fpcheck::cli

#include <fpcheck/session/journal.hpp>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>

#include <unistd.h>

namespace fpcheck::session {
namespace {

constexpr const char* first_word = "fpcheck journal 1: ";

/// FNV-1a, against a line that was cut off or overwritten.
std::uint64_t checksum(const std::string& data) {
  std::uint64_t h = 0xcbf29ce484222325u;
  for (const char c : data) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return h;
}

std::string line_of(std::uint64_t item, const std::string& data) {
  static constexpr char digits[] = "0123456789abcdef";
  std::string hex;
  for (const char c : data) hex += digits[static_cast<unsigned char>(c) >> 4], hex += digits[c & 15];
  std::ostringstream out;
  out << item << ' ' << hex;
  const std::string body = out.str();
  out << ' ' << std::hex << checksum(body) << '\n';
  return out.str();
}

std::optional<std::pair<std::uint64_t, std::string>> read_line(const std::string& line) {
  std::istringstream in(line);
  std::string item, hex, sum, data;
  if (!(in >> item >> hex >> sum) || hex.size() % 2 != 0 || item.find_first_not_of("0123456789") != std::string::npos || item.size() > 19) return std::nullopt;
  std::ostringstream expected;
  expected << std::hex << checksum(item + ' ' + hex);
  if (expected.str() != sum) return std::nullopt;
  for (std::size_t i = 0; i < hex.size(); i += 2) data += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
  return std::pair{std::stoull(item), data};
}

} // namespace

result<journal> journal::open(const std::string& path, const std::string& purpose) {
  journal out;
  out.path_ = path;
  if (path.empty()) return out;
  const std::string head = first_word + purpose;
  std::uint64_t sound = 0; // bytes that are whole lines
  if (std::error_code error; std::filesystem::exists(path, error)) {
    std::ifstream in(path, std::ios::binary);
    std::string line;
    if (!in) return fail("the journal cannot be read: " + std::string(std::strerror(errno)), {path});
    std::getline(in, line);
    if (!line.empty() && line.rfind(first_word, 0) != 0) return fail("this is no journal of fpcheck's", {path}, "--journal writes a new file, or goes on with its own");
    if (!line.empty() && !in.eof() && line != head)
      return fail("the journal is one of another computation: " + line.substr(std::strlen(first_word)), {path}, "this one is: " + purpose);
    if (line == head && !in.eof()) sound = line.size() + 1;
    while (sound != 0 && std::getline(in, line) && !in.eof()) {
      const auto read = read_line(line);
      if (!read) break;
      out.items_.insert(*read);
      sound += line.size() + 1;
    }
    std::filesystem::resize_file(path, sound, error);
    if (error) return fail("the journal cannot be written: " + error.message(), {path});
  }
  out.file_.reset(std::fopen(path.c_str(), "ab"));
  if (out.file_ == nullptr) return fail("the journal cannot be written: " + std::string(std::strerror(errno)), {path});
  if (sound == 0 && (std::fprintf(out.file_.get(), "%s\n", head.c_str()) < 0 || std::fflush(out.file_.get()) != 0))
    return fail("the journal cannot be written: " + std::string(std::strerror(errno)), {path});
  return out;
}

result<void> journal::add(std::uint64_t item, const std::string& data) {
  items_.emplace(item, data);
  if (file_ == nullptr) return {};
  const std::string line = line_of(item, data);
  const bool written = std::fwrite(line.data(), 1, line.size(), file_.get()) == line.size() && std::fflush(file_.get()) == 0 && fdatasync(fileno(file_.get())) == 0;
  if (!written) return fail("the journal cannot be written: " + std::string(std::strerror(errno)), {path_});
  return {};
}

} // namespace fpcheck::session

#include "replay_file.hpp"

#include <fpcheck/base/letters.hpp>
#include <fpcheck/launch/signature.hpp>
#include <fpcheck/session/run_case.hpp>
#include <fpcheck/tensor/file.hpp>

#include <algorithm>
#include <cctype>
#include <cstring>
#include <filesystem>
#include <optional>
#include <set>
#include <utility>

namespace fpcheck::runtime {
namespace {

namespace fs = std::filesystem;
using tensor::dtype;

/// A kernel that takes all buffers and does nothing: its launch, the first of the case, is where they get their names.
constexpr const char* keeper = "__fpcheck_buffers";

constexpr std::pair<dtype, const char*> spellings[] = {
    {dtype::f64, "double"}, {dtype::f32, "float"}, {dtype::f16, "__half"}, {dtype::bf16, "__nv_bfloat16"}, {dtype::e4m3fn, "__nv_fp8_e4m3"}, {dtype::e5m2, "__nv_fp8_e5m2"},
    {dtype::i64, "long long"}, {dtype::i32, "int"}, {dtype::i16, "short"}, {dtype::i8, "signed char"}, {dtype::u64, "unsigned long long"}, {dtype::u32, "unsigned"},
    {dtype::u16, "unsigned short"}, {dtype::u8, "unsigned char"}};

/// A replay that is being written.
class replay {
public:
  replay(fs::path folder, const module_image& module, const checked_chain& part) : folder_(std::move(folder)), module_(module), part_(part) {}

  result<std::string> write() {
    if (const auto ok = place_buffers(); !ok) return tl::unexpected(ok.error());
    for (std::size_t k = 0; k < part_.request.launches.size(); ++k)
      if (const auto ok = add_launch(part_.request.launches[k], k); !ok) return tl::unexpected(ok.error());
    const std::string ptx = (folder_ / "kernels.ptx").string(), source = (folder_ / "case.cu").string();
    if (const auto ok = tensor::write_bytes(ptx, module_.text() + "\n.visible .entry " + keeper + "(" + parameters_ + ")\n{\n  ret;\n}\n"); !ok) return tl::unexpected(ok.error());
    if (const auto ok = tensor::write_bytes(source, "// Launches of a program as they were: fpcheck run kernels.ptx --source case.cu\n" + lines_ + "__global__ void " + keeper + "(" + declared_ + ") {}\n"); !ok)
      return tl::unexpected(ok.error());
    return "fpcheck run " + session::shell_word(ptx) + " --source " + session::shell_word(source);
  }

private:
  /// A name for a report's name of a buffer that a comment and a signature can hold.
  std::string identifier(const std::string& name) {
    std::string out;
    for (const char c : name) out += is_letter(c) ? c : '_';
    if (out.empty() || std::isdigit(static_cast<unsigned char>(out[0])) != 0) out.insert(0, "b_");
    while (!used_.insert(out).second) out += "_";
    return out;
  }
  /// The buffer that lies at an address of the check; the same one in a replay, which has the same variables and buffers.
  std::optional<std::size_t> holder(std::uint64_t address) const {
    for (std::size_t k = 0; k < part_.addresses.size(); ++k)
      if (address >= part_.addresses[k] && address - part_.addresses[k] < std::max<std::size_t>(part_.request.buffers[k].data.size(), 1)) return k;
    return std::nullopt;
  }
  result<void> save(const std::string& name, dtype type, const std::vector<std::byte>& data) {
    tensor::array a(type, {data.size() / tensor::size_of(type)});
    std::copy_n(data.begin(), a.data.size(), a.data.begin());
    if (const auto ok = tensor::save((folder_ / (name + ".npy")).string(), a); !ok) return tl::unexpected(ok.error());
    return {};
  }

  result<void> place_buffers() {
    std::string words;
    for (const exec::buffer& b : part_.request.buffers) {
      const std::string name = names_.emplace_back(identifier(b.name));
      const auto spelling = std::find_if(std::begin(spellings), std::end(spellings), [&](const auto& s) { return s.first == b.type; });
      declared_ += (declared_.empty() ? "" : ", ") + std::string(spelling == std::end(spellings) ? "unsigned char" : spelling->second) + "* " + name;
      parameters_ += (parameters_.empty() ? "" : ", ") + std::string(".param .u64 ") + name;
      const bool is_output = b.role == exec::buffer_role::output;
      if (is_output) words += ' ' + name + "=empty:" + std::to_string(b.data.size() / tensor::size_of(b.type));
      else words += ' ' + name + '=' + (b.role == exec::buffer_role::input ? "" : "inout:") + '@' + name + ".npy";
      if (is_output) continue;
      if (const auto ok = save(name, b.type, b.data); !ok) return ok;
    }
    lines_ = "// fpcheck: " + std::string(keeper) + " <<<1, 1>>>" + words + '\n';
    return {};
  }

  static std::string extent(const exec::dim3& d) { return "(" + std::to_string(d.x) + ", " + std::to_string(d.y) + ", " + std::to_string(d.z) + ")"; }

  result<void> add_launch(const exec::launch& l, std::size_t number) {
    std::string line = "// fpcheck+ " + l.kernel + " <<<" + extent(l.grid) + ", " + extent(l.block) + ", " + std::to_string(l.dynamic_shared) + ">>>";
    for (std::size_t k = 0; k < l.arguments.size(); ++k)
      if (const auto ok = add_argument(std::to_string(k), l.arguments[k].bytes, line); !ok) return ok;
    for (const exec::symbol_value& s : l.symbols) {
      const std::string file = s.name + "." + std::to_string(number); // it may have changed between launches
      line += " sym:" + s.name + "=@" + file + ".npy";
      if (const auto ok = save(file, dtype::u8, s.bytes); !ok) return ok;
    }
    lines_ += line + '\n';
    return {};
  }

  result<void> add_argument(const std::string& position, const std::vector<std::byte>& bytes, std::string& line) {
    for (std::size_t at = 0; at < bytes.size();) {
      std::uint64_t word = 0;
      const bool whole = bytes.size() - at >= 8;
      if (whole) std::memcpy(&word, bytes.data() + at, 8);
      const auto b = whole && at % 8 == 0 ? holder(word) : std::nullopt;
      const std::string name = " " + position + (bytes.size() == 8 && b ? "" : "." + std::to_string(at)) + "=";
      if (b) {
        const std::uint64_t offset = word - part_.addresses[*b], size = tensor::size_of(part_.request.buffers[*b].type);
        if (offset % size != 0) return fail("no replay is kept: an argument points into the middle of an element");
        line += name + names_[*b] + (offset != 0 ? "+" + std::to_string(offset / size) : "");
        at += 8;
        continue;
      }
      const std::size_t n = bytes.size() - at >= 4 ? 4 : 1;
      std::uint32_t value = 0;
      std::memcpy(&value, bytes.data() + at, n);
      line += name + std::to_string(value) + (n == 4 ? ":u32" : ":u8");
      at += n;
    }
    return {};
  }

  fs::path folder_;
  const module_image& module_;
  const checked_chain& part_;
  std::set<std::string> used_{keeper};
  std::vector<std::string> names_; ///< of the buffers
  std::string parameters_, declared_, lines_;
};

/// "partial-1", the first that is not there.
fs::path new_folder(const fs::path& parent, const std::string& kernel) {
  std::error_code error;
  for (int k = 1;; ++k) {
    fs::path out = parent / (launch::demangle_kernel(kernel).base + "-" + std::to_string(k));
    if (!fs::exists(out, error)) return out;
  }
}

} // namespace

result<std::string> write_replay(const std::string& folder, const module_image& module, const checked_chain& part) {
  const fs::path own = new_folder(folder, part.request.launches.back().kernel);
  std::error_code error;
  fs::create_directories(own, error);
  if (error) return fail("no replay can be kept: " + error.message(), {own.string()});
  auto command = replay(own, module, part).write();
  if (!command) fs::remove_all(own, error);
  return command;
}

} // namespace fpcheck::runtime

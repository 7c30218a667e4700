#include <fpcheck/record/fat_binary.hpp>

#include <lz4.h>
#include <zstd.h>

#include <algorithm>
#include <cstring>
#include <limits>

namespace fpcheck::record {
namespace {

constexpr std::uint32_t magic = 0xba55ed50u;
constexpr std::size_t header_bytes = 16, least_entry_header = 64;
/// More than this no PTX of a program has: a damaged length must not fill the memory.
constexpr std::uint64_t most_plain_bytes = std::uint64_t{1} << 30;

/// How an entry's flags say that it is packed.
enum packing : std::uint64_t { packed_lz4 = 0x2000, packed_zstd = 0x8000 };
enum class entry_kind : std::uint16_t { ptx = 1, machine_code = 2 };

template <class T>
T at(std::span<const std::byte> bytes, std::size_t offset) {
  T out;
  std::memcpy(&out, bytes.data() + offset, sizeof out);
  return out;
}

/// An entry's header, of which later versions may have more fields.
struct entry {
  entry_kind kind{};
  std::uint32_t header = 0, packed = 0, sm = 0;
  std::uint64_t payload = 0, flags = 0, plain = 0;
};
entry read_entry(std::span<const std::byte> b) {
  entry e;
  e.kind = static_cast<entry_kind>(at<std::uint16_t>(b, 0));
  e.header = at<std::uint32_t>(b, 4);
  e.payload = at<std::uint64_t>(b, 8);
  e.packed = at<std::uint32_t>(b, 16);
  e.sm = at<std::uint32_t>(b, 28);
  e.flags = at<std::uint64_t>(b, 40);
  e.plain = at<std::uint64_t>(b, 56);
  return e;
}

result<std::string> unpack(const entry& e, std::span<const std::byte> payload) {
  const auto damaged = [] { return fail("a fat binary's PTX is damaged: it does not unpack to the length that it states"); };
  const char* const from = reinterpret_cast<const char*>(payload.data());
  if ((e.flags & (packed_lz4 | packed_zstd)) == 0) return std::string(from, payload.size());
  if (e.packed > payload.size() || e.plain > most_plain_bytes) return damaged();
  std::string out(e.plain, '\0');
  if ((e.flags & packed_zstd) != 0) {
    const std::size_t n = ZSTD_decompress(out.data(), out.size(), from, e.packed);
    if (ZSTD_isError(n) != 0 || n != out.size()) return damaged();
    return out;
  }
  if (e.packed > static_cast<std::uint32_t>(std::numeric_limits<int>::max())) return damaged();
  const int n = LZ4_decompress_safe(from, out.data(), static_cast<int>(e.packed), static_cast<int>(out.size()));
  if (n < 0 || static_cast<std::size_t>(n) != out.size()) return damaged();
  return out;
}

/// The text ends at its first NUL: entries are padded.
std::string without_padding(std::string text) {
  text.resize(std::min(text.find('\0'), text.size()));
  return text;
}

result<void> read_entries(std::span<const std::byte> body, fat_binary& out) {
  while (body.size() >= least_entry_header) {
    const entry e = read_entry(body);
    if (e.header < least_entry_header || e.header > body.size() || e.payload > body.size() - e.header) return fail("a fat binary is damaged: an entry reaches beyond its end");
    const auto payload = body.subspan(e.header, e.payload);
    if (e.kind == entry_kind::machine_code) out.machine_code.push_back(e.sm);
    if (e.kind == entry_kind::ptx) {
      auto text = unpack(e, payload);
      if (!text) return tl::unexpected(text.error());
      out.ptx.push_back({e.sm, without_padding(*std::move(text))});
    }
    body = body.subspan(e.header + e.payload);
  }
  return {};
}

} // namespace

std::uint64_t fat_binary_size(const void* first) {
  const std::span head(static_cast<const std::byte*>(first), header_bytes);
  if (at<std::uint32_t>(head, 0) != magic) return 0;
  const std::uint64_t header = at<std::uint16_t>(head, 6), body = at<std::uint64_t>(head, 8);
  return body > std::numeric_limits<std::uint64_t>::max() - header ? 0 : header + body;
}

result<fat_binary> read_fat_binary(std::span<const std::byte> bytes) {
  fat_binary out;
  bool any = false;
  while (bytes.size() >= header_bytes) {
    if (any && at<std::uint32_t>(bytes, 0) == 0) { // several are aligned to 8 bytes
      bytes = bytes.subspan(4);
      continue;
    }
    const std::uint64_t size = fat_binary_size(bytes.data());
    const std::uint64_t header = at<std::uint16_t>(bytes, 6);
    if (size == 0 || header < header_bytes) return fail("this is no fat binary: its magic number is missing");
    if (size > bytes.size()) return fail("a fat binary is cut short: " + std::to_string(size) + " bytes are announced, " + std::to_string(bytes.size()) + " are there");
    if (const auto ok = read_entries(bytes.subspan(header, size - header), out); !ok) return tl::unexpected(ok.error());
    bytes = bytes.subspan(size);
    any = true;
  }
  if (!any) return fail("this is no fat binary: it has no header");
  return out;
}

std::vector<embedded_ptx> best_ptx(std::vector<embedded_ptx> all, std::uint32_t sm) {
  std::uint32_t best = 0, oldest = std::numeric_limits<std::uint32_t>::max();
  for (const embedded_ptx& p : all) {
    if (p.sm <= sm) best = std::max(best, p.sm);
    oldest = std::min(oldest, p.sm);
  }
  std::erase_if(all, [&](const embedded_ptx& p) { return p.sm != (best != 0 ? best : oldest); });
  return all;
}

} // namespace fpcheck::record

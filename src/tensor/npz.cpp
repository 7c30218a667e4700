#include <fpcheck/tensor/file.hpp>
#include <fpcheck/tensor/memory.hpp>

#include <zlib.h>

#include <algorithm>
#include <optional>

namespace fpcheck::tensor {
namespace {

/// Reads little-endian integers out of a byte string; every access is checked.
struct byte_reader {
  std::string_view bytes;

  std::optional<std::uint64_t> integer(std::size_t at, std::size_t width) const {
    if (at > bytes.size() || bytes.size() - at < width) return std::nullopt;
    std::uint64_t out = 0;
    for (std::size_t i = width; i-- > 0;) out = out << 8 | static_cast<unsigned char>(bytes[at + i]);
    return out;
  }
  std::uint64_t require(std::size_t at, std::size_t width) const { return integer(at, width).value_or(0); }
};

constexpr std::uint64_t local_signature = 0x04034b50, central_signature = 0x02014b50, end_signature = 0x06054b50,
                        end64_signature = 0x06064b50, end64_locator_signature = 0x07064b50;
/// More than this a member may not unpack to: a hostile archive must not fill the memory.
constexpr std::uint64_t largest_member = std::uint64_t{1} << 36;

/// A member of a zip archive, as its central directory describes it.
struct member {
  std::string name;
  std::uint64_t method = 0, crc = 0, packed = 0, unpacked = 0, offset = 0;
};

/// Where the central directory lies.
struct directory {
  std::uint64_t count = 0, offset = 0;
};

std::optional<directory> find_directory(const byte_reader& in) {
  if (in.bytes.size() < 22) return std::nullopt;
  const std::size_t last = in.bytes.size() - 22, first = last > 0xffff ? last - 0xffff : 0;
  for (std::size_t at = last + 1; at-- > first;) {
    if (in.require(at, 4) != end_signature || at + 22 + in.require(at + 20, 2) != in.bytes.size()) continue;
    directory d{in.require(at + 10, 2), in.require(at + 16, 4)};
    if (at >= 20 && in.require(at - 20, 4) == end64_locator_signature) {
      const std::uint64_t end64 = in.require(at - 12, 8);
      if (end64 > in.bytes.size() || in.integer(end64, 56).has_value() == false) return std::nullopt;
      if (in.require(end64, 4) != end64_signature) return std::nullopt;
      d = {in.require(end64 + 32, 8), in.require(end64 + 48, 8)};
    }
    return d;
  }
  return std::nullopt;
}

/// Replaces the sizes and the offset that do not fit 32 bits by those in the zip64 extra field.
bool read_zip64(const byte_reader& in, std::size_t at, std::size_t end, member& m) {
  constexpr std::uint64_t elsewhere = 0xffffffff;
  while (at + 4 <= end) {
    const std::uint64_t id = in.require(at, 2), size = in.require(at + 2, 2);
    if (at + 4 + size > end) return false;
    if (id == 1) {
      std::size_t field = at + 4;
      for (std::uint64_t* value : {&m.unpacked, &m.packed, &m.offset}) {
        if (*value != elsewhere) continue;
        if (field + 8 > at + 4 + size) return false;
        *value = in.require(field, 8);
        field += 8;
      }
    }
    at += 4 + size;
  }
  return true;
}

std::optional<std::vector<member>> read_directory(const byte_reader& in) {
  const auto d = find_directory(in);
  if (!d || d->offset > in.bytes.size()) return std::nullopt;
  std::vector<member> out;
  std::size_t at = d->offset;
  for (std::uint64_t i = 0; i < d->count; ++i) {
    if (in.bytes.size() - at < 46 || in.require(at, 4) != central_signature) return std::nullopt;
    const std::size_t name = in.require(at + 28, 2), extra = in.require(at + 30, 2), comment = in.require(at + 32, 2);
    const std::size_t end = at + 46 + name + extra + comment;
    if (end > in.bytes.size()) return std::nullopt;
    member m{std::string(in.bytes.substr(at + 46, name)),
             in.require(at + 10, 2),
             in.require(at + 16, 4),
             in.require(at + 20, 4),
             in.require(at + 24, 4),
             in.require(at + 42, 4)};
    if (!read_zip64(in, at + 46 + name, at + 46 + name + extra, m)) return std::nullopt;
    out.push_back(std::move(m));
    at = end;
  }
  return out;
}

/// Inflates raw deflate data of a known result size; nothing where it is malformed.
std::optional<std::string> inflate_member(std::string_view packed, std::uint64_t size) {
  std::string out;
  z_stream stream{};
  if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) return std::nullopt;
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  std::uint64_t left = packed.size();
  int status = Z_OK;
  std::string block(std::size_t{1} << 16, '\0');
  while (status == Z_OK && out.size() <= size) {
    const uInt chunk = static_cast<uInt>(std::min<std::uint64_t>(left, 1u << 30));
    stream.avail_in = chunk;
    stream.next_out = reinterpret_cast<Bytef*>(block.data());
    stream.avail_out = static_cast<uInt>(block.size());
    status = inflate(&stream, Z_NO_FLUSH);
    left -= chunk - stream.avail_in;
    out.append(block, 0, block.size() - stream.avail_out);
  }
  inflateEnd(&stream);
  if (status != Z_STREAM_END || out.size() != size) return std::nullopt;
  return out;
}

std::uint64_t crc_of(std::string_view bytes) {
  return crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size());
}

result<std::string> unpack(const byte_reader& in, const member& m, const std::string& name) {
  const auto bad = [&](const std::string& why) { return fail("member '" + printable(m.name) + "' " + why, {name}); };
  if (m.offset > in.bytes.size() || in.bytes.size() - m.offset < 30 || in.require(m.offset, 4) != local_signature)
    return bad("is not where the archive's directory says");
  const std::uint64_t start = m.offset + 30 + in.require(m.offset + 26, 2) + in.require(m.offset + 28, 2);
  if (start > in.bytes.size() || in.bytes.size() - start < m.packed) return bad("is cut off");
  if ((in.require(m.offset + 6, 2) & 1) != 0) return bad("is encrypted");
  if (m.unpacked > std::min(std::uint64_t{largest_member}, spare_memory())) return bad("is larger than fpcheck unpacks");
  const std::string_view packed = in.bytes.substr(start, m.packed);
  std::optional<std::string> data;
  if (m.method == 0 && m.packed == m.unpacked) data = std::string(packed);
  if (m.method == 8) data = inflate_member(packed, m.unpacked);
  if (m.method != 0 && m.method != 8)
    return bad("uses compression method " + std::to_string(m.method) + "; only stored and deflated work");
  if (!data) return bad("does not unpack to its stated size");
  if (crc_of(*data) != m.crc) return bad("fails its checksum");
  return *std::move(data);
}

void append(std::string& out, std::uint64_t value, int width) {
  for (int i = 0; i < width; ++i) out += static_cast<char>(value >> (8 * i) & 0xff);
}

/// The fields that a local and a central header share, from "version needed" to the name's length.
void append_common(std::string& out, std::uint64_t crc, std::uint64_t size, std::size_t name) {
  append(out, 20, 2);   // version
  append(out, 0, 2);    // flags
  append(out, 0, 2);    // stored
  append(out, 0, 2);    // time
  append(out, 0x21, 2); // date: 1980-01-01, so that equal tensors give equal bytes
  append(out, crc, 4);
  append(out, size, 4);
  append(out, size, 4);
  append(out, name, 2);
}

} // namespace

result<archive> parse_npz(std::string_view bytes, const std::string& name) {
  const byte_reader in{bytes};
  const auto members = read_directory(in);
  if (!members) return fail("not a valid .npz file: its zip directory is damaged or cut off", {name});
  archive out;
  for (const member& m : *members) {
    std::string key = m.name;
    if (key.size() > 4 && key.ends_with(".npy")) key.resize(key.size() - 4);
    auto data = unpack(in, m, name);
    if (!data) return tl::unexpected(data.error());
    auto a = parse_npy(*data, name + '#' + printable(key));
    if (!a) return tl::unexpected(a.error());
    if (!out.emplace(key, *std::move(a)).second)
      return fail("two members are called '" + printable(m.name) + "'", {name});
  }
  return out;
}

std::string format_npz(const archive& tensors) {
  std::string out, central;
  for (const auto& [key, a] : tensors) {
    const std::string name = key + ".npy", data = format_npy(a);
    const std::uint64_t offset = out.size(), crc = crc_of(data);
    append(out, local_signature, 4);
    append_common(out, crc, data.size(), name.size());
    append(out, 0, 2); // no extra field
    out += name + data;
    append(central, central_signature, 4);
    append(central, 20, 2);
    append_common(central, crc, data.size(), name.size());
    append(central, 0, 2 + 2 + 2 + 2); // extra, comment, disk, internal attributes
    append(central, 0, 4);
    append(central, offset, 4);
    central += name;
  }
  const std::uint64_t start = out.size();
  out += central;
  append(out, end_signature, 4);
  append(out, 0, 4); // disks
  append(out, tensors.size(), 2);
  append(out, tensors.size(), 2);
  append(out, central.size(), 4);
  append(out, start, 4);
  append(out, 0, 2); // no comment
  return out;
}

} // namespace fpcheck::tensor

#pragma once
// What modules were loaded from, by their handles.
#include <fpcheck/record/capture.hpp>

#include "driver.hpp"
#include "kept_code.hpp"

#include <map>
#include <vector>

namespace fpcheck::record {

struct loaded_code {
  std::vector<bytes> ptx;
  std::vector<companion> companions;
};

class code_images {
public:
  explicit code_images(std::vector<std::filesystem::path> kept) : index_(std::move(kept)) {}
  /// A module or library was loaded from `p`.
  void loaded(const void* handle, const void* p);
  /// The same from a file.
  void loaded_file(const void* handle, const std::filesystem::path& file);
  /// The image of a function or kernel that is launched; nullptr where nobody knows.
  const loaded_code* of(const driver& d, CUfunction f) const;
  /// All PTX that was loaded, whatever from.
  std::vector<bytes> everything() const;

private:
  std::map<const void*, loaded_code> all_;
  kept_code_index index_;
};

} // namespace fpcheck::record

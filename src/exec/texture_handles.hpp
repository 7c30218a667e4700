#pragma once
// Handles of textures and surfaces.
#include "textures.hpp"

#include <fpcheck/exec/texture_object.hpp>

#include <optional>

namespace fpcheck::exec {

/// The object behind a lane's handle. Nothing, with a fault, where the handle is no object's or one of other dimensions.
std::optional<texture_object> object_of(warp& w, const op& o, int lane);

/// The object of each lane in turn: mostly it is that of the lane before.
class objects {
public:
  objects(warp& w, const op& o) : w_(w), o_(o) {}
  const texture_object* of(int lane) {
    const std::uint64_t handle = w_.lanes<std::uint64_t>(o_.a)[lane];
    if (!known_ || handle != handle_) object_ = object_of(w_, o_, lane), handle_ = handle, known_ = object_.has_value();
    return object_ ? &*object_ : nullptr;
  }

private:
  warp& w_;
  const op& o_;
  std::uint64_t handle_ = 0;
  bool known_ = false;
  std::optional<texture_object> object_;
};

/// Loads and stores of surfaces, and queries of both kinds of objects; nullptr for what is not modelled.
handler bind_surface(const ptx::instruction& i);

} // namespace fpcheck::exec

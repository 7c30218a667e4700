#pragma once
#include <fpcheck/kernels/cross_entropy.hpp>
#include <fpcheck/kernels/launch_clusters.hpp>
#include <fpcheck/kernels/scale_gradient.hpp>

#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>

/// Launches of the row kernels for any formats and kind of logits, with a schedule that fits the rows. Needs nvcc and the
/// CUDA runtime; launch_softmax.hpp has the usual formats compiled.
namespace fpcheck::kernels {

/// The least capacity of a schedule that splits rows, in elements of a part.
inline constexpr std::int32_t least_split_capacity = 8192;

/// How many 64-bit words of device memory the launches below need. Range: 0 for short rows.
constexpr std::size_t row_workspace_words(std::int64_t rows, std::int32_t columns) noexcept {
  return columns <= least_split_capacity ? 0 : static_cast<std::size_t>(rows) * static_cast<std::size_t>((columns + least_split_capacity - 1) / least_split_capacity);
}

namespace detail {

/// Starts `kernel` with as many groups of CTAs as are resident together, which a cooperative launch makes sure of.
template <class Schedule, class Arguments>
cudaError_t launch_parts(void (*kernel)(Arguments), const Arguments& a, cudaStream_t stream) {
  int device = 0, processors = 0, resident = 0;
  if (const cudaError_t e = cudaGetDevice(&device)) return e;
  if (const cudaError_t e = cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device)) return e;
  if (const cudaError_t e = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, kernel, Schedule::threads, 0)) return e;
  const std::int64_t groups = std::min<std::int64_t>(a.rows, std::int64_t{processors} * resident / a.parts);
  if (groups == 0) return cudaErrorCooperativeLaunchTooLarge;
  if (const cudaError_t e = cudaMemsetAsync(a.exchange, 0xff, sizeof(std::uint64_t) * static_cast<std::size_t>(a.rows * a.parts), stream)) return e;
  void* arguments[] = {const_cast<Arguments*>(&a)};
  return cudaLaunchCooperativeKernel(kernel, dim3(static_cast<unsigned>(groups * a.parts)), dim3(Schedule::threads), arguments, 0, stream);
}

template <class Schedule, class Arguments>
cudaError_t launch_whole(void (*kernel)(Arguments), const Arguments& a, cudaStream_t stream) {
  const std::int64_t groups = (a.rows + Schedule::rows - 1) / Schedule::rows;
  kernel<<<static_cast<unsigned>(std::min<std::int64_t>(groups, 0x7fffffff)), Schedule::threads, 0, stream>>>(a);
  return cudaGetLastError();
}

/// Whether rows can be read in accesses of `bytes`.
template <class Tag>
bool row_aligned(const void* first, std::int64_t row_stride, std::int64_t column_stride, int elements) noexcept {
  const std::size_t bytes = std::min<std::size_t>(16, elements * sizeof(code_type<Tag>));
  return reinterpret_cast<std::uintptr_t>(first) % bytes == 0 && static_cast<std::size_t>(row_stride) * sizeof(code_type<Tag>) % bytes == 0 && column_stride == 1;
}

/// Schedules by the length of a row: `Vector` elements a packet, `Held` elements a thread.
template <int Threads, int RowThreads, int Vector, int Held, int Ctas = 1>
using schedule_of = row_schedule<Threads, RowThreads, Vector, (Held < Vector ? 1 : Held / Vector), Ctas>;

/// Calls `launch` with the schedule for rows of `columns` elements: `Held` elements a thread, and for long rows `Wide` on
/// `Threads` threads.
template <int Vector, int Held, int Threads, int Wide, class Launch>
cudaError_t with_schedule(std::int32_t columns, const Launch& launch) {
  if (columns <= 32 * Held) return launch(schedule_of<128, 32, Vector, Held>{});
  if constexpr (Vector > 1) {
    if (columns <= 128 * Held) return launch(schedule_of<128, 128, Vector, Held>{});
    if (columns <= 256 * Held && Vector > 4) return launch(schedule_of<256, 256, Vector, Held, 2>{});
    if (columns <= 512 * 16) return launch(schedule_of<512, 512, Vector, 16, 2>{});
  }
  return launch(schedule_of<Threads, Threads, Vector, Wide, (Threads * Wide > 512 * 32 || Threads > 512 ? 1 : 2)>{});
}

} // namespace detail

/// Softmax of every row of `a`, whose `parts` are filled in here.
/// Requires: `a.exchange` has row_workspace_words words of device memory. Error: a cudaError_t.
template <class In, class Out, class Kind, class Exp2 = special_exp2, softmax_result Result = softmax_result::probability>
cudaError_t launch_softmax_rows(softmax_arguments a, cudaStream_t stream) {
  if (a.rows == 0 || a.columns == 0) return cudaSuccess;
  const auto launch = [&](auto schedule) {
    using chosen = decltype(schedule);
    constexpr bool narrow = sizeof(code_type<In>) < 4 && chosen::row_threads >= 512;
    constexpr kept_values kept = Result == softmax_result::log_probability || narrow ? kept_values::codes : kept_values::weights;
    using plan = softmax_plan<In, Out, Kind, Exp2, chosen, Result, kept>;
    a.parts = parts_of<chosen>(a.columns);
    if (a.parts > 1) return detail::launch_parts<chosen>(softmax_forward<plan>, a, stream);
    return detail::launch_whole<chosen>(softmax_forward<plan>, a, stream);
  };
  constexpr int vector = widest_packet<In, Out>;
  if (a.columns % vector == 0 && detail::row_aligned<In>(a.x, a.x_row, a.x_column, vector) && detail::row_aligned<Out>(a.y, a.y_row, a.y_column, vector)) {
    using plan = softmax_plan<In, Out, Kind, Exp2, detail::cluster_schedule<In, vector>, Result, Result == softmax_result::log_probability ? kept_values::codes : kept_values::weights>;
    if (const std::optional<cudaError_t> e = detail::launch_clusters<plan>(softmax_forward_cluster<plan>, a, 1, stream)) return *e;
    return detail::with_schedule<vector, 32, (sizeof(code_type<In>) < 4 ? 512 : 1024), (sizeof(code_type<In>) < 4 ? 128 : 32)>(a.columns, launch);
  }
  return detail::with_schedule<1, 32, 512, 32>(a.columns, launch);
}

/// The gradient of every row of `a`, whose `parts` are filled in here. Requires and Error: as above.
template <class In, class Out, class Kind, class Exp2 = special_exp2, softmax_result Result = softmax_result::probability>
cudaError_t launch_softmax_gradient_rows(softmax_gradient_arguments a, cudaStream_t stream) {
  if (a.rows == 0 || a.columns == 0) return cudaSuccess;
  const auto launch = [&](auto schedule) {
    using chosen = decltype(schedule);
    using plan = softmax_gradient_plan<In, Out, Kind, Exp2, chosen, Result>;
    a.parts = parts_of<chosen>(a.columns);
    if (a.parts > 1) return detail::launch_parts<chosen>(softmax_backward<plan>, a, stream);
    return detail::launch_whole<chosen>(softmax_backward<plan>, a, stream);
  };
  constexpr int vector = widest_packet<In, Out>;
  const bool aligned = a.columns % vector == 0 && detail::row_aligned<In>(a.y, a.y_row, a.column, vector) &&
                       detail::row_aligned<In>(a.upstream, a.upstream_row, a.column, vector) &&
                       (Kind::cap == soft_cap::off || detail::row_aligned<In>(a.x, a.x_row, a.column, vector)) &&
                       detail::row_aligned<Out>(a.gradient, a.gradient_row, a.column, vector);
  constexpr int held = sizeof(code_type<In>) < 4 ? 32 : 16;
  if (aligned) {
    using plan = softmax_gradient_plan<In, Out, Kind, Exp2, detail::cluster_gradient_schedule<vector>, Result>;
    if (const std::optional<cudaError_t> e = detail::launch_clusters<plan>(softmax_backward_cluster<plan>, a, 2, stream)) return *e;
  }
  return aligned ? detail::with_schedule<vector, held, 1024, held>(a.columns, launch) : detail::with_schedule<1, 16, 512, 16>(a.columns, launch);
}

namespace detail {
/// The schedules of the kernels that run along a row.
template <class Tag, class Launch>
cudaError_t with_running_schedule(std::int32_t columns, bool aligned, const Launch& launch) {
  constexpr int vector = 16 / static_cast<int>(sizeof(code_type<Tag>));
  if (!aligned) return launch(row_schedule<256, 256, 1, 8, 2>{});
  if (columns <= 4096) return launch(row_schedule<128, 128, vector, 2, 2>{});
  return launch(row_schedule<512, 512, vector, 4, 2>{});
}
} // namespace detail

/// Loss and state of every row. Error: a cudaError_t.
template <class In, class Kind, class Exp2 = special_exp2>
cudaError_t launch_cross_entropy_rows(const cross_entropy_arguments& a, cudaStream_t stream) {
  if (a.rows == 0) return cudaSuccess;
  constexpr int vector = 16 / static_cast<int>(sizeof(code_type<In>));
  const bool aligned = a.columns % vector == 0 && detail::row_aligned<In>(a.x, a.x_row, a.x_column, vector);
  return detail::with_running_schedule<In>(a.columns, aligned, [&](auto schedule) {
    using plan = softmax_plan<In, In, Kind, Exp2, decltype(schedule)>;
    return detail::launch_whole<decltype(schedule)>(cross_entropy_forward<plan>, a, stream);
  });
}

/// The gradient of every row's loss. Error: a cudaError_t.
template <class In, class Out, class Kind, class Exp2 = special_exp2>
cudaError_t launch_cross_entropy_gradient_rows(const cross_entropy_arguments& a, cudaStream_t stream) {
  if (a.rows == 0) return cudaSuccess;
  constexpr int vector = 16 / static_cast<int>(sizeof(code_type<In>));
  const bool aligned = a.columns % vector == 0 && detail::row_aligned<In>(a.x, a.x_row, a.x_column, vector) &&
                       detail::row_aligned<Out>(a.gradient, a.gradient_row, a.gradient_column, vector);
  return detail::with_running_schedule<In>(a.columns, aligned, [&](auto schedule) {
    using plan = softmax_plan<In, Out, Kind, Exp2, decltype(schedule)>;
    return detail::launch_whole<decltype(schedule)>(cross_entropy_backward<plan>, a, stream);
  });
}

/// The derivative of every row's loss with respect to the row's learned factor, and where `of_head` is given the sum over
/// the rows of each head. Error: a cudaError_t.
template <class In, class Kind, class Exp2 = special_exp2, softmax_result Result = softmax_result::probability>
cudaError_t launch_scale_gradient_rows(const scale_gradient_arguments& a, float* of_head, cudaStream_t stream) {
  const softmax_gradient_arguments& r = a.rows;
  if (r.rows == 0 || r.columns == 0) return cudaSuccess;
  constexpr int vector = 16 / static_cast<int>(sizeof(code_type<In>));
  const bool aligned = r.columns % vector == 0 && detail::row_aligned<In>(r.y, r.y_row, r.column, vector) &&
                       detail::row_aligned<In>(r.upstream, r.upstream_row, r.column, vector) && detail::row_aligned<In>(r.x, r.x_row, r.column, vector);
  const cudaError_t e = detail::with_running_schedule<In>(r.columns, aligned, [&](auto schedule) {
    using plan = softmax_gradient_plan<In, f32_format, Kind, Exp2, decltype(schedule), Result>;
    scale_backward<plan><<<static_cast<unsigned>(std::min<std::int64_t>(r.rows, 0x7fffffff)), decltype(schedule)::threads, 0, stream>>>(a);
    return cudaGetLastError();
  });
  if (e != cudaSuccess || of_head == nullptr) return e;
  scale_heads<<<static_cast<unsigned>(r.logits.heads), head_threads, 0, stream>>>({a.of_row, of_head, r.rows, r.logits.rows_per_head, r.logits.heads});
  return cudaGetLastError();
}

} // namespace fpcheck::kernels

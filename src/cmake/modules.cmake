# The module graph. A module may include headers of the modules on its right-hand side only, directly or through them;
# tests/base/include_graph.cmake greps the sources for it.
set(FPCHECK_MODULE_ORDER
    base formats metric exact interval reference tensor expr tolerance launch ptx exec analysis report kernels session cli c python testing gpu proofs)

set(FPCHECK_DEPENDS_base)
set(FPCHECK_DEPENDS_formats base)
set(FPCHECK_DEPENDS_metric formats)
set(FPCHECK_DEPENDS_exact metric)
set(FPCHECK_DEPENDS_interval exact)
set(FPCHECK_DEPENDS_reference interval)
set(FPCHECK_DEPENDS_tensor metric)
set(FPCHECK_DEPENDS_expr tensor exact)
set(FPCHECK_DEPENDS_tolerance expr)
set(FPCHECK_DEPENDS_launch tensor)
set(FPCHECK_DEPENDS_ptx formats)
set(FPCHECK_DEPENDS_exec ptx interval tensor)
set(FPCHECK_DEPENDS_analysis exec)
set(FPCHECK_DEPENDS_report analysis tolerance)
set(FPCHECK_DEPENDS_kernels interval tensor)
set(FPCHECK_DEPENDS_session launch report)
set(FPCHECK_DEPENDS_cli session kernels)
set(FPCHECK_DEPENDS_c cli)
set(FPCHECK_DEPENDS_testing cli reference)

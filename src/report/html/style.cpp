#include "page.hpp"

namespace fpcheck::report::html {

std::string_view style() {
  return R"css(
:root{color-scheme:light dark;--ground:#f7f7f5;--panel:#fff;--ink:#1b1c1f;--soft:#5b606a;--rule:#deded9;--found:#fdf1ef;
--error:#b3261e;--warning:#8a5a00;--note:#5b606a;--good:#1a6b3a;--link:#2a5db0;
--h0:#e4f0e7;--h1:#cfe3ea;--h2:#9cc4dc;--h3:#f4d58a;--h4:#f0a955;--h5:#df7438;--h6:#b93a2a;--h7:#7a1220;--unknown:#b9b9c4}
@media(prefers-color-scheme:dark){:root{--ground:#15171a;--panel:#1d2024;--ink:#e7e8ea;--soft:#a0a6b0;--rule:#343940;--found:#33201f;
--error:#ff8a80;--warning:#e8b964;--note:#a0a6b0;--good:#7fd29b;--link:#8ab4f8;
--h0:#22382a;--h1:#224350;--h2:#2f6b8c;--h3:#8a7128;--h4:#b5772a;--h5:#dd7a3a;--h6:#f06a55;--h7:#ffa9a0;--unknown:#5b5b68}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:72rem;padding:1.2rem 1.4rem 4rem;background:var(--ground);color:var(--ink);font:15px/1.5 system-ui,"Segoe UI","Helvetica Neue",Arial,sans-serif}
code,pre,.mono,.number,.source{font-family:ui-monospace,"SF Mono","DejaVu Sans Mono",Menlo,Consolas,monospace;font-size:13px}
h1{font-size:1.55rem;line-height:1.25;margin:.2rem 0 .3rem;overflow-wrap:anywhere}h2{font-size:1.25rem;margin:2.4rem 0 .6rem;overflow-wrap:anywhere}h3{font-size:1.02rem;margin:1.6rem 0 .4rem}
h4{margin:.8rem 0 .2rem;font-weight:600;font-size:.9rem;overflow-wrap:anywhere}p{margin:.3rem 0}a{color:var(--link)}
.top{display:flex;gap:.7rem;align-items:baseline;color:var(--soft);font-size:.87rem}
.pill{display:inline-block;border-radius:1rem;padding:.08rem .7rem;font-weight:650;font-size:.82rem;color:var(--panel);background:var(--note);white-space:nowrap}
.pill.passed{background:var(--good)}.pill.findings,.pill.usage,.pill.internal-error{background:var(--error)}.pill.incomplete,.pill.interrupted{background:var(--warning)}
.answers{display:grid;grid-template-columns:1fr 1fr;gap:.8rem;margin:.9rem 0}
@media(max-width:46rem){.answers{grid-template-columns:1fr}}
.answers>section,.panel{background:var(--panel);border:1px solid var(--rule);border-radius:.5rem;padding:.7rem .9rem;min-width:0}
.answers h3{margin:0 0 .35rem;font-size:.78rem;font-weight:650;color:var(--soft);letter-spacing:.02em}
.answers p,.say,td{overflow-wrap:anywhere}td.error,td.warning,td.note{white-space:nowrap}.big{font-size:1.35rem;font-weight:650;line-height:1.25}.error{color:var(--error)}.warning{color:var(--warning)}.good{color:var(--good)}
.soft,.caption{color:var(--soft);font-size:.85rem}
pre{margin:.4rem 0;padding:.5rem .6rem;background:var(--ground);border:1px solid var(--rule);border-radius:.35rem;overflow-x:auto;white-space:pre-wrap;overflow-wrap:anywhere}
pre.line{background:var(--found);white-space:pre-wrap}
table{border-collapse:collapse;width:100%;background:var(--panel);font-size:.88rem}th{text-align:left;color:var(--soft);font-weight:600}
th,td{padding:.28rem .6rem .28rem 0;border-bottom:1px solid var(--rule);vertical-align:top}td.n,th.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.cases{max-height:15rem;overflow:auto;border:1px solid var(--rule);border-radius:.5rem;padding:.2rem .9rem;background:var(--panel)}
.source{background:var(--panel);border:1px solid var(--rule);border-radius:.5rem;padding:.4rem 0;overflow-x:auto}
.source .line{display:flex;min-width:max-content}.line code{white-space:pre;tab-size:4;padding-right:1rem}.line.found{background:var(--found)}
.number{flex:none;width:3.4rem;padding-right:.7rem;text-align:right;color:var(--soft);user-select:none}
.part{flex:none;width:6.6rem;padding-right:.7rem;display:flex;gap:.4rem;align-items:center;justify-content:flex-end}.part b{font-weight:500;width:2.7rem;text-align:right}
.share{height:.55rem;width:3rem;flex:none}td .share{width:5rem}.bar{fill:var(--h5)}.comment{color:var(--soft)}
.say{margin:.1rem 1rem .4rem 10.4rem;max-width:54rem;padding:.25rem .6rem;border-left:3px solid var(--note);font:14px/1.45 system-ui,"Segoe UI",Arial,sans-serif;color:var(--ink)}
.say.error{border-color:var(--error)}.say.error>b{color:var(--error)}.say.warning{border-color:var(--warning)}.say.warning>b{color:var(--warning)}
.stack{margin:.2rem 0 0;padding:0;list-style:none;color:var(--soft);font-size:.85rem}
details.fold>summary{padding:.05rem 0 .05rem 10.4rem;color:var(--soft);cursor:pointer;font-size:12px}summary{cursor:pointer}details[id]>summary{font-size:1.05rem;margin:1.2rem 0 .4rem;overflow-wrap:anywhere}
.charts{display:grid;grid-template-columns:minmax(0,auto) minmax(0,1fr);gap:.4rem 2.4rem;align-items:start}@media(max-width:60rem){.charts{grid-template-columns:1fr}}
svg.map,svg.histogram,svg.front{max-width:100%;height:auto;display:block}svg text{font:11px system-ui,Arial,sans-serif;fill:var(--soft)}.map rect{stroke:var(--panel);stroke-width:.6}.axis{fill:var(--soft)}.front polyline{fill:none;stroke:var(--h5);stroke-width:1.5}.front .grid{stroke:var(--rule)}.front .bound{stroke:var(--warning);stroke-dasharray:5 4}
.beyond{fill:var(--unknown);background:var(--unknown)}.within{fill:var(--h2);background:var(--h2)}.plain{fill:var(--ink);background:var(--ink)}.chosen{fill:var(--good);background:var(--good)}
.h0{fill:var(--h0);background:var(--h0)}.h1{fill:var(--h1);background:var(--h1)}.h2{fill:var(--h2);background:var(--h2)}.h3{fill:var(--h3);background:var(--h3)}
.h4{fill:var(--h4);background:var(--h4)}.h5{fill:var(--h5);background:var(--h5)}.h6{fill:var(--h6);background:var(--h6)}.h7{fill:var(--h7);background:var(--h7)}
.hn{fill:var(--ink);background:var(--ink)}.hu{fill:var(--unknown);background:var(--unknown)}.hw{fill:var(--rule);background:var(--rule)}
.legend{display:flex;flex-wrap:wrap;gap:.15rem .9rem;font-size:.82rem;color:var(--soft)}.legend i{display:inline-block;width:.8rem;height:.8rem;margin-right:.3rem;border-radius:2px;vertical-align:-.1rem}
@media print{.answers,.panel,.say{break-inside:avoid}.cases{max-height:none}}
)css";
}

} // namespace fpcheck::report::html

/** The style of the day's page: light, also printed, without other resources. Text has a contrast of at least 4.5 to its background. */
export const EVENING_STYLE = `
*, ::before, ::after { box-sizing: border-box; }
html { color-scheme: light; -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0; padding: 1.25rem clamp(1rem, 3vw, 2.5rem) 2.5rem; background: #ffffff; color: #1f2b2d;
  font: 0.9375rem/1.45 -apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, 'Helvetica Neue', Helvetica, Arial, sans-serif;
}
h1, h2, p { margin: 0; }
h1 { font-size: 1.5rem; line-height: 1.2; letter-spacing: -0.01em; }
h2 { font-size: 1.0625rem; margin: 1.75rem 0 0.5rem; }
header { margin-bottom: 1rem; }
header p { margin-top: 0.25rem; }
.muted, small { color: #55656a; }
a { color: inherit; text-decoration-color: #7b8b88; text-underline-offset: 0.2em; }

.scroll { overflow-x: auto; }
.scroll:focus-visible { outline: 3px solid #1f5d55; outline-offset: 2px; }
.panels { min-width: 52rem; }
.panel { display: flex; margin-bottom: 0.375rem; }
.labels { flex: none; width: 8.5rem; position: sticky; left: 0; background: #ffffff; z-index: 1; }
.chart { flex: 1; min-width: 0; width: 100%; overflow: hidden; }
svg text { font-size: 12.5px; fill: #1f2b2d; }
.area { font-weight: 600; }
svg text.area { font-size: 13px; }
svg text.area.waiting { fill: #97422f; }
.seats { text-anchor: end; }
.seats.start { text-anchor: start; }
svg text.seats, svg text.hour { fill: #55656a; font-size: 11.5px; font-variant-numeric: tabular-nums; }
.row { fill: #eceeec; }
.free { fill: #fbfdfb; stroke: #dde3df; stroke-width: 1; }
.closed { fill: #d3d8d6; stroke: #b9c1be; stroke-width: 1; stroke-dasharray: 2 3; }
.tick { stroke: #d3dad6; stroke-width: 1; }
.break { fill: #ffffff; }
.now { stroke: #c0392b; stroke-width: 2; stroke-opacity: 0.6; }
.bar { stroke-width: 1; fill: #cfe6e1; stroke: #1f5d55; }
.bar.arrived { fill: #fbe6b3; stroke: #8a6100; }
.bar.gone { fill: #f4f5f4; stroke: #b4beba; }
.bar.other { fill: #f4f5f4; stroke: #7b8b88; stroke-dasharray: 3 2; }
.bar.over { fill: #e6efed; stroke: #9db5b0; }
.bar.seated { fill: #1f5d55; stroke: #164740; }
.bar.waiting { fill: #f9ddd5; stroke: #97422f; }
svg text.seated { fill: #ffffff; }
svg text.gone { fill: #55656a; }
.size { font-weight: 700; }
.mark { font-weight: 700; }
.name { unicode-bidi: isolate; }
.kept { fill: #b9c4c0; }
.bar.held { fill: #ffffff; stroke: #8a6100; stroke-dasharray: 2 2; }
.block { fill: #55656a; stroke: #3a474b; }
svg text.blocked { fill: #ffffff; }
.covers { fill: #9cc9c0; stroke: #ffffff; stroke-width: 1; }
.covers.full { fill: #d98b77; }
.limit { stroke: #97422f; stroke-width: 1; stroke-dasharray: 4 3; }
svg text.count { font-size: 10.5px; text-anchor: middle; font-variant-numeric: tabular-nums; }

.visits { width: 100%; border-collapse: collapse; }
th, td { text-align: left; vertical-align: top; padding: 0.3125rem 0.75rem 0.3125rem 0; border-bottom: 1px solid #dde3df; }
th { font-size: 0.8125rem; font-weight: 600; color: #55656a; }
td { overflow-wrap: anywhere; }
.time, .party { font-weight: 700; }
.time, .until, .party, .phone { font-variant-numeric: tabular-nums; white-space: nowrap; }
.notes { min-width: 16rem; }
.guest { min-width: 8rem; }
.visits .gone td { color: #55656a; }
td.waiting { color: #97422f; }
.absent { margin: 0; padding: 0; list-style: none; color: #55656a; }

@media screen and (max-width: 46rem) {
  .labels { width: 6.75rem; }
  .panels { min-width: 46rem; }
  .visits, .visits tbody { display: block; }
  .visits thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .visits tr { display: grid; grid-template-columns: 3.5rem 2.25rem 1fr auto; gap: 0 0.5rem; padding: 0.625rem 0; border-bottom: 1px solid #dde3df; }
  .visits td { border: 0; padding: 0; min-width: 0; }
  .visits .time { grid-area: 1 / 1; }
  .visits .until { grid-area: 2 / 1; color: #55656a; }
  .visits .until::before { content: '–'; }
  .visits .party { grid-area: 1 / 2; }
  .visits .guest { grid-area: 1 / 3; font-weight: 600; }
  .visits .tables { grid-area: 1 / 4; text-align: right; }
  .visits .phone { grid-area: 2 / 3 / 2 / 5; }
  .visits .phone a { display: inline-flex; align-items: center; min-height: 2.75rem; }
  .visits .notes { grid-area: 3 / 3 / 3 / 5; }
}

@page { size: A4 landscape; margin: 9mm 10mm; }
@media print {
  body { padding: 0; font-size: 9.5pt; }
  .scroll { overflow: visible; }
  header { margin-bottom: 0.5rem; }
  h1 { font-size: 1.25rem; }
  .panels { min-width: 0; zoom: 0.76; }
  .labels { position: static; width: 7.5rem; }
  .panel, tr, .absent li { break-inside: avoid; }
  .visits { font-size: 9pt; }
  th, td { padding-top: 0.125rem; padding-bottom: 0.125rem; }
  h2 { break-after: avoid; }
  .list { break-before: page; }
}
`;

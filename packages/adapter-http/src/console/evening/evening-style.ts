/** The height of a row depends on the number of rows, which the style reads from its digits. */
const digits = Array.from(
  { length: 10 },
  (_, n) => `#evening .tens-${n} { --t: ${n}; } #evening .ones-${n} { --o: ${n}; }`,
);

/** The style of the day. The height of a row is the font size of the chart. */
export const EVENING_STYLE = `
#evening .counts { display: flex; flex-wrap: wrap; gap: 0 0.75rem; margin: 0; padding: 0.375rem 0.75rem; font-size: 0.8125rem; border-bottom: 1px solid var(--line); }
#evening .counts div { display: flex; flex-direction: row-reverse; align-items: baseline; gap: 0.25rem; }
#evening .counts dt { color: var(--muted); }
#evening .counts dd { margin: 0; font-weight: 600; font-variant-numeric: tabular-nums; }
#evening .counts .bad dd, #evening .counts .bad dt { color: var(--bad); font-weight: 600; }
#evening .remark { color: var(--muted); margin: 1rem 0; }
#evening .allergy { color: var(--allergy); font-style: normal; }
#evening .mark { font-style: normal; font-weight: 600; }
#evening .act b, #evening b.act { color: var(--bad-deep); }

#evening .rail { display: flex; flex-direction: column; }
#evening .rail h2 { margin: 0; padding: 0.5rem 0.75rem 0.25rem; font-size: 0.8125rem; font-weight: 600; color: var(--muted); }
#evening .rail .remark { margin-inline: 0.75rem; }
#evening .rail .tools { position: sticky; bottom: 0; z-index: 2; display: flex; gap: 0.5rem; margin: auto 0 0; padding: 0.5rem 0.75rem; background: var(--ground); border-top: 1px solid var(--line); }
#evening .rail .tools a { flex: 1; padding: 0.5rem; }
#evening .rail .group > p { margin: 0; }
#evening .rail .group > p a { display: flex; align-items: center; min-height: 2.75rem; padding: 0 0.75rem; }
#evening .parties { margin: 0; padding: 0; list-style: none; background: var(--stage); border-block: 1px solid var(--line); }
#evening .turn { display: flex; align-items: center; min-height: 3.5rem; padding-right: 0.5rem; border-left: 4px solid transparent; }
#evening .turn + .turn { border-top: 1px solid var(--line); }
#evening .opener { flex: 1; min-width: 0; display: grid; grid-template-columns: 3.375rem minmax(0, 1fr); align-content: center; gap: 0 0.375rem; min-height: 3.5rem; padding: 0.25rem 0 0.25rem 0.5rem; color: inherit; text-decoration: none; }
#evening .opener:hover .who { text-decoration: underline; }
#evening .opener .time { grid-row: span 2; align-self: center; font-weight: 600; font-variant-numeric: tabular-nums; white-space: nowrap; }
#evening .opener .who { font-size: 1.0625rem; font-weight: 600; line-height: 1.25; }
#evening .opener .who { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
#evening .opener .facts span { white-space: nowrap; }
#evening .opener .facts { line-height: 1.25; font-size: 0.8125rem; color: var(--muted); font-variant-numeric: tabular-nums; }
#evening :is(.turn, .visit) .do { flex: none; min-width: 5rem; padding: 0.25rem 0.75rem; }
#evening .turn .do { padding-inline: 0.5rem; font-size: 0.9375rem; }
#evening .turn a.do { display: inline-flex; align-items: center; justify-content: center; min-height: 2.75rem; padding: 0.25rem; font-weight: 600; text-align: center; line-height: 1.15; }
#evening button.do:not(.due) { background: none; color: var(--accent); border-color: var(--edge); }
#evening button.do:not(.due):hover { border-color: var(--accent); background: var(--panel); }
#evening button.do.failed { background: var(--bad); border-color: var(--bad); color: var(--on-bad); }
#evening .expected { border-left-color: var(--expected-edge); }
#evening .expected.soon, #evening .seated.soon { border-left-color: var(--due-edge); }
#evening .arrived { background: var(--arrived); border-left-color: var(--arrived-edge); }
#evening .arrived .facts { color: var(--ink); }
#evening .seated { border-left-color: var(--seated-edge); }
#evening .turn.act, #evening .visit.act { background: var(--over); border-left-color: var(--over-edge); }
#evening .turn.act .facts { color: var(--ink); }

${digits.join(' ')}
#evening .board { --n: calc(var(--t) * 10 + var(--o)); --top: 3.25rem; --row: clamp(26px, calc((100dvh - var(--top) - 66px) / var(--n)), 44px); margin: 0 0 0.75rem; position: relative; isolation: isolate; }
#evening .board:focus-visible { outline-offset: 0; }
#evening .board :is(.head, .body, .foot) { display: flex; }
#evening .board .head { position: sticky; top: var(--top); z-index: 2; background: var(--stage); border-bottom: 1px solid var(--line); }
#evening .board .foot { position: sticky; bottom: 0; z-index: 2; background: var(--stage); border-top: 1px solid var(--line); }
#evening .board svg { display: block; overflow: hidden; }
#evening .board .labels { flex: none; width: 5rem; background: var(--stage); position: sticky; left: 0; z-index: 1; }
#evening .board .chart { flex: 1; min-width: 0; width: 100%; }
#evening .board .body > svg { font-size: var(--row); }
#evening .board :is(.now-mark, .hours, .body > .labels, .area) { overflow: visible; }
#evening .board text { font-size: 13px; fill: var(--ink); dominant-baseline: central; font-variant-numeric: tabular-nums; }
#evening .board .head text { dominant-baseline: auto; }
#evening .board text.heading { font-size: 11px; font-weight: 600; fill: var(--muted); }
#evening .board .labels .who { font-size: 15px; font-weight: 600; }
#evening .board text.seats { fill: var(--muted); text-anchor: end; }
#evening .board .hit { fill: transparent; }
#evening .board a.table:hover .hit { fill: var(--panel); }
#evening .board a { text-decoration: none; }
#evening .board a:focus-visible { outline: none; }
#evening .board a:focus-visible :is(.box, .hit) { stroke: var(--accent); stroke-width: 4; }
#evening .board text.hour { fill: var(--muted); }
#evening .ground { fill: var(--panel); stroke: var(--stage); stroke-width: 2; }
#evening .free { fill: var(--stage); stroke: var(--line); }
#evening a.new:hover .free { fill: var(--panel); }
#evening .hatch { fill: var(--hatch); }
#evening .closed { fill: url(#hatch); }
#evening .board text.why { fill: var(--ink); paint-order: stroke; stroke: var(--panel); stroke-width: 6; stroke-linejoin: round; }
#evening .lines { pointer-events: none; }
#evening .tick { stroke: var(--line); }
#evening .break { fill: var(--stage); }
#evening .now { stroke: var(--ink); pointer-events: none; }
#evening .now-mark rect { fill: var(--ink); }
#evening .board .now-mark text { fill: var(--stage); font-weight: 600; text-anchor: middle; }
#evening .covers { fill: var(--hatch); stroke: var(--stage); }
#evening .covers.full { fill: var(--over-edge); }
#evening .limit { stroke: var(--bad); stroke-dasharray: 4 3; }
#evening .board text.count { font-size: 11px; text-anchor: middle; }

#evening .board p { margin: 0; padding: 0 6px 0 10px; max-width: none; font-size: min(14px, calc(var(--row) * 0.52)); line-height: calc(var(--row) * 0.92); color: var(--ink); white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
#evening .board b { font-weight: 600; }
#evening foreignObject { height: 100%; }
#evening foreignObject:not([width]) { width: 100%; }
#evening .box { width: 100%; height: 100%; rx: 6px; fill: var(--expected); }
#evening .side { fill: var(--expected-edge); }
#evening .buffer { fill: var(--hatch); }
#evening .party { transition: opacity 160ms; }
#evening .expected.soon .side, #evening .seated.soon .side { fill: var(--due-edge); }
#evening .arrived .box { fill: var(--arrived); }
#evening .arrived .side { fill: var(--arrived-edge); }
#evening .seated .box { fill: var(--seated); }
#evening .seated .side { fill: var(--seated-edge); }
#evening .gone .box { fill: var(--gone); }
#evening .board .gone :is(p, b) { color: var(--muted); font-weight: 400; }
#evening .board .gone .name { text-decoration: line-through; }
#evening .act .box, #evening .waiting .box { fill: var(--over); }
#evening .act .side, #evening .waiting .side, #evening .beyond { fill: var(--over-edge); }
#evening .other .box { stroke: var(--edge); stroke-dasharray: 2 3; }
#evening .held .box { fill: var(--stage); stroke: var(--arrived-edge); stroke-dasharray: 2 3; }
#evening .block .box { fill: url(#hatch); stroke: var(--edge); }
#evening .block p { font-weight: 600; }
#evening .board .labels .who.gone { fill: var(--muted); text-decoration: line-through; }
#evening :is(.turn, .visit).changed, #evening .changed .box { animation: changed 600ms; }

#evening .legend { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; margin: 0 0 1rem; padding: 0; list-style: none; font-size: 0.8125rem; color: var(--muted); }
#evening .swatch { display: inline-block; width: 1.5rem; height: 1.125rem; vertical-align: -0.1875rem; border-left: 4px solid var(--expected-edge); border-radius: 3px; background: var(--expected); font: 700 0.75rem/1.125rem var(--sans); text-align: center; color: var(--ink); }
#evening .swatch.free { background: var(--stage); border: 1px solid var(--edge); }
#evening .swatch.arrived { background: var(--arrived); border-color: var(--arrived-edge); }
#evening .swatch.seated { background: var(--seated); border-color: var(--seated-edge); }
#evening .swatch.gone { background: var(--gone); border-color: var(--gone); }
#evening .swatch.late { background: var(--over); border-color: var(--over-edge); }
#evening .swatch.held { background: var(--stage); border: 2px dotted var(--arrived-edge); line-height: 0.875rem; }
#evening .swatch.closed { border-color: var(--hatch); background: repeating-linear-gradient(45deg, var(--hatch) 0 3px, var(--panel) 3px 7px); }
#evening .swatch.kitchen { height: 0; vertical-align: 0.25rem; border: 0; border-top: 2px dashed var(--bad); border-radius: 0; background: none; }

#evening .visits { margin: 0; padding: 0; list-style: none; border-top: 1px solid var(--line); background: var(--stage); }
#evening .visits > li { display: grid; gap: 0 0.75rem; padding: 0.375rem 0.5rem 0.375rem 0.75rem; border-bottom: 1px solid var(--line); }
#evening .visits > .visit { border-left-width: 4px; border-left-style: solid; }
#evening .visits > .gone { border-left-color: transparent; }
#evening .visits p { margin: 0; max-width: none; }
#evening .visits .when, #evening .visits .size, #evening .visits .phone { font-variant-numeric: tabular-nums; }
#evening .visits .when { white-space: nowrap; }
#evening .visits .when b { font-size: 1.0625rem; }
#evening .visits .when span { color: var(--muted); }
#evening .visits a { display: inline-flex; align-items: center; min-height: 2.75rem; gap: 0.25rem; }
#evening .visits .who a { color: var(--ink); font-size: 1.0625rem; font-weight: 600; overflow-wrap: anywhere; }
#evening .visits .tables { font-weight: 600; overflow-wrap: anywhere; }
#evening .visits .waiting, #evening .visits .bad .standing { color: var(--bad-deep); font-weight: 600; }
#evening .visits .facts { color: var(--muted); }
#evening .visits :is(.arrived, .act) :is(.facts, .when span) { color: var(--ink); }
#evening .visits .facts span + span::before { content: ' · '; }
#evening .visits .what { display: contents; }
#evening .visits .notes { grid-column: 2 / -2; overflow-wrap: anywhere; padding-left: 0.625rem; border-left: 3px solid var(--arrived-edge); }
#evening .visits .do { grid-column: -2; grid-row: 1 / span 2; align-self: start; }
#evening .visits .gone { color: var(--muted); }
#evening .visits .gone :is(.when b, .who a, .tables) { font-weight: 400; color: var(--muted); }
#evening .visits .now { display: block; padding: 0.25rem 0.75rem; border-bottom: 2px solid var(--ink); font-weight: 600; }
#evening .as-list h2, #evening .absent h2 { font-size: 0.9375rem; }
#evening .absent ul { margin: 0; padding: 0; list-style: none; color: var(--muted); }
#evening .absent a { display: inline-flex; align-items: center; gap: 0.375rem; min-height: 2.75rem; color: inherit; }
`;

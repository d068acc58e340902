/** How the day looks on the console. A row's height is the font size of the chart: for a pointer, for a finger, on paper. */
export const EVENING_STYLE = `
:root {
  --shade: #e7ebe8; --expected: #dcece7; --expected-edge: #1f5d55; --arrived: #fbe3a6; --arrived-edge: #7d5900; --arrived-ink: #2b2108;
  --seated: #1f5d55; --seated-ink: #ffffff; --gone: #f3f5f3; --gone-edge: #9aa7a3; --late: #fde9e2; --late-edge: #97422f; --buffer: #c9d3ce;
  --block: #55656a; --block-ink: #ffffff; --load: #a9cfc7; --load-full: #e2a594; --now: #b3261e; --now-ink: #ffffff; --hatch: #c3ccc8;
}
@media (prefers-color-scheme: dark) {
  :root {
    --shade: #1c2529; --expected: #1d3d3a; --expected-edge: #7cc0b2; --arrived: #5c4610; --arrived-edge: #f0c860; --arrived-ink: #fff3d0;
    --seated: #8ccfc1; --seated-ink: #0d1a19; --gone: #161e22; --gone-edge: #5c6d72; --late: #4a251b; --late-edge: #f4ad98; --buffer: #34434a;
    --block: #8b9b9f; --block-ink: #0f1517; --load: #2f635b; --load-full: #8a4634; --now: #ff8a80; --now-ink: #2a0906; --hatch: #36444a;
  }
}
#evening .day-head { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem 1.25rem; margin-bottom: 0.75rem; }
#evening .day-head .tools { display: flex; gap: 0.625rem; margin: 0 0 0 auto; }
#evening .counts { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; margin: 0; }
#evening .counts div { display: flex; flex-direction: column-reverse; }
#evening .counts dt { color: var(--muted); font-size: 0.875rem; line-height: 1.2; }
#evening .counts dd { margin: 0; font-size: 1.375rem; font-weight: 600; font-variant-numeric: tabular-nums; line-height: 1.2; }
#evening .counts .bad dd, #evening .counts .bad dt { color: var(--bad); }
#evening .counts .bad dt { font-weight: 600; }
#evening .remark { color: var(--muted); margin: 1rem 0; }

#evening .unseated { display: flex; flex-wrap: wrap; align-items: center; gap: 0.375rem 1rem; margin: 0 0 0.75rem; padding: 0.375rem 0.75rem; background: var(--late); border-left: 4px solid var(--late-edge); border-radius: 0 8px 8px 0; }
#evening .unseated h2 { margin: 0; font-size: 1rem; color: var(--bad); }
#evening .unseated ul { flex: 1 1 20rem; display: flex; flex-wrap: wrap; gap: 0.375rem 0.75rem; margin: 0; padding: 0; list-style: none; }
#evening .unseated li { display: flex; flex-wrap: wrap; align-items: center; gap: 0 0.875rem; padding: 0 0.75rem; background: var(--ground); border: 1px solid var(--late-edge); border-radius: 8px; }
#evening .unseated a { display: inline-flex; align-items: center; min-height: 2.75rem; }
#evening .unseated .who { font-weight: 600; color: var(--ink); font-size: 1.0625rem; overflow-wrap: anywhere; }
#evening .unseated .phone { white-space: nowrap; }
#evening .unseated .give { margin-left: auto; font-weight: 600; }

#evening .board { --row: 40px; margin: 0 0 0.75rem; position: relative; isolation: isolate; }
#evening .board:focus-visible { outline-offset: 0; }
#evening .board .head, #evening .board .body { display: flex; }
#evening .board .head { position: sticky; top: 0; z-index: 2; background: var(--ground); border-bottom: 1px solid var(--line); }
#evening .board svg { display: block; overflow: hidden; }
#evening .board .labels { flex: none; width: 6.5rem; background: var(--ground); position: sticky; left: 0; z-index: 1; }
#evening .board .chart { flex: 1; min-width: 0; width: 100%; }
#evening .board .body .labels, #evening .board .body .chart { font-size: var(--row); }
#evening .board .now-mark, #evening .board .hours { overflow: visible; }
#evening .board text { font-size: 14.5px; fill: var(--ink); dominant-baseline: central; }
#evening .board .head text { dominant-baseline: auto; }
#evening .board text.heading { font-size: 13px; font-weight: 600; fill: var(--muted); letter-spacing: 0.02em; }
#evening .board text.heading.unseated { fill: var(--bad); }
#evening .board .labels .who { font-weight: 600; }
#evening .board .labels .more { fill: var(--muted); font-variant-numeric: tabular-nums; }
#evening .board .hit { fill: transparent; }
#evening .board a.table:hover .hit { fill: var(--panel); }
#evening .board a { text-decoration: none; }
#evening .board a:focus-visible { outline: none; }
#evening .board a:focus-visible .box, #evening .board a:focus-visible .hit { stroke: var(--accent); stroke-width: 4; }
#evening .board text.hour { font-size: 13px; font-variant-numeric: tabular-nums; fill: var(--muted); }
#evening .ground { fill: var(--shade); stroke: var(--ground); stroke-width: 2; }
#evening .free { fill: var(--ground); stroke: var(--line); }
#evening a.new:hover .free { fill: var(--panel); }
#evening .hatch { fill: var(--hatch); }
#evening .closed { fill: url(#hatch); }
#evening .board text.why { font-size: 12.5px; fill: var(--muted); paint-order: stroke; stroke: var(--shade); stroke-width: 6; stroke-linejoin: round; }
#evening .lines { pointer-events: none; }
#evening .tick { stroke: var(--line); }
#evening .break { fill: var(--ground); }
#evening .over-all { opacity: 0.45; pointer-events: none; }
#evening .now { stroke: var(--now); stroke-width: 2; pointer-events: none; }
#evening .now-mark rect { fill: var(--now); }
#evening .board .now-mark text { fill: var(--now-ink); font-size: 13px; font-weight: 600; text-anchor: middle; font-variant-numeric: tabular-nums; }
#evening .covers { fill: var(--load); stroke: var(--ground); }
#evening .covers.full { fill: var(--load-full); }
#evening .limit { stroke: var(--bad); stroke-dasharray: 4 3; }
#evening .board text.count { font-size: 11px; text-anchor: middle; font-variant-numeric: tabular-nums; }

#evening .box { fill: var(--expected); stroke: var(--expected-edge); }
#evening .buffer { fill: var(--buffer); }
#evening .board .who { transform: translateY(-7px); }
#evening .board .more { transform: translateY(9.5px); }
#evening .board text.more { font-size: 12px; }
#evening .size { font-weight: 700; }
#evening .sign, #evening .mark { font-weight: 700; }
#evening .name { unicode-bidi: isolate; font-weight: 600; }
#evening .note { unicode-bidi: isolate; }
#evening .arrived .box { fill: var(--arrived); stroke: var(--arrived-edge); stroke-width: 2; }
#evening .arrived text { fill: var(--arrived-ink); }
#evening .seated .box { fill: var(--seated); stroke: var(--seated); }
#evening .seated text { fill: var(--seated-ink); }
#evening .gone .box { fill: var(--gone); stroke: var(--gone-edge); }
#evening .gone text { fill: var(--muted); }
#evening .gone .name { font-weight: 400; }
#evening .late .box, #evening .waiting .box { fill: var(--late); stroke: var(--late-edge); stroke-width: 2; stroke-dasharray: 5 3; }
#evening .over .box { stroke: var(--late-edge); stroke-width: 3; }
#evening .beyond { fill: var(--late-edge); }
#evening .other .box { stroke-dasharray: 2 3; }
#evening .held .box { fill: var(--ground); stroke: var(--arrived-edge); stroke-dasharray: 2 3; }
#evening .block .box { fill: var(--block); stroke: var(--block); }
#evening .block text { fill: var(--block-ink); }
#evening .board .block .who, #evening .board .held .who, #evening .board .gone .who, #evening .board .labels .who.gone { transform: none; }

#evening .legend { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; margin: 0 0 1rem; padding: 0; list-style: none; font-size: 0.875rem; color: var(--muted); }
#evening .swatch { display: inline-block; width: 1.5rem; height: 1.125rem; vertical-align: -0.1875rem; border: 1px solid var(--expected-edge); border-radius: 4px; background: var(--expected); font: 700 0.75rem/1rem var(--sans); text-align: center; color: var(--ink); }
#evening .swatch.free { background: var(--ground); border-color: var(--edge); }
#evening .swatch.arrived { background: var(--arrived); border-color: var(--arrived-edge); color: var(--arrived-ink); }
#evening .swatch.seated { background: var(--seated); }
#evening .swatch.gone { background: var(--gone); border-color: var(--gone-edge); }
#evening .swatch.late { background: var(--late); border: 2px dashed var(--late-edge); line-height: 0.875rem; }
#evening .swatch.held { background: var(--ground); border: 2px dotted var(--arrived-edge); line-height: 0.875rem; }
#evening .swatch.closed { border-color: var(--hatch); background: repeating-linear-gradient(45deg, var(--hatch) 0 3px, var(--shade) 3px 7px); }
#evening .swatch.kitchen { height: 0; vertical-align: 0.25rem; border: 0; border-top: 2px dashed var(--bad); border-radius: 0; background: none; }

#evening .visits { margin: 0; padding: 0; list-style: none; border-top: 1px solid var(--line); }
#evening .visits > li { display: grid; gap: 0 0.75rem; padding: 0.375rem 0 0.375rem 0.75rem; border-bottom: 1px solid var(--line); }
#evening .visits p { margin: 0; max-width: none; }
#evening .visits .when, #evening .visits .size, #evening .visits .phone { font-variant-numeric: tabular-nums; }
#evening .visits .when { white-space: nowrap; }
#evening .visits .when b { font-size: 1.125rem; }
#evening .visits .when span { color: var(--muted); }
#evening .visits a { display: inline-flex; align-items: center; min-height: 2.75rem; }
#evening .visits .who a { color: var(--ink); font-size: 1.0625rem; font-weight: 600; overflow-wrap: anywhere; }
#evening .visits .tables { font-weight: 600; overflow-wrap: anywhere; }
#evening .visits .waiting, #evening .visits .bad .standing { color: var(--bad); font-weight: 600; }
#evening .visits .facts { color: var(--muted); }
#evening .visits .facts span + span::before { content: ' · '; }
#evening .visits .what { display: contents; }
#evening .visits .notes { grid-column: 2 / -2; overflow-wrap: anywhere; padding-left: 0.625rem; border-left: 3px solid var(--arrived-edge); }
#evening .visits .do { grid-column: -2; grid-row: 1 / span 2; align-self: start; }
#evening .visits button.do:not(.due) { background: none; color: var(--accent); border-color: var(--edge); }
#evening .visits button.do:not(.due):hover { border-color: var(--accent); background: var(--panel); }
#evening .visits .gone { color: var(--muted); }
#evening .visits .gone :is(.when b, .who a, .tables) { font-weight: 400; color: var(--muted); }
#evening .visits .seated { box-shadow: inset 4px 0 var(--seated); }
#evening .visits .arrived { box-shadow: inset 4px 0 var(--arrived-edge); }
#evening .visits .bad { box-shadow: inset 4px 0 var(--late-edge); }
#evening .visits .now { display: block; padding: 0.25rem 0.75rem; border-bottom: 2px solid var(--now); color: var(--now); font-weight: 600; }
#evening .as-list h2, #evening .absent h2 { font-size: 1rem; }
#evening .absent ul { margin: 0; padding: 0; list-style: none; color: var(--muted); }
#evening .absent a { display: inline-flex; align-items: center; gap: 0.375rem; min-height: 2.75rem; color: inherit; }
`;

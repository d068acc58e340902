/** The style of the restaurant's pages, on top of the console's. Heat colours are mixed from the tokens, and stay light enough for text. */

const shades = (name: string, token: string, parts: readonly number[]): string =>
  parts
    .map(
      (part, i) =>
        `.${name}-${i + 1} { background: color-mix(in srgb, var(${token}) ${part}%, var(--ground)); }`,
    )
    .join('\n');

export const HOUSE_STYLE = `
${shades('busy', '--accent', [7, 14, 22, 31, 40])}
${shades('vain', '--bad', [10, 18, 26, 34, 42])}
.unseen { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.pages { margin: 0 0 1rem; }
.pages ul { display: flex; flex-wrap: wrap; gap: 0 0.25rem; margin: 0; padding: 0; list-style: none; }
.pages a { display: inline-flex; align-items: center; min-height: 2.75rem; padding: 0 0.875rem; border-radius: 8px; text-decoration: none; color: var(--ink); }
.pages a:hover { background: var(--panel); }
.pages [aria-current] { background: var(--panel); font-weight: 600; }

.months { display: flex; flex-wrap: wrap; align-items: end; gap: 0.5rem; margin: 0 0 0.75rem; }
.months .step { display: inline-flex; align-items: center; justify-content: center; min-width: 2.75rem; min-height: 2.75rem; font-size: 1.5rem; line-height: 1; border: 1px solid var(--edge); border-radius: 8px; text-decoration: none; }
.months .step:hover { border-color: var(--accent); background: var(--panel); }
.months form { display: flex; flex-wrap: wrap; align-items: end; gap: 0.5rem; margin-left: auto; }
.months label { font-size: 0.875rem; color: var(--muted); font-weight: 400; }
.months input { width: 11rem; }

.figures { display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; max-width: none; margin: 0 0 1rem; color: var(--muted); }
.figures b { color: var(--ink); font-size: 1.375rem; font-variant-numeric: tabular-nums; margin-right: 0.125rem; }

.month { width: 100%; max-width: 80rem; border-collapse: separate; border-spacing: 3px; table-layout: fixed; margin: 0 -3px; }
.month caption { text-align: left; color: var(--muted); padding: 0 3px 0.375rem; }
.month th { font-size: 0.875rem; font-weight: 400; color: var(--muted); text-align: left; padding: 0 0.5rem 0.125rem; }
.month td { padding: 0; vertical-align: top; height: 5.25rem; }
.month .other { background: none; }
.month .day { position: relative; display: grid; grid-template: auto 1fr auto / 1fr auto; height: 100%; min-height: 5.25rem; padding: 0.375rem 0.5rem; border-radius: 8px; border: 1px solid var(--line); text-decoration: none; color: var(--ink); }
.month .day:hover { border-color: var(--accent); }
.month .day.shut { background: repeating-linear-gradient(135deg, transparent 0 7px, var(--panel) 7px 11px); }
.month .date { font-size: 0.875rem; color: var(--ink); font-variant-numeric: tabular-nums; }
.month [aria-current] { border: 2px solid var(--accent); }
.month [aria-current] .date { font-weight: 700; text-decoration: underline; text-underline-offset: 0.2em; }
.month .covers { grid-area: 2 / 1 / 3 / 3; align-self: center; font-size: 1.5rem; line-height: 1.1; font-variant-numeric: tabular-nums; letter-spacing: -0.01em; }
.month .closed { grid-area: 3 / 1 / 4 / 3; font-size: 0.8125rem; line-height: 1.2; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.month .vain { grid-area: 1 / 2; justify-self: end; align-self: start; padding: 0 0.375rem; border-radius: 6px; font-size: 0.875rem; font-weight: 600; font-variant-numeric: tabular-nums; }
.legend { display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; max-width: none; font-size: 0.875rem; color: var(--muted); margin: 0.5rem 0 0; }
.legend span { display: inline-flex; align-items: center; gap: 0.25rem; }
.legend i { width: 1.125rem; height: 1.125rem; border-radius: 4px; border: 1px solid var(--line); }

.scroll { position: relative; overflow-x: auto; margin: 0 0 1rem; }
.lines { border-collapse: collapse; font-variant-numeric: tabular-nums; }
.lines caption { text-align: left; font-weight: 600; padding: 0.75rem 0 0.25rem; }
.lines :is(th, td) { text-align: left; vertical-align: top; padding: 0.4375rem 1.25rem 0.4375rem 0; border-bottom: 1px solid var(--line); font-weight: 400; }
.lines thead th { font-size: 0.875rem; color: var(--muted); white-space: nowrap; vertical-align: bottom; }
.lines tbody th { font-weight: 600; }
.lines .figure { text-align: right; }
.lines tbody a { display: inline-flex; align-items: center; min-height: 2.75rem; min-width: 2.75rem; }
.lines tbody :is(th, td):has(> a) { padding-top: 0; padding-bottom: 0; } .lines tbody tr:has(a) > * { vertical-align: middle; }
.lines tbody [aria-current] :is(th, td) { background: var(--panel); }
.lines .button { min-height: 2.75rem; padding: 0.25rem 0.875rem; }
.plan th[scope='row'] { white-space: nowrap; }
.areas { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(17rem, 100%), 1fr)); gap: 0 2rem; align-items: start; }
.areas .lines { width: 100%; } .areas .lines td:last-child { width: 60%; }
.days tbody th, .days .figure { white-space: nowrap; }
.ledger { display: flex; flex-wrap: wrap; gap: 0 3rem; } .ledger > div { min-width: 0; max-width: 100%; } .ledger h3 { font-size: 0.9375rem; margin: 0 0 0.375rem; }
.turns .first :is(th, td) { border-top: 1px solid var(--edge); }
.stay { display: block; width: 12.5rem; height: 1.25rem; }
.stay .most { fill: var(--accent); opacity: 0.35; } .stay .half { fill: var(--accent); } .stay .planned { stroke: var(--ink); stroke-width: 2; }
.hours { border-collapse: separate; border-spacing: 2px; font-variant-numeric: tabular-nums; }
.hours :is(th, td) { padding: 0.25rem 0.5rem; font-weight: 400; text-align: left; white-space: nowrap; }
.hours th { color: var(--muted); font-size: 0.875rem; }
.hours thead th { text-align: right; } .hours thead th:first-child { text-align: left; }
.hours td { min-width: 2.5rem; text-align: right; border-radius: 4px; background-color: var(--panel); }
${shades('hours td.vain', '--bad', [10, 18, 26, 34, 42])}
.reasons, .faults { margin: 0 0 1rem; padding-left: 1.25rem; }
dl.facts { display: grid; grid-template-columns: minmax(10rem, max-content) minmax(0, 1fr); gap: 0.375rem 1.5rem; margin: 0 0 1rem; }
.facts dt { color: var(--muted); } .facts dd { margin: 0; }
pre { margin: 0 0 1rem; padding: 0.875rem 1rem; background: var(--panel); border-radius: 8px; font: 0.875rem/1.5 var(--mono); overflow: auto; max-width: 64rem; }
.file { max-height: 32rem; }
.notice { margin: 0 0 1rem; padding: 0.625rem 1rem; border: 1px solid var(--good); border-radius: 10px; max-width: 64rem; }
.notice.bad { border-color: var(--bad); } .notice p { margin: 0; } .notice ul { margin: 0.5rem 0 0; }
.changes del { color: var(--muted); } .changes ins { text-decoration: none; font-weight: 600; }
.upload { display: grid; gap: 1rem; max-width: 52rem; }
.upload textarea { font: 0.875rem/1.5 var(--mono); min-height: 12rem; white-space: pre; }
.upload input[type='file'] { padding: 0.5rem; }
.closure { display: grid; gap: 0.5rem; max-width: 44rem; }
.closure p, .range p { margin: 0; }
.ends { display: grid; grid-template-columns: repeat(4, minmax(0, 1fr)); gap: 0.75rem; }
.range { display: flex; flex-wrap: wrap; align-items: end; gap: 0.75rem; margin: 0 0 1rem; }
.range input { width: 11rem; }
.shown { margin: 0 0 1.5rem; padding: 0.25rem 1rem 0.5rem; border: 1px solid var(--line); border-radius: 10px; }
.shown h2 { margin-top: 0.75rem; }
.over summary { display: inline-flex; align-items: center; min-height: 2.75rem; cursor: pointer; }
.people form { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; }
.people select { width: auto; min-width: 8rem; }
@media (max-width: 47.9375rem) {
  .month { border-spacing: 2px; margin: 0 -0.375rem; width: calc(100% + 0.75rem); }
  .month th { padding: 0 0.125rem; font-size: 0.75rem; overflow: hidden; }
  .month td, .month .day { height: 4.25rem; min-height: 4.25rem; }
  .month .day { padding: 0.25rem; border-radius: 6px; grid-template: auto 1fr auto / 1fr; }
  .month .covers { font-size: 1.0625rem; grid-area: 2 / 1; }
  .month .date { font-size: 0.75rem; }
  .month .vain { grid-area: 3 / 1; justify-self: stretch; text-align: center; font-size: 0.75rem; padding: 0; }
  .month .closed { display: none; }
  .months form { margin-left: 0; }
  .ends { grid-template-columns: repeat(2, minmax(0, 1fr)); }
  dl.facts { grid-template-columns: minmax(0, 1fr); gap: 0; } .facts dd { margin: 0 0 0.5rem; }
}
.help h2 { font-size: 1.375rem; }
.help > ol a { display: inline-flex; align-items: center; min-height: 2.75rem; }
.help table { margin: 0.5rem 0; border-collapse: collapse; }
.help th { text-align: left; }
.help :is(th, td) { padding: 0.25rem 1rem 0.25rem 0; vertical-align: top; border-bottom: 1px solid var(--line); }
.help li { margin: 0.25rem 0; }
.help section { scroll-margin-top: 4rem; border-top: 1px solid var(--line); margin-top: 2rem; }
@media print { .months, .pages, .closure, .upload, .legend { display: none; } .scroll { overflow: visible; } .file { max-height: none; white-space: pre-wrap; } }
`;

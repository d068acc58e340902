/** The style of forms and cards: for one thumb on a phone, and for a tablet at arm’s length. A new offer ignores taps for 400 ms: the second of two quick ones belongs to the previous page. */
export const BOOKING_STYLE = `
.card { max-width: 46rem; }
.card > header { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.25rem 0.75rem; }
.card h1 { font-size: 1.75rem; margin: 0 0 0.5rem; }
.card .of { font-size: 1.0625rem; color: var(--muted); margin: -0.25rem 0 1rem; }
.stage { display: inline-block; margin: 0; padding: 0.125rem 0.625rem; border: 1px solid var(--edge); border-radius: 99px; font-size: 0.9375rem; font-weight: 600; }
.stage.arrived, .stage.seated { color: var(--accent); border-color: var(--accent); }
.stage.late, .stage.over { color: var(--bad); border-color: var(--bad); }
.stage.gone, .stage.no_show, .stage.cancelled { color: var(--muted); }
.card .notes { margin: 0.25rem 0 1rem; padding: 0.875rem 1.125rem; background: var(--panel); border-left: 4px solid var(--accent); border-radius: 0 10px 10px 0; }
.card .notes p { margin: 0; max-width: none; font-size: 1.0625rem; line-height: 1.35; white-space: pre-line; }
.card .notes.allergy { border-left-color: var(--allergy); }
.card .facts { display: grid; gap: 0.25rem; margin: 0 0 1rem; max-width: none; font-size: 1.0625rem; font-variant-numeric: tabular-nums; }
.card .facts small { color: var(--muted); font-size: 0.8125rem; }
.card .facts .waiting { color: var(--bad); }
.card dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 0.125rem 1.25rem; margin: 0 0 1rem; align-items: center; }
.card dt { color: var(--muted); }
.card dd { margin: 0; overflow-wrap: anywhere; }
.card dd a { display: inline-flex; align-items: center; min-height: 2.75rem; }
.card .do { margin: 0 0 1.25rem; }
.card .actions form, .card .actions .actions { display: contents; }
.card .do .actions { margin-bottom: 0.75rem; }
.card .first > *, .card .first form button { flex: 1; }
.actions.first .button, .actions.first button, .sizes .button { min-height: 3.5rem; padding: 0.625rem 1.75rem; font-size: 1.1875rem; }
.actions small, .choice small { font-weight: 400; margin-left: 0.375rem; }
.history, .card ul { list-style: none; margin: 0 0 1rem; padding: 0; }
.history li { padding: 0.25rem 0; }
.history .time { color: var(--muted); margin-right: 0.25rem; }
.history .failed { color: var(--bad); }
.card .time { font-variant-numeric: tabular-nums; }
.who a { display: inline-flex; align-items: center; min-height: 2.75rem; }
.card .list li, .card .blocks li { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 1rem; border-top: 1px solid var(--line); padding: 0.25rem 0; }

.refusal, .look { margin: 0 0 1.25rem; padding: 0.875rem 1.125rem; border: 2px solid var(--bad); border-radius: 10px; }
.look { border-color: var(--accent); }
.refusal h2, .look h2 { margin: 0 0 0.5rem; }
.refusal h3, .look h3 { margin: 0.5rem 0 0; font-size: 1rem; color: var(--muted); }
.refusal p:last-child, .refusal ul:last-child, .look p:last-child, .look ul:last-child { margin-bottom: 0; }
#notice { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem 1rem; }
#notice > p { flex: 0 1 auto; font-weight: 600; }
#notice > p a { display: inline-flex; align-items: center; min-height: 2.75rem; color: inherit; text-decoration: none; }
#notice .muted { font-weight: 400; }

.field { min-width: 0; }
.row { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: 0.75rem 1rem; align-items: end; margin: 0 0 1rem; max-width: 46rem; }
.field .hint { margin-top: 0.375rem; }
.row .hint { margin-bottom: 0; }
fieldset { margin: 0 0 1.25rem; padding: 0; border: 0; min-width: 0; }
legend { padding: 0; margin: 0 0 0.5rem; font-size: 1.125rem; font-weight: 600; }
textarea { min-height: 5.5rem; line-height: 1.4; resize: vertical; }
.choices { display: grid; grid-template-columns: repeat(auto-fill, minmax(5.25rem, 1fr)); gap: 0.5rem; margin: 0 0 1rem; }
.choices.wide { grid-template-columns: repeat(auto-fill, minmax(10rem, 1fr)); max-width: 46rem; }
.choice { position: relative; display: flex; }
.choice input { position: absolute; inset: 0; width: 100%; height: 100%; min-height: 0; margin: 0; opacity: 0; cursor: pointer; }
.choice label {
  flex: 1; display: flex; flex-direction: column; align-items: center; justify-content: center; min-height: 3rem; margin: 0; padding: 0.25rem 0.5rem;
  text-align: center; line-height: 1.2; border: 1px solid var(--edge); border-radius: 8px; background: var(--ground); font-variant-numeric: tabular-nums;
}
.choice small { margin: 0; color: var(--muted); font-size: 0.8125rem; }
.choice.taken label { border-style: dashed; color: var(--muted); font-weight: 400; }
.choice input:checked + label { background: var(--accent); border-color: var(--accent); color: var(--on-accent); border-style: solid; font-weight: 600; }
.choice input:checked + label small { color: inherit; }
.choice input:focus-visible + label { outline: 3px solid var(--accent); outline-offset: 2px; }
.sizes { display: grid; grid-template-columns: repeat(4, minmax(0, 1fr)); gap: 0.625rem; max-width: 30rem; margin: 0 0 1.25rem; }
.sizes .button { min-height: 5rem; padding: 0; font-size: 1.75rem; }
.offers { display: grid; grid-template-columns: repeat(auto-fill, minmax(11rem, 1fr)); gap: 0.625rem; margin: 0 0 1.25rem; }
@keyframes settle { from, to { pointer-events: none; } }
.offer { animation: settle 400ms !important; flex-direction: column; align-items: flex-start; justify-content: flex-start; gap: 0.125rem; min-height: 5rem; padding: 0.75rem 1rem; text-align: left; font-weight: 400; }
.offer strong { font-size: 1.375rem; }
.card details { margin: 0 0 1rem; }
.card summary { display: flex; align-items: center; min-height: 2.75rem; cursor: pointer; font-weight: 600; color: var(--accent); }
.card summary::before { content: '▸'; margin-right: 0.5rem; }
.card details[open] > summary::before { content: '▾'; }
.cannot li { padding: 0.25rem 0; border-top: 1px solid var(--line); }
.found a { display: flex; align-items: center; gap: 0 1rem; padding: 0.625rem 0; border-top: 1px solid var(--line); color: inherit; text-decoration: none; }
.found a:hover { background: var(--panel); }
.found .what { flex: 1; min-width: 0; }
.found .day, .found small { display: block; }
.found .day { color: var(--muted); font-size: 0.9375rem; }
.found strong { font-size: 1.125rem; margin-right: 0.5rem; }
.search { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0.5rem 0.75rem; max-width: 34rem; margin: 0 0 1rem; }
.search .field { display: contents; }
.search label, .search .hint { grid-column: 1 / -1; margin: 0; }
.search input { grid-row: 2; }
.search button { grid-row: 2; grid-column: 2; }
.found small { color: var(--muted); }
@media (max-width: 30rem) {
  .card .actions > .button, .card .actions button { flex: 1 1 auto; }
  .actions.first > .button, .actions.first button { flex: 1 1 100%; }
}
`;

export const WAITLIST_STYLE = `
#evening .line h2 { font-size: 1rem; }
#evening .line h2 small { font-weight: 400; color: var(--muted); margin-left: 0.375rem; }
.waitlist { margin: 0 0 1rem; padding: 0; list-style: none; border-top: 1px solid var(--line); }
.waitlist li { display: grid; grid-template-columns: auto minmax(0, 1fr) auto; gap: 0 1rem; align-items: center; min-height: 2.75rem; padding: 0.5rem 0.75rem; border-bottom: 1px solid var(--line); }
.waitlist .time, .waitlist .wish, .waitlist .contact { font-variant-numeric: tabular-nums; }
.waitlist b { grid-column: 2 / -1; overflow-wrap: anywhere; }
.waitlist .wish, .waitlist .stands { grid-column: 1 / -1; }
.waitlist .stands { color: var(--muted); }
.waitlist .contact { grid-column: 1 / span 2; overflow-wrap: anywhere; }
.waitlist .take-off { grid-column: 3; }
.waitlist a { display: inline-flex; align-items: center; min-height: 2.75rem; }
.waitlist .kept { box-shadow: inset 4px 0 var(--arrived-edge); }
.waitlist .kept .stands { color: var(--ink); font-weight: 600; }
@media (min-width: 46.0625rem) {
  .card .waitlist li { grid-template-columns: 6.5rem minmax(0, 1fr) auto auto; padding: 0.25rem 0.75rem; }
  .card .waitlist .time { grid-row: 1 / span 3; align-self: start; }
  .card .waitlist :is(b, .wish, .stands) { grid-column: 2; }
  .card .waitlist .contact { grid-column: 3; grid-row: 1 / span 3; }
  .card .waitlist .take-off { grid-column: 4; grid-row: 1 / span 3; }
}
`;

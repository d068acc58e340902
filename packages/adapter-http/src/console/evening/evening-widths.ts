/** The visible parts of the day by width: one below 900 px, two above. */
export const EVENING_WIDTHS = `
#evening.view-list .as-timeline, #evening.view-timeline .as-list, #evening.view-auto .as-list { display: none; }
@media screen { #evening .spoken { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; } }
@media screen and (max-width: 56.1875rem) {
  #evening.view-auto .whole, #evening.view-list .rail, #evening.view-timeline .rail { display: none; }
  #evening .rail { min-height: calc(100dvh - 9.5rem); }
  #evening .turn, #evening .opener { min-height: 4rem; }
  #evening .rail .tools { bottom: 3.375rem; }
  #evening .whole { padding: 0 0.75rem; }
  #evening .board { --top: 0; --row: 44px; overflow: auto; max-height: 85vh; max-height: 85dvh; border-block: 1px solid var(--line); }
  #evening .board :is(.head, .body, .foot) { width: max(100%, 60rem); }
  #evening .board :is(.head, .foot) .labels { z-index: 3; }
}
@media screen and (min-width: 56.25rem) {
  #evening { display: grid; grid-template-columns: 20rem minmax(0, 1fr); }
  #evening .rail { position: sticky; top: 3.25rem; height: calc(100dvh - 3.25rem); overflow-y: auto; border-right: 1px solid var(--line); }
  #evening .rail .remark { display: none; }
  #evening .whole { min-height: calc(100dvh - 3.25rem); padding: 0 0.75rem 1rem 0; background: var(--stage); }
  #evening .whole > :not(.as-timeline), #evening .legend { padding-left: 0.75rem; }
}
@media screen and (max-width: 79.9375rem) {
  #evening .visits > li { grid-template-columns: 3.875rem minmax(0, 1fr) auto; }
  #evening .visits .when { grid-area: 1 / 1 / 3 / 2; padding-top: 0.5rem; line-height: 1.3; }
  #evening .visits .when span { display: block; }
  #evening .visits .who { grid-area: 1 / 2; }
  #evening .visits .what { grid-area: 2 / 2; display: flex; flex-wrap: wrap; align-items: center; gap: 0 0.875rem; }
  #evening .visits .notes { grid-area: 3 / 2 / 4 / -1; margin: 0.25rem 0; }
  #evening .visits .do { grid-area: 1 / 3 / 3 / 4; align-self: center; }
  #evening .visits > .now { display: block; }
}
@media screen and (min-width: 80rem) {
  #evening .visits > li { grid-template-columns: 6.75rem minmax(8rem, 1.4fr) 5rem minmax(4rem, 0.8fr) minmax(6rem, 1fr) 9.75rem 6.5rem; align-items: center; }
  #evening .visits .notes { grid-row: 2; }
}

@page { size: A4 landscape; margin: 9mm 10mm; }
@media print {
  #evening .spoken { position: static; width: auto; height: auto; clip-path: none; margin: 0; }
  #evening .rail > :not(.counts), #evening .do, #evening .legend { display: none !important; }
  #evening.view-list .as-timeline, #evening.view-timeline .as-list, #evening.view-auto .as-list { display: block; }
  #evening .board { --row: clamp(7px, calc(160mm / var(--n)), 23.5px); }
  #evening .board :is(.head, .foot) { position: static; }
  #evening .board text, #evening .board .labels .who { font-size: min(12px, calc(var(--row) * 0.7)); }
  #evening .board p { font-size: min(12px, calc(var(--row) * 0.7)); }
  #evening .board .more, #evening .now { display: none; }
  #evening .counts { padding: 0; border: 0; }
  #evening .as-list { break-before: page; font-size: 9pt; }
  #evening .visits > li { grid-template-columns: 6.5rem 2fr 4.5rem 1fr 1.2fr 8rem; padding: 0.125rem 0; break-inside: avoid; align-items: baseline; }
  #evening .visits > .visit { border-left: 0; background: none; }
  #evening .visits .when b, #evening .visits .who a { font-size: 1em; }
  #evening .visits a { display: inline; min-height: 0; }
  #evening .visits .notes { grid-row: 2; grid-column: 2 / -1; }
  #evening .absent li { break-inside: avoid; }
  #evening .absent a { display: inline; min-height: 0; }
  #evening .absent li, #evening .visits .gone { padding-block: 0; }
}
`;

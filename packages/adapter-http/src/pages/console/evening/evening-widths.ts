/** The same on screens of all widths, for fingers, and on paper. */
export const EVENING_WIDTHS = `
.view-list .as-timeline, .view-timeline .as-list { display: none; }
@media screen and (max-width: 47.9375rem) { .view-auto .as-timeline { display: none; } }
@media screen and (min-width: 48rem) { .view-auto .as-list { display: none; } }

@media (pointer: coarse) {
  .board { --row: 48px; }
  .board text { font-size: 16px; }
  .board text.more { font-size: 13px; }
  .board .who { transform: translateY(-8.5px); }
  .board .more { transform: translateY(10.5px); }
}
@media screen { .day-head h1 { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; } }
@media screen and (max-width: 63.9375rem) {
  .board { overflow: auto; max-height: 85vh; max-height: 85dvh; border-block: 1px solid var(--line); }
  .board .head, .board .body { width: max(100%, 60rem); }
  .board .head .labels { z-index: 3; }
}
@media screen and (max-width: 47.9375rem) {
  .board .labels { width: 5rem; }
  .day-head .tools { margin: 0; flex: 1 1 100%; }
  .day-head .tools a { flex: 1; }
  .counts { gap: 0.25rem 1rem; }
  .counts dd { font-size: 1.125rem; }
  .unseated li { flex: 1 1 100%; }
}
@media screen and (max-width: 63.9375rem) {
  .visits > li { grid-template-columns: 3.875rem minmax(0, 1fr) auto; }
  .visits .when { grid-area: 1 / 1 / 3 / 2; padding-top: 0.5rem; line-height: 1.3; }
  .visits .when span { display: block; }
  .visits .who { grid-area: 1 / 2; }
  .visits .what { grid-area: 2 / 2; display: flex; flex-wrap: wrap; align-items: center; gap: 0 0.875rem; }
  .visits .notes { grid-area: 3 / 2 / 4 / -1; margin: 0.25rem 0; }
  .visits .do { grid-area: 1 / 3 / 3 / 4; align-self: center; }
  .visits > .now { display: block; }
}
@media screen and (min-width: 64rem) {
  .visits > li { grid-template-columns: 8rem minmax(10rem, 1.4fr) 6rem minmax(5rem, 0.8fr) minmax(8rem, 1fr) 9.5rem 9rem; align-items: center; }
  .visits .notes { grid-row: 2; }
}

@page { size: A4 landscape; margin: 9mm 10mm; }
@media print {
  .tools, .do, .give, .legend { display: none !important; }
  .view-list .as-timeline, .view-timeline .as-list { display: block; }
  .board { --row: 23.5px; }
  .rows-30 { --row: 17px; } .rows-46 { --row: 11px; } .rows-64, .rows-all { --row: 7.5px; }
  .board .head { position: static; }
  .board text { font-size: 12px; }
  .board .who { transform: none; }
  .board .more { display: none; }
  .rows-46 text { font-size: 9px !important; } .rows-64 text, .rows-all text { font-size: 7px !important; }
  .counts { margin: 0 0 0.25rem; }
  .counts dd { font-size: 1rem; }
  .as-list { break-before: page; font-size: 9pt; }
  .visits > li { grid-template-columns: 6.5rem 2fr 4.5rem 1fr 1.2fr 8rem; padding: 0.125rem 0; break-inside: avoid; align-items: baseline; }
  .visits .when b, .visits .who a { font-size: 1em; }
  .visits a, .unseated a { display: inline; min-height: 0; }
  .visits .notes { grid-row: 2; grid-column: 2 / -1; }
  .absent li { break-inside: avoid; }
  .absent a { display: inline; min-height: 0; }
  .absent li, .visits .gone { padding-block: 0; }
}
`;

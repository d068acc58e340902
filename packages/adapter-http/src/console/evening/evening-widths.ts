export const EVENING_WIDTHS = `
#evening.view-list .as-timeline, #evening.view-timeline .as-list { display: none; }
@media screen and (max-width: 47.9375rem) { #evening.view-auto .as-timeline { display: none; } }
@media screen and (min-width: 48rem) { #evening.view-auto .as-list { display: none; } }

@media (pointer: coarse) {
  #evening .board { --row: 48px; }
  #evening .board text { font-size: 16px; }
  #evening .board text.more { font-size: 13px; }
  #evening .board .who { transform: translateY(-8.5px); }
  #evening .board .more { transform: translateY(10.5px); }
}
@media screen { #evening .day-head h1 { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; } }
@media screen and (max-width: 63.9375rem) {
  #evening .board { overflow: auto; max-height: 85vh; max-height: 85dvh; border-block: 1px solid var(--line); }
  #evening .board .head, #evening .board .body { width: max(100%, 60rem); }
  #evening .board .head .labels { z-index: 3; }
}
@media screen and (max-width: 47.9375rem) {
  #evening .board .labels { width: 5rem; }
  #evening .day-head .tools { margin: 0; flex: 1 1 100%; }
  #evening .day-head .tools a { flex: 1; }
  #evening .counts { gap: 0.25rem 1rem; }
  #evening .counts dd { font-size: 1.125rem; }
  #evening .unseated li { flex: 1 1 100%; }
}
@media screen and (max-width: 63.9375rem) {
  #evening .visits > li { grid-template-columns: 3.875rem minmax(0, 1fr) auto; }
  #evening .visits .when { grid-area: 1 / 1 / 3 / 2; padding-top: 0.5rem; line-height: 1.3; }
  #evening .visits .when span { display: block; }
  #evening .visits .who { grid-area: 1 / 2; }
  #evening .visits .what { grid-area: 2 / 2; display: flex; flex-wrap: wrap; align-items: center; gap: 0 0.875rem; }
  #evening .visits .notes { grid-area: 3 / 2 / 4 / -1; margin: 0.25rem 0; }
  #evening .visits .do { grid-area: 1 / 3 / 3 / 4; align-self: center; }
  #evening .visits > .now { display: block; }
}
@media screen and (min-width: 64rem) {
  #evening .visits > li { grid-template-columns: 8rem minmax(10rem, 1.4fr) 6rem minmax(5rem, 0.8fr) minmax(8rem, 1fr) 9.5rem 9rem; align-items: center; }
  #evening .visits .notes { grid-row: 2; }
}

@page { size: A4 landscape; margin: 9mm 10mm; }
@media print {
  #evening .tools, #evening .do, #evening .give, #evening .legend { display: none !important; }
  #evening.view-list .as-timeline, #evening.view-timeline .as-list { display: block; }
  #evening .board { --row: 23.5px; }
  #evening .rows-30 { --row: 17px; } #evening .rows-46 { --row: 11px; } #evening .rows-64, #evening .rows-all { --row: 7.5px; }
  #evening .board .head { position: static; }
  #evening .board text { font-size: 12px; }
  #evening .board .who { transform: none; }
  #evening .board .more { display: none; }
  #evening .rows-46 text { font-size: 9px !important; } #evening .rows-64 text, #evening .rows-all text { font-size: 7px !important; }
  #evening .counts { margin: 0 0 0.25rem; }
  #evening .counts dd { font-size: 1rem; }
  #evening .as-list { break-before: page; font-size: 9pt; }
  #evening .visits > li { grid-template-columns: 6.5rem 2fr 4.5rem 1fr 1.2fr 8rem; padding: 0.125rem 0; break-inside: avoid; align-items: baseline; }
  #evening .visits .when b, #evening .visits .who a { font-size: 1em; }
  #evening .visits a, #evening .unseated a { display: inline; min-height: 0; }
  #evening .visits .notes { grid-row: 2; grid-column: 2 / -1; }
  #evening .absent li { break-inside: avoid; }
  #evening .absent a { display: inline; min-height: 0; }
  #evening .absent li, #evening .visits .gone { padding-block: 0; }
}
`;

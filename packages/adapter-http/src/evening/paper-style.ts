/** The differences from the console: boards without a bar above them, the list below them at any width, the legend on paper. */
export const PAPER_STYLE = `
#evening { display: block; padding: 1rem clamp(0.75rem, 2vw, 1.5rem); }
#evening .board { --top: 0px; background: var(--stage); }
#evening .counts { padding-inline: 0; border: 0; }
#evening .board .labels { width: 6.75rem; }
@media (min-width: 46rem) { #evening .board .labels { width: 9rem; } }
@media print {
  :root { color-scheme: light; }
  #evening { padding: 0; }
  #evening :is(h1, .muted, .counts) { margin: 0; }
  #evening .board { --row: clamp(7px, calc(142mm / var(--n)), 23.5px); break-inside: avoid; }
  #evening .board ~ .board { break-before: page; }
  #evening .legend { display: flex !important; gap: 0 0.75rem; margin: 0; font-size: 0.75rem; print-color-adjust: exact; }
  #evening .waitlist li { break-inside: avoid; }
}
`;

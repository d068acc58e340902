import { TOKENS } from '../pages/style.ts';

/** How `/docs` looks: one column for reading, a list of contents beside it where there is room, light or dark as the reader has it. */
export const DOCS_STYLE = `${TOKENS}
:root { --get: var(--good); --post: #4a4f9c; --event: #7a5311; }
@media (prefers-color-scheme: dark) { :root { --post: #b3b8f5; --event: #e3bd75; } }
* { box-sizing: border-box; }
html { scroll-padding-top: 1.5rem; -webkit-text-size-adjust: 100%; }
body {
  margin: 0; background: var(--ground); color: var(--ink); overflow-wrap: break-word;
  font: 1rem/1.6 var(--sans);
}
a { color: var(--accent); text-underline-offset: 0.15em; text-decoration-thickness: 1px; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
main:focus { outline: none; }
.skip { position: absolute; left: -999rem; padding: 0.5rem 1rem; background: var(--ground); }
.skip:focus { left: 1rem; top: 0.5rem; z-index: 1; }
header {
  display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; justify-content: space-between; align-items: baseline;
  padding: 1rem clamp(1rem, 4vw, 2.5rem); border-bottom: 1px solid var(--line);
}
.name { margin: 0; font-weight: 600; }
.name span { color: var(--muted); font-weight: 400; }
.columns { padding: 0 clamp(1rem, 4vw, 2.5rem) 6rem; }
main { max-width: 46rem; margin: 0 auto; }
nav { font-size: 0.9375rem; }
.above { padding: 0 clamp(1rem, 4vw, 2.5rem); border-bottom: 1px solid var(--line); }
.above summary { font-weight: 600; padding: 0.75rem 0; cursor: pointer; }
.above details[open] { padding-bottom: 1rem; }
.beside { display: none; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav ul ul { padding-left: 1rem; border-left: 1px solid var(--line); margin: 0.125rem 0 0.375rem; }
nav a { display: block; padding: 0.25rem 0; color: var(--ink); text-decoration: none; }
nav ul ul a { color: var(--muted); }
nav a:hover { color: var(--accent); text-decoration: underline; }
@media (min-width: 64rem) {
  .columns { display: grid; grid-template-columns: 15rem minmax(0, 46rem); gap: 4rem; justify-content: center; }
  .above { display: none; }
  .beside { display: block; position: sticky; top: 0; max-height: 100vh; overflow-y: auto; padding: 2.5rem 0.5rem 2rem 0; align-self: start; }
  main { margin: 0; }
}
h1, h2, h3, h4 { line-height: 1.25; letter-spacing: -0.01em; text-wrap: balance; }
h1 { font-size: clamp(1.75rem, 5vw, 2.25rem); margin: 2.5rem 0 0.5rem; }
h2 { font-size: 1.5rem; margin: 4rem 0 1rem; padding-top: 1.5rem; border-top: 1px solid var(--line); }
h3 { font-size: 1.1875rem; margin: 2.5rem 0 0.5rem; }
h4 { font-size: 1rem; margin: 1.75rem 0 0.5rem; letter-spacing: 0; }
p, ul, ol { margin: 0 0 1rem; }
ul, ol { padding-left: 1.375rem; }
li { margin: 0.25rem 0; }
.lead { font-size: 1.125rem; color: var(--muted); }
code { font-family: var(--mono); font-size: 0.875em; }
:not(pre) > code { background: var(--panel); border-radius: 4px; padding: 0.1em 0.25em; overflow-wrap: anywhere; }
pre {
  margin: 0 0 1rem; padding: 0.875rem 1rem; background: var(--panel); border-radius: 6px; line-height: 1.55;
  white-space: pre-wrap; overflow-wrap: anywhere; tab-size: 2;
}
.route { display: flex; gap: 0.625rem; align-items: baseline; margin-bottom: 0.75rem; }
.route code { background: none; padding: 0; font-size: 0.9375rem; overflow-wrap: normal; }
.method { font: 600 0.8125rem/1.4 var(--mono); color: var(--get); border: 1px solid; border-radius: 4px; padding: 0.05rem 0.45rem; }
.method.post { color: var(--post); }
.method.event { color: var(--event); }
.operation { margin-bottom: 3.5rem; }
.fields { margin: 0 0 1rem; }
.fields > div { padding: 0.625rem 0; border-top: 1px solid var(--line); }
.fields > div:target { background: var(--panel); }
.fields dt > code { background: none; padding: 0; font-weight: 600; }
.fields dd { margin: 0.125rem 0 0; }
.fields dd ul { margin: 0.375rem 0 0; }
.facts { color: var(--muted); font-size: 0.875rem; margin-left: 0.375rem; }
.answer { border-top: 1px solid var(--line); }
.answer:last-of-type { border-bottom: 1px solid var(--line); }
.answer > summary { padding: 0.625rem 0; cursor: pointer; }
.answer[open] > summary { padding-bottom: 0.25rem; }
.answer[open] { padding-bottom: 0.75rem; }
.status { font-family: var(--mono); font-weight: 600; color: var(--bad); }
.status.s2 { color: var(--good); }
.with { color: var(--muted); font-size: 0.875rem; margin: 0; }
figure { margin: 0 0 1rem; }
figcaption { font-size: 0.875rem; color: var(--muted); margin-bottom: 0.25rem; }
figure pre { margin: 0; }
@media print { .above, .beside, .skip { display: none; } }
`;

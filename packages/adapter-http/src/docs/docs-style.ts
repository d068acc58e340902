import { TOKENS } from '../web/style.ts';

/** The style of `/docs`: contents, text and code side by side on wide screens, otherwise stacked. */
export const DOCS_STYLE = `${TOKENS}
:root {
  --get: var(--good); --post: #4a4f9c; --delete: var(--bad); --event: #7a5311; --code: #f1f5f2; --bar: #e7ede9;
  --field: #1f5d55; --text: #7a3f12; --word: #4a4f9c; --number: #8a2f5a; --comment: #596769;
}
@media (prefers-color-scheme: dark) {
  :root {
    --post: #b3b8f5; --event: #e3bd75; --code: #171e22; --bar: #1f282d;
    --field: #8ccfc1; --text: #e8c08f; --word: #b3b8f5; --number: #eba6c6; --comment: #aebcbb;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 4rem; -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--ground); color: var(--ink); overflow-wrap: break-word; font: 1rem/1.6 var(--sans); }
a { color: var(--accent); text-underline-offset: 0.15em; text-decoration-thickness: 1px; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
main:focus, nav:focus { outline: none; }
.skip { position: absolute; left: -999rem; padding: 0.5rem 1rem; background: var(--ground); }
.skip:focus { left: 1rem; top: 0.5rem; z-index: 3; }
#spoken { position: absolute; width: 1px; height: 1px; margin: 0; overflow: hidden; clip-path: inset(50%); }
header {
  display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; justify-content: space-between; align-items: baseline;
  padding: 0.875rem clamp(1rem, 3vw, 2rem); border-bottom: 1px solid var(--line); background: var(--ground);
}
header p { margin: 0; display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; }
.name { font-weight: 600; gap: 0.5rem; }
.name a { color: inherit; text-decoration: none; }
.name span { color: var(--muted); font-weight: 400; }
.columns { padding: 0 clamp(1rem, 3vw, 2rem) 6rem; }
main { max-width: 46rem; margin: 0 auto; }

nav { font-size: 0.9375rem; line-height: 1.4; }
.above { position: sticky; top: 0; z-index: 2; padding: 0 clamp(1rem, 3vw, 2rem); border-bottom: 1px solid var(--line); background: var(--ground); }
.above summary { font-weight: 600; padding: 0.75rem 0; cursor: pointer; }
.above details[open] { padding-bottom: 1rem; max-height: 80vh; overflow-y: auto; }
.beside { display: none; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav > ul > li, .above ul > li { margin: 0; }
nav > ul > li > a, .above details > ul > li > a { font-weight: 600; }
nav ul ul { margin: 0 0 0.625rem; }
nav a { display: flex; justify-content: space-between; gap: 0.5rem; align-items: baseline; padding: 0.3125rem 0.75rem; color: var(--ink); text-decoration: none; border-radius: 6px; }
nav ul ul a { color: var(--muted); }
nav a:hover { color: var(--accent); text-decoration: underline; }
nav a[aria-current] { background: var(--panel); color: var(--accent); font-weight: 600; box-shadow: inset 2px 0 var(--accent); border-radius: 0 6px 6px 0; }
.mark { font: 600 0.625rem/1 var(--mono); letter-spacing: 0.02em; text-transform: uppercase; color: var(--muted); }
.mark.get { color: var(--get); } .mark.post { color: var(--post); } .mark.delete { color: var(--delete); } .mark.event { color: var(--event); }

h1, h2, h3, h4 { line-height: 1.25; letter-spacing: -0.01em; text-wrap: balance; }
h1 { font-size: clamp(1.875rem, 5vw, 2.5rem); letter-spacing: -0.02em; margin: 2.5rem 0 0.5rem; }
.hero + section > h2 { margin-top: 2.5rem; }
h2 { font-size: 1.625rem; margin: 4.5rem 0 1rem; padding-top: 2rem; border-top: 1px solid var(--line); }
h3 { font-size: 1.1875rem; margin: 0 0 0.5rem; }
h4 { font-size: 0.9375rem; margin: 1.75rem 0 0.5rem; letter-spacing: 0; }
.anchor { color: var(--muted); font-weight: 400; text-decoration: none; opacity: 0; }
:is(h2, h3):hover .anchor, .anchor:focus-visible { opacity: 1; }
@media (hover: none) { .anchor { opacity: 0.6; } }
p, ul, ol { margin: 0 0 1rem; }
p { text-wrap: pretty; }
ul, ol { padding-left: 1.375rem; }
li { margin: 0.25rem 0; }
.lead { font-size: 1.1875rem; line-height: 1.5; color: var(--muted); max-width: 38rem; }
.go { margin: 1.25rem 0; }
.button { display: inline-block; padding: 0.5rem 1.25rem; border-radius: 8px; background: var(--accent); color: var(--on-accent); font-weight: 600; text-decoration: none; }
.button:hover { background: var(--accent-deep); }
.more { font-size: 0.9375rem; }
.number { display: inline-grid; place-items: center; min-width: 1.625rem; height: 1.625rem; margin-right: 0.25rem; border-radius: 50%; background: var(--accent); color: var(--on-accent); font-size: 0.875rem; letter-spacing: 0; }

code { font-family: var(--mono); font-size: 0.875em; }
:not(pre) > code { background: var(--panel); border-radius: 4px; padding: 0.1em 0.25em; overflow-wrap: anywhere; }
pre { margin: 0 0 1rem; padding: 0.875rem 1rem; background: var(--code); border-radius: 8px; line-height: 1.55; white-space: pre-wrap; overflow-wrap: anywhere; tab-size: 2; }
pre i { font-style: normal; }
i.f { color: var(--field); } i.s { color: var(--text); } i.k { color: var(--word); } i.n { color: var(--number); } i.c { color: var(--comment); }
.panel { margin: 0 0 1rem; border: 1px solid var(--line); border-radius: 10px; overflow: hidden; background: var(--code); }
.panel pre { margin: 0; border-radius: 0; }
.bar { display: flex; flex-wrap: wrap; gap: 0.25rem 0.75rem; justify-content: space-between; align-items: center; min-height: 2.5rem; padding: 0.25rem 0.5rem 0.25rem 1rem; background: var(--bar); font-size: 0.875rem; color: var(--ink); }
.choice { display: flex; flex-wrap: wrap; gap: 0 0.25rem; margin-left: -0.625rem; }
.choice label { position: relative; padding: 0.25rem 0.625rem; border-radius: 6px; cursor: pointer; }
.choice label:hover { color: var(--accent); }
.choice input { position: absolute; inset: 0; margin: 0; opacity: 0; cursor: pointer; }
.choice label:has(:checked) { font-weight: 600; background: var(--code); }
.choice label:has(:focus-visible) { outline: 2px solid var(--accent); }
.tab + .tab { border-top: 1px solid var(--line); }
@supports selector(:has(*)) {
  .tab { display: none; }
  .tabs:has([value='curl']:checked) [data-tab='curl'],
  .tabs:has([value='JavaScript']:checked) [data-tab='JavaScript'],
  .tabs:has([value='Python']:checked) [data-tab='Python'] { display: block; }
}
.copy { padding: 0.1875rem 0.625rem; border: 1px solid var(--edge); border-radius: 6px; background: none; color: var(--ink); font: inherit; font-size: 0.8125rem; cursor: pointer; }
.copy:hover { border-color: var(--accent); color: var(--accent); }
[hidden] { display: none; }
.address { display: inline-flex; flex-wrap: wrap; gap: 0.25rem 0.75rem; align-items: center; max-width: 100%; padding: 0.375rem 0.5rem 0.375rem 1rem; margin-top: 0.5rem; }
.address span { color: var(--muted); font-size: 0.875rem; }
.address code { background: none; padding: 0; }
.folded { margin: -0.5rem 0 1rem; font-size: 0.875rem; }
.folded + .folded { margin-top: -0.75rem; }
.folded summary { padding: 0.25rem 0; cursor: pointer; color: var(--muted); }
.folded summary:hover { color: var(--ink); }
.folded pre { margin-top: 0.25rem; }
.what { font-weight: 600; color: var(--ink); }

.route { display: flex; gap: 0.625rem; align-items: baseline; margin-bottom: 0.75rem; }
.route code { background: none; padding: 0; font-size: 0.9375rem; overflow-wrap: normal; }
.method { font: 600 0.8125rem/1.4 var(--mono); color: var(--get); border: 1px solid; border-radius: 4px; padding: 0.05rem 0.45rem; }
.method.post { color: var(--post); }
.method.delete { color: var(--delete); }
.method.event { color: var(--event); }
.operation, .pair + .pair { margin-top: 3rem; }
.operation { padding-top: 2.5rem; border-top: 1px dashed var(--line); }
.code { margin: 1.25rem 0; }
.fields { margin: 0 0 1rem; }
.fields > div { padding: 0.625rem 0; border-top: 1px solid var(--line); }
.fields > div:target { background: var(--panel); }
.fields dt > code { background: none; padding: 0; font-weight: 600; }
.fields dd { margin: 0.125rem 0 0; font-size: 0.9375rem; }
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
.answer figcaption { font-size: 0.875rem; color: var(--muted); margin-bottom: 0.25rem; }
.answer figure pre { margin: 0; }

@media (min-width: 64rem) {
  html { scroll-padding-top: 1.5rem; }
  .columns { display: grid; grid-template-columns: 15rem minmax(0, 46rem); gap: 3rem; justify-content: center; }
  .above { display: none; }
  .beside { display: block; position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 2rem 0.25rem 2rem 0; align-self: start; }
  main { margin: 0; }
}
@media (min-width: 78rem) {
  .columns { grid-template-columns: 15rem minmax(0, 78rem); gap: clamp(2rem, 3vw, 3.5rem); }
  main { max-width: none; }
  .pair { display: grid; grid-template: 'head code' auto 'detail code' 1fr / minmax(0, 11fr) minmax(0, 12fr); column-gap: clamp(2rem, 3vw, 3.5rem); }
  .head { grid-area: head; }
  .detail { grid-area: detail; }
  .code { grid-area: code; margin: 0; }
  .stays { position: sticky; top: 1.5rem; max-height: calc(100vh - 3rem); overflow-y: auto; }
  .hero, section > p, section > ul, section > h4, section > .fields { max-width: 46rem; }
}
@media print {
  .above, .beside, .skip, .copy, .go, .anchor { display: none; }
  .columns, .pair { display: block; padding: 0; }
  .stays { position: static; max-height: none; }
  pre, .panel, .fields > div { break-inside: avoid; }
  h2, h3, h4 { break-after: avoid; }
}
`;

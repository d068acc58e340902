/** The style of the pages: one narrow column, the reader's light or dark scheme, no external files. */

/** The colours and fonts of all HTML. Text has a contrast of at least 4.5 on its background, borders of fields of 3. */
export const TOKENS = `
:root {
  color-scheme: light dark;
  --ground: #fbfcfa; --panel: #f1f5f2; --ink: #1f2b2d; --muted: #55656a; --line: #dde3df; --edge: #7b8b88;
  --accent: #1f5d55; --accent-deep: #164740; --on-accent: #ffffff; --good: #1f5d55; --bad: #97422f; --bad-deep: #7a3323; --on-bad: #ffffff;
  --sans: -apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, 'Helvetica Neue', Helvetica, Arial, sans-serif;
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #11171a; --panel: #1a2226; --ink: #e7ecea; --muted: #a3b2b0; --line: #2c383f; --edge: #70848a;
    --accent: #8ccfc1; --accent-deep: #a9dfd4; --on-accent: #0d1a19; --good: #8ccfc1; --bad: #eda48f; --bad-deep: #f4bdad; --on-bad: #2a110a;
  }
}
`;

/** The colour around the page on a phone, light and dark: that of the background. */
export const THEME = { light: '#fbfcfa', dark: '#11171a' };

export const BUTTON_COLOURS = `.button:hover, button:hover { background: var(--accent-deep); border-color: var(--accent-deep); }
.button.quiet, button.quiet { background: none; color: var(--accent); border-color: var(--edge); }
.button.quiet:hover, button.quiet:hover { border-color: var(--accent); background: var(--panel); }
.button.bad, button.bad { background: var(--bad); border-color: var(--bad); color: var(--on-bad); }
.button.bad:hover, button.bad:hover { background: var(--bad-deep); border-color: var(--bad-deep); }
`;

export const PAGE_STYLE = `${TOKENS}
*, ::before, ::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0; min-height: 100vh; min-height: 100dvh; display: flex; flex-direction: column;
  background: var(--ground); color: var(--ink); font: 1.0625rem/1.6 var(--sans); overflow-wrap: break-word;
}
header, main, footer { width: 100%; max-width: 34rem; margin: 0 auto; padding: 0 clamp(1.25rem, 6vw, 2rem); }
.wide :is(header, main, footer) { max-width: 44rem; }
header { padding-top: clamp(2rem, 8vw, 4.5rem); }
main { flex: 1; padding-bottom: 3rem; }
.house { margin: 0; font-weight: 600; color: var(--accent); }
.logo { display: block; width: auto; height: 3rem; max-width: min(15rem, 100%); object-fit: contain; object-position: left; margin: 0 0 1rem; }
@media (prefers-color-scheme: dark) { .logo { box-sizing: content-box; padding: 0.5rem 0.75rem; background: #ffffff; border-radius: 8px; } }
h1, h2, h3 { line-height: 1.2; font-weight: 600; text-wrap: balance; margin: 0; }
h1 { font-size: clamp(1.75rem, 6vw, 2.25rem); letter-spacing: -0.02em; margin: 0.5rem 0 1.5rem; }
h2 { font-size: 1.25rem; letter-spacing: -0.01em; margin: 2.5rem 0 0.75rem; }
h3 { font-size: 0.9375rem; color: var(--muted); margin: 1.25rem 0 0.625rem; }
label small, h3 small { font-weight: 400; color: var(--muted); }
p { margin: 0 0 1rem; text-wrap: pretty; }
.muted { color: var(--muted); font-size: 0.9375rem; }
a { color: var(--accent); text-decoration-thickness: 1px; text-underline-offset: 0.2em; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; border-radius: 4px; }

.visit { margin: 0 0 1.75rem; padding: 1.25rem 1.5rem; background: var(--panel); border-left: 3px solid var(--accent); border-radius: 0 10px 10px 0; }
.visit p { margin: 0; }
.visit .when { font-size: 1.3125rem; line-height: 1.35; font-weight: 600; letter-spacing: -0.01em; margin-bottom: 0.5rem; }
.visit .notes { white-space: pre-line; margin-top: 0.5rem; }
.visit .label { font-size: 0.875rem; color: var(--muted); margin-bottom: 0.25rem; }
.visit.before { border-left-color: var(--line); background: none; padding-top: 0; padding-bottom: 0; color: var(--muted); }
.visit.before .when { font-size: 1.0625rem; font-weight: 400; letter-spacing: 0; margin: 0; }

.notice { margin: 0 0 1.75rem; padding: 0.875rem 1.25rem; border: 1px solid var(--good); border-radius: 10px; }
.notice.bad { border-color: var(--bad); }
.notice p { margin: 0; }

.actions { display: flex; flex-wrap: wrap; gap: 0.75rem; margin: 0 0 1.25rem; }
.actions form { display: contents; }
.button, button {
  display: inline-flex; align-items: center; justify-content: center; min-height: 3rem; padding: 0.625rem 1.5rem; text-align: center;
  font: inherit; font-weight: 600; line-height: 1.3; text-decoration: none; cursor: pointer; border-radius: 10px;
  border: 1px solid var(--accent); background: var(--accent); color: var(--on-accent);
}
${BUTTON_COLOURS}.button:focus-visible, button:focus-visible, .time:focus-visible { border-radius: 10px; }
[hidden] { display: none !important; }
@media (max-width: 30rem) { .actions > .button, .actions button { flex: 1 1 100%; } }

.links { margin: 0; padding: 0; list-style: none; }
.links a, .aside { display: inline-flex; align-items: center; min-height: 2.75rem; }

address { font-style: normal; margin-top: 2.5rem; padding-top: 1.5rem; border-top: 1px solid var(--line); }
address p { margin: 0; }
address a { display: inline-flex; align-items: center; min-height: 2.75rem; }
footer { padding-top: 0.75rem; padding-bottom: 1.5rem; font-size: 0.9375rem; color: var(--muted); }
footer ul { display: flex; flex-wrap: wrap; gap: 0 1.25rem; margin: 0; padding: 0; list-style: none; }
footer a, footer [aria-current] { display: inline-flex; align-items: center; min-height: 2.75rem; min-width: 2.75rem; color: var(--muted); }
footer [aria-current] { color: var(--ink); font-weight: 600; }

.fields { display: grid; grid-template-columns: minmax(0, 1fr) minmax(8rem, auto); gap: 1rem; margin: 0 0 1rem; align-items: end; }
.fields button { grid-column: 1 / -1; }
.stack { display: grid; gap: 1.25rem; margin: 0 0 1.5rem; }
@media (max-width: 22rem) { .fields { grid-template-columns: minmax(0, 1fr); } }
label { display: block; font-weight: 600; margin-bottom: 0.375rem; }
input, select, textarea {
  display: block; width: 100%; min-width: 0; min-height: 3rem; padding: 0.5rem 0.875rem; font: inherit; color: inherit;
  background: var(--ground); border: 1px solid var(--edge); border-radius: 10px; -webkit-appearance: none; appearance: none;
}
select {
  padding-right: 2.25rem; background: linear-gradient(45deg, transparent 50%, var(--muted) 50%) right 1.125rem center / 0.375rem 0.375rem no-repeat,
    linear-gradient(-45deg, transparent 50%, var(--muted) 50%) right 0.75rem center / 0.375rem 0.375rem no-repeat, var(--ground);
}
textarea { min-height: 8rem; resize: vertical; line-height: 1.5; }
input:focus-visible, input:focus-within, select:focus-visible, textarea:focus-visible { outline: 3px solid var(--accent); outline-offset: 0; border-radius: 10px; }
[aria-invalid='true'] { border-color: var(--bad); }
.fault { color: var(--bad); margin: 0.375rem 0 0; font-size: 0.9375rem; }
.hint { color: var(--muted); margin: 0.375rem 0 0; font-size: 0.9375rem; }

.days { margin: -0.25rem 0 0.5rem; display: flex; justify-content: space-between; gap: 0.5rem 1rem; flex-wrap: wrap; }
.days a { display: inline-flex; align-items: center; min-height: 2.75rem; }
.back { margin-top: 2rem; }
.times { display: grid; grid-template-columns: repeat(auto-fill, minmax(4.75rem, 1fr)); gap: 0.625rem; margin: 0; padding: 0; list-style: none; }
.time {
  display: flex; flex-direction: column; align-items: center; justify-content: center; min-height: 3rem; padding: 0.375rem; height: 100%;
  border: 1px solid var(--line); border-radius: 10px; font-variant-numeric: tabular-nums; line-height: 1.25; text-align: center;
  color: var(--ink); text-decoration: none; background: var(--panel);
}
button.time { width: 100%; font-weight: 600; }
button.time:hover { border-color: var(--accent); color: var(--accent); background: var(--panel); }
span.time { background: none; border-style: dashed; border-color: var(--edge); color: var(--muted); }
.time small { font-size: 0.8125rem; font-weight: 400; }

code, pre { font-family: var(--mono); font-size: 0.9375rem; }
pre, .secret { margin: 0 0 0.75rem; padding: 1rem 1.25rem; background: var(--panel); border-radius: 10px; white-space: pre-wrap; overflow-wrap: anywhere; line-height: 1.55; }
.secret { display: block; border-left: 3px solid var(--accent); border-radius: 0 10px 10px 0; }
.copy { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 1rem; margin: 0 0 1.5rem; }
dl { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0.25rem 1.5rem; margin: 0 0 1.5rem; }
dt { color: var(--muted); }
dd { margin: 0; overflow-wrap: anywhere; }
@media (max-width: 26rem) { dl { grid-template-columns: minmax(0, 1fr); gap: 0; } dd { margin-bottom: 0.75rem; } }
@media print { footer, .actions { display: none; } }
`;

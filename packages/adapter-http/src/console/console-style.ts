/** The style of the console: the tokens of all pages, denser, for a screen at arm's length. Each part adds to it. */
import { BUTTON_COLOURS, TOKENS } from '../web/style.ts';
import { CONSOLE_TOKENS } from './tokens.ts';

export const CONSOLE_STYLE = `${TOKENS}${CONSOLE_TOKENS}
*, ::before, ::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; scroll-padding-top: 4rem; }
body { margin: 0; min-height: 100vh; min-height: 100dvh; background: var(--ground); color: var(--ink); font: 0.9375rem/1.45 var(--sans); overflow-wrap: break-word; }
[hidden] { display: none !important; }
h1, h2, h3 { line-height: 1.2; font-weight: 600; margin: 0; text-wrap: balance; }
h1 { font-size: 1.375rem; letter-spacing: -0.01em; margin: 0 0 0.75rem; }
h2 { font-size: 1.125rem; margin: 1.75rem 0 0.5rem; }
p { margin: 0 0 0.75rem; text-wrap: pretty; max-width: 42rem; }
a { color: var(--accent); text-decoration-thickness: 1px; text-underline-offset: 0.2em; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 6px; }
main:focus { outline: none; }
.muted, .hint { color: var(--muted); font-size: 0.9375rem; }
.fault { color: var(--bad); margin: 0.25rem 0 0; font-size: 0.9375rem; }

.skip { position: absolute; left: 0.5rem; top: -4rem; z-index: 20; min-height: 2.75rem; padding: 0.625rem 1rem; background: var(--accent); color: var(--on-accent); border-radius: 8px; }
.skip:focus { top: 0.5rem; }

.bar { display: flex; flex-wrap: wrap; align-items: center; gap: 0 1rem; padding: 0 clamp(0.75rem, 2vw, 1.5rem); border-bottom: 1px solid var(--line); background: var(--stage); }
.bar a, .bar summary { display: inline-flex; align-items: center; min-height: 3.1875rem; text-decoration: none; color: inherit; }
.bar .place { font-weight: 600; color: var(--accent); }
.bar .day { display: flex; align-items: center; }
.bar .step { justify-content: center; min-width: 2.75rem; font-size: 1.5rem; line-height: 1; }
.bar .today { padding: 0 0.5rem; color: var(--accent); }
.sections .tab { display: none; }
.sections ul { display: flex; margin: 0; padding: 0; list-style: none; }
.sections a { padding: 0 0.75rem; border-bottom: 3px solid transparent; }
.sections a:hover { border-bottom-color: var(--edge); }
.sections [aria-current] { font-weight: 600; border-bottom-color: var(--accent); }
.bar .person { margin-left: auto; }

.menu { position: relative; }
.menu > summary { cursor: pointer; padding: 0 0.5rem; list-style: none; border-radius: 6px; }
.menu > summary::-webkit-details-marker { display: none; }
.menu > summary::after { content: ''; width: 0.4375rem; height: 0.4375rem; margin: -0.25rem 0.25rem 0 0.625rem; border: solid var(--muted); border-width: 0 2px 2px 0; transform: rotate(45deg); }
.menu > .panel { position: absolute; z-index: 10; top: 100%; right: 0; min-width: 15rem; max-width: calc(100vw - 1rem); margin: 0; padding: 0.5rem; list-style: none; background: var(--ground); border: 1px solid var(--edge); border-radius: 10px; box-shadow: 0 6px 24px rgb(0 0 0 / 0.18); }
.menu > form.panel { display: grid; gap: 0.5rem; padding: 0.875rem; }
.day .menu > .panel { right: auto; left: 0; }
.menu li a, .menu li button { display: flex; width: 100%; justify-content: flex-start; padding: 0 0.625rem; min-height: 2.75rem; border: none; border-radius: 6px; background: none; color: var(--ink); font-weight: 400; }
.menu li a:hover, .menu li button:hover { background: var(--panel); color: var(--accent); }

main { padding: 1rem clamp(0.75rem, 2vw, 1.5rem) 3rem; }
main:has(> #evening) { padding: 0; }
main.narrow { max-width: 60rem; }
#notice:empty { display: none; }
#notice, #banner { margin: 0 0 1rem; padding: 0.625rem 1rem; border: 1px solid var(--good); border-radius: 10px; }
#notice p, #banner p { margin: 0; }
#banner { margin: 1rem clamp(0.75rem, 2vw, 1.5rem) 0; border-color: var(--bad); }

.bare { display: flex; flex-direction: column; font-size: 1.0625rem; line-height: 1.55; }
.bare header, .bare main, .bare footer { width: 100%; max-width: 30rem; margin: 0 auto; padding: 0 1.25rem; }
.bare header { padding-top: clamp(2rem, 8vw, 4.5rem); }
.bare main { flex: 1; padding-bottom: 3rem; }
.bare .brand { margin: 0; font-weight: 600; color: var(--accent); }
.bare h1 { font-size: clamp(1.625rem, 6vw, 2rem); margin: 0.5rem 0 1.25rem; }
footer ul { display: flex; flex-wrap: wrap; gap: 0 1.25rem; margin: 0 0 1.5rem; padding: 0; list-style: none; }
footer a, footer [aria-current] { display: inline-flex; align-items: center; min-height: 2.75rem; color: var(--muted); }
footer [aria-current] { color: var(--ink); font-weight: 600; }

.actions { display: flex; flex-wrap: wrap; gap: 0.625rem; margin: 0 0 1rem; }
.button, button {
  display: inline-flex; align-items: center; justify-content: center; min-height: 2.75rem; padding: 0.5rem 1.125rem; text-align: center;
  font: inherit; font-weight: 600; line-height: 1.25; text-decoration: none; cursor: pointer; border-radius: 8px;
  border: 1px solid var(--accent); background: var(--accent); color: var(--on-accent);
}
${BUTTON_COLOURS}
button[aria-busy='true'] { opacity: 0.6; cursor: progress; }
label { display: block; font-weight: 600; margin-bottom: 0.25rem; }
input, select, textarea {
  display: block; width: 100%; min-width: 0; min-height: 2.75rem; padding: 0.375rem 0.75rem; font: inherit; color: inherit;
  background: var(--ground); border: 1px solid var(--edge); border-radius: 8px;
}
[aria-invalid='true'] { border-color: var(--bad); }
.stack { display: grid; gap: 1rem; margin: 0 0 1rem; max-width: 30rem; }
code { font-family: var(--mono); font-size: 0.9375em; overflow-wrap: anywhere; }
.cards { margin: 0 0 1rem; padding: 0; list-style: none; max-width: 42rem; border: 1px solid var(--line); border-radius: 10px; }
.cards > li { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0.5rem 1rem; padding: 0.75rem 1rem; }
.cards > li + li { border-top: 1px solid var(--line); }
.cards p { margin: 0; }
.cards a { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0 1rem; flex: 1; min-height: 2.75rem; margin: -0.5rem 0; text-decoration: none; }
.cards a strong { text-decoration: underline; text-decoration-thickness: inherit; }
.tag { display: inline-block; margin-left: 0.25rem; padding: 0 0.5rem; border: 1px solid var(--good); border-radius: 1rem; color: var(--good); font-size: 0.875rem; }
.choice { display: flex; flex-wrap: wrap; gap: 0.625rem; align-items: end; margin: 0 0 1rem; }
.choice > select { width: auto; flex: 0 1 16rem; }
.or { margin-top: 0.5rem; }

@media (max-width: 63.9375rem) { .sections a { padding: 0 0.5rem; } .bar { gap: 0 0.5rem; } }
@media screen and (min-width: 56.25rem) { .bar:has(~ main > #evening) { position: sticky; top: 0; z-index: 11; height: 3.25rem; flex-wrap: nowrap; } .menu .rare { display: none; } }
@media (max-width: 56.1875rem) {
  .bar .place { flex: 1; min-width: 0; }
  .bar .day { order: 3; flex: 0 0 calc(100% + 1.5rem); justify-content: center; margin: 0 -0.75rem; border-top: 1px solid var(--line); }
  .bar .day .menu { flex: 1; text-align: center; }
  .bar .day .step { min-width: 3rem; }
  .day .menu > summary { justify-content: center; width: 100%; }
  .day .menu > .panel { left: 50%; transform: translateX(-50%); text-align: left; }
  .sections { order: 4; flex: 0 0 calc(100% + 1.5rem); margin: 0 -0.75rem; border-top: 1px solid var(--line); }
  .sections .wide { display: none; }
  .sections .tab { display: block; }
  .sections ul { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); }
  .bar .sections a { display: flex; justify-content: center; padding: 0; }
}
@media (max-width: 23rem) { .day summary { font-size: 0.9375rem; } .bar .day .step { min-width: 2.75rem; } }
/* Where a thumb is, on a phone that is held upright. */
@media (max-width: 56.1875rem) and (min-height: 32rem) {
  html { scroll-padding-bottom: 4.5rem; }
  .house { padding-bottom: 3.375rem; }
  .sections { position: fixed; z-index: 9; left: 0; right: 0; bottom: 0; height: 3.375rem; margin: 0; background: var(--stage); }
  .bar .sections a { border-top: 3px solid transparent; border-bottom: none; }
  .bar .sections a:hover { border-top-color: var(--edge); }
  .bar .sections [aria-current] { border-top-color: var(--accent); }
}
@media (prefers-reduced-motion: reduce) { *, ::before, ::after { animation: none !important; transition: none !important; } }
@media print { .bar, .skip, .actions, #banner, #notice { display: none; } body { background: none; } main { padding: 0; } .house { padding: 0; } }
`;

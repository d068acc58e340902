/** The style of dragged parties, their previews, and connection errors. */
export const LIVE_STYLE = `
a.party { touch-action: manipulation; -webkit-touch-callout: none; -webkit-user-select: none; user-select: none; cursor: grab; }
.carrying, .carrying a.party { cursor: grabbing; }
a.party.lifted, a.party.leaving { opacity: 0.35; }
.ghosts { pointer-events: none; }
.ghost { fill: var(--ground); stroke: var(--muted); stroke-width: 5; }
.ghost.own { fill: var(--panel); stroke: var(--accent); }
.board .ghosts text { font-weight: 600; }
.ghost.asking { stroke-dasharray: 4 4; }
.ghost.refused, .ghost.stale { stroke: var(--bad); }
.board .ghosts .refused + text, .board .ghosts .stale + text { fill: var(--bad); }
.ghost.other { stroke: var(--accent); stroke-dasharray: 8 5; }
.sending { cursor: progress; }
main[aria-busy]::after { content: ''; position: fixed; z-index: 18; inset: 0 0 auto; height: 4px; background: var(--accent); animation: busy 1.2s ease-in-out infinite; }
@keyframes busy { from { transform: translateX(-100%); } to { transform: translateX(100%); } }
.do[aria-disabled="true"] { opacity: 0.45; }

#carry { position: fixed; z-index: 17; left: 50%; bottom: max(1rem, env(safe-area-inset-bottom)); translate: -50% 0; width: min(34rem, calc(100vw - 2rem)); padding: 0.75rem 1rem; background: var(--ground); border: 1px solid var(--edge); border-left: 5px solid var(--muted); border-radius: 10px; box-shadow: 0 4px 24px rgb(0 0 0 / 18%); }
#carry.good { border-left-color: var(--accent); }
#carry.bad { border-left-color: var(--bad); }
#carry p, #carry ul { margin: 0; }
#carry .title { font-weight: 600; font-size: 1.125rem; font-variant-numeric: tabular-nums; }
#carry ul { padding-left: 1.25rem; font-variant-numeric: tabular-nums; }
#carry .actions:empty { display: none; }
#carry .failure { margin: 0 0 0.5rem -0.75rem; padding-left: 0.75rem; border-left: 5px solid var(--bad); }
#carry .actions { margin-top: 0.75rem; }
.carrying #carry { pointer-events: none; }
.carrying #carry .actions { pointer-events: auto; }
.spoken { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }

#banner { position: sticky; top: 0; z-index: 13; padding: 0.625rem clamp(0.75rem, 2vw, 1.5rem); background: var(--bad); color: var(--ground); }
#banner p { margin: 0; max-width: none; font-weight: 600; }
#banner a { color: inherit; }
.read-only :is(#evening, #notice, #sheet form) button, .read-only a.button { opacity: 0.45; cursor: not-allowed; }
.read-only a.party { cursor: default; }

dialog { width: min(40rem, calc(100vw - 2rem)); max-height: calc(100dvh - 2rem); overflow: auto; padding: 1.25rem; color: var(--ink); background: var(--ground); border: 1px solid var(--edge); border-radius: 12px; }
dialog::backdrop { background: rgb(0 0 0 / 45%); }
dialog h2 { margin-top: 0; }
#keys dl { display: grid; grid-template-columns: auto 1fr; gap: 0.375rem 1rem; margin: 0 0 1rem; }
#keys dd { margin: 0; }
#keys .check { display: flex; align-items: center; min-height: 2.75rem; }
#keys .check input { flex: none; width: 1.5rem; height: 1.5rem; min-height: 0; margin: 0 0.625rem 0 0; }
kbd { display: inline-block; min-width: 1.75rem; padding: 0.125rem 0.375rem; text-align: center; font: inherit; font-weight: 600; border: 1px solid var(--edge); border-radius: 6px; background: var(--panel); }
main:has(> #evening) > #notice { position: fixed; z-index: 16; left: 50%; bottom: 1rem; translate: -50% 0; width: min(34rem, calc(100vw - 2rem)); margin: 0; padding: 0.5rem 1rem; background: var(--ink); color: var(--stage); border: 0; border-radius: 6px; box-shadow: 0 4px 24px rgb(0 0 0 / 18%); }
main:has(> #evening) > #notice :is(a, .muted) { color: inherit; }
main:has(> #evening) > #notice p { flex: 1 1 12rem; }
main:has(> #evening) > #notice button { background: none; color: inherit; border-color: currentColor; }
#notice .recent { display: inline-flex; align-items: center; min-height: 2.75rem; font-size: 0.8125rem; }
#notice.counting::after { content: ''; position: absolute; left: 0; right: 0; bottom: 0; height: 3px; background: currentColor; transform-origin: left; animation: undo 15s linear forwards; }
#notice.waiting::after { animation-play-state: paused; }
@keyframes changed { 50% { stroke: var(--due-edge); stroke-width: 4px; box-shadow: 0 0 0 4px var(--due-edge); } }
@keyframes undo { to { transform: scaleX(0); } }

#sheet { position: fixed; z-index: 14; top: 3.25rem; right: 0; bottom: 0; width: 23.75rem; padding: 1rem; overflow-y: auto; overscroll-behavior: contain; background: var(--stage); border-left: 1px solid var(--line); border-radius: 12px 0 0 12px; box-shadow: 0 4px 24px rgb(0 0 0 / 18%); animation: sheet 240ms ease-out; }
#sheet:focus { outline: none; }
.shield { position: fixed; z-index: 15; }
#sheet .back { display: none; }
#sheet .close { float: right; min-width: 2.75rem; padding: 0; font-size: 1.375rem; border-color: transparent; }
@keyframes sheet { from { transform: translateX(2rem); opacity: 0; } }
@media (min-width: 56.25rem) { main:has(> #evening) > #notice { left: 21rem; translate: 0; width: min(32rem, calc(100vw - 22rem)); } #carry { left: 21rem; translate: 0; width: min(32rem, calc(100vw - 22rem)); } main:has(> #sheet:not([hidden])) > #notice { width: min(32rem, calc(100vw - 46.25rem)); } }
@media (max-width: 56.1875rem) {
  main:has(> #evening) > #notice { bottom: 4.25rem; }
  main:has(> #sheet:not([hidden])) > #notice { top: 0.5rem; bottom: auto; }
  #carry { bottom: 4.25rem; }
  #sheet { top: auto; left: 0; width: auto; max-height: 85vh; max-height: 85dvh; border-radius: 12px 12px 0 0; }
}
@media print { #carry, #banner, #sheet, dialog { display: none; } }
`;

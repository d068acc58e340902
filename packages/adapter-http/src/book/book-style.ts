/**
 * The style of the booking page, in addition to that of all pages. Two rules shorten the first layout on a slow telephone: one font family, and
 * no picture in the field of the date. (`content-visibility` would hide parts below the screen from a screen reader until they are drawn.)
 */
export const BOOK_STYLE = `
:root { --sans: system-ui, sans-serif; }
::-webkit-calendar-picker-indicator {
  width: 1.25rem; height: 1.25rem; margin: 0 -0.375rem 0 0; padding: 0; cursor: pointer;
  background: linear-gradient(45deg, transparent 50%, var(--muted) 50%) left 0.25rem center / 0.375rem 0.375rem no-repeat,
    linear-gradient(-45deg, transparent 50%, var(--muted) 50%) right 0.25rem center / 0.375rem 0.375rem no-repeat;
}
.whole { grid-column: 1 / -1; }
.pair .fault { margin-top: -0.625rem; }
.pair { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 1rem; margin: 0 0 1.25rem; }
button.link { display: inline-flex; justify-content: start; min-height: 2.75rem; padding: 0; border: 0; background: none; color: var(--accent); font-weight: 400; text-decoration: underline; text-align: left; }
button.link:hover { background: none; text-decoration-thickness: 2px; }
details { margin: 1.75rem 0; border: 1px solid var(--line); border-radius: 10px; padding: 0 1.25rem; }
details[open] { padding-bottom: 0.5rem; }
summary { display: flex; align-items: center; min-height: 3rem; font-weight: 600; color: var(--accent); cursor: pointer; }
.larger { margin: 1.75rem 0 0.5rem; }
.picture { display: block; width: 100%; height: auto; aspect-ratio: 2; object-fit: cover; border-radius: 10px; margin: 2.5rem 0 0; }
.menu { grid-template-columns: minmax(0, 1fr) auto; gap: 0.75rem 1.5rem; }
.menu dt { color: inherit; }
`;

/** A button whose position has just changed is disabled briefly: the second of two quick taps was meant for the previous one. */
const REST_MS = 800;

type Positions = ReadonlyMap<string, number>;

const resting = new WeakMap<Element, number>();

const buttons = (): readonly HTMLButtonElement[] => [
  ...document.querySelectorAll<HTMLButtonElement>('#evening button.do, [data-card] .do button'),
];

/** The position of each action. */
export function positionsOf(): Positions {
  return new Map(buttons().map((each) => [keyOf(each), Math.round(each.getBoundingClientRect().top)]));
}

/** Disables the buttons that have moved or changed their action, and shows it. */
export function restAfter(before: Positions): void {
  for (const [key, { top }, each] of buttons().map(
    (button) => [keyOf(button), button.getBoundingClientRect(), button] as const,
  ))
    if (before.get(key) !== Math.round(top)) resting.set(each, performance.now() + REST_MS);
  markResting();
  setTimeout(markResting, REST_MS);
}

function markResting(): void {
  for (const each of buttons()) each.ariaDisabled = isResting(each) ? 'true' : null;
}

function isResting(button: Element): boolean {
  return performance.now() < (resting.get(button) ?? 0);
}

/** A disabled button sends no form. */
export function stopWhileResting(): void {
  const stop = (event: SubmitEvent): void => {
    if (!event.submitter || !isResting(event.submitter)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener('submit', stop, { capture: true });
}

function keyOf(button: HTMLButtonElement): string {
  const action = button.getAttribute('formaction') ?? `${button.form?.action} ${button.textContent.trim()}`;
  return `${button.closest('ol')?.id ?? ''} ${action}`;
}

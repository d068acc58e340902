import { make } from './build.ts';

export interface PanelText {
  readonly title: string;
  readonly lines?: readonly string[];
  readonly heading?: string;
  readonly tone?: 'good' | 'bad' | 'plain';
  /** The subject of a failure, which replaces the previous one about it. */
  readonly about?: string;
}

export interface PanelButton {
  readonly text: string;
  readonly act: () => void;
}

/** How long a message without buttons is shown. */
const FADE_MS = 10_000;

const panel = make('div', { id: 'carry', hidden: '' });
const failures = make('div', { role: 'status' });
const text = make('div', { role: 'status' });
const buttons = make('p', { class: 'actions' });
panel.append(failures, text, buttons);

const removals = new Map<string, () => void>();

/** The panel is in the page from the start, so that screen readers announce later content. */
export function mountPanel(): void {
  document.body.append(panel);
  mountSpoken();
}

export function showPanel(shown: PanelText, actions: readonly PanelButton[] = []): void {
  panel.className = shown.tone ?? 'plain';
  text.replaceChildren(...linesOf(shown));
  buttons.replaceChildren(...buttonsOf(actions));
  reveal();
  buttons.querySelector('button')?.focus();
}

export function hidePanel(): void {
  panel.className = '';
  text.replaceChildren();
  buttons.replaceChildren();
  reveal();
}

/**
 * Shows a failure next to later messages. Returns a function that removes it.
 * @param actions the last one closes the message; Escape does the same
 */
export function showFailure(shown: PanelText, actions: readonly PanelButton[] = []): () => void {
  removals.get(shown.about ?? '')?.();
  const failure = make(
    'div',
    { class: 'failure' },
    ...linesOf(shown),
    make('p', { class: 'actions' }, ...buttonsOf(actions)),
  );
  const before = document.activeElement as HTMLElement | null;
  // A click leaves the focus in the field in which somebody types.
  failure.addEventListener('mousedown', (event) => event.preventDefault());
  failure.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    failure.querySelector<HTMLElement>('button:last-of-type')?.click();
  });
  failures.append(failure);
  reveal();
  const isTyping = before?.matches('input, select, textarea');
  if (!isTyping && !document.body.classList.contains('carrying')) failure.querySelector('button')?.focus();
  const remove = (): void => {
    const hasFocus = failure.contains(document.activeElement);
    failure.remove();
    reveal();
    if (hasFocus)
      (before?.isConnected ? before : document.getElementById('sheet'))?.focus({ preventScroll: true });
  };
  if (shown.about !== undefined) removals.set(shown.about, remove);
  return remove;
}

/** Shows the reason of a rejection, from its page, until it is closed. An error page has only a heading and text. */
export function showRefusal(content: ParentNode, label: string, close: string): void {
  const refusal = content.querySelectorAll('.refusal :is(h2, p:not(.actions, :has(a)), li)');
  const parts = refusal.length > 0 ? refusal : content.querySelectorAll('main :is(h1, p)');
  const [title = '', ...lines] = [...parts].map((part) => {
    const heading = part.closest('h3 + ul')?.previousElementSibling;
    return (heading ? [heading, part] : [part])
      .map(({ textContent }) => textContent.replaceAll(/\s+/g, ' ').trim())
      .join(': ');
  });
  const hide = showFailure({ title: `${label}: ${title}`, lines, about: label }, [
    { text: close, act: () => hide() },
  ]);
}

/** Shows a message for some seconds. */
export function tell(title: string): void {
  setTimeout(showFailure({ title }), FADE_MS);
}

function reveal(): void {
  panel.hidden = failures.childElementCount + text.childElementCount === 0;
}

function linesOf({ title, lines = [], heading }: PanelText): readonly HTMLElement[] {
  const list = lines.length > 0 ? [make('ul', {}, ...lines.map((line) => make('li', {}, line)))] : [];
  const above = heading !== undefined && lines.length > 0 ? [make('p', { class: 'hint' }, heading)] : [];
  return [make('p', { class: 'title' }, title), ...above, ...list];
}

function buttonsOf(actions: readonly PanelButton[]): readonly HTMLElement[] {
  return actions.map(({ text: label, act }) => {
    const button = make('button', { type: 'button' }, label);
    button.addEventListener('click', act);
    return button;
  });
}

export function announce(message: string): void {
  spoken.textContent = '';
  requestAnimationFrame(() => (spoken.textContent = message));
}

const spoken = make('div', { class: 'spoken', role: 'status', id: 'spoken' });

export function mountSpoken(): void {
  document.body.append(spoken);
}

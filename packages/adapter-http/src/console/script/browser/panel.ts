import { make } from './build.ts';

export interface PanelText {
  readonly title: string;
  readonly lines?: readonly string[];
  readonly heading?: string;
  readonly tone?: 'good' | 'bad' | 'plain';
}

export interface PanelButton {
  readonly text: string;
  readonly act: () => void;
}

const panel = make('div', { id: 'carry', hidden: '' });
const text = make('div', { role: 'status' });
const buttons = make('p', { class: 'actions' });
panel.append(text, buttons);

/** Stays where it is in the page from the beginning: what is put into it later is read out. */
export function mountPanel(): void {
  document.body.append(panel);
}

export function showPanel(
  { title, lines = [], heading, tone = 'plain' }: PanelText,
  actions: readonly PanelButton[] = [],
): void {
  panel.hidden = false;
  panel.className = tone;
  const list = lines.length > 0 ? [make('ul', {}, ...lines.map((line) => make('li', {}, line)))] : [];
  const above = heading !== undefined && lines.length > 0 ? [make('p', { class: 'hint' }, heading)] : [];
  text.replaceChildren(make('p', { class: 'title' }, title), ...above, ...list);
  buttons.replaceChildren(
    ...actions.map(({ text: label, act }) => {
      const button = make('button', { type: 'button' }, label);
      button.addEventListener('click', act);
      return button;
    }),
  );
  buttons.querySelector('button')?.focus();
}

export function hidePanel(): void {
  panel.hidden = true;
  text.replaceChildren();
  buttons.replaceChildren();
}

export function announce(message: string): void {
  spoken.textContent = '';
  requestAnimationFrame(() => (spoken.textContent = message));
}

const spoken = make('div', { class: 'spoken', role: 'status', id: 'spoken' });

export function mountSpoken(): void {
  document.body.append(spoken);
}

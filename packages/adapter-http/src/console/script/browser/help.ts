import { make } from './build.ts';
import type { Settings } from './settings.ts';

const SETTING = 'bord.single-keys';

/** Single-letter shortcuts can be switched off, because speech input and accidental key presses can trigger them (WCAG 2.1.4). */
export function usesSingleKeys(): boolean {
  try {
    return localStorage.getItem(SETTING) !== 'off';
  } catch {
    return true;
  }
}

export function toggleHelp({ words: { help, close } }: Settings): void {
  const open = document.querySelector<HTMLDialogElement>('dialog#keys');
  if (open) return open.close();
  const rows: readonly (readonly [string, string])[] = [
    ['← ↑ → ↓', help.arrows],
    ['Enter', help.enter],
    ['m', help.lift],
    ['Esc', help.escape],
    ['w', help.walkIn],
    ['n', help.booking],
    ['/', help.search],
    ['?', help.help],
  ];
  const list = make(
    'dl',
    {},
    ...rows.flatMap(([key, does]) => [make('dt', {}, make('kbd', {}, key)), make('dd', {}, does)]),
  );
  const box = make('input', { type: 'checkbox' });
  box.checked = usesSingleKeys();
  box.addEventListener('change', () => localStorage.setItem(SETTING, box.checked ? 'on' : 'off'));
  const button = make('button', { type: 'button' }, close);
  const dialog = make(
    'dialog',
    { id: 'keys', 'aria-labelledby': 'keys-title' },
    make('h2', { id: 'keys-title' }, help.title),
    list,
    make('p', { class: 'hint' }, help.drag),
    make('p', {}, make('label', { class: 'check' }, box, ` ${help.single}`)),
    make('p', { class: 'actions' }, button),
  );
  button.addEventListener('click', () => dialog.close());
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

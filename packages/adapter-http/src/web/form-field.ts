import { type Content, html, type Html } from './html.ts';

export interface FormField {
  readonly name: string;
  readonly label: Content;
  readonly set: FieldSetter;
  readonly attributes: Html;
  readonly hint: string | null;
  readonly value: string;
  readonly fault: string | null;
  readonly isFocused: boolean;
  readonly after?: Content;
}

export type FieldSetter = (attributes: Html, value: string) => Html;

export const input: FieldSetter = (attributes, value) => html`<input value="${value}" ${attributes} />`;

/** HTML drops a line break at the beginning, so one is added. */
export const textarea: FieldSetter = (attributes, value) =>
  html`<textarea ${attributes}>${'\n'}${value}</textarea>`;

export function formField(field: FormField): Html {
  const { name, label, set, attributes, hint, value, fault, isFocused, after = null } = field;
  const about = [fault !== null && `${name}-fault`, hint !== null && `${name}-hint`].filter(
    (id) => id !== false,
  );
  const described: Content = about.length > 0 && html` aria-describedby="${about.join(' ')}"`;
  const invalid: Content = fault !== null && html` aria-invalid="true"`;
  const focused: Content = isFocused && html` autofocus`;
  const all = html`id="${name}" name="${name}" ${attributes}${described}${invalid}${focused}`;
  return html`<div>
    <label for="${name}">${label}</label>
    ${set(all, value)} ${fault !== null && html`<p class="fault" id="${name}-fault">${fault}</p>`}
    ${hint !== null && html`<p class="hint" id="${name}-hint">${hint}</p>`} ${after}
  </div>`;
}

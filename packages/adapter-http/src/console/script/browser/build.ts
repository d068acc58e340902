/** Creates elements without markup in strings. */
const SVG = 'http://www.w3.org/2000/svg';

type Attributes = Readonly<Record<string, string>>;

export function make<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

export function draw(
  name: string,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): SVGElement {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** The target of an event; the document's root if that is not an element. */
export function elementOf({ target }: Event): Element {
  return target instanceof Element ? target : document.documentElement;
}

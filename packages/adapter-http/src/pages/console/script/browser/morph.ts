/**
 * Makes an element what another is, with as little change as there is between the two: nodes that stay keep their focus, their scroll position and
 * whatever is open or written in them. Parties, blocks and rows are known again by their names.
 */
export function morph(from: Element, to: Element): void {
  const focused = document.activeElement;
  morphElement(from, to);
  if (focused && focused !== document.activeElement && from.contains(focused))
    (focused as HTMLElement | SVGElement).focus({ preventScroll: true });
}

/** The reader's own: what is unfolded stays so. */
const OWN: Readonly<Record<string, readonly string[]>> = { DETAILS: ['open'], DIALOG: ['open'] };

function morphElement(from: Element, to: Element): void {
  if (isBeingFilled(from)) return;
  const own = OWN[from.nodeName] ?? [];
  for (const { name } of Array.from(from.attributes))
    if (!own.includes(name) && !to.hasAttribute(name)) from.removeAttribute(name);
  for (const { name, value } of to.attributes)
    if (!own.includes(name) && from.getAttribute(name) !== value) from.setAttribute(name, value);
  morphChildren(from, to);
}

/** A form in which somebody is writing is left alone. */
function isBeingFilled(element: Element): boolean {
  const focused = document.activeElement;
  return (
    element.nodeName === 'FORM' &&
    focused !== null &&
    focused.matches('input, select, textarea') &&
    element.contains(focused)
  );
}

function morphChildren(from: Element, to: Element): void {
  const named = new Map<string, Element>();
  for (const child of from.children) {
    const key = keyOf(child);
    if (key !== null && !named.has(key)) named.set(key, child);
  }
  let next = from.firstChild;
  for (const wanted of Array.from(to.childNodes)) {
    const key = keyOf(wanted);
    const known = key === null ? alike(next, wanted) : (named.get(key) ?? null);
    if (key !== null) named.delete(key);
    if (!known) {
      from.insertBefore(document.importNode(wanted, true), next);
      continue;
    }
    if (known === next) next = next.nextSibling;
    else from.insertBefore(known, next);
    if (known instanceof Element && wanted instanceof Element) morphElement(known, wanted);
    else if (known.nodeValue !== wanted.nodeValue) known.nodeValue = wanted.nodeValue;
  }
  while (next) {
    const after: ChildNode | null = next.nextSibling;
    next.remove();
    next = after;
  }
}

/** The next node where it may become the wanted one. */
function alike(node: ChildNode | null, wanted: Node): ChildNode | null {
  return node && node.nodeName === wanted.nodeName && keyOf(node) === null ? node : null;
}

/** What a node is known by among its siblings; null for what is like any other. */
function keyOf(node: Node): string | null {
  if (!(node instanceof Element)) return null;
  const { id } = node;
  if (id !== '') return `#${id}`;
  const { booking, block, table, row } = (node as HTMLElement | SVGElement).dataset;
  if (booking !== undefined) return `booking ${booking}`;
  if (block !== undefined) return `block ${block} ${(node as HTMLElement).dataset['tables'] ?? ''}`;
  return row === undefined ? null : `row ${table ?? ''} ${row}`;
}

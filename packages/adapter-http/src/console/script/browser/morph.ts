/** Turns an element into another one; nodes that stay keep focus, scroll position and input. False if a named sibling is missing. */
export function morph(from: Element, to: Element): boolean {
  const focused = document.activeElement;
  const isWhole = morphElement(from, to);
  if (focused && focused !== document.activeElement && from.contains(focused))
    (focused as HTMLElement | SVGElement).focus({ preventScroll: true });
  return isWhole;
}

/** The reader's state: opened details, and the link of the board that is a Tab stop. */
const OWN: Readonly<Record<string, readonly string[]>> = { DETAILS: ['open'], a: ['tabindex'] };

function morphElement(from: Element, to: Element): boolean {
  if (isBeingFilled(from)) return true;
  const own = OWN[from.nodeName] ?? [];
  for (const { name } of Array.from(from.attributes))
    if (!own.includes(name) && !to.hasAttribute(name)) from.removeAttribute(name);
  for (const { name, value } of to.attributes)
    if (!own.includes(name) && from.getAttribute(name) !== value) from.setAttribute(name, value);
  return morphChildren(from, to);
}

/** A form with focus is not changed. */
function isBeingFilled(element: Element): boolean {
  const focused = document.activeElement;
  return (
    element.nodeName === 'FORM' &&
    focused !== null &&
    focused.matches('input, select, textarea') &&
    element.contains(focused)
  );
}

/** A wanted node, and the present nodes that become it; empty for a new one. */
interface Wanted {
  readonly node: Node;
  readonly known: readonly ChildNode[];
}

function morphChildren(from: Element, to: Element): boolean {
  const wanted = wantedOf(from, to);
  if (!wanted) return false;
  const staying = new Set(wanted.flatMap(({ known }) => known));
  let isWhole = true;
  let next = from.firstChild;
  for (const { node, known } of wanted) {
    if (isRest(node)) return isWhole;
    const those = known.length === 0 && !isUnchanged(node) ? alike(next, node, staying) : known;
    const [first] = those;
    if (!first) {
      from.insertBefore(document.importNode(node, true), next);
      // A new node cannot contain nodes that stay.
      if (node instanceof Element && node.querySelector('unchanged')) isWhole = false;
      continue;
    }
    next = cleared(next, those, staying);
    if (first === next) next = those.at(-1)!.nextSibling;
    else for (const each of those) from.insertBefore(each, next);
    if (isUnchanged(node)) continue;
    if (first instanceof Element && node instanceof Element) isWhole = morphElement(first, node) && isWhole;
    else if (first.nodeValue !== node.nodeValue) first.nodeValue = node.nodeValue;
  }
  while (next) {
    const after: ChildNode | null = next.nextSibling;
    next.remove();
    next = after;
  }
  return isWhole;
}

/** The wanted nodes in order; null if a node that should stay is missing. */
function wantedOf(from: Element, to: Element): readonly Wanted[] | null {
  const named = new Map<string, Element>();
  for (const child of from.children) {
    const key = keyOf(child);
    if (key !== null && !named.has(key)) named.set(key, child);
  }
  const wanted: Wanted[] = [];
  for (const node of to.childNodes) {
    const key = isUnchanged(node) ? (node.dataset['first'] ?? null) : keyOf(node);
    const first = key === null ? undefined : named.get(key);
    if (key !== null) named.delete(key);
    if (isUnchanged(node) && !isRest(node)) {
      const known = first ? siblings(first, node.dataset) : null;
      if (!known) return null;
      wanted.push({ node, known });
    } else wanted.push({ node, known: first ? [first] : [] });
  }
  return wanted;
}

/** The siblings from a node to the one with a key; null if it does not follow, or the number of keyed nodes differs. */
function siblings(first: ChildNode, { last, count }: DOMStringMap): readonly ChildNode[] | null {
  const nodes: ChildNode[] = [];
  let found = 0;
  for (let node: ChildNode | null = first; node; node = node.nextSibling) {
    nodes.push(node);
    const key = keyOf(node);
    if (key !== null) found += 1;
    if (key === last) return found === Number(count) ? nodes : null;
  }
  return null;
}

/** The next position: removes nodes that go; of nodes that stay, the fewer are moved later. */
function cleared(
  next: ChildNode | null,
  known: readonly ChildNode[],
  staying: ReadonlySet<ChildNode>,
): ChildNode | null {
  const [first] = known;
  const between: ChildNode[] = [];
  let node = next;
  for (; node && node !== first; node = node.nextSibling) between.push(node);
  if (!node) return next;
  const left = between.filter((each) => staying.has(each));
  if (left.length > known.length) return next;
  for (const each of between) if (!staying.has(each)) each.remove();
  return node;
}

/** The next node if it can become the wanted one. */
function alike(node: ChildNode | null, wanted: Node, staying: ReadonlySet<ChildNode>): readonly ChildNode[] {
  return node && node.nodeName === wanted.nodeName && keyOf(node) === null && !staying.has(node)
    ? [node]
    : [];
}

type Unchanged = HTMLElement | SVGElement;

function isUnchanged(node: Node): node is Unchanged {
  return node.nodeName.toLowerCase() === 'unchanged';
}

function isRest(node: Node): boolean {
  return isUnchanged(node) && node.dataset['first'] === undefined;
}

/** The key of a node among its siblings; null without one. */
function keyOf(node: Node): string | null {
  if (!(node instanceof Element)) return null;
  const { id } = node;
  if (id !== '') return `#${id}`;
  const { booking, block, table, row } = (node as HTMLElement | SVGElement).dataset;
  if (booking !== undefined) return `booking ${booking}`;
  if (block !== undefined) return `block ${block} ${(node as HTMLElement).dataset['tables'] ?? ''}`;
  return row === undefined ? null : `row ${table ?? ''} ${row}`;
}

/** Pages as a screen reader reads them: Chromium's accessibility tree in reading order. */
import type { CDPSession } from 'playwright-core';

interface AxValue {
  readonly value?: string | number | boolean;
}

/** The fields of a node that are read. */
interface AxNode {
  readonly nodeId: string;
  readonly ignored: boolean;
  readonly role?: AxValue;
  readonly name?: AxValue;
  readonly description?: AxValue;
  readonly properties?: readonly { readonly name: string; readonly value: AxValue }[];
  readonly childIds?: readonly string[];
}

/** Their children are read, and they themselves are not. */
const SILENT = new Set([
  'none',
  'generic',
  'paragraph',
  'LabelText',
  'LayoutTable',
  'ListMarker',
  'InlineTextBox',
  'LineBreak',
]);
/** Their name has the text of their children. */
const NAMED = new Set([
  'heading',
  'link',
  'button',
  'textbox',
  'Date',
  'combobox',
  'option',
  'StaticText',
  'image',
]);
/** States that are read. The focus is not: a page gets it some time after its load. */
const STATES = new Set(['level', 'required', 'invalid', 'multiline']);

/** One line for each thing that is read: role, name, description and states. */
export async function readAloud(session: CDPSession): Promise<string> {
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as { nodes: readonly AxNode[] };
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const lines: string[] = [];
  const read = (node: AxNode, depth: number): void => {
    const role = String(node.role?.value ?? 'none');
    const isSilent = node.ignored || SILENT.has(role);
    if (!isSilent) lines.push('  '.repeat(depth) + lineOf(role, node));
    if (!isSilent && NAMED.has(role) && role !== 'combobox') return;
    for (const id of node.childIds ?? []) {
      const child = byId.get(id);
      if (child) read(child, depth + Number(!isSilent));
    }
  };
  read(nodes[0]!, 0);
  return lines.join('\n');
}

function lineOf(role: string, { name, description, properties = [] }: AxNode): string {
  const states = properties.flatMap(({ name: state, value: { value } }) =>
    !STATES.has(state) || value === false || value === 'false'
      ? []
      : [value === true || value === 'true' ? state : `${state} ${value}`],
  );
  const texts = [name?.value, description?.value].filter((text) => text !== undefined && text !== '');
  const spoken = role === 'StaticText' ? [...texts] : [role, ...texts, ...states];
  return spoken.join(', ').replaceAll(/\s+/g, ' ').trim();
}

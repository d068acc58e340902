/** A value as readable JSON: parts that fit on a line stay on one. */
export function jsonText(value: unknown, indent = '', width = 76): string {
  const short = oneLine(value);
  if (typeof value !== 'object' || value === null || indent.length + short.length <= width) return short;
  const inner = `${indent}  `;
  const [open, close, parts] = Array.isArray(value)
    ? ['[', ']', value.map((each) => jsonText(each, inner, width))]
    : ['{', '}', Object.entries(value).map(([name, each]) => `"${name}": ${jsonText(each, inner, width)}`)];
  return `${open}\n${parts.map((part) => inner + part).join(',\n')}\n${indent}${close}`;
}

function oneLine(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`;
  const parts = Object.entries(value).map(([name, each]) => `"${name}": ${oneLine(each)}`);
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`;
}

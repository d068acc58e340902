/** The earliest supported Node.js of Bord and its dependencies. */
const MINIMUM = { major: 22, minor: 19 };

/**
 * Throws if this runtime is too old, with the minimum version. Bun and Deno state their compatible version of Node.js.
 *
 * @param versions of the runtime, as in `process.versions`
 */
export function assertRuntime(versions: Readonly<Partial<Record<string, string>>> = process.versions): void {
  const { node = '0', bun, deno } = versions;
  const [major = 0, minor = 0] = node.split('.').map(Number);
  if (major > MINIMUM.major || (major === MINIMUM.major && minor >= MINIMUM.minor)) return;
  const other = bun ? `Bun ${bun}` : deno && `Deno ${deno}`;
  const found = other ? `${other}, which is compatible with Node.js ${node}` : `Node.js ${node}`;
  throw new Error(
    `Bord needs Node.js ${MINIMUM.major}.${MINIMUM.minor} or later, and this is ${found}: install a later version`,
  );
}

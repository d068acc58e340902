/** `bord verify-store`: what it must not take for a storage that holds. */
import type { Fault } from './run/fault.ts';

const CONTRACT = 'packages/cli/src/contract';
const COMMAND = 'packages/cli/src/commands/verify-store.ts';
const tests = ['packages/cli/src/commands/verify-store.test.ts'];

export const faults: readonly Fault[] = [
  {
    name: 'verify-store-always-content',
    file: COMMAND,
    find: 'return failed > 0 ? 1 : 0;',
    replace: 'return failed > 1000 ? 1 : 0;',
    breaks: 'A build goes on with a storage that gives tables twice.',
    tests,
  },
  {
    name: 'verify-store-waits-for-ever',
    file: `${CONTRACT}/case-process.ts`,
    find: 'await settledWithin(ms, Promise.race([messages.next(), ended]))',
    replace: 'await Promise.race([messages.next(), ended])',
    breaks: 'A storage that hangs is never told of, and neither is what comes after it.',
    tests,
    titled: 'holds the process',
  },
  {
    name: 'verify-store-goes-on-in-a-dead-process',
    file: `${CONTRACT}/verify-storage.ts`,
    find: '        if (running.isOver) running = await start();\n',
    replace: '',
    breaks: 'After a case that ends the process all others count as failed.',
    tests,
    titled: 'ends the process',
  },
  {
    name: 'verify-store-on-what-was-there',
    file: `${CONTRACT}/serve-cases.ts`,
    find: "await mkdtemp(join(folder, 'case-'))",
    replace: 'folder',
    breaks: 'A case finds what the one before it has left, and a storage that holds is said not to.',
    tests,
    titled: 'holds$',
  },
  {
    name: 'verify-store-time-stands-still',
    file: `${CONTRACT}/serve-cases.ts`,
    find: 'pass = async (ms) => void (nowMs += ms),',
    replace: 'pass = async () => undefined,',
    breaks: 'Leases never end: a storage that holds is said not to.',
    tests,
    titled: 'holds$',
  },
  {
    name: 'verify-store-end-not-looked-at',
    file: `${CONTRACT}/serve-cases.ts`,
    find: "    failed ??= { ...failedCase(error), because: 'the storage cannot be closed' };\n",
    replace: '',
    breaks: 'A storage that cannot be closed keeps servers from ending, and nobody has been told.',
    tests,
    titled: 'cannot be closed',
  },
  {
    name: 'verify-store-unopened-is-fine',
    file: `${CONTRACT}/verify-storage.ts`,
    find: 'isUsable = position > 0 || tried.openings > 0;',
    replace: 'isUsable = true;',
    breaks: 'One mistyped host is told of a hundred times.',
    tests,
    titled: 'nothing else is tried',
  },
  {
    name: 'verify-store-difference-without-its-path',
    file: `${CONTRACT}/difference.ts`,
    find: 'differencesOf(expected[key], got[key], pathTo(at, key, expected))',
    replace: 'differencesOf(expected[key], got[key], at)',
    breaks: 'Of twenty fields nobody knows which one is wrong.',
    tests,
    titled: 'one field',
  },
  {
    name: 'verify-store-leaves-folders',
    file: `${CONTRACT}/verify-storage.ts`,
    find: '    rmSync(folder, { recursive: true, force: true });\n',
    replace: '',
    breaks: 'Each run leaves a hundred databases behind.',
    tests,
    titled: 'leaves no folder',
  },
];

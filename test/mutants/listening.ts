/** How events of a sandbox key come to the machine of its developer. */
import type { Faults } from './run/fault.ts';

const ENGINE = 'packages/engine/src';
const LISTENING = `${ENGINE}/app/developer/listening.ts`;
const OF_ENGINE = [`${ENGINE}/app/developer/listening.test.ts`];
const CLI = 'packages/cli/src/listening';
const OF_CLI = [`${CLI}/listen.test.ts`];
const ROUTE = 'packages/adapter-http/src/sandbox/listen-route';

export const faults: Faults = {
  'ended-sessions-stay': {
    file: `${ENGINE}/app/background/nightly-tasks.ts`,
    find: "daily('listening', () => removeEndedSessions(app, nowMs)),",
    replace: '',
    breaks: 'Unused sessions and their events stay.',
    tests: OF_ENGINE,
  },
  'taken-over-by-the-clock': {
    file: LISTENING,
    find: 'Math.max(app.clock.nowMs(), ...before.map(({ createdMs }) => createdMs + 1))',
    replace: 'app.clock.nowMs()',
    breaks: 'On a server with a slow clock, an old session blocks new ones.',
    tests: OF_ENGINE,
  },
  'waiting-deaf-to-changes': {
    file: LISTENING,
    find: '(locationIds ?? []).map((id) => watchers.watch(id, tell))',
    replace: '[] as (() => void)[]',
    breaks: 'Events arrive up to two seconds late.',
    tests: OF_ENGINE,
  },
  'waiting-outlasts-the-server': {
    file: `${ROUTE}.ts`,
    find: 'AbortSignal.any([leaving, gone.signal])',
    replace: 'gone.signal',
    breaks: 'A server cannot stop while a developer listens for events.',
    tests: [`${ROUTE}.test.ts`],
  },
  'any-header-to-the-developer': {
    file: `${CLI}/event-source.ts`,
    find: 'const known = HEADERS.map(',
    replace: 'const known = Object.keys(given).map(',
    breaks: 'A server can set any header of the requests on a developer’s machine.',
    tests: OF_CLI,
  },
};

/** How events of a sandbox key come to the machine of its developer. */
import type { Fault } from './run/fault.ts';

const ENGINE = 'packages/engine/src';
const LISTENING = `${ENGINE}/app/developer/listening.ts`;
const OF_ENGINE = [`${ENGINE}/app/developer/listening.test.ts`];
const CLI = 'packages/cli/src/listening';
const OF_CLI = [`${CLI}/listen.test.ts`];
const ROUTE = 'packages/adapter-http/src/pages/sandbox/listen-route';

export const faults: readonly Fault[] = [
  {
    name: 'session-for-every-key',
    file: LISTENING,
    find: "if (!isSandboxPartner(partner)) throw new BookingError('not_sandbox');",
    replace: '',
    breaks: 'Whoever has a real key drains its events, and the partner’s own systems go by nothing.',
    tests: OF_ENGINE,
  },
  {
    name: 'session-of-another-key',
    file: LISTENING,
    find: 'endpoint !== null && endpoint.partner === partner && isListening(endpoint)',
    replace: 'endpoint !== null && isListening(endpoint)',
    breaks: 'A developer who knows the id of a session reads somebody else’s bookings.',
    tests: OF_ENGINE,
  },
  {
    name: 'session-at-every-location',
    file: LISTENING,
    find: 'const endpoint = { id, partner, locationIds, eventTypes: types, sealed };',
    replace: 'const endpoint = { id, partner, locationIds: null, eventTypes: types, sealed };',
    breaks: 'Anybody with a sandbox key learns when every restaurant is booked.',
    tests: OF_ENGINE,
  },
  {
    name: 'session-open-to-workers',
    file: `${ENGINE}/core/outbox/listening.ts`,
    find: 'disabledMs: nowMs,',
    replace: 'disabledMs: null,',
    breaks: 'Workers try to post to an address that is none, and the events never come to the developer.',
    tests: OF_ENGINE,
  },
  {
    name: 'session-never-over',
    file: `${ENGINE}/core/outbox/listening.ts`,
    find: 'endsMs !== null && endsMs <= nowMs',
    replace: 'endsMs !== null && endsMs < 0',
    breaks: 'What a developer has forgotten collects events for ever.',
    tests: OF_ENGINE,
  },
  {
    name: 'session-not-prolonged',
    file: `${ENGINE}/core/outbox/listening.ts`,
    find: 'return isNew ? null :',
    replace: 'return isNew || !isNew ? null :',
    breaks: 'Whoever listens for a day is thrown out in the midst of it.',
    tests: OF_ENGINE,
  },
  {
    name: 'ended-sessions-stay',
    file: `${ENGINE}/app/background/nightly-tasks.ts`,
    find: "daily('listening', () => removeEndedSessions(app, nowMs)),",
    replace: '',
    breaks: 'Sessions that nobody ends stay, and with them what is written for them.',
    tests: OF_ENGINE,
  },
  {
    name: 'two-listen-at-once',
    file: LISTENING,
    find: 'for (const other of others) await app.storage.endpoints.remove(other.id);',
    replace: '',
    breaks: 'Two programs hear the same events, and nobody is told.',
    tests: OF_ENGINE,
  },
  {
    name: 'taken-over-by-the-clock',
    file: LISTENING,
    find: 'Math.max(app.clock.nowMs(), ...before.map(({ createdMs }) => createdMs + 1))',
    replace: 'app.clock.nowMs()',
    breaks: 'On a server whose clock is behind nobody can listen while an old session goes on.',
    tests: OF_ENGINE,
  },
  {
    name: 'untaken-events-kept-back',
    file: LISTENING,
    find: 'const LEASE_MS = 3 * SECOND_MS;',
    replace: 'const LEASE_MS = 3_000_000 * SECOND_MS;',
    breaks: 'An event whose answer was lost is lost.',
    tests: OF_ENGINE,
  },
  {
    name: 'taken-events-again',
    file: LISTENING,
    find: 'await Promise.all(receipts.map(settle));',
    replace: 'await Promise.all([]);',
    breaks: 'Every event comes again and again.',
    tests: OF_ENGINE,
  },
  {
    name: 'waiting-deaf-to-changes',
    file: LISTENING,
    find: '(locationIds ?? []).map((id) => watchers.watch(id, tell))',
    replace: '[] as (() => void)[]',
    breaks: 'Each event comes up to two seconds late.',
    tests: OF_ENGINE,
  },
  {
    name: 'waiting-outlasts-the-server',
    file: `${ROUTE}.ts`,
    find: 'AbortSignal.any([leaving, gone.signal])',
    replace: 'gone.signal',
    breaks: 'A server that is told to stop waits for developers who wait for events.',
    tests: [`${ROUTE}.test.ts`],
  },
  {
    name: 'any-header-to-the-developer',
    file: `${CLI}/event-source.ts`,
    find: 'const known = HEADERS.map(',
    replace: 'const known = Object.keys(given).map(',
    breaks: 'A server writes what headers it likes into requests of a developer’s own machine.',
    tests: OF_CLI,
  },
  {
    name: 'unseen-events-taken',
    file: `${CLI}/listen.ts`,
    find: 'await delay(unreachable, undefined, { signal });\n        return;',
    replace: 'await delay(unreachable, undefined, { signal });',
    breaks: 'What happens while the developer’s server is restarted is lost.',
    tests: OF_CLI,
  },
  {
    name: 'taken-forgotten-while-away',
    file: `${CLI}/listen.ts`,
    find: "if (answer.kind === 'away') return this.#waitFor(answer);\n    if (this.#away",
    replace:
      "if (answer.kind === 'away') return ((this.#taken = []), this.#waitFor(answer));\n    if (this.#away",
    breaks: 'After each restart of the server events come twice.',
    tests: OF_CLI,
  },
];

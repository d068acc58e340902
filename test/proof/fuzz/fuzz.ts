/** Sends requests at random to a server, and counts what must not be. */
import { type OpenApiDocument, openApiDocument } from '@bord/adapter-http';
import fc from 'fast-check';
import type { StorageKind } from '../../support/storages.ts';
import { createJudge, type Judgement, type RequestClass, type ViolationKind } from './judge.ts';
import { type Draft, drafts } from './requests.ts';
import { type Answer, openServer, type Send, type Sent } from './server.ts';

/** A request with an answer that must not be, as small as it was found. */
export interface Violation {
  readonly kind: ViolationKind;
  readonly why: string;
  /** Which request it was, from 0. */
  readonly index: number;
  readonly sent: Sent;
  readonly status: number;
}

export interface Report {
  readonly database: string;
  readonly seed: number;
  readonly requests: number;
  readonly seconds: number;
  readonly classes: Readonly<Record<RequestClass, number>>;
  /** Answers by operation and status. */
  readonly statuses: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** How many violations there are of each kind. */
  readonly counts: Readonly<Record<ViolationKind, number>>;
  /** The first of each kind and operation. */
  readonly violations: readonly Violation[];
}

export interface FuzzOptions {
  readonly storage: StorageKind;
  readonly seed: number;
  readonly requests: number;
  readonly document?: OpenApiDocument;
  /** Is placed between the requests and the server: for controls. */
  readonly tamper?: (send: Send) => Send;
}

/** Time passes between the requests, so that holds and offers expire. */
const PASS_EVERY = 100;
const PASS_MS = 30_000;
const SHRINK_MAX = 80;

export async function fuzz({ storage, seed, requests, document, tamper }: FuzzOptions): Promise<Report> {
  const described = document ?? openApiDocument();
  const server = await openServer(storage);
  const send = tamper ? tamper(server.send) : server.send;
  const judge = createJudge(described, (cursor) => server.isIssued(cursor));
  const ask: Ask = async (draft) => {
    const sent = server.resolve(draft);
    const answer = await send(sent);
    return { sent, answer, judgement: judge(draft, sent, answer) };
  };
  const startedMs = performance.now();
  const classes = { valid: 0, invalid: 0, open: 0, unmatched: 0 };
  const counts = { failed: 0, undocumented: 0, rejected: 0, accepted: 0 };
  const statuses: Record<string, Record<string, number>> = {};
  const violations = new Map<string, Violation>();
  try {
    for (const [index, draft] of fc.sample(drafts(described), { seed, numRuns: requests }).entries()) {
      if (index % PASS_EVERY === PASS_EVERY - 1) await server.pass(PASS_MS);
      const attempt = await ask(draft);
      const { answer } = attempt;
      const { class: of, violation } = attempt.judgement;
      classes[of] += 1;
      const row = (statuses[draft.operation ?? 'unmatched'] ??= {});
      row[answer.status] = (row[answer.status] ?? 0) + 1;
      if (violation) {
        counts[violation.kind] += 1;
        const name = `${violation.kind} ${draft.operation}`;
        if (!violations.has(name))
          violations.set(name, violationOf(index, await shrunk(draft, attempt, ask)));
      }
      await server.learn(draft, answer);
    }
  } finally {
    await server.close();
  }
  const seconds = Math.round((performance.now() - startedMs) / 100) / 10;
  const found = [...violations.values()];
  return { database: storage.name, seed, requests, seconds, classes, statuses, counts, violations: found };
}

function violationOf(index: number, { sent, answer, judgement }: Attempt): Violation {
  return { ...judgement.violation!, index, sent, status: answer.status };
}

interface Attempt {
  readonly sent: Sent;
  readonly answer: Answer;
  readonly judgement: Judgement;
}

/** Sends a draft and judges its answer. */
type Ask = (draft: Draft) => Promise<Attempt>;

/** The same violation with as little of the request as it needs. Sends each attempt. */
async function shrunk(draft: Draft, first: Attempt, ask: Ask): Promise<Attempt> {
  let [current, best, left] = [draft, first, SHRINK_MAX];
  for (let next: Draft | null = draft; next !== null;) {
    next = null;
    for (const smaller of smallerThan(current)) {
      if (left-- <= 0) return best;
      const attempt = await ask(smaller);
      if (attempt.judgement.violation?.kind !== first.judgement.violation?.kind) continue;
      [current, best, next] = [smaller, attempt, smaller];
      break;
    }
  }
  return best;
}

function* smallerThan(draft: Draft): Generator<Draft> {
  const { query, body, caller } = draft;
  if (caller !== 'usual') yield { ...draft, caller: 'usual' };
  for (const i of query.keys()) yield { ...draft, query: query.toSpliced(i, 1) };
  if (typeof body !== 'object' || body === null) return;
  for (const [name, value] of Object.entries(body)) {
    const { [name]: _, ...others } = body;
    yield { ...draft, body: others };
    if (typeof value === 'string' && value.length > 1)
      yield { ...draft, body: { ...body, [name]: value.slice(0, value.length / 2) } };
  }
}

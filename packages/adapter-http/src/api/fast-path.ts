/**
 * A shorter way to what is asked most: one day (§4.1) that is in memory, for a key that was lately let in. The general way finds a route, waits
 * some ten times for what it could have at once, and does all that any request may need; this one waits once, for the request to be counted.
 *
 * Only what is plain goes here: any other path or method, a query that does not fit, two keys at once are left to the general way. What turns
 * out not to be in memory is handed on to the functions of that way. Both give the same answer: `fast-path.test.ts` holds them to it.
 */
import type { Engine } from '@bord/engine';
import { BoundedMap } from '@bord/engine/adapters';
import type { Answer, Reply } from '../http/answer.ts';
import type { Exchange } from '../http/exchange.ts';
import { availabilityJson } from './availability-json.ts';
import { answerDay, DAY, type DayQuery, readPlainly } from './day-question.ts';
import { admit, admitCounted, type Admitted, presentedKey, type SubjectOf, withSubject } from './guard.ts';
import type { HttpRequest } from '../http/http-request.ts';
import type { Overload } from '../http/load.ts';
import { ConnectionClosed, openExchange, type Pipeline } from '../http/pipeline.ts';

/** The reply to a GET request, or null: it has to go the general way, without any work done for it. */
export type FastPath = (request: HttpRequest) => Promise<Reply> | null;

/** A question as it stands in an address. */
interface Question {
  readonly id: string;
  readonly query: DayQuery;
}

/** Addresses that are remembered with what they ask, and how long they are at most. */
const QUESTIONS_MAX = 2000;
const ADDRESS_LENGTH_MAX = 200;

export function createFastPath(
  engine: Engine,
  base: string,
  overload: Overload,
  pipeline: Pick<Pipeline, 'failed' | 'finish'>,
  subject?: SubjectOf,
): FastPath {
  const { load } = DAY;
  const route = base + DAY.path;
  const questions = new BoundedMap<string, Question>(QUESTIONS_MAX);

  function questionOf({ path, search }: HttpRequest): Question | null {
    const address = path + search;
    const known = questions.get(address);
    if (known || address.length > ADDRESS_LENGTH_MAX || !path.startsWith(base)) return known ?? null;
    const id = PATH.exec(path.slice(base.length))?.[1];
    const query = id === undefined ? null : readPlainly(search);
    if (id === undefined || query === null) return null;
    const question = { id, query };
    questions.set(address, question);
    return question;
  }

  async function reply(request: HttpRequest, { id, query }: Question, key: string): Promise<Reply> {
    const startedMs = performance.now();
    const exchange = openExchange(request.headers);
    let isIn = false;
    let answer: Answer;
    try {
      const coming = overload.enter(load, id, request.response);
      if (coming) await coming;
      isIn = true;
      if (request.response?.closed) throw new ConnectionClosed();
      const keyCaller = engine.recall.caller(key);
      const caller = keyCaller && subject ? withSubject(keyCaller, request, subject) : keyCaller;
      exchange.caller = caller;
      const known = caller && { caller, partner: engine.partner(caller) };
      if (known) exchange.rate = await known.partner.countRequest();
      const found = caller && exchange.rate?.allowed ? engine.recall.availability(caller, id, query) : null;
      if (found) exchange.locationId = id;
      answer = found
        ? { status: 200, body: availabilityJson(found, query.explain === true) }
        : await inGeneral(request, { id, query }, exchange, known);
    } catch (error) {
      answer = pipeline.failed(error, exchange);
    } finally {
      if (isIn) overload.leave(load, id);
    }
    return pipeline.finish({ request, route, exchange, answer, startedMs });
  }

  /** What is not in memory, or may not be answered. */
  async function inGeneral(
    request: HttpRequest,
    question: Question,
    exchange: Exchange,
    known: Admitted | null,
  ): Promise<Answer> {
    const ids = { locationId: question.id };
    if (known) await admitCounted(DAY, known, ids, exchange);
    const { partner } = known ?? (await admit({ engine, subject }, DAY, request, ids, exchange));
    return answerDay(partner, exchange.locationId ?? question.id, question.query);
  }

  return (request) => {
    const question = questionOf(request);
    if (!question) return null;
    const own = request.headers.get('x-partner-key');
    const authorization = request.headers.get('authorization');
    const key = own === null || authorization === null ? presentedKey(authorization, own) : null;
    return key === null ? null : reply(request, question, key);
  };
}

const PATH = /^\/locations\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/availability$/;

/**
 * A shorter path for the most frequent request: one cached day (§4.1) for a key that was admitted recently. The general path matches a route,
 * awaits about ten available values, and handles every kind of request; this one awaits only the request counter.
 *
 * It takes plain requests only. Any other path or method, an unusual query or two keys take the general path; uncached days use its functions. Both
 * give the same answer, which `fast-path.test.ts` checks.
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

/** The reply to a GET request; null if the request must take the general path, before any work was done. */
export type FastPath = (request: HttpRequest) => Promise<Reply> | null;

interface Question {
  readonly id: string;
  readonly query: DayQuery;
}

/** The number of URLs whose parsed requests are cached, and their longest length. */
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

  /** Answers an uncached day or a rejected request. */
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

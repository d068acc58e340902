/** Deliberately wrong servers, one for each kind of violation: a run that does not detect it proves nothing. */
import type { ViolationKind } from './judge.ts';
import type { Answer, Send } from './server.ts';

const JSON_TYPE = new Headers({ 'content-type': 'application/json' });

/** The server fails to read a booking. */
const failing =
  (send: Send): Send =>
  async (sent) =>
    sent.method === 'GET' && sent.path.includes('/bookings/')
      ? { status: 500, headers: JSON_TYPE, text: '{}' }
      : send(sent);

/** An availability answer with an undocumented field. */
const undocumented =
  (send: Send): Send =>
  async (sent) => {
    const answer = await send(sent);
    const text = answer.text.replace('"timezone":', '"timeZone":');
    return { ...answer, text };
  };

/** E-mail addresses must be ASCII. */
const rejecting =
  (send: Send): Send =>
  async (sent) => {
    const [, email = ''] = /"email":"([^"]*)"/.exec(sent.body ?? '') ?? [];
    const answer = await send(sent);
    return answer.status === 201 && /[^\0-\x7f]/.test(email) ? rejection(answer) : answer;
  };

const rejection = ({ headers }: Answer): Answer => ({
  status: 400,
  headers,
  text: JSON.stringify({
    statusCode: 400,
    message: 'email',
    error: 'Bad Request',
    errors: [{ field: 'email', message: 'email' }],
  }),
});

/** A range that ends before it begins is read the other way round: a rule that JSON Schema cannot express. */
const accepting =
  (send: Send): Send =>
  async (sent) => {
    const [, start = '', end = ''] = RANGE.exec(sent.body ?? '') ?? [];
    if (!(end < start)) return send(sent);
    const body = sent.body!.replace(RANGE, `"startDate":"${end}","endDate":"${start}"`);
    return send({ ...sent, body });
  };

const RANGE = /"startDate":"([\d-]{10})","endDate":"([\d-]{10})"/;

export const CONTROLS: Readonly<Record<ViolationKind, (send: Send) => Send>> = {
  failed: failing,
  undocumented,
  rejected: rejecting,
  accepted: accepting,
};

/** With this seed, so many requests find each. */
export const CONTROL_RUN = { seed: 2, requests: 250 } as const;

import type { Attempt } from '../../core/outbox/delivery.ts';
import { settleUnsent } from '../../core/outbox/delivery-rules.ts';
import { MailRefusedError } from '../../ports/mailer.ts';
import type { LeasedDelivery } from '../../ports/outbox.ts';
import type { App } from '../context.ts';
import { composeMail, settledBodyOf } from './compose-mail.ts';
import type { Sent } from './send-webhook.ts';

/** Composes and sends an e-mail, once. */
export async function sendMail(app: App, delivery: LeasedDelivery): Promise<Sent> {
  const sent = await attempted(app, delivery);
  const body = settledBodyOf(delivery.body);
  if (body === delivery.body) return sent;
  const rule: Sent['rule'] = (endpoint) => {
    const settlement = sent.rule(endpoint);
    return settlement.state === 'waiting' ? settlement : { ...settlement, body };
  };
  return { ...sent, rule };
}

async function attempted(app: App, delivery: LeasedDelivery): Promise<Sent> {
  const message = app.mailer && (await composeMail(app, delivery));
  if (!app.mailer || !message) return { delivery, attempt: null, rule: () => ({ state: 'dropped' }) };
  if ('retryAfterMs' in message)
    return { delivery, attempt: null, rule: () => ({ state: 'waiting', ...message }) };
  const made = { by: 'worker', atMs: app.clock.nowMs(), status: null } as const;
  const before = performance.now();
  let fault: unknown;
  try {
    await app.mailer.send(message);
  } catch (error) {
    fault = error ?? new Error('the mail was not taken');
  }
  const isFinal = fault instanceof MailRefusedError;
  const attempt: Attempt = {
    ...made,
    durationMs: Math.round(performance.now() - before),
    outcome: fault === undefined ? 'delivered' : isFinal ? 'refused' : 'failed',
    // A mailer's errors contain no names.
    responseExcerpt: fault instanceof Error ? fault.message.slice(0, 200) : '',
  };
  return {
    delivery,
    attempt,
    rule: () => (fault === undefined ? { state: 'delivered' } : settleUnsent(delivery, isFinal)),
  };
}

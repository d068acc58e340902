/** A partner's first steps: from a key to a booking that is created, moved and reported. */
import { limits } from '@bord/engine';
import { ENDPOINTS } from '../api/endpoints/endpoints.ts';
import { LOCATION_ID } from '../api/demo.ts';

export interface Step {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** The operation of the step, as `POST /bookings/{bookingId}/move`; a step with an unknown operation is omitted. */
  readonly endpoint?: string;
  /** The command if the step has no operation. */
  readonly code?: string;
}

/** The variables of all commands. */
const EXPORTS = `export BORD={base_url}
export KEY=bord_test_…
export LOCATION=${LOCATION_ID}`;

const STEPS: readonly Step[] = [
  {
    id: 'get-a-key',
    title: 'Get an API key',
    text: 'Ask for a sandbox key at `/sandbox` of this server, with your e-mail address and the name of your system. A link comes by mail; the page behind it shows the key, once.',
  },
  {
    id: 'set-up',
    title: 'Set environment variables',
    text: 'Every example on this page takes the address, the key and the location from these variables, so that it can be copied as it is. JavaScript runs in Node.js (save it as `try.mjs`) and Python in 3.9 or newer (`try.py`), both without any package.',
    code: EXPORTS,
  },
  {
    id: 'first-times',
    title: 'Check availability',
    text: 'The times of a day for a party. `available: true` means that a booking made now would succeed. The next steps need two of these times: the curl command keeps the first in `SLOT` and the last in `LATER`. Otherwise type `export SLOT=… LATER=…`.',
    endpoint: 'GET /locations/{locationId}/availability',
  },
  {
    id: 'first-booking',
    title: 'Book a table',
    text: '`startsAt` is a `slot` that is available. 201 has the `id`, which the next steps need: the curl command keeps it in `BOOKING`. Otherwise type `export BOOKING=bk_…`. On 409 another developer was faster: take another time. Each try has a new `idempotencyKey`, since all developers of the sandbox share these keys. If an answer is lost, send the same key again: that is never a second booking.',
    endpoint: 'POST /locations/{locationId}/bookings',
  },
  {
    id: 'first-move',
    title: 'Move the booking',
    text: 'Another time, another size, or both. It succeeds whole, or the booking stays as it was.',
    endpoint: 'POST /bookings/{bookingId}/move',
  },
  {
    id: 'first-hold',
    title: 'Hold a table',
    text: 'A hold takes a table for some minutes, while a guest fills in a form. As before, its `id` is kept in `HOLD`. Confirm it when you have the guest’s data; otherwise it expires automatically.',
    endpoint: 'POST /locations/{locationId}/holds',
  },
  {
    id: 'first-confirm',
    title: 'Confirm the hold',
    text: 'With the guest’s name and e-mail address. A late confirmation still succeeds unless another party has the table.',
    endpoint: 'POST /holds/{holdId}/confirm',
  },
  {
    id: 'first-webhook',
    title: 'Receive webhooks',
    text: 'Guests and restaurants change bookings, too. Webhooks report each change with a signed POST. `bord webhooks listen` brings the events of your sandbox key to your machine, which needs no public address. Start it in a second terminal, with the three lines of “Set environment variables” before it. It shows the signing secret, the same each time.\n\nSave the receiver as `receiver.mjs` or `receiver.py`, and start it in a third terminal, after `export SECRET=whsec_…`. Then book once more, or cancel: both terminals show the event and the answer of your receiver. Until the receiver runs, events wait.\n\nIn production, events are sent to your URL. The operator registers it and gives you its secret: `bord webhooks add --partner SLUG --url URL`.',
    code: `npx @bord/cli webhooks listen "$BORD" --key "$KEY" \\
  --forward-to http://127.0.0.1:8787`,
  },
  {
    id: 'first-cancel',
    title: 'Cancel the booking',
    text: 'The guest is notified by e-mail, and the table is free immediately. Repeating has no further effect.',
    endpoint: 'POST /bookings/{bookingId}/cancel',
  },
];

/** The steps whose operations exist. */
export function firstSteps(): readonly Step[] {
  const known = new Set(
    ENDPOINTS.map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`),
  );
  return STEPS.filter(({ endpoint }) => endpoint === undefined || known.has(endpoint));
}

/** The description of the sandbox. */
export const SANDBOX_TEXT = `The sandbox is one demo restaurant that all developers share, with the location id \`${LOCATION_ID}\`. It is open daily from 11:00 to 22:00 in Stockholm, with a slot every 15 minutes. It has four tables: T1 for 1–2, T2 for 2–4, T3 for 4–6 and T4, at the bar, for 1–2.

A sandbox key has all scopes, can make ${limits.RATE_LIMIT_SANDBOX} requests a minute and is valid for ${limits.SANDBOX_KEY_DAYS} days; up to ${limits.SANDBOX_KEYS_MAX} can be active for one e-mail address. When it expires, get a new one. Bookings that are older than 24 hours are cancelled every night. Other developers book there too, so a slot can be taken: then the answer is 409.

Answers to sandbox keys list ignored fields of the request in the header \`Ignored-Fields\`: a mistyped field is ignored, like a field of a later release.`;

/** The first steps as Markdown, for readers of the document. */
export function firstMinutesText(): string {
  const lines = firstSteps().map(({ title, text, code }, i) => {
    const shown = code === undefined ? '' : `\n\n\`\`\`sh\n${code}\n\`\`\``;
    return `${i + 1}. **${title}.** ${text}${shown}`;
  });
  return lines.join('\n\n');
}

/** `WEBHOOK_SECRETS=whsec_… node src/main.ts`: prints each event as it arrives. */
import { createReceiver, type Heard } from './receiver.ts';

const secrets = (process.env['WEBHOOK_SECRETS'] ?? '').split(',').filter(Boolean);
if (secrets.length === 0) {
  console.error(
    'Set WEBHOOK_SECRETS to the secret that bord webhooks add has shown; several are separated by commas.',
  );
  process.exit(1);
}

/** An endpoint without a list of types gets the events of bookings only. These types must be in its list. */
const named = ['waitlist.offered', 'availability.changed'] as const;

function lineOf({ type, data }: Heard<(typeof named)[number]>): string {
  if (type === 'availability.changed') return `${type}: ask again for ${data.dates.join(', ')}`;
  if (type === 'waitlist.offered')
    return `${type}: ${data.waitingId} may have ${data.startsAt}, until ${data.expiresAt}`;
  return `${type}: booking ${data.bookingId}, ${data.partySize} guests at ${data.startsAt}, ${data.status}`;
}

const receiver = createReceiver({ secrets, named, onEvent: (event) => console.log(lineOf(event)) });
receiver.listen(Number(process.env['PORT'] ?? 4000), '127.0.0.1', () => {
  const address = receiver.address();
  if (address && typeof address === 'object') console.log(`Listening on http://127.0.0.1:${address.port}/`);
});

/** `WEBHOOK_SECRETS=whsec_… node src/main.ts`: prints each event as it arrives. */
import { createReceiver } from './receiver.ts';

const secrets = (process.env['WEBHOOK_SECRETS'] ?? '').split(',').filter(Boolean);
if (secrets.length === 0) {
  console.error(
    'Set WEBHOOK_SECRETS to the secret that bord webhooks add has shown; several are separated by commas.',
  );
  process.exit(1);
}

const receiver = createReceiver({
  secrets,
  onEvent: ({ type, data }) =>
    console.log(
      `${type}: booking ${data.bookingId}, ${data.partySize} guests at ${data.startsAt}, ${data.status}`,
    ),
});
receiver.listen(Number(process.env['PORT'] ?? 4000), '127.0.0.1', () => {
  const address = receiver.address();
  if (address && typeof address === 'object') console.log(`Listening on http://127.0.0.1:${address.port}/`);
});

import type { SecretKeyFit } from '@bord/engine/adapters';
import type { BordCommand } from '../command.ts';
import { confirm, type ConfirmOptions } from '../output/confirm.ts';

export function define(command: BordCommand): void {
  command
    .examples(['accept-key', 'accept-key --yes --json'])
    .description(
      'Makes the database accept the secret key that is given now, when its earlier key is lost. First look for\n' +
        'that one: bord backup puts it into every backup. Without it the webhooks named here cannot be signed until bord\n' +
        'webhooks rotate gives them new secrets, and the links in mails that guests already have are dead.\n\n' +
        'To change a key without losing anything, set BORD_SECRET_KEY=NEW,OLD instead.',
    )
    .option('--yes', 'do not ask')
    .answers(
      async ({ engine }, options: ConfirmOptions) => {
        const before = await engine.operator.secretKeys.readFit();
        if (before.fit === 'foreign')
          await confirm(`${lossText(before)} Accept the key that is given now?`, options);
        const { fit, unreadableEndpoints } = await engine.operator.secretKeys.accept();
        return {
          json: { accepted: fit === 'foreign', unreadableEndpoints },
          text: () =>
            fit === 'foreign'
              ? ['The key is accepted.', ...unreadableEndpoints.map(rotateText)].join('\n')
              : 'The key is the right one: the database is unchanged.',
        };
      },
      { anySecretKey: true },
    );
}

function lossText({ unreadableEndpoints: { length } }: SecretKeyFit): string {
  const endpoints = length === 1 ? '1 webhook endpoint needs' : `${length} webhook endpoints need`;
  return `Links in mails that were sent will be dead, and ${length === 0 ? 'no webhook endpoint needs' : endpoints} a new secret.`;
}

function rotateText(endpointId: string): string {
  return `Give ${endpointId} a new secret, and its partner too: bord webhooks rotate ${endpointId} --overlap 0`;
}

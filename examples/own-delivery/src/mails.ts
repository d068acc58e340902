/** Bord's mails, in its words and the guest's language, sent one's own way: here to a provider that takes JSON over HTTP. */
import { createMailer } from '@bord/adapter-http/mail';
import { type Mailer, MailRefusedError } from '@bord/engine';

export interface ProviderOptions {
  /** Where the provider takes mails. */
  readonly url: string;
  readonly token: string;
  /** `Bord <no-reply@example.se>` */
  readonly from: string;
  /** Base of the links in the mails. */
  readonly publicUrl: string;
}

export function providerMailer({ url, token, from, publicUrl }: ProviderOptions): Mailer {
  return createMailer({
    from,
    publicUrl,
    transport: {
      kind: 'own',
      async send({ hash, fromName, from: address, to, replyTo, subject, text, html, calendar }) {
        const response = await fetch(url, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${token}`,
            'content-type': 'application/json',
            'idempotency-key': hash, // the same however often it is tried: the guest gets one mail
          },
          body: JSON.stringify({
            from: { name: fromName, address },
            to,
            replyTo,
            subject,
            text,
            html,
            attachments: calendar ? [calendar] : [],
          }),
          signal: AbortSignal.timeout(20_000),
        });
        // A failed e-mail is retried for a day; a rejected address is not. Neither message contains personal data.
        if (response.status === 422) throw new MailRefusedError('the provider refuses the address');
        if (!response.ok) throw new Error(`the provider answers ${response.status}`);
      },
    },
  });
}

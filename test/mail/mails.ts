/** Messages, and mailers whose mails are read back by somebody else's parser. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMailer, type MailerOptions } from '@bord/adapter-http/mail';
import type {
  EndpointMessage,
  GuestMessage,
  GuestMessageKind,
  Mailer,
  SignUpMessage,
  WaitingMessage,
  WaitingMessageKind,
} from '@bord/engine';
import type { Language } from '@bord/adapter-http/languages';
import PostalMime, { type Email } from 'postal-mime';
import { onTestFinished } from 'vitest';
import { EXPECTED } from '../support/languages.ts';

export const NOW_MS = Date.parse('2026-12-03T11:00:00Z');
export const FROM = 'Bord <no-reply@bord.example>';
export const PUBLIC_URL = 'https://boka.example.se';

/** Four people on Friday 4 December at half past seven in Stockholm. */
export function guestMessage(more: Partial<GuestMessage> = {}): GuestMessage {
  return {
    kind: 'confirmation',
    id: 'bk_1:mail.confirmation:0@mail',
    to: 'astrid@example.se',
    guestName: 'Astrid Lindqvist',
    notes: null,
    language: 'sv',
    location: {
      id: '00000000-0000-4000-8000-000000000001',
      name: 'Sjöbaren',
      timeZone: 'Europe/Stockholm',
      contact: {
        address: 'Strandvägen 1, 114 56 Stockholm',
        phone: '08-123 45 67',
        email: 'hej@sjobaren.example.se',
      },
      brand: { colour: null, logo: null },
    },
    bookingId: 'bk_1',
    startMs: Date.parse('2026-12-04T18:30:00Z'),
    endMs: Date.parse('2026-12-04T20:30:00Z'),
    partySize: 4,
    madeMs: Date.parse('2026-11-21T13:00:00Z'),
    sequence: 0,
    isByAssistant: false,
    manageToken: 'q4ZrT0c9mX2bV7nK1sLw8uYfHdJe5aPgR3iOtNzB6vM',
    ...more,
  };
}

/** The same message of another restaurant. */
export function messageOf(location: Partial<GuestMessage['location']>, more: Partial<GuestMessage> = {}) {
  const message = guestMessage(more);
  return { ...message, location: { ...message.location, ...location } };
}

export const KINDS: readonly GuestMessageKind[] = ['confirmation', 'moved', 'cancelled', 'reminder'];

/** A waiting guest in a language: between 18:30 and 20:00 on the same day, with a table held from 19:30. */
export const waitingMessageIn = (
  language: Language,
  kind: WaitingMessageKind,
  more: Partial<WaitingMessage> = {},
): WaitingMessage => {
  const {
    id: _,
    notes: _n,
    bookingId: _b,
    endMs,
    sequence: _s,
    manageToken,
    startMs,
    ...shared
  } = guestMessage(locationIn(language));
  return {
    ...shared,
    kind,
    id: `wt_1:mail.${kind}:0@mail`,
    language,
    waitingId: 'wt_1',
    fromMs: Date.parse('2026-12-04T17:30:00Z'),
    toMs: Date.parse('2026-12-04T19:00:00Z'),
    mode: 'offer',
    offer: kind === 'waitlist_offered' ? { startMs, endMs, expiresMs: NOW_MS + 30 * 60_000 } : null,
    token: manageToken,
    ...more,
  };
};

/** A guest and a restaurant whose names are of the language. */
export const locationIn = (language: Language): Pick<GuestMessage, 'guestName' | 'location'> => {
  const { guestName, location = guestMessage().location } = EXPECTED[language];
  return { guestName, location };
};

/** A message in a language, as a guest who reads it would get it. */
export const messageIn = (language: Language, kind: GuestMessageKind, more: Partial<GuestMessage> = {}) =>
  guestMessage({
    ...locationIn(language),
    language,
    kind,
    ...(kind === 'cancelled' ? { manageToken: null } : {}),
    ...more,
  });

export const endpointMessage: EndpointMessage = {
  kind: 'endpoint_failing',
  id: 'ep_1:10',
  endpointId: 'ep_1',
  partner: 'hotel-nord',
  url: 'https://hooks.hotel-nord.example/bord/events',
  failedInARow: 10,
  madeMs: NOW_MS,
};

export const signUpMessage: SignUpMessage = {
  kind: 'sign_up',
  id: 'su_1',
  to: 'dev@example.com',
  system: 'Hotel Nord PMS',
  token: 'w8uYfHdJe5aPgR3iOtNzB6vMq4ZrT0c9mX2bV7nK1sL',
  madeMs: NOW_MS,
  expiresMs: NOW_MS + 24 * 3_600_000,
};

/** A separate folder, removed after the test. */
async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'bord-mail-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return join(folder, 'mail');
}

/** A mailer that writes to a separate folder. */
export async function folderMailer(options: Partial<MailerOptions> = {}) {
  const path = await aFolder();
  const mailer: Mailer = createMailer({
    transport: { kind: 'folder', path },
    from: FROM,
    publicUrl: PUBLIC_URL,
    nowMs: () => NOW_MS,
    ...options,
  });
  const files = async (): Promise<string[]> => (await readdir(path)).toSorted();

  /** Sends a message and gives what became of it: the bytes, and as a stranger reads them. */
  async function sent(message: Parameters<Mailer['send']>[0]): Promise<{ raw: Buffer; mail: Email }> {
    await rm(path, { recursive: true, force: true });
    await mailer.send(message);
    const [file] = await files();
    const raw = await readFile(join(path, file!));
    return { raw, mail: await PostalMime.parse(raw) };
  }

  return { mailer, path, files, sent };
}

/** The names of a mail's headers, sorted. */
export function headerNames(mail: Email): string[] {
  return mail.headers.map(({ key }) => key).toSorted();
}

/** The text of markup, as a screen reader speaks it. */
export function readAloud(html: string): string {
  const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
  return html
    .replace(/^.*<body/s, '<body')
    .replaceAll(/<!--.*?-->/gs, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name]!)
    .replaceAll(/\s+/g, ' ')
    .trim();
}

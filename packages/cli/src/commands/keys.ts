import { type ApiKeyRecord, BookingError, DAY_MS, formatInstant, type Scope, SCOPES } from '@bord/engine';
import { isPartnerSlug } from '@bord/engine/adapters';
import { Option } from 'commander';
import { type BordCommand, LOCATION_NAMES } from '../command.ts';
import { durationMs, each, oneOf, reading, wholeNumber } from '../config/option-values.ts';
import { locationIdsNamed } from '../config/location-named.ts';
import { confirm, type ConfirmOptions } from '../output/confirm.ts';
import { tableText } from '../output/layout.ts';
import { madeKeyAnswer, termsJson } from './made-key.ts';
import { plain } from '../output/plain.ts';
import { momentText } from '../output/times.ts';

const EXAMPLE = '"Bistro Nord"';

export function define(command: BordCommand): void {
  defineCreate(command);

  command
    .subcommand('list', 'all keys, also those that are over', ['keys list', 'keys list --json'])
    .answers(async ({ engine }) => {
      const keys = await engine.operator.keys.list();
      const listed = keys.map((key) => ({ key, state: stateOf(key, engine.operator.keys.isActive(key)) }));
      return { json: listed.map(({ key, state }) => keyJson(key, state)), text: () => listText(listed) };
    });

  command
    .subcommand('revoke <id>', 'end a key permanently, within 5 seconds', [
      'keys revoke key_4pQ7cZk1TmVb',
      'keys revoke key_4pQ7cZk1TmVb --yes',
    ])
    .option('--yes', 'do not ask')
    .answers(async ({ engine }, options: ConfirmOptions, id) => {
      const known = (await engine.operator.keys.list()).find((key) => key.id === id);
      if (!known)
        throw new BookingError('key_not_found', `key ${id} does not exist: bord keys list shows all of them`);
      if (known.revokedMs === null)
        await confirm(`Revoke key ${id} (${known.hint}) of partner ${known.partner}?`, options);
      const key = await engine.operator.keys.revoke(known.id);
      return {
        json: keyJson(key, stateOf(key, false)),
        text: () => `Key ${key.id} of partner ${key.partner} is revoked.`,
      };
    });

  defineRotate(command);
}

interface CreateOptions {
  readonly partner: string;
  readonly location?: readonly string[];
  readonly scope?: readonly Scope[];
  readonly rateLimit?: number;
  readonly expiresIn?: number;
}

function defineCreate(command: BordCommand): void {
  command
    .subcommand('create', 'issue a key to a partner', [
      `keys create --partner acme --location ${EXAMPLE}`,
      `keys create --partner acme --location ${EXAMPLE} --scope availability:read --scope menu:read`,
      'keys create --partner acme --rate-limit 600 --expires-in 90d',
    ])
    .requiredOption('--partner <slug>', 'partner: lower-case letters, digits, hyphens', partnerSlug)
    .option(
      '--location <location>',
      `a location it may see (${LOCATION_NAMES}), repeatable; without any the key has no list`,
      each((text: string) => text),
    )
    .option(
      '--scope <scope>',
      `permission, repeatable: ${SCOPES.join(', ')} (default: all)`,
      each(oneOf(SCOPES)),
    )
    .option('--rate-limit <n>', 'requests a minute (default: 120)', wholeNumber(1, 1_000_000))
    .option('--expires-in <duration>', 'such as 90d (default: never)', durationMs)
    .answers(
      async (runtime, options: CreateOptions) => {
        const { partner, location, scope, rateLimit, expiresIn } = options;
        const made = await runtime.engine.operator.keys.create({
          partner,
          locationIds: await locationIdsNamed(runtime.engine, location),
          ...(scope && { scopes: scope }),
          ...(rateLimit && { rateLimit }),
          ...(expiresIn && { expiresMs: Date.now() + expiresIn }),
        });
        return madeKeyAnswer(runtime, made);
      },
      { migrates: 'if empty' },
    );
}

function defineRotate(command: BordCommand): void {
  command
    .subcommand('rotate <id>', 'issue a new key in the place of an old one', [
      'keys rotate key_4pQ7cZk1TmVb',
      'keys rotate key_4pQ7cZk1TmVb --overlap 7d',
    ])
    .description(
      'Issues a new key on the same terms, which sees the same bookings. The old one stays valid for the overlap,\n' +
        'so that the partner has time to change over.',
    )
    .addOption(
      new Option('--overlap <duration>', 'how long the old key stays valid; 0 ends it now')
        .argParser((text) => (text === '0' ? 0 : durationMs(text)))
        .default(DAY_MS, '24h'),
    )
    .answers(async (runtime, { overlap }: { readonly overlap: number }, id) => {
      const made = await runtime.engine.operator.keys.rotate(id, overlap);
      const answer = await madeKeyAnswer(runtime, made);
      const ends = made.old.expiresMs ?? Date.now();
      return {
        json: { ...(answer.json as object), replaces: { id, expiresAt: formatInstant(ends) } },
        text: async () => {
          const old = overlap === 0 ? 'has ended' : `stays valid until ${momentText(ends)}`;
          return `${await answer.text()}\n\nThe old key ${id} ${old}.`;
        },
      };
    });
}

const partnerSlug = reading('1 to 60 lower-case letters, digits and inner hyphens', (text) =>
  isPartnerSlug(text) ? text : undefined,
);

type KeyState = 'active' | 'revoked' | 'expired';

function stateOf({ revokedMs }: ApiKeyRecord, isActive: boolean): KeyState {
  if (isActive) return 'active';
  return revokedMs === null ? 'expired' : 'revoked';
}

function keyJson(key: ApiKeyRecord, state: KeyState): object {
  const { id, hint, createdMs, revokedMs, lastUsedMs, sandboxEmail, system } = key;
  return {
    id,
    hint,
    state,
    ...termsJson(key),
    createdAt: formatInstant(createdMs),
    revokedAt: revokedMs === null ? null : formatInstant(revokedMs),
    lastUsedAt: lastUsedMs === null ? null : formatInstant(lastUsedMs),
    email: sandboxEmail,
    system,
  };
}

function listText(listed: readonly { readonly key: ApiKeyRecord; readonly state: KeyState }[]): string {
  if (listed.length === 0) return 'There are no keys yet: bord keys create makes one.';
  const rows = listed.map(({ key, state }) => [
    key.id,
    `…${key.hint.slice(-4)}`,
    key.partner,
    stateText(key, state),
    key.locationIds === null ? 'no list' : String(key.locationIds.length),
    key.scopes.length === SCOPES.length ? 'all' : `${key.scopes.length} of ${SCOPES.length}`,
    String(key.rateLimit),
    key.lastUsedMs === null ? 'never' : formatInstant(key.lastUsedMs).slice(0, 10),
    [key.sandboxEmail, key.system].flatMap((text) => (text === null ? [] : [plain(text)])).join(', '),
  ]);
  return tableText(
    ['id', 'ends in', 'partner', 'state', 'locations', 'scopes', 'a minute', 'last used', 'who'],
    rows,
  );
}

/** `active`, `until 2026-12-01` (UTC), `expired`, `revoked` */
function stateText({ expiresMs }: ApiKeyRecord, state: KeyState): string {
  if (state !== 'active' || expiresMs === null) return state;
  return `until ${formatInstant(expiresMs).slice(0, 10)}`;
}

/** The contract for sign-ups, and the sandbox keys made from them. */
import { insertion } from '../core/access/records.ts';
import { eraseSandboxKeys, eraseSignUps, purgeSandboxKeys, purgeSignUps } from '../ports/remove-records.ts';
import { keyRevocation, sandboxKey } from '../core/access/key-steps.ts';
import assert from 'node:assert/strict';
import type { ApiKeyRecord } from '../core/access/api-key.ts';
import { DAY_MS } from '../core/instant.ts';
import { concurrently, type ContractCase, idsOf, spread, test } from './contract-case.ts';
import { aDelivery, aKey, aSignUp, FRIDAY_MS, lease } from './fixtures.ts';

type Outcome = ReturnType<ReturnType<typeof sandboxKey>['rule']>['result'];

const KEYS_MAX = 3;

const aSandboxKey = (id: string, given: Partial<ApiKeyRecord> = {}): ApiKeyRecord =>
  aKey(id, { sandboxEmail: 'dev@example.com', expiresMs: FRIDAY_MS + DAY_MS, system: 'app', ...given });

const count = (outcomes: readonly Outcome[], wanted: Outcome): number =>
  outcomes.filter((outcome) => outcome === wanted).length;

export const signUpCases: readonly ContractCase[] = [
  test('sign-ups: are read back, every field, by their id', async ({ storage: { records } }) => {
    const full = aSignUp('s2', { email: "o'neil@example.com", system: 'Bokning 🍽', keyId: 'key_1' });
    for (const signUp of [aSignUp('s1'), full]) await records.amend(insertion('signUps', signUp));
    for (const signUp of [aSignUp('s1'), full]) {
      assert.deepEqual(await records.find('signUps', { id: signUp.id }), signUp);
    }
    assert.equal(await records.find('signUps', { id: 's3' }), null);
  }),
  test('sign-ups: one and its e-mails are written together, or neither', async ({ storage }) => {
    await storage.records.amend(insertion('signUps', aSignUp('s1'), [aDelivery('d1'), aDelivery('d2')]));
    const twice = storage.records.amend(
      insertion('signUps', aSignUp('s1', { system: 'other' }), [aDelivery('never')]),
    );
    await assert.rejects(twice);
    assert.deepEqual(idsOf(await lease(storage)).toSorted(), ['d1', 'd2']);
    assert.deepEqual(await storage.records.find('signUps', { id: 's1' }), aSignUp('s1'));
    assert.equal(await storage.records.find('signUps', { id: 's2' }), null);
  }),
  test('sign-ups: those that expired before an instant are deleted, used or not', async (harness) => {
    const {
      storage: { records },
    } = harness;
    await records.amend(insertion('signUps', aSignUp('used', { expiresMs: FRIDAY_MS - 1, keyId: 'key_1' })));
    await records.amend(insertion('signUps', aSignUp('expired', { expiresMs: FRIDAY_MS - 2 })));
    await records.amend(insertion('signUps', aSignUp('fresh', { expiresMs: FRIDAY_MS })));
    assert.equal(await purgeSignUps(records, FRIDAY_MS - 2), 0);
    assert.equal(await purgeSignUps(records, FRIDAY_MS), 2);
    assert.equal(await purgeSignUps(records, FRIDAY_MS), 0);
    assert.deepEqual(
      [await records.find('signUps', { id: 'used' }), await records.find('signUps', { id: 'expired' })],
      [null, null],
    );
    assert.deepEqual(
      await records.find('signUps', { id: 'fresh' }),
      aSignUp('fresh', { expiresMs: FRIDAY_MS }),
    );
  }),
  test('keys: of 20 concurrent sandbox keys for one address three are made; expired and revoked ones leave room', async (harness) => {
    const store = spread(harness);
    const { records } = harness.storage;
    const insert = (id: string, i = 0, nowMs = FRIDAY_MS): Promise<Outcome> =>
      store(i).records.amend(sandboxKey(aSandboxKey(id), KEYS_MAX, nowMs, null));
    const outcomes = await concurrently(20, (i) => insert(`key_${i}`, i));
    assert.deepEqual([count(outcomes, 'made'), count(outcomes, 'full')], [KEYS_MAX, 17]);
    assert.equal((await records.list('keys')).length, KEYS_MAX);
    const other = aSandboxKey('other', { sandboxEmail: 'b@example.com' });
    assert.equal(await records.amend(sandboxKey(other, KEYS_MAX, FRIDAY_MS, null)), 'made');
    assert.deepEqual(await records.find('keys', { id: 'other' }), other);
    await records.amend(keyRevocation(`key_${outcomes.indexOf('made')}`, FRIDAY_MS));
    assert.equal(await insert('after revoking'), 'made');
    assert.equal(await insert('too many'), 'full');
    assert.equal(await insert('after expiry', 0, FRIDAY_MS + DAY_MS), 'made');
  }),
  test('keys: of 50 sign-ups of one address, claimed concurrently, three make a key; the others are not used up', async (harness) => {
    const store = spread(harness);
    const { records } = harness.storage;
    for (let i = 0; i < 50; i++) await records.amend(insertion('signUps', aSignUp(`s${i}`)));
    const claim = (i: number, keyId: string): Promise<Outcome> =>
      store(i).records.amend(sandboxKey(aSandboxKey(keyId), KEYS_MAX, FRIDAY_MS, `s${i}`));
    const outcomes = await concurrently(50, (i) => claim(i, `key_${i}`));
    assert.deepEqual([count(outcomes, 'made'), count(outcomes, 'full')], [KEYS_MAX, 47]);
    for (const [i, outcome] of outcomes.entries()) {
      const keyId = outcome === 'made' ? `key_${i}` : null;
      assert.deepEqual(await records.find('signUps', { id: `s${i}` }), aSignUp(`s${i}`, { keyId }));
      assert.equal((await records.find('keys', { id: `key_${i}` })) !== null, outcome === 'made');
    }
    const [made, full] = [outcomes.indexOf('made'), outcomes.indexOf('full')];
    assert.equal(await claim(made, 'again'), 'used', 'the limit does not affect holders of a key');
    await records.amend(keyRevocation(`key_${made}`, FRIDAY_MS));
    assert.equal(await claim(made, 'again'), 'used');
    assert.equal(await claim(full, 'at last'), 'made');
  }),
  test('keys: of 10 concurrent claims of one sign-up one makes a key; an unknown one makes none', async (harness) => {
    const store = spread(harness);
    const { records } = harness.storage;
    await records.amend(insertion('signUps', aSignUp('s')));
    const outcomes = await concurrently(10, (i) =>
      store(i).records.amend(sandboxKey(aSandboxKey(`key_${i}`), KEYS_MAX, FRIDAY_MS, 's')),
    );
    assert.deepEqual([count(outcomes, 'made'), count(outcomes, 'used')], [1, 9]);
    const made = `key_${outcomes.indexOf('made')}`;
    assert.deepEqual(idsOf(await records.list('keys')), [made]);
    assert.equal((await records.find('signUps', { id: 's' }))?.keyId, made);
    assert.equal(await records.amend(sandboxKey(aSandboxKey('key'), KEYS_MAX, FRIDAY_MS, 'unknown')), 'used');
    assert.equal(await records.find('keys', { id: 'key' }), null);
  }),
  test('keys: sandbox keys are counted by mailbox, without case and tags, and keep the address as it was written', async (harness) => {
    const {
      storage: { records },
    } = harness;
    const spellings = ['Åsa+a@Example.com', 'a\u030Asa@example.com', 'ÅSA+b+c@EXAMPLE.com'];
    for (const [i, sandboxEmail] of spellings.entries()) {
      const key = aSandboxKey(`key_${i}`, { sandboxEmail });
      assert.equal(await records.amend(sandboxKey(key, KEYS_MAX, FRIDAY_MS, null)), 'made');
      assert.deepEqual(await records.find('keys', { id: key.id }), key);
    }
    const insert = (id: string, sandboxEmail: string): Promise<Outcome> =>
      records.amend(sandboxKey(aSandboxKey(id, { sandboxEmail }), KEYS_MAX, FRIDAY_MS, null));
    assert.equal(await insert('fourth', 'åsa+d@example.com'), 'full');
    assert.equal(await insert('other', 'asa@example.com'), 'made');
  }),
  test('keys: sandbox keys that ended before an instant are deleted, up to a limit; those of partners stay', async (harness) => {
    const {
      storage: { records },
    } = harness;
    const ended = [
      aSandboxKey('expired', { expiresMs: FRIDAY_MS - 1 }),
      aSandboxKey('revoked', { revokedMs: FRIDAY_MS - 1 }),
      aSandboxKey('both', { revokedMs: FRIDAY_MS - 2, expiresMs: FRIDAY_MS + 1 }),
    ];
    const remaining = [
      aSandboxKey('at the instant', { expiresMs: FRIDAY_MS }),
      aSandboxKey('active'),
      aKey('of a partner', { expiresMs: FRIDAY_MS - 9, revokedMs: FRIDAY_MS - 9 }),
    ];
    for (const key of [...ended, ...remaining]) await records.amend(insertion('keys', key));
    assert.equal(await purgeSandboxKeys(records, FRIDAY_MS, 2), 2);
    assert.equal(await purgeSandboxKeys(records, FRIDAY_MS, 100), 1);
    assert.equal(await purgeSandboxKeys(records, FRIDAY_MS, 100), 0);
    const left = idsOf(await records.list('keys'));
    assert.deepEqual(left.toSorted(), idsOf(remaining).toSorted());
    assert.equal(await records.find('keys', { hash: 'hash of expired' }), null);
  }),
  test('keys: those of one developer are deleted by e-mail address, active or not, with their sign-ups; all others stay', async (harness) => {
    const {
      storage: { records },
    } = harness;
    const others = ['dev+tag@example.com', 'other@example.com'];
    for (const [i, email] of ['Dev@Example.com', 'dev@example.com', ...others].entries()) {
      await records.amend(insertion('keys', aSandboxKey(`key_${i}`, { sandboxEmail: email })));
      await records.amend(insertion('signUps', aSignUp(`s${i}`, { email })));
    }
    await records.amend(insertion('keys', aKey('of a partner')));
    assert.equal(await eraseSandboxKeys(records, 'DEV@example.com'), 2);
    assert.equal(await eraseSandboxKeys(records, 'dev@example.com'), 0);
    assert.equal(await eraseSignUps(records, 'dev@EXAMPLE.com'), 2);
    const left = idsOf(await records.list('keys'));
    assert.deepEqual(left.toSorted(), ['key_2', 'key_3', 'of a partner']);
    const found = await Promise.all([0, 1, 2, 3].map((i) => records.find('signUps', { id: `s${i}` })));
    assert.deepEqual(
      found.map((signUp) => signUp !== null),
      [false, false, true, true],
    );
  }),
];

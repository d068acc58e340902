import { expect, onTestFinished, test } from 'vitest';
import { seed } from '../../../support/seed.ts';
import { simulate } from '../simulate.ts';
import { nextMigration } from './next-migration.ts';
import { sqliteGround } from './storages.ts';

/** Something hangs. */
const PATIENCE_MS = 300_000;

const liveOn = (migration: typeof nextMigration) => {
  const ground = sqliteGround(migration);
  onTestFinished(() => ground.close());
  return ground.on((empty) => simulate({ seed, wishes: 24, ...empty }));
};

test(
  'servers keep working with the next version’s schema while they run',
  { timeout: PATIENCE_MS },
  async () => {
    const { counts } = await liveOn(nextMigration);
    expect(counts).toMatchObject({ upgrades: 1 });
  },
);

test('control: a migration that takes away what they use is found', { timeout: PATIENCE_MS }, async () => {
  const renaming = (): string => 'ALTER TABLE deliveries RENAME COLUMN body TO text';
  await expect(liveOn(renaming)).rejects.toThrow(/no such column: body|deliveries has no column named body/);
});

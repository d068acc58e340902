import { SchemaError } from '@bord/engine/storage';
import type { ConfiguredStorage } from '../storages/storage-kind.ts';
import { type DatabaseUrl, storageOf } from '../storages/storages.ts';
import type { Finding } from '../storages/finding.ts';

export async function databaseFindings(database: DatabaseUrl): Promise<readonly Finding[]> {
  const storage = storageOf(database);
  try {
    const findings = await storage.findings();
    const isUnfit = findings.some(
      ({ what, status }) => status === 'bad' && (what === 'database' || what === 'schema'),
    );
    return isUnfit ? findings : [...findings, await writeFinding(storage)];
  } catch (error) {
    const found = `${storage.name}: ${(error as Error).message}`;
    return [
      {
        what: 'database',
        status: 'bad',
        found,
        advice: error instanceof SchemaError ? error.advice : storage.adviceOn(error),
      },
    ];
  }
}

/** The check of `bord serve` at its start, and of `/readyz`. */
async function writeFinding({ openAsItIs, writeAdvice }: ConfiguredStorage): Promise<Finding> {
  const what = 'writing';
  const storage = await openAsItIs();
  try {
    await storage?.check();
    return { what, status: 'good', found: 'a small write was committed', advice: null };
  } catch (error) {
    return { what, status: 'bad', found: (error as Error).message, advice: writeAdvice };
  } finally {
    await storage?.close();
  }
}

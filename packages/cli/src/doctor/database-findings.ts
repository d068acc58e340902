import { type DatabaseUrl, storageOf } from '../storages/storages.ts';
import type { Finding } from './finding.ts';

/** Examines the database: can it be reached, is its schema current, does it keep what it acknowledges? */
export async function databaseFindings(database: DatabaseUrl): Promise<readonly Finding[]> {
  const storage = storageOf(database);
  try {
    return await storage.findings();
  } catch (error) {
    const found = `${storage.name}: ${(error as Error).message}`;
    return [{ what: 'database', status: 'bad', found, advice: storage.adviceOn(error) }];
  }
}

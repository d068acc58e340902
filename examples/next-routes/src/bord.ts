/** One engine for each process. In Next.js: the file bord.ts in the folder lib. */
import { createPartnerApi } from '@bord/adapter-http';
import { sqliteStorage } from '@bord/adapter-sqlite';
import { createEngine } from '@bord/engine';

export const storage = sqliteStorage({ path: process.env['BORD_DATABASE'] ?? ':memory:', migrate: true });
export const engine = createEngine({ storage });
export const api = createPartnerApi({ engine, basePath: '/api/bord' });

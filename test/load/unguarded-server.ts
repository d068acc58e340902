/**
 * A server that takes on whatever comes: what `bord serve` would be without protection against overload.
 *
 *     node --conditions=@bord/source test/load/server.ts DATABASE
 */
import { createPartnerApi, serveHttp } from '@bord/adapter-http';
import { sqliteStorage } from '@bord/adapter-sqlite';
import { createEngine } from '@bord/engine';

const storage = sqliteStorage({ path: process.argv[2]!, migrate: true });
const engine = createEngine({ storage });
const api = createPartnerApi({ engine, overload: false });
const server = await serveHttp({ api });
console.log(JSON.stringify({ port: server.port }));
process.once('SIGTERM', () => {
  void server.close(0).then(() => {
    engine.detach();
    return storage.close();
  });
});

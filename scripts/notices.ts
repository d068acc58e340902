/**
 * Fails when a build contains packages of others that it does not name with their licences, or names what it does not contain. It goes by
 * the maps of the published files, not by what the build has noted down.
 *
 *     node scripts/notices.ts
 */
import { join } from 'node:path';
import { packages } from './packages.ts';
import { noticeFaults } from './third-party.ts';

for (const { name, folder } of packages) {
  for (const fault of noticeFaults(join(folder, 'dist'))) {
    console.error(`${name}: ${fault}`);
    process.exitCode = 1;
  }
}

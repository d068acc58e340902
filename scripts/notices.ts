/**
 * Fails if the licence notices of a build differ from the packages it contains. It reads the source maps of the published files, not the
 * build's own notes.
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

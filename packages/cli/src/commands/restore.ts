import { statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { rowsOf } from '../backup/manifest.ts';
import { fetched, addressOf } from '../backup/backup-address.ts';
import { restoreBackup } from '../backup/restore-backup.ts';
import { inScratchFolder } from '../files/scratch-folder.ts';
import { type BordCommand, type CommonOptions, print } from '../command.ts';
import { configuration } from '../config/config.ts';
import { plain } from '../output/plain.ts';
import { progressLine } from '../output/progress.ts';

interface RestoreOptions extends CommonOptions {
  readonly secretKey?: string;
}

/** The backup does not have revocations that came later. */
const STAFF =
  'All staff must sign in again. Staff and passkeys that were removed since then are back: check bord staff list.';

export function define(command: BordCommand): void {
  command
    .examples([
      'restore /var/backups/bord/2026-12-01.tar.gz',
      'restore latest.tar.gz --secret-key /etc/bord/secret.key     # then BORD_SECRET_KEY=$(cat /etc/bord/secret.key)',
    ])
    .description(
      'Puts a file written by bord backup into the database of BORD_DATABASE, which must be empty, and its secret key\n' +
        'next to it. The file is checked from its first to its last byte before anything is written.\n\n' +
        'The restored server sends all unsent messages: to test a backup while the real server runs, give\n' +
        'it a separate BORD_MAIL folder and no network access to partners.',
    )
    .argument('<file|url>', 'a file written by bord backup')
    .option('--secret-key <file>', 'write the secret key there, for BORD_SECRET_KEY')
    .action(async (where: string, options: RestoreOptions) => {
      const address = addressOf(where);
      const config = configuration();
      const progress = progressLine();
      const restored = await inScratchFolder(tmpdir(), async (folder) => {
        const path = await fetched(address, folder);
        const manifest = await restoreBackup(config, path, options.secretKey ?? null, progress.say);
        return { manifest, bytes: statSync(path).size };
      }).finally(progress.end);
      const { manifest, bytes } = restored;
      const bookings = rowsOf(manifest, 'bookings');
      const staff = rowsOf(manifest, 'staff');
      const text =
        `${bookings === 1 ? '1 booking is' : `${bookings} bookings are`} restored, as of ${plain(manifest.madeAt)}.\n` +
        (staff > 0 ? `${STAFF}\n` : '') +
        'bord doctor examines the rest.';
      await print({ json: { file: address.name, bytes, bookings }, text: () => text }, options);
    });
}

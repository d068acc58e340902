import { chmodSync, statSync } from 'node:fs';
import { type BordCommand, type CommonOptions, print } from '../command.ts';
import { configuration } from '../config/config.ts';
import { makeBackup } from '../backup/make-backup.ts';
import { rowsOf } from '../backup/manifest.ts';
import { assertFree, addressOf, putThere, workshopFor } from '../backup/backup-address.ts';
import { inScratchFolder } from '../files/scratch-folder.ts';
import { bytesText } from '../output/bytes.ts';
import { plain } from '../output/plain.ts';
import { progressLine } from '../output/progress.ts';

export function define(command: BordCommand): void {
  command
    .examples([
      'backup /var/backups/bord/$(date +%F).tar.gz',
      'backup /var/backups/bord/latest.tar.gz --json     # replaces the one of yesterday when it is whole',
      'backup "https://backups.example.com/bord.tar.gz?signature=…"',
    ])
    .description(
      'Writes the database, as it is at one instant, and its secret key into one file, while servers run. The file takes the\n' +
        'place of an older backup only when it is whole. It holds the guests and the key: keep it where only you can read it.\n\n' +
        'To an https address it is sent by PUT, as presigned addresses of object stores take it. bord restore puts it back.',
    )
    .argument('<file|url>', 'where it goes')
    .action(async (where: string, options: CommonOptions) => {
      const address = addressOf(where);
      await assertFree(address);
      const progress = progressLine();
      const version = command.parent?.version() ?? 'unknown';
      const made = await inScratchFolder(workshopFor(address), async (folder) => {
        const { path, manifest } = await makeBackup(configuration(), folder, version, progress.say);
        chmodSync(path, 0o600);
        const bytes = statSync(path).size;
        if (address.kind === 'web') progress.say('Sending');
        await putThere(address, path);
        return { file: address.name, bytes, bookings: rowsOf(manifest, 'bookings') };
      }).finally(progress.end);
      const { file, bytes, bookings } = made;
      const text =
        `${bookings === 1 ? '1 booking' : `${bookings} bookings`}, ${bytesText(bytes)}: ${plain(file)}\n` +
        'It holds the guests and the secret key: keep it where only you can read it.';
      await print({ json: made, text: () => text }, options);
    });
}

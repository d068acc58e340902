import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from './fault.ts';

/**
 * A copy of the project on disk for faults: files and builds are copied, installed packages are linked. Links to packages of this workspace
 * lead into the copy.
 */
export class Copy {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'bord-mutants-')));

  constructor() {
    const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      cwd: root,
      encoding: 'utf8',
    });
    for (const file of listed.split('\0')) {
      if (file !== '' && existsSync(join(root, file))) this.#copy(file);
    }
    for (const folder of ['', ...foldersIn('packages'), ...foldersIn('examples')]) {
      if (existsSync(join(root, folder, 'dist'))) this.#copy(join(folder, 'dist'));
      if (existsSync(join(root, folder, 'node_modules'))) this.#link(join(folder, 'node_modules'));
    }
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  #copy(path: string): void {
    mkdirSync(dirname(join(this.folder, path)), { recursive: true });
    cpSync(join(root, path), join(this.folder, path), { recursive: true, verbatimSymlinks: true });
  }

  /** Links to workspaces and commands are relative, so they are copied as they are; packages are linked to. */
  #link(path: string): void {
    mkdirSync(join(this.folder, path), { recursive: true });
    for (const name of readdirSync(join(root, path))) {
      if (name.startsWith('.') && name !== '.bin') continue; // caches
      const at = join(path, name);
      const isFolder = lstatSync(join(root, at)).isDirectory();
      if (name === '@bord' || name === '.bin' || !isFolder) this.#copy(at);
      else symlinkSync(join(root, at), join(this.folder, at));
    }
  }
}

function foldersIn(folder: string): string[] {
  return readdirSync(join(root, folder)).map((name) => join(folder, name));
}

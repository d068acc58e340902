import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** The fields of a package.json that the scripts read. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly repository: { readonly type: string; readonly url: string; readonly directory: string };
  readonly homepage: string;
  readonly bugs: { readonly url: string };
  readonly keywords: readonly string[];
  readonly publishConfig: { readonly access: string; readonly provenance: boolean };
  readonly engines: { readonly node: string };
  readonly exports: Readonly<Record<string, { '@bord/source': string; types: string }>>;
  readonly bin?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** Where the project is published. Placeholder: replace `example` in it, and in the manifests, before the first release. */
export const REPOSITORY = 'https://github.com/example/bord';

/** The package of the command line, and the command that it installs. */
export const CLI = { name: '@bord/cli', command: 'bord' } as const;

/** The root of the repository. */
export const root = resolve(import.meta.dirname, '..');

/** One package of the workspace. */
export interface Package {
  readonly name: string;
  readonly folder: string;
  /** The packages of this workspace that it needs, all of which come before it in `packages`. */
  readonly needs: readonly string[];
}

const { workspaces }: { readonly workspaces: readonly string[] } = JSON.parse(
  readFileSync(resolve(root, 'package.json'), 'utf8'),
);

/** The packages, each after those it needs, in the order of the workspace. */
export const packages: readonly Package[] = workspaces
  .filter((path) => path.startsWith('packages/'))
  .map((path) => {
    const folder = resolve(root, path);
    const { name, dependencies, devDependencies }: Manifest = JSON.parse(
      readFileSync(resolve(folder, 'package.json'), 'utf8'),
    );
    const needs = Object.keys({ ...dependencies, ...devDependencies }).filter((need) =>
      need.startsWith('@bord/'),
    );
    return { name, folder, needs };
  });

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Metafile } from 'esbuild';

/** Where a build says what it has of others: for people, with the licences, and as a CycloneDX SBOM. */
export const NOTICES_FILE = 'THIRD-PARTY-NOTICES.txt';
export const SBOM_FILE = 'sbom.cdx.json';

/** A package of somebody else's that is part of a bundle. */
export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression. */
  readonly license: string;
  /** Its licence as it comes with it. */
  readonly text: string;
}

/** The files of which a bundle has at least a byte, by the metafile that the bundler has made in this working directory; absolute. */
export function inputsOf({ outputs }: Metafile): string[] {
  return Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [resolve(path)] : [])),
  );
}

/** The files from which a build was made, by the maps that are published with it; absolute. */
export function mappedSources(dist: string): string[] {
  return readdirSync(dist)
    .filter((file) => file.endsWith('.js.map'))
    .flatMap((file) => {
      const { sources } = JSON.parse(readFileSync(join(dist, file), 'utf8')) as { sources: string[] };
      return sources.map((source) => resolve(dist, source));
    });
}

/**
 * The packages of others to which these files belong, sorted by name and version, each once. A package that another one was published with has no folder:
 * its licence is part of that one.
 *
 * @throws Error when one has no licence
 */
export function packagesOf(files: readonly string[]): BundledPackage[] {
  const folders = new Set(files.filter((file) => file.includes('/node_modules/')).map(folderOf));
  const installed = [...folders].filter((folder) => existsSync(join(folder, 'package.json')));
  const found = new Map(installed.map((folder) => describe(folder)).map((it) => [idOf(it), it]));
  return [...found.keys()].toSorted().map((id) => found.get(id)!);
}

/** `zod@4.6.7` */
export function idOf({ name, version }: Pick<BundledPackage, 'name' | 'version'>): string {
  return `${name}@${version}`;
}

/** The notices for people: the packages with their licences. */
export function noticesText(name: string, bundled: readonly BundledPackage[]): string {
  const head = `${name} contains the following packages. Each stands under its own licence, which follows its name.\n`;
  const parts = bundled.map((it) => `${'-'.repeat(80)}\n${idOf(it)} (${it.license})\n\n${it.text.trim()}\n`);
  return [head, ...parts].join('\n');
}

/** A bill of materials as CycloneDX 1.6 has it. Without a date, so that the same build has the same one. */
export function sbomOf(
  { name, version, license }: { readonly name: string; readonly version: string; readonly license: string },
  bundled: readonly BundledPackage[],
): object {
  const self = purlOf({ name, version });
  const parts = bundled.map(purlOf);
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: componentOf('application', { name, version, license }) },
    components: bundled.map((it) => componentOf('library', it)),
    dependencies: [{ ref: self, dependsOn: parts }, ...parts.map((ref) => ({ ref }))],
  };
}

function componentOf(type: string, it: Omit<BundledPackage, 'text'>): object {
  const [, group, name] = /^(?:(@[^/]+)\/)?(.+)$/.exec(it.name)!;
  const purl = purlOf(it);
  const names = group === undefined ? { name } : { group, name };
  const licenses = [/ /.test(it.license) ? { expression: it.license } : { license: { id: it.license } }];
  return { type, 'bom-ref': purl, ...names, version: it.version, licenses, purl };
}

/** The package as a package URL has it: `pkg:npm/%40colors/colors@1.5.0`. */
function purlOf({ name, version }: Pick<BundledPackage, 'name' | 'version'>): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

/** The innermost package's: some have packages within them, and folders with a package.json that is none. */
function folderOf(file: string): string {
  return /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)![0];
}

function describe(folder: string): BundledPackage {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    name: string;
    version: string;
    license?: string;
  };
  const file = readdirSync(folder).find((it) => /^(?:licen[cs]e|copying)/i.test(it));
  if (license === undefined || file === undefined)
    throw new Error(`${name} would be bundled, and has no licence: ${folder}`);
  return { name, version, license, text: readFileSync(join(folder, file), 'utf8') };
}

/**
 * Differences between a build's notices and its content.
 *
 * @param dist the folder of the build
 */
export function noticeFaults(dist: string): string[] {
  const bundled = packagesOf(mappedSources(dist));
  if (bundled.length === 0 && !existsSync(join(dist, SBOM_FILE))) return [];
  const { components } = JSON.parse(textOf(dist, SBOM_FILE, '{"components":[]}')) as {
    components: { 'bom-ref': string }[];
  };
  const listed = components.map((it) => it['bom-ref']);
  const notices = textOf(dist, NOTICES_FILE, '');
  const wanted = bundled.map(purlOf);
  return [
    ...wanted.filter((purl) => !listed.includes(purl)).map((purl) => `${SBOM_FILE} lacks ${purl}`),
    ...listed
      .filter((purl) => !wanted.includes(purl))
      .map((purl) => `${SBOM_FILE} lists ${purl}, which is not in it`),
    ...bundled
      .filter((it) => !notices.includes(`\n${idOf(it)} (`) || !notices.includes(it.text.trim()))
      .map((it) => `${NOTICES_FILE} lacks ${idOf(it)}, or its licence`),
    ...[...notices.matchAll(/^-{80}\n(\S+) \(/gm)]
      .filter(([, id]) => !bundled.some((it) => idOf(it) === id))
      .map(([, id]) => `${NOTICES_FILE} has ${id}, which is not in it`),
  ];
}

function textOf(dist: string, name: string, otherwise: string): string {
  const file = join(dist, name);
  return existsSync(file) ? readFileSync(file, 'utf8') : otherwise;
}

/**
 * Writes the OpenAPI document of the partner API to `docs/openapi.json`.
 *
 *     node --conditions=@bord/source scripts/openapi.ts             writes it
 *     node --conditions=@bord/source scripts/openapi.ts --check     fails when the file is not current
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { openApiDocument } from '@bord/adapter-http';
import { root } from './packages.ts';

const file = resolve(root, 'docs/openapi.json');
const name = relative(root, file);
const text = `${JSON.stringify(openApiDocument(), null, 2)}\n`;

if (!process.argv.includes('--check')) {
  writeFileSync(file, text);
  console.log(`Wrote ${name}`);
} else if (readIfThere() !== text) {
  console.error(`${name} is not current: run node --conditions=@bord/source scripts/openapi.ts`);
  process.exitCode = 1;
}

function readIfThere(): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

/** Where a backup lies: a file, or an address that takes it by PUT and gives it by GET. */
import {
  closeSync,
  createWriteStream,
  existsSync,
  fsyncSync,
  openAsBlob,
  openSync,
  renameSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { Failure } from '../output/failure.ts';
import { isBackup } from './read-archive.ts';

export type BackupAddress =
  | { readonly kind: 'file'; readonly path: string; readonly name: string }
  | { readonly kind: 'web'; readonly url: URL; readonly name: string };

/** Reads `FILE|URL`. The name is for messages: without the parts of a URL that may be a password. */
export function addressOf(text: string): BackupAddress {
  if (!/^(?:[a-z][a-z0-9+.-]+:\/\/|file:)/i.test(text)) return { kind: 'file', path: text, name: text };
  if (!URL.canParse(text)) throw new Failure(`${text} is not a valid URL: give a file or an https URL`);
  const url = new URL(text);
  if (url.protocol === 'file:') return { kind: 'file', path: fileURLToPath(url), name: fileURLToPath(url) };
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new Failure(
      `${url.protocol} is not known here: give a file, or an https address that takes PUT, such as a presigned one of an object store`,
    );
  return { kind: 'web', url, name: `${url.origin}${url.pathname}` };
}

/** The folder in which the backup is written: next to the target file, so that a rename completes it. */
export function workshopFor(address: BackupAddress): string {
  return address.kind === 'file' ? dirname(resolve(address.path)) : tmpdir();
}

/** Throws if the file exists and is not a backup: only a backup is overwritten. */
export async function assertFree(address: BackupAddress): Promise<void> {
  if (address.kind === 'web') return;
  const { path } = address;
  const folder = workshopFor(address);
  if (!existsSync(folder)) throw new Failure(`the folder ${folder} does not exist: create it first`);
  if (!existsSync(path)) return;
  if (statSync(path).isDirectory()) throw new Failure(`${path} is a folder: name a file in it`);
  if (!(await isBackup(path)))
    throw new Failure(`${path} already exists and is not a backup of Bord: name another file`);
}

/** Stores a finished backup, all of it or not at all. */
export async function putThere(address: BackupAddress, finished: string): Promise<void> {
  if (address.kind === 'web') return upload(address, finished);
  renameSync(finished, address.path);
  const folder = openSync(workshopFor(address), 'r');
  fsyncSync(folder);
  closeSync(folder);
}

/** The path of a backup; one from a URL is downloaded into the folder. */
export async function fetched(address: BackupAddress, folder: string): Promise<string> {
  if (address.kind === 'file') return address.path;
  const path = `${folder}/fetched`;
  const { body } = await request(address, { method: 'GET' });
  if (!body) throw new Failure(`${address.name} sent no data: check the URL`);
  await pipeline(Readable.fromWeb(body), createWriteStream(path));
  return path;
}

async function upload(address: BackupAddress & { kind: 'web' }, path: string): Promise<void> {
  const { body } = await request(address, { method: 'PUT', body: await openAsBlob(path) });
  await body?.cancel();
}

async function request({ url, name }: BackupAddress & { kind: 'web' }, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url, { ...init, redirect: 'error' });
  } catch (error) {
    const { cause, message } = error as Error;
    const reason = cause instanceof Error ? cause.message : message;
    throw new Failure(`${name} cannot be reached: ${reason}. Check the URL and the network`);
  }
  if (!response.ok)
    throw new Failure(
      `${name} has answered ${`${response.status} ${response.statusText}`.trimEnd()}: check the URL and its permissions`,
    );
  return response;
}
